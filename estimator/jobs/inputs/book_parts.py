"""What a workbook holds beside its cells, looked through before anything is read from it: nothing in it is run."""

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from xml.parsers import expat

from estimator.errors import UserError
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase

OTHER_ENDINGS = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".ods", ".numbers", ".et")
"""Of workbooks in another form, or with programs in them."""
OLD = b"\xd0\xcf\x11\xe0"
"""How an old or an encrypted workbook begins."""
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, SyntaxError),  # a syntax error: what readers of XML raise
    *(LookupError, ValueError, TypeError, AttributeError, NotImplementedError, RuntimeError, EOFError),
)
"""What a broken archive, broken XML in it, or a workbook that is none raises somewhere in a library."""
MOST_PARTS = 2000
BOOK = "xl/workbook.xml"
PLACED = {"mergeCell": "merged", "comment": "notes"}
"""Elements that say where they are by a reference, and what they are of."""


class Places(NamedTuple):
    """Ranges of cells of a sheet that are merged, such as J2:J4, and cells with a note."""

    merged: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class BookParts(NamedTuple):
    """Sheets by name with what they hold beside cells; ``hidden``: those that no program shows."""

    sheets: Mapping[str, Places]
    hidden: frozenset[str]


def no_xlsx(path: Path) -> UserError:
    """That a workbook is in a form that is not read."""
    return UserError(phrase("{path}: is no .xlsx; save it as .xlsx, without macros or a password", path=path))


def book_parts(path: Path) -> BookParts:
    """Look through a workbook. UserError where it is none, holds a program, declares types of XML, or is too large."""
    remember_read(path)
    try:
        with path.open("rb") as stream:
            old = stream.read(len(OLD)) == OLD
        if old:
            raise no_xlsx(path)
        with zipfile.ZipFile(path) as parts:
            return _looked_through(path, parts)
    except OSError as error:
        raise UserError(phrase("{path}: cannot read: {error}", path=path, error=reason(error))) from None
    except BROKEN as error:
        raise UserError(phrase("{path}: cannot be read as a workbook; save it as .xlsx", path=path)) from error


def _looked_through(path: Path, parts: zipfile.ZipFile) -> BookParts:
    held = parts.infolist()
    if len(held) > MOST_PARTS or sum(one.file_size for one in held) > SIZE_LIMIT:
        raise UserError(phrase("{path}: too large once unpacked", path=path))
    names = [one.filename for one in held]
    if any(PurePosixPath(name.lower()).name == "vbaproject.bin" for name in names):
        raise UserError(phrase("{path}: holds a program (macros); save it as .xlsx without", path=path))
    seen = {name: _seen(path, parts, name) for name in names if name.lower().endswith((".xml", ".rels"))}
    known = {one["Id"]: _target(BOOK, one) for one in _relations(seen, BOOK)}
    listed = [one for tag, one in seen[BOOK].found if tag == "sheet"]
    sheets = {one["name"]: _places(seen, known.get(one.get("id", ""), "")) for one in listed}
    return BookParts(sheets, frozenset(one["name"] for one in listed if one.get("state", "visible") != "visible"))


def _places(seen: Mapping[str, "_Seen"], sheet: str) -> Places:
    beside = [_target(sheet, one) for one in _relations(seen, sheet) if one.get("Type", "").endswith("/comments")]
    found: dict[str, list[str]] = {key: [] for key in Places._fields}
    for part in (sheet, *beside):
        for tag, one in seen[part].found if part in seen else ():
            if tag in PLACED and "ref" in one:
                found[PLACED[tag]].append(one["ref"])
    return Places(*(tuple(dict.fromkeys(found[key])) for key in Places._fields))


def _relations(seen: Mapping[str, "_Seen"], part: str) -> Iterator[Mapping[str, str]]:
    """What a part is linked with inside the workbook."""
    folder, _, name = part.rpartition("/")
    beside = seen.get(f"{folder}/_rels/{name}.rels")
    for tag, one in beside.found if beside is not None else ():
        if tag == "Relationship" and one.get("TargetMode") != "External":
            yield one


def _target(part: str, relation: Mapping[str, str]) -> str:
    """The part that a relation leads to."""
    steps: list[str] = [] if relation.get("Target", "").startswith("/") else part.split("/")[:-1]
    for step in relation.get("Target", "").split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


@dataclass(slots=True)
class _Seen:
    """The elements of a part that say something of the workbook, with their attributes."""

    found: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """One element is begun."""
        tag = name.rpartition(" ")[2]
        if tag in (*PLACED, "Relationship", "sheet"):
            self.found.append((tag, {key.rpartition(" ")[2]: value for key, value in attributes.items()}))


def _seen(path: Path, parts: zipfile.ZipFile, name: str) -> _Seen:
    seen, parser = _Seen(), expat.ParserCreate(namespace_separator=" ")

    def doctype(*_: object) -> None:
        raise UserError(phrase("{path}: {part} declares a document type; no workbook needs one", path=path, part=name))

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = seen.start
    with parts.open(name) as stream:
        while data := stream.read(2**16):
            parser.Parse(data, False)
        parser.Parse(b"", True)
    return seen
