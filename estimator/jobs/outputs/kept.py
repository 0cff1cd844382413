"""Files that stay as they are: no output of a command takes the place of what it has read, or of a release."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from estimator.errors import UserError
from estimator.phrase import phrase

_READ: ContextVar[set[tuple[int, int]] | None] = ContextVar("_READ", default=None)
"""Device and number of each file that was read, by which a link to it or another spelling is known too."""


@contextmanager
def inputs_kept() -> Iterator[None]:
    """Within, what is read is remembered: the run of one command."""
    token = _READ.set(set())
    try:
        yield
    finally:
        _READ.reset(token)


def remember_read(path: Path) -> None:
    """Remember that the command reads a file, before it does; one that is missing is none."""
    read = _READ.get()
    if read is not None:
        with suppress(OSError, ValueError):
            read.add(_number(path))


def refuse_to_replace(path: Path, option: str = "--out") -> None:
    """UserError where a file that is to be written is one that the command has read, or a release.

    ``option``: the one that names the file.
    """
    with suppress(OSError):  # what cannot be seen is told when it is written
        if _number(path) in (_READ.get() or ()):
            raise UserError(
                phrase("{path}: this command reads it; name another file with {option}", path=path, option=option)
            )
        if path.is_file() and _holds_release(path):
            raise UserError(
                phrase(
                    "{path}: is a release, which stays as it is; name another file with {option}",
                    path=path,
                    option=option,
                )
            )


def _number(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _holds_release(path: Path) -> bool:
    from estimator.history.release import MARK, is_release  # which commands without a spec do not need

    with path.open("rb") as stream:
        return is_release(stream.read(len(MARK)))
