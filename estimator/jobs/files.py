"""Reads spec files through a confined reader, and writes documents so that no half file is ever left."""

import errno
import fcntl
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from estimator.errors import UserError

DRAFT = ".commspec-"
POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NAME_LIMIT = 100  # characters of a document id or version: room for the file name within the usual 255 bytes
SIZE_LIMIT = 64 * 2**20  # bytes of one file: above it nobody wrote it by hand


class FolderReader:
    """Gives the bytes of files inside one folder, symbolic links resolved; anything elsewhere is refused.

    Called with a path relative to the folder, ``/`` between its parts. It keeps what it read: ``seen`` maps each name
    to its bytes, from which a fingerprint of the whole spec is made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.seen: dict[str, bytes] = {}

    def __call__(self, name: str) -> bytes:
        """The bytes of one file; UserError when it is elsewhere, missing, unreadable, or not a plain file."""
        path = self._inside(name)
        try:
            if not path.is_file():
                raise UserError(f"{name}: {'is not a plain file' if path.exists() else 'no such file'}")
            if path.stat().st_size > SIZE_LIMIT:
                raise UserError(f"{name}: larger than {SIZE_LIMIT // 2**20} MiB; split it with !include")
            data = path.read_bytes()
        except OSError as error:
            raise UserError(f"{name}: {_reason(error)}") from None
        self.seen[name] = data
        return data

    def _inside(self, name: str) -> Path:
        if "\0" in name or PurePosixPath(name).is_absolute():
            raise UserError(f"{name!r}: write a path relative to the spec's folder")
        try:
            path = (self.folder / name).resolve()
        except (OSError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
            raise UserError(f"{name}: {error}") from None
        if not path.is_relative_to(self.folder):
            raise UserError(f"{name}: lies outside the spec's folder; an include must stay inside it")
        return path


def document_folder(out: Path, identity: str, version: str) -> Path:
    """``out/<id>/<version>``, refusing a name that would lead elsewhere."""
    for what, name in (("document.id", identity), ("document.version", version)):
        plain = bool(name) and PurePosixPath(name).name == name and "\0" not in name and not name.startswith(".")
        if not plain or len(name) > NAME_LIMIT:
            raise UserError(f"{what}: {name!r} cannot be a folder name; use letters, digits, '.', '-' and '_'")
    return out / identity / version


def write_together(folder: Path, files: Mapping[str, bytes], stale: Collection[str] = ()) -> None:
    """Write all files into a temporary sibling of the folder, then move each into place; remove the stale ones.

    Until everything lies on the disk nothing of an earlier document is touched; Ctrl-C and a polite kill are held back
    while the files are written and moved. An interruption leaves the earlier document whole. UserError when the disk
    is full or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _signals_held(), _draft(folder.parent) as draft:
            for name, data in files.items():
                _write_synced(draft / name, data)
            _refuse_folders(folder, [*files, *stale])
            for name in files:
                (draft / name).replace(folder / name)
            for name in stale:
                (folder / name).unlink(missing_ok=True)
            _sync_folder(folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot write: {_reason(error)}") from None


def _refuse_folders(folder: Path, names: Iterable[str]) -> None:
    """A folder in a file's place would stop the moves half way."""
    for name in names:
        if (folder / name).is_dir() and not (folder / name).is_symlink():
            raise UserError(f"{folder / name}: is a folder; remove it, or choose another --out")


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet; UserError when it does."""
    if path.exists() or path.is_symlink():
        raise UserError(f"{path}: exists already; choose another name or remove it first")
    try:
        with _signals_held(), _draft(path.parent) as draft:
            _write_synced(draft / path.name, data)
            (draft / path.name).replace(path)
            _sync_folder(path.parent)
    except OSError as error:
        raise UserError(f"{path}: cannot write: {_reason(error)}") from None


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """A path to write to that takes the place of ``path`` at the end; after an exception ``path`` is as it was.

    For large files: Ctrl-C is not held back, and the draft of a run that was killed is removed by the next one.
    """
    if path.is_dir():
        raise UserError(f"{path}: is a folder; name a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _draft(path.parent) as draft:
            yield draft / path.name
            (draft / path.name).replace(path)
            _sync_folder(path.parent)
    except OSError as error:
        raise UserError(f"{path}: cannot write: {_reason(error)}") from None


@contextmanager
def _draft(parent: Path) -> Iterator[Path]:
    """A locked temporary folder, removed at the end; drafts of killed runs, which nobody locks, are removed first."""
    for old in parent.glob(f"{DRAFT}*"):
        with suppress(OSError), _locked(old):
            shutil.rmtree(old)
    draft = Path(tempfile.mkdtemp(prefix=DRAFT, dir=parent))
    try:
        with _locked(draft):
            yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _write_synced(path: Path, data: bytes) -> None:
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Put off Ctrl-C and a polite kill until the end.

    By handlers, which hold for the process: a mask holds for one thread, and the arithmetic's own threads would take
    the signal. Handlers are the main thread's to set; elsewhere nothing is put off.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda number, _: came.append(number)) for number in POLITE}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


def _reason(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; free some space and run again"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{(error.strerror or str(error)).lower()}"
    return (error.strerror or str(error)).lower()
