"""Writes files so that no half one is ever left: a document as a whole, one new file, one in the place of another."""

import errno
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from estimator.errors import UserError
from estimator.jobs.outputs.drafts import (
    DRAFT,
    draft_in,
    folder_for,
    make_moves,
    one_at_a_time,
    owe_moves,
    reason,
    settle,
    signals_held,
    sync_folder,
    write_synced,
)
from estimator.jobs.outputs.kept import refuse_to_replace
from estimator.phrase import phrase


def write_together(folder: Path, files: Mapping[str, bytes], stale: Collection[str] = ()) -> None:
    """Write all files into a temporary sibling of the folder, then move each into place; remove the stale ones.

    Until everything lies on the disk nothing of an earlier document is touched, and once it does a run that is killed
    leaves the rest of the moves to the next one. Ctrl-C and a polite kill are held back while the files are written and
    moved. UserError when the disk is full or the folder cannot be written; then no folder is left that was not there.
    """
    for name in (*files, *stale):
        refuse_to_replace(folder / name)
    try:
        with folder_for(folder.parent), one_at_a_time(folder.parent), signals_held(), draft_in(folder.parent) as draft:
            for name, data in files.items():
                write_synced(draft / name, data)
            _refuse_folders(folder, [*files, *stale])
            with folder_for(folder):
                owe_moves(draft, folder, list(files), stale)
                make_moves(draft)
    except OSError as error:
        raise _unwritten(folder, folder, error) from None


def settle_all(out: Path) -> None:
    """Finish what killed builds left half moved in ``out/<id>/<version>``, whatever document it is of."""
    for parent in sorted({draft.parent for draft in out.glob(f"*/{DRAFT}*")}):
        try:
            with one_at_a_time(parent), signals_held():
                settle(parent)
        except OSError as error:
            raise _unwritten(parent, parent, error) from None


def _refuse_folders(folder: Path, names: Iterable[str]) -> None:
    """A folder in a file's place would stop the moves half way."""
    for name in names:
        if (folder / name).is_dir() and not (folder / name).is_symlink():
            raise UserError(phrase("{folder}: is a folder; remove it, or choose another --out", folder=folder / name))


def _unwritten(path: Path, folder: Path, error: OSError) -> UserError:
    """Why a file or folder could not be written, and what to do: ``folder`` is the one that was to hold it."""
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        for one in (folder, *folder.parents):
            if one.exists() and not one.is_dir():
                what = "{path}: cannot write: {file} is a file, not a folder; move it, or choose another place"
                return UserError(phrase(what, path=path, file=one))
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT):
        return UserError(
            phrase(
                "{path}: cannot write: {error}; choose a folder that you may write to", path=path, error=reason(error)
            )
        )
    return UserError(phrase("{path}: cannot write: {error}", path=path, error=reason(error)))


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet, and its folder with it; UserError when it does, or cannot be written."""
    if path.exists() or path.is_symlink():
        raise UserError(phrase("{path}: exists already; choose another name or remove it first", path=path))
    try:
        with signals_held(), folder_for(path.parent), draft_in(path.parent) as draft:
            write_synced(draft / path.name, data)
            (draft / path.name).replace(path)
            sync_folder(path.parent)
    except OSError as error:
        raise _unwritten(path, path.parent, error) from None


@contextmanager
def drafted(path: Path, option: str = "--out", *, own: bool = False) -> Iterator[Path]:
    """A path to write to that takes the place of ``path`` at the end; after an exception ``path`` is as it was.

    UserError where the command has read the file that it would replace, or where that is a release, unless it is known
    to be the command's ``own`` to write again. ``option``: the one that names the file. For large files: Ctrl-C is not
    held back, and the draft of a run that was killed is removed by the next one.
    """
    if path.is_dir():
        raise UserError(phrase("{path}: is a folder; name a file", path=path))
    if path.exists() and not path.is_file():
        raise UserError(
            phrase("{path}: is a device or a pipe, which a file cannot take the place of; name a file", path=path)
        )
    if not own:
        refuse_to_replace(path, option)
    try:
        with folder_for(path.parent), draft_in(path.parent) as draft:
            yield draft / path.name
            (draft / path.name).replace(path)
            sync_folder(path.parent)
    except OSError as error:
        raise _unwritten(path, path.parent, error) from None
