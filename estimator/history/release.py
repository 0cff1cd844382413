"""A released version as one file: the spec with all it includes, its estimates, its limits as numbers, its hashes."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from estimator.errors import UserError
from estimator.history.fingerprint import digest, requirement_fingerprints
from estimator.history.plain import plain
from estimator.phrase import phrase
from estimator.require.closure import Closure
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.values.quantity import Measured
from estimator.units import UnitError, parse_any

SCHEMA = 1
MARK = '{"commspec_release":'
"""How a file of a release begins: what follows is the number of its schema."""
MOVING = ("status", "superseded_by")
"""Fields of ``document`` that a released version may change: it is withdrawn one day, for another one."""


class Release(NamedTuple):
    """What a file of a release holds.

    ``files``: text by name, ``name`` being the spec's own; ``limits``: text by cell; ``fingerprints``: by requirement.
    """

    id: str
    version: str
    tool: str
    name: str
    files: Mapping[str, str]
    limits: Mapping[str, str]
    fingerprints: Mapping[str, str]
    retired: tuple[str, ...] = ()
    """Ids of requirements that this version no longer has, or an earlier one: they do not come back."""
    binary: Mapping[str, str] = MappingProxyType({})
    """Base64 of the files that are no text, by name: a logo."""
    previous: Release | None = None
    """The version before, without the one before that: what the document says of changes is compared with it."""

    def as_data(self) -> dict[str, Any]:
        """What another release keeps of this one."""
        return {
            "id": self.id,
            "version": self.version,
            "commspec": self.tool,
            "file": self.name,
            "files": dict(self.files),
            "limits": dict(self.limits),
            "fingerprints": dict(self.fingerprints),
            "retired": list(self.retired),
            **({"binary": dict(self.binary)} if self.binary else {}),
        }

    @property
    def contents(self) -> dict[str, bytes]:
        """The bytes of each file by name."""
        texts = {name: text.encode() for name, text in self.files.items()}
        return texts | {name: b64decode(text) for name, text in self.binary.items()}

    def retired_by(self, spec: Spec) -> tuple[str, ...]:
        """The ids that are retired once ``spec`` is the version after this one."""
        gone = {name for name in self.fingerprints if name not in spec.requirements}
        return tuple(sorted({*self.retired, *gone} - set(spec.requirements)))


def release_text(
    spec: Spec,
    data: Mapping[str, Any],
    files: tuple[str, Mapping[str, bytes]],
    limits: Mapping[str, str],
    expanded: Mapping[str, Expanded],
    closing: Closure,
    made: Mapping[str, Any],
    previous: Release | None = None,
) -> str:
    """The file of a release: JSON, one line an entry, the same for the same spec and tool.

    ``data``: the spec as written with its includes. ``files``: the spec's name, and what was read by name. ``made``:
    the fingerprint, the tool and its estimates.
    """
    document = spec.document
    head = {"commspec_release": SCHEMA, "id": document.id, "version": document.version}
    state = {"date": document.date, "approvers": [plain(name) for name in document.approvers]}
    tail = {
        "closes": closing.closes,
        "limits": dict(limits),
        "fingerprints": requirement_fingerprints(spec, expanded),
        "retired": list(previous.retired_by(spec)) if previous is not None else [],
        "previous": previous.as_data() if previous is not None else None,
        "file": files[0],
        **_files(files[1]),
        "spec": data,
    }
    body = {**state, **made, **tail}
    whole = {**head, **body, "sha256": digest({**head, **body})}
    return json.dumps(whole, ensure_ascii=False, indent=1).replace('{\n "commspec_release":', MARK, 1) + "\n"


def _files(files: Mapping[str, bytes]) -> dict[str, dict[str, str]]:
    """Files as text where they are text, as base64 else."""
    texts: dict[str, str] = {}
    binary: dict[str, str] = {}
    for name, data in sorted(files.items()):
        try:
            texts[name] = data.decode()
        except UnicodeDecodeError:
            binary[name] = b64encode(data).decode()
    return {"files": texts, **({"binary": binary} if binary else {})}


def is_release(data: bytes) -> bool:
    """Whether bytes begin as a file of a release does."""
    return data.startswith(MARK.encode())


def read_release(data: bytes, name: str) -> Release:
    """The release in the bytes of a file ``name``. Raises UserError where it is damaged or of a later schema."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UserError(
            phrase("{name}: no release that can be read: {error}; release the version again", name=name, error=error)
        ) from None
    if not isinstance(found, dict) or found.get("commspec_release") != SCHEMA:
        raise UserError(
            phrase("{name}: a release of another schema; use the commspec that made it, or a later one", name=name)
        )
    body = {key: value for key, value in found.items() if key != "sha256"}
    if found.get("sha256") != digest(body):
        raise UserError(
            phrase("{name}: changed since it was released; take it from the repository's history again", name=name)
        )
    previous = None if found.get("previous") is None else _release(found["previous"], name)
    return _release(found, name)._replace(previous=previous)


def _release(found: Any, name: str) -> Release:
    parts = found if isinstance(found, dict) else {}
    texts = [parts.get(key) for key in ("id", "version", "commspec", "file")]
    tables = [parts.get(key) for key in ("files", "limits", "fingerprints")]
    binary = parts.get("binary", {})
    if not all(isinstance(text, str) for text in texts) or not all(map(_of_texts, [*tables, binary])):
        raise UserError(phrase("{name}: not a whole release; release the version again", name=name))
    retired = parts.get("retired", [])
    if not isinstance(retired, list):
        raise UserError(phrase("{name}: not a whole release; release the version again", name=name))
    return Release(*texts, *tables)._replace(retired=tuple(map(str, retired)), binary=binary)  # type: ignore[arg-type]


def _of_texts(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(value, str) for value in found.values())


def content(spec: Spec) -> Any:
    """What a released version may not change: all but its state, and limits that the release holds itself."""
    data = plain(spec)
    data.pop("frozen", None)
    for name in MOVING:
        data["document"].pop(name, None)
    return data


def with_limits(spec: Spec, limits: Mapping[str, str]) -> Spec:
    """The spec with the released limits in the place of those frozen at review."""
    return spec.model_copy(update={"frozen": {key: _quantity(text) for key, text in limits.items()}})


def _quantity(text: str) -> Measured:
    try:
        kind, value = parse_any(text)
    except UnitError as error:
        raise UserError(phrase("{text!r}: no limit of a release: {what}", text=text, what=error.what)) from None
    return Measured(kind, value, text)
