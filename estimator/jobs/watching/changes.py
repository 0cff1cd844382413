"""Knows which files a spec was read from, also those that were looked for in vain, and when one of them is another."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

from estimator.errors import UserError
from estimator.jobs.inputs.files import SIZE_LIMIT, FolderReader

Stamp = tuple[int, ...]
LISTED = "holds "
"""How what is told of a folder begins: which files it holds, not what they say."""


class WatchedReader(FolderReader):
    """A reader that tells what it gave; a file that it could not give is told as None."""

    def __init__(self, folder: Path, given: dict[Path, str | None]) -> None:
        super().__init__(folder)
        self._told = given

    def __call__(self, name: str) -> bytes:
        """The bytes of one file, as FolderReader gives them."""
        try:
            data = super().__call__(name)
        except UserError:
            self._tell(name, None)
            raise
        self._tell(name, digest(data))
        return data

    def peek(self, name: str) -> bytes | None:
        """The bytes of a file that is no part of the spec; one that is made later changes the document too."""
        data = super().peek(name)
        if data is None:
            self._tell(name, None)
        return data

    def listed(self, folder: str) -> tuple[str, ...]:
        """The files of a folder; one that is put there or taken away later changes the document too."""
        try:
            names = super().listed(folder)
        finally:
            self._told[self.folder / folder] = _listing(self.folder / folder)
        for inside in {parent for name in names for parent in PurePosixPath(name).relative_to(folder).parents}:
            place = self.folder / folder / inside
            self._told[place] = _listing(place)
        return names

    def _tell(self, name: str, given: str | None) -> None:
        if "\0" not in name:  # no file can be called that
            self._told[self.folder / name] = given


class Watched:
    """The files of one build with the digest of what was read; ``changed`` compares them with what lies there now.

    A file whose stamp is the one that was last compared is not read again, so that a look costs a stat a file.
    """

    def __init__(self, spec: Path) -> None:
        self._spec = spec.absolute()
        self._given: dict[Path, str | None] = {}
        self._stamps: dict[Path, Stamp | None] = {}
        self.begin()

    def begin(self) -> None:
        """Forget the files of the build before; the spec itself is always one."""
        self._given = {self._spec: _digest_of(self._spec)}
        self._stamps = {}

    def reader(self, folder: Path) -> WatchedReader:
        """What the next build reads through."""
        return WatchedReader(folder, self._given)

    def changed(self) -> bool:
        """Whether any file has other bytes than the build got, is gone, or is there now."""
        return any(self._is_other(path, given) for path, given in self._given.items())

    def stamps(self) -> list[Stamp | None]:
        """What tells one state of the files from the next: equal at two looks, nobody is writing."""
        return [_stamp(path) for path in self._given]

    def _is_other(self, path: Path, given: str | None) -> bool:
        stamp = _stamp(path)
        if path in self._stamps and self._stamps[path] == stamp:
            return False
        listed = given is not None and given.startswith(LISTED)
        other = (_listing(path) if listed else _digest_of(path)) != given
        if not other:
            self._stamps[path] = stamp
        return other


def digest(data: bytes) -> str:
    """SHA-256 of the bytes."""
    return hashlib.sha256(data).hexdigest()


def _digest_of(path: Path) -> str | None:
    """Of a plain file that a spec may read; None of anything else."""
    try:
        if not path.is_file() or path.stat().st_size > SIZE_LIMIT:
            return None
        return digest(path.read_bytes())
    except OSError:
        return None


def _listing(path: Path) -> str:
    """Which names a folder holds, hidden ones left out; another for one that is not there."""
    try:
        return f"{LISTED}{sorted(one.name for one in path.iterdir() if not one.name.startswith('.'))}"
    except OSError:
        return LISTED


def _stamp(path: Path) -> Stamp | None:
    """Changes with every write, also with one that puts the time of the last write back (the second time is ours)."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
