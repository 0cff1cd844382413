"""Remarks of reviewers, as the page of a document exports them, held against the spec that they are on.

They come from outside: the file is checked as a whole, every fault is told with its place in it, and what a remark says
is only printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from estimator.errors import Path as SpecPath
from estimator.errors import Problem, UserError, path_text
from estimator.jobs.inputs.specs import Opened
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.spec.reading.suggest import suggestion
from estimator.units import shown

VERSION = 1
LARGEST = 8 * 2**20
"""Bytes of a file of remarks at most."""
MOST, LONGEST = 10_000, 4000
"""Remarks of a file, and letters of one, at most."""
ON: Mapping[str, str] = {"operation": "operations", "requirement": "requirements"}
"""What a remark may be on, and the part of the spec that it stands in."""


class Remark(NamedTuple):
    """One remark with its place in the spec; ``by`` and ``at`` as the reviewer's page told them."""

    on: str
    id: str
    text: str
    by: str
    at: str
    place: Problem

    def line(self) -> str:
        """``file:line:column: requirements.ID: remark: what it says (who, when)``."""
        return self.place.text()

    def data(self) -> dict[str, object]:
        """The same as data."""
        place = self.place
        where: dict[str, object] = {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "path": path_text(place.path),
        }
        return where | {"on": self.on, "id": self.id, "text": self.text, "by": self.by, "at": self.at}


class RemarksRead(NamedTuple):
    """Remarks in the order of the spec's files, and what does not fit the spec, as warnings."""

    remarks: tuple[Remark, ...]
    warnings: tuple[Problem, ...]


def read_remarks(paths: Sequence[Path], opened: Opened) -> RemarksRead:
    """The remarks of several files. Raises UserError with every fault of every file."""
    faults: list[str] = []
    found: list[Remark] = []
    warnings: list[Problem] = []
    for path in paths:
        data = _read(path)
        wrong = list(_faults(data, str(path)))
        faults += wrong
        if not wrong:
            warnings += _of_another(data["document"], opened.spec, str(path))
            for number, one in enumerate(data["remarks"]):
                place = _place(opened, one)
                if place is None:
                    warnings.append(_unknown(opened.spec, one, f"{path}: remarks[{number}]"))
                else:
                    found.append(Remark(one["on"], one["id"], one["text"], one.get("by", ""), one.get("at", ""), place))
    if faults:
        raise UserError(*faults)
    order = opened.loaded.locations.order
    found.sort(key=lambda one: (order.get(one.place.file or "", 0), one.place.line or 0))
    return RemarksRead(tuple(found), tuple(warnings))


def _read(path: Path) -> Any:
    try:
        if not path.is_file():
            raise UserError(phrase("{path}: no such file", path=path))
        if path.stat().st_size > LARGEST:
            raise UserError(phrase("{path}: larger than {most} MiB", path=path, most=LARGEST // 2**20))
        remember_read(path)
        return json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise UserError(phrase("{path}: {what}", path=path, what=reason(error))) from None
    except (ValueError, RecursionError):
        what = "{path}: no JSON; give the file that the page of the document exports"
        raise UserError(phrase(what, path=path)) from None


def _faults(data: Any, file: str) -> Iterator[str]:
    """What keeps a file from being one of remarks, each fault with its place."""
    if not isinstance(data, dict) or data.get("commspec_remarks") != VERSION:
        what = "{file}: not a file of remarks; give the one that the page of the document exports"
        yield phrase(what, file=file)
        return
    document, remarks = data.get("document"), data.get("remarks")
    if not isinstance(document, dict) or not all(isinstance(document.get(key), str) for key in ("id", "version")):
        yield phrase("{file}: document: no id and version; write {hint}", file=file, hint='{"id": ..., "version": ...}')
    if not isinstance(remarks, list):
        yield phrase("{file}: remarks: no list", file=file)
        return
    if len(remarks) > MOST:
        yield phrase("{file}: remarks: more than {most}", file=file, most=MOST)
        return
    for number, one in enumerate(remarks):
        yield from _faults_of(one, f"{file}: remarks[{number}]")


def _faults_of(one: Any, at: str) -> Iterator[str]:
    if not isinstance(one, dict):
        yield phrase("{at}: no remark", at=at)
        return
    if str(one.get("on")) not in ON:  # as text, for a list or a mapping is no key
        yield phrase("{at}.on: {value} is neither operation nor requirement", at=at, value=shown(str(one.get("on"))))
    for key in ("id", "text"):
        if not isinstance(one.get(key), str) or not one[key].strip():
            yield phrase("{at}.{key}: no text", at=at, key=key)
    for key in ("by", "at"):
        if not isinstance(one.get(key, ""), str):
            yield phrase("{at}.{key}: no text", at=at, key=key)
    if isinstance(one.get("text"), str) and len(one["text"]) > LONGEST:
        yield phrase("{at}.text: longer than {most} letters", at=at, most=LONGEST)


def _of_another(document: Mapping[str, Any], spec: Spec, file: str) -> list[Problem]:
    """A warning about remarks that were made on another document or version."""
    own = spec.document
    if (document["id"], document["version"]) == (own.id, own.version):
        return []
    what = phrase(
        "remarks on {id} {version}, and this is {own} {now}",
        id=shown(document["id"]), version=shown(document["version"]), own=own.id, now=own.version,
    )  # fmt: skip
    return [Problem(("document",), what, "read them against that version", severity="warning", file=file)]


def _place(opened: Opened, one: Mapping[str, Any]) -> Problem | None:
    """Where the remark belongs in the spec, with what it says; None where the spec has nothing of that name."""
    part = ON[one["on"]]
    if one["id"] not in getattr(opened.spec, part):
        return None
    path: SpecPath = (part, one["id"])
    said = ", ".join(text for text in (one.get("by", ""), one.get("at", "")[:10]) if text)
    what = (
        phrase("remark: {text} ({said})", text=one["text"], said=said)
        if said
        else phrase("remark: {text}", text=one["text"])
    )
    return opened.loaded.locations.placed(Problem(path, what, severity="warning"), key=True)


def _unknown(spec: Spec, one: Mapping[str, Any], file: str) -> Problem:
    known = getattr(spec, ON[one["on"]])
    what = phrase("a remark on {id}, which the spec does not have", id=shown(one["id"]))
    return Problem((ON[one["on"]],), what, suggestion(one["id"], known), severity="warning", file=file)
