"""Which spec answers are to: told apart from them by its content, or looked for around their files."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from estimator.errors import UserError
from estimator.history.release import is_release
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.inputs.specs import RELEASES, release_beside
from estimator.phrase import linked, phrase
from estimator.spec.reading.include import assemble

OTHER_FORMS = (".xlsx", ".reqif", ".reqifz")
"""Files that can only be answers."""
HEAD = 2**16
"""Bytes in which a file says what it is."""
FOLDERS_ABOVE, MOST_FILES = 3, 200
"""Folders above that of the answers, and files in each, that are looked through."""
_ANSWERS = re.compile(rb"""^[\s{"']*commspec_answers["']?\s*:""", re.MULTILINE)
_SPEC = re.compile(rb"""^[\s{"']*commspec["']?\s*:""", re.MULTILINE)
ENDINGS = (".yaml", ".yml", ".json")


class Document(NamedTuple):
    """What answers name: the id of a document and, where all name the same, its version."""

    id: str
    version: str | None


def content_of(path: Path) -> Literal["answers", "spec", ""]:
    """What a file holds by its first bytes; "" where it says neither, or cannot be read."""
    if path.suffix.lower() in OTHER_FORMS:
        return "answers"
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return ""
    if _ANSWERS.search(head):
        return "answers"
    return "spec" if is_release(head) or _SPEC.search(head) else ""


def told_apart(files: Sequence[Path], named: Path | None = None) -> tuple[Path | None, tuple[Path, ...]]:
    """The spec among files, None where there is none, and the answers. ``named``: the spec, named apart.

    Raises UserError for two specs, for files that are neither, and where nothing is left.
    """
    held = {file: content_of(file) for file in files}
    if neither := [file for file, content in held.items() if not content and file.is_file()]:
        raise UserError(
            *(
                phrase("{file}: neither a spec nor answers; give the spec, and what came back from vendors", file=file)
                for file in neither
            )
        )
    specs = [file for file, content in held.items() if content == "spec"]
    if not specs and named is None and len(files) > 1 and not held[files[0]]:
        specs = [files[0]]  # there is no such file: told where a spec is opened
    if len(specs) + (named is not None) > 1:
        both = linked(", ", [str(spec) for spec in ([named] if named else []) + specs])
        raise UserError(phrase("{both}: more than one spec; name the one that is answered", both=both))
    answers = tuple(file for file in files if file not in specs)
    if not answers:
        raise UserError(phrase("{file}: a spec, and no answers; name the files of answers", file=files[0]))
    return (named or (specs[0] if specs else None)), answers


def document_of(heads: Mapping[str, Mapping[str, Any]]) -> Document:
    """What answers are to, by the data of each file. Raises UserError where one says nothing, or two say different."""
    found: dict[str, str] = {}
    versions = set()
    for file, data in heads.items():
        document = data.get("document")
        named = document.get("id") if isinstance(document, Mapping) else None
        if not isinstance(document, Mapping) or not isinstance(named, str):
            raise UserError(phrase("{file}: does not say what it answers; write --spec SPEC", file=file))
        found.setdefault(named, file)
        versions.add(str(document.get("version")))
    if len(found) > 1:
        both = linked(", ", [phrase("{file} answers {id}", file=file, id=name) for name, file in found.items()])
        raise UserError(phrase("{both}; compare answers to one document", both=both))
    return Document(next(iter(found)), versions.pop() if len(versions) == 1 else None)


def spec_around(answers: Sequence[Path], document: Document) -> Path:
    """The spec or release that answers are to: in their folders, those above, and the working folder.

    The release of the version that they name comes first, then a spec of that version, then one of another; nearer
    folders before others. Raises UserError where there is none, or two are as near.
    """
    looked = list(_folders(answers))
    for folder in looked:
        if document.version is not None and _names(document):
            release = folder / release_beside(document.id, document.version)
            if content_of(release) == "spec":
                return _shown(release)
    for folder in looked:
        versions = dict(_specs(folder, document.id))
        exact = [path for path, version in versions.items() if version == document.version]
        found = exact or list(versions)
        if len(found) > 1:
            both = linked(", ", [str(_shown(path)) for path in found])
            raise UserError(phrase("{both}: each is {id}; write --spec and one of them", both=both, id=document.id))
        if found:
            return _shown(found[0])
    what = document.id if document.version is None else f"{document.id} {document.version}"
    raise UserError(
        phrase(
            "no spec or release of {what} in the folders of the answers, above them or here; write --spec SPEC",
            what=what,
        )
    )


def _folders(answers: Sequence[Path]) -> Iterator[Path]:
    """Where to look, the nearest first, each once."""
    own = [path.resolve().parent for path in answers]
    above = [folder.parents[:FOLDERS_ABOVE] for folder in own]
    near = [*own, *(folder for row in zip(*above, strict=False) for folder in row), Path.cwd()]
    yield from dict.fromkeys(near)


def _names(document: Document) -> bool:
    """Whether id and version can be a file's name: answers come from outside."""
    parts = f"{document.id}{document.version}"
    return RELEASES not in parts and "/" not in parts and "\\" not in parts and "\0" not in parts


def _specs(folder: Path, name: str) -> Iterator[tuple[Path, str]]:
    """The specs of a document in a folder, with their versions."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    except OSError:
        return
    for path in islice(files, MOST_FILES):
        if content_of(path) != "spec":
            continue
        document = _document_in(path)
        if document is not None and document.id == name:
            yield path, document.version or ""


def _document_in(path: Path) -> Document | None:
    """Id and version that a spec gives itself; None where it cannot be read."""
    reader = FolderReader(path.parent)
    try:
        data = assemble(reader(path.name), path.name, reader, "").data
    except UserError:
        return None
    document = data.get("document") if isinstance(data, dict) else None
    if not isinstance(document, dict) or not isinstance(document.get("id"), str):
        return None
    return Document(document["id"], str(document.get("version")))


def _shown(path: Path) -> Path:
    """A path as a reader types it from here, where that is shorter."""
    return min(path, Path(os.path.relpath(path)), key=lambda one: len(str(one)))
