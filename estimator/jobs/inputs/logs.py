"""Opens benchmark logs and their manifest, and yields what the readers find in them."""

import gzip
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BufferedIOBase, BufferedReader, TextIOWrapper
from pathlib import Path
from typing import cast

from estimator.errors import Problem, UserError
from estimator.evidence.manifest import NAME, manifest, matched
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import Event, Told

BLOCK = 2**18
"""Characters that are read at a time."""
STDIN = "-"
_GZIP = b"\x1f\x8b"
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log that is to be read, how it is shown, and what is told of it."""

    path: Path
    shown: str
    told: Told


@dataclass(frozen=True, slots=True)
class LogFiles:
    """The logs of one command; ``problems`` are entries of a manifest that match none of them."""

    logs: tuple[LogFile, ...]
    problems: tuple[Problem, ...] = ()


def sources(paths: Iterable[Path], told: Told, manifest_path: Path | None = None) -> LogFiles:
    """The logs with what is told of each: by options, by the manifest named or the one beside them.

    A log that several entries of the manifest name is there once for each. Raises UserError for a missing file,
    SpecError for mistakes in a manifest.
    """
    found: list[LogFile] = []
    problems: list[Problem] = []
    by_manifest: dict[Path | None, list[Path]] = {}
    for path in paths:
        if str(path) != STDIN and not path.is_file():
            raise UserError(
                phrase("{name}: {why}", name=path, why="is no file; name the logs" if path.exists() else "no such file")
            )
        by_manifest.setdefault(manifest_path or _beside(path), []).append(path)
    for where, logs in by_manifest.items():
        if where is None:
            found += [LogFile(path, str(path), told) for path in logs]
            continue
        each, unused = _told(where, logs, told)
        found += each
        problems += unused
    return LogFiles(tuple(found), tuple(problems))


def _beside(path: Path) -> Path | None:
    candidate = path.parent / NAME
    return candidate if str(path) != STDIN and candidate.is_file() else None


def _told(where: Path, logs: list[Path], base: Told) -> tuple[list[LogFile], list[Problem]]:
    if not where.is_file():
        raise UserError(phrase("{name}: {why}", name=where, why="is no file" if where.exists() else "no such file"))
    reader = FolderReader(where.resolve().parent)
    folder = "" if where.parent == Path() else str(where.parent)
    made, places = manifest(reader(where.name), where.name, reader, folder)
    names = {_relative(path, where): path for path in logs}
    answer = matched(made, list(names), base)
    found = [LogFile(names[log], str(names[log]), told) for log, each in answer.told for told in each]
    return found, [places.placed(problem) for problem in answer.unused]


def _relative(path: Path, where: Path) -> str:
    if str(path) == STDIN:
        return STDIN
    real, folder = path.resolve(), where.resolve().parent
    return real.relative_to(folder).as_posix() if real.is_relative_to(folder) else str(path)


def events(logs: LogFiles) -> Iterator[Event]:
    """What the readers find, log after log, while the files are read."""
    for source in logs.logs:
        yield from read_log(numbered(_blocks(source.path)), source.shown, source.told)


def _blocks(path: Path) -> Iterator[str]:
    """The text of a file, block by block."""
    remember_read(path)
    try:
        with sys.stdin.buffer if str(path) == STDIN else path.open("rb") as raw:
            stream = _text(cast(BufferedIOBase, raw))
            while block := stream.read(BLOCK):
                yield block
    except (EOFError, gzip.BadGzipFile, OSError, zlib.error) as error:
        raise UserError(
            phrase("{path}: cannot read: {error}", path=path, error=getattr(error, "strerror", None) or error)
        ) from None


def _text(raw: BufferedIOBase) -> TextIOWrapper:
    """The text of a log: UTF-8 or, by its first bytes, UTF-16; packed with gzip or plain."""
    buffered = BufferedReader(raw)
    if buffered.peek(2)[:2] == _GZIP:
        buffered = BufferedReader(gzip.GzipFile(fileobj=buffered))
    start = buffered.peek(4)[:4]
    encoding = next((name for mark, name in _MARKS if start.startswith(mark)), "utf-8")
    return TextIOWrapper(buffered, encoding, errors="replace", newline="")
