"""Drafts: what is written goes to a temporary folder first and takes its place when all of it lies on the disk.

A draft that is whole carries a mark with the moves that are owed. A run that was killed before they were all made
leaves them to the next one in the same folder; a draft without the mark is worth nothing and goes.
"""

import errno
import fcntl
import json
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFT = ".commspec-"
MARK = ".moves.json"
POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def draft_in(parent: Path) -> Iterator[Path]:
    """A locked temporary folder, removed at the end unless moves of it are owed still; what runs left is settled first.

    Drafts that another run holds are left alone.
    """
    settle(parent)
    draft = Path(tempfile.mkdtemp(prefix=DRAFT, dir=parent))
    try:
        with _locked(draft):
            yield draft
    finally:
        if not (draft / MARK).exists():
            shutil.rmtree(draft, ignore_errors=True)


def settle(parent: Path) -> None:
    """Make the moves that killed runs owe in ``parent``, and remove their drafts."""
    for old in sorted(parent.glob(f"{DRAFT}*")):
        with suppress(BlockingIOError, FileNotFoundError, NotADirectoryError), _locked(old):
            if (old / MARK).is_file():
                make_moves(old)
            shutil.rmtree(old, ignore_errors=True)


def owe_moves(draft: Path, folder: Path, names: Collection[str], stale: Collection[str]) -> None:
    """Mark a draft as whole: from here on its files belong in ``folder``, a sibling, whatever happens to this run."""
    owed = {"folder": folder.name, "files": list(names), "remove": sorted(stale)}
    write_synced(draft / f"{MARK}.part", json.dumps(owed).encode())
    (draft / f"{MARK}.part").replace(draft / MARK)
    sync_folder(draft)


def make_moves(draft: Path) -> None:
    """Make the moves that a marked draft owes, also those that are left of them; then take the mark away."""
    owed = json.loads((draft / MARK).read_bytes())
    folder = draft.parent / owed["folder"]
    folder.mkdir(exist_ok=True)
    for name in owed["files"]:
        with suppress(FileNotFoundError):  # moved before the kill
            (draft / name).replace(folder / name)
    for name in owed["remove"]:
        (folder / name).unlink(missing_ok=True)
    sync_folder(folder)
    (draft / MARK).unlink()


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Waits until no other run writes below ``folder``, so that the files of two builds never mix."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """The folder exists within; one that was made for it goes again after a failure, unless something is in it."""
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for one in made:
            with suppress(OSError):
                one.rmdir()
        raise


def write_synced(path: Path, data: bytes) -> None:
    """Write a file that lies on the disk when this returns."""
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def signals_held() -> Iterator[None]:
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


def reason(error: OSError) -> str:
    """Why a file could not be read or written, in words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; free some space and run again"
    return (error.strerror or str(error)).lower()
