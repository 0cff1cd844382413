"""The look that a spec names by its folder: its files are read as includes are, and looked through."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from estimator.errors import Problem, UserError
from estimator.phrase import phrase
from estimator.spec.reading.include import Reader, Tree, leaves
from estimator.spec.reading.missing import instead

PATH = ("document", "look")
MOST_FILES = 60
LARGEST = 2**20
"""Bytes of one file."""
UNREAD = (".md", "~")
"""Endings of files that say something to people who work on the look."""
Listed = Callable[[str], tuple[str, ...]]
"""Gives the files of a folder and the folders in it by name; raises UserError where there is no such folder."""
LookCheck = Callable[[str, Mapping[str, bytes]], Iterable[Problem]]
"""Says what is wrong with the files of a look, by their paths in its folder; the folder as messages show it."""


def unchecked(_: str, __: Mapping[str, bytes]) -> Iterable[Problem]:
    """Nothing is looked through."""
    return ()


def with_look(tree: Tree, reader: Reader | None, folder: str, check: LookCheck) -> None:
    """Put the digest of its files beside the folder of a look; mistakes join the tree's problems."""
    written = _written(tree.data)
    if written is None:
        return
    name = written["folder"]
    try:
        target, files = _files(name, reader)
    except _RefusedError as refused:
        path = (*PATH, "folder")
        tree.problems.append(tree.locations.placed(Problem(path, refused.message, refused.hint)))
        tree.silent.add(PATH)
        return
    digest = digest_of(files)
    stated = written.setdefault("sha256", digest)
    if stated != digest:
        what = phrase("the files in {name} have another SHA-256", name=f"'{name}'")
        hint = phrase("write sha256: {digest}, or bring back the files that were agreed on", digest=digest)
        tree.problems.append(tree.locations.placed(Problem((*PATH, "sha256"), what, hint)))
    for problem in check(f"{folder}/{target}" if folder else target, files):
        tree.locations.order.setdefault(problem.file or "", len(tree.locations.order))
        tree.problems.append(problem)


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes of files, each with its length before it."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode("utf-8", "surrogateescape"), data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


class _RefusedError(Exception):
    def __init__(self, message: str, hint: str) -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


def _written(data: Any) -> dict[str, Any] | None:
    """The look of a document, the short form written out; None where there is none, or its form is wrong."""
    document = data.get("document") if isinstance(data, dict) else None
    written = document.get("look") if isinstance(document, dict) else None
    if isinstance(document, dict) and isinstance(written, str):
        written = document["look"] = {"folder": written}
    return written if isinstance(written, dict) and isinstance(written.get("folder"), str) else None


def _files(name: str, reader: Reader | None) -> tuple[str, dict[str, bytes]]:
    """The folder as the reader knows it, and its files by their paths in it."""
    if reader is None:
        raise _RefusedError("files are not possible here", "leave look out")
    target = posixpath.normpath(name)
    if leaves(name, target):
        raise _RefusedError(
            phrase("'{name}' is outside the spec's folder", name=name), "name a folder inside it by a relative path"
        )
    try:
        return target, files_in(target, reader)
    except UserError as error:
        raise _RefusedError(phrase("cannot read '{name}'", name=name), instead(error, name)) from None


def files_in(folder: str, reader: Reader) -> dict[str, bytes]:
    """The files of a look by their paths in its folder. Raises UserError where they cannot be read, or are too many."""
    listed: Listed | None = getattr(reader, "listed", None)  # a reader of folders has it
    if listed is None:
        raise UserError("files are not possible here")
    names = [one for one in listed(folder) if not one.endswith(UNREAD)]
    if len(names) > MOST_FILES:
        raise UserError(
            phrase("{name}: more than {most} files; keep a look in a folder of its own", name=folder, most=MOST_FILES)
        )
    files = {posixpath.relpath(one, folder): reader(one) for one in names}
    for name, data in files.items():
        if len(data) > LARGEST:
            raise UserError(
                phrase("{name}: larger than {most} MiB; a page would carry it", name=name, most=LARGEST // 2**20)
            )
    return files
