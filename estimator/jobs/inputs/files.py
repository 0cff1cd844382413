"""Reads spec files through a confined reader, and says where a document goes."""

import os
import posixpath
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Protocol

from estimator.errors import NoFileError, UserError
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase

NAME_LIMIT = 100  # characters of a document id or version: room for the file name within the usual 255 bytes
MOST_FOLDERS, MOST_NAMES = 50, 200  # that are looked through for the file that was meant
SIZE_LIMIT = 64 * 2**20  # bytes of one file: above it nobody wrote it by hand


class SpecFiles(Protocol):
    """Gives the bytes of the files of a spec by name, and keeps what it gave in ``seen``."""

    seen: dict[str, bytes]

    def __call__(self, name: str) -> bytes:
        """The bytes of one file; UserError when there is none that may be read."""

    def peek(self, name: str) -> bytes | None:
        """The bytes of a file that is no part of the spec; None where there is none."""

    def listed(self, folder: str) -> tuple[str, ...]:
        """The files in a folder, by name, but hidden ones; UserError when there is no such folder."""


class MemoryReader:
    """Gives the files that a release holds."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.seen: dict[str, bytes] = {}

    def __call__(self, name: str) -> bytes:
        """The bytes of one file; UserError when the release does not hold it."""
        if name not in self._files:
            raise UserError(phrase("{name}: not in the release; release the version again", name=name))
        self.seen[name] = self._files[name]
        return self.seen[name]

    def peek(self, name: str) -> bytes | None:
        """Nothing: a release holds its spec alone."""
        return None

    def listed(self, folder: str) -> tuple[str, ...]:
        """The files that the release holds of a folder."""
        return tuple(sorted(name for name in self._files if name.startswith(f"{folder}/")))


class FolderReader:
    """Gives the bytes of files inside one folder, symbolic links resolved; anything elsewhere is refused.

    Called with a path relative to the folder, ``/`` between its parts. It keeps what it read: ``seen`` maps each name
    to its bytes, from which a fingerprint of the whole spec is made. ``given``: bytes by name that came otherwise.
    """

    def __init__(self, folder: Path, given: Mapping[str, bytes] | None = None) -> None:
        self.folder = folder.resolve()
        self.given = given or {}
        self.seen: dict[str, bytes] = {}

    def __call__(self, name: str) -> bytes:
        """The bytes of one file; UserError when it is elsewhere, missing, unreadable, or not a plain file."""
        if name in self.given:
            self.seen[name] = self.given[name]
            return self.given[name]
        path = self._inside(name)
        try:
            if not path.exists():
                raise NoFileError(phrase("{name}: {why}", name=name, why="no such file"), self._others())
            if not path.is_file():
                raise UserError(phrase("{name}: {why}", name=name, why="is not a plain file"))
            if path.stat().st_size > SIZE_LIMIT:
                raise UserError(
                    phrase(
                        "{name}: larger than {most} MiB; split it with !include", name=name, most=SIZE_LIMIT // 2**20
                    )
                )
            remember_read(path)
            data = path.read_bytes()
        except OSError as error:
            raise UserError(phrase("{name}: {why}", name=name, why=reason(error))) from None
        self.seen[name] = data
        return data

    def peek(self, name: str) -> bytes | None:
        """The bytes of a file that is no part of the spec; None where there is none."""
        try:
            return self(name) if self._inside(name).is_file() else None
        finally:
            self.seen.pop(name, None)

    def listed(self, folder: str) -> tuple[str, ...]:
        """The files of a folder and the folders in it, but hidden ones; UserError when it is none, or elsewhere."""
        path = self._inside(folder)
        if not path.is_dir():
            why = "is no folder" if path.exists() else "no such folder"
            raise NoFileError(phrase("{name}: {why}", name=folder, why=why), self._folders())
        names: list[str] = []
        for place, below, files in islice(os.walk(path, followlinks=True), MOST_FOLDERS):
            below[:] = sorted(name for name in below if not name.startswith("."))
            inside = posixpath.join(folder, Path(place).relative_to(path).as_posix())
            for name in below:
                self._inside(posixpath.normpath(f"{inside}/{name}"))
            names += [posixpath.normpath(f"{inside}/{name}") for name in files if not name.startswith(".")]
        return tuple(sorted(names)[:MOST_NAMES])

    def _folders(self) -> Iterator[str]:
        """The folders in the folder, but hidden ones; of very many the first."""
        for folder, below, _ in islice(os.walk(self.folder), MOST_FOLDERS):
            below[:] = sorted(name for name in below if not name.startswith("."))[:MOST_NAMES]
            for name in below:
                yield (Path(folder) / name).relative_to(self.folder).as_posix()

    def _others(self) -> Iterator[str]:
        """The files of the folder and the folders in it, but hidden ones; of very many the first."""
        walked = islice(os.walk(self.folder), MOST_FOLDERS)
        for folder, below, names in walked:
            below[:] = sorted(name for name in below if not name.startswith("."))
            for name in sorted(names)[:MOST_NAMES]:
                yield (Path(folder) / name).relative_to(self.folder).as_posix()

    def _inside(self, name: str) -> Path:
        if "\0" in name or PurePosixPath(name).is_absolute():
            raise UserError(phrase("{name!r}: write a path relative to the spec's folder", name=name))
        try:
            path = (self.folder / name).resolve()
        except (OSError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
            raise UserError(phrase("{name}: {why}", name=name, why=error)) from None
        if not path.is_relative_to(self.folder):
            raise UserError(phrase("{name}: lies outside the spec's folder; an include must stay inside it", name=name))
        return path


def document_folder(out: Path, identity: str, version: str) -> Path:
    """``out/<id>/<version>``, refusing a name that would lead elsewhere."""
    for what, name in (("document.id", identity), ("document.version", version)):
        plain = bool(name) and PurePosixPath(name).name == name and "\0" not in name and not name.startswith(".")
        if not plain or len(name) > NAME_LIMIT:
            raise UserError(
                phrase(
                    "{what}: {name!r} cannot be a folder name; use letters, digits, '.', '-' and '_'",
                    what=what,
                    name=name,
                )
            )
    return out / identity / version
