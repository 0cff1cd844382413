"""Traces held against a spec: the files streamed, plain or gzip, and the comparison in one of its forms."""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from estimator.errors import UserError
from estimator.estimate.table import estimate
from estimator.evidence.traces.compare import compared
from estimator.evidence.traces.files.read import TraceReading, read_trace
from estimator.evidence.traces.files.stream import JsonStream
from estimator.evidence.traces.gather import gathered
from estimator.evidence.traces.match import WITHIN
from estimator.jobs.estimates import about
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.outputs.kept import remember_read
from estimator.jobs.work import Say, silent
from estimator.phrase import phrase, sentence_of
from estimator.report.tables.evidence.traced import as_markdown, as_text
from estimator.report.tables.evidence.traced_data import as_csv, as_json
from estimator.report.tables.screen import PLAIN, Screen

CHUNK = 2**20
NO_TRACE = "JSON that is no trace; give traceEvents of a PyTorch profiler, or a file of an Ascend profiler"
MATRIX = "tells of links, not of calls; give communication.json, which lies beside it"
GZIP = b"\x1f\x8b"
OTHERS = {
    b"PK\x03\x04": "a zip archive; unpack it, and name the files in it",
    b"SQLite format 3": "a database; export it as text, which gives trace_view.json and communication.json",
}
"""What other files begin with, and what to do about them."""
INFO = "profiler_info_*.json"
_INFO = re.compile(r"profiler_info_(\d{1,9})\.json")
_RANK = re.compile(r"rank[_\-.=]?(\d{1,9})(?!\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """How to match and what to show. ``by_step``: in a listing for people, each operation in each step too."""

    form: str = "text"
    within: float = WITHIN
    by_step: bool = False


def traced(spec: Path, traces: Sequence[Path], asked: TraceOptions, say: Say = silent, screen: Screen = PLAIN) -> str:
    """The comparison as ``text``, ``json``, ``csv`` or ``md``.

    Raises SpecError with every mistake of the spec, UserError with what is wrong with the files, all of them at once.
    """
    opened = open_spec(spec)
    with opened.located():
        table = estimate(opened.spec)
    found = compared(opened.spec, table, gathered(_readings(traces, say)), asked.within)
    if asked.form == "json":
        return as_json(found, about(opened))
    if asked.form == "csv":
        return as_csv(found)
    if asked.form == "text":
        return as_text(found, by_step=asked.by_step, screen=screen)
    return as_markdown(found, by_step=asked.by_step, screen=screen)


def _readings(traces: Sequence[Path], say: Say) -> list[tuple[str, str, TraceReading]]:
    """Every file with its name and its folder."""
    found, wrong = [], []
    for path in traces:
        say(phrase("reading {path}", path=path))
        try:
            with _opened(path) as stream:
                reading = read_trace(JsonStream(_chunks(stream, path), str(path)), _rank(path))
        except UserError as error:
            wrong.append(sentence_of(error))
        else:
            if not reading.trace:
                what = phrase(MATRIX if reading.matrix else NO_TRACE)
                wrong.append(phrase("{path}: {what}", path=path, what=what))
            found.append((str(path), str(path.resolve().parent), reading))
    if wrong:
        raise UserError(*wrong)
    return found


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked where it is gzip, whatever it is called."""
    if not path.is_file():
        missing = (
            phrase("is a folder; name the files in it, such as {path}/*.json", path=path)
            if path.is_dir()
            else "no such file"
        )
        raise UserError(phrase("{name}: {why}", name=path, why=missing))
    remember_read(path)
    try:
        with path.open("rb") as raw:
            head = raw.read(16)
            raw.seek(0)
            if other := next((what for start, what in OTHERS.items() if head.startswith(start)), ""):
                raise UserError(phrase("{path}: {what}", path=path, what=phrase(other)))
            if head.startswith(GZIP):
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield cast("BinaryIO", unpacked)
            else:
                yield raw
    except OSError as error:
        raise UserError(phrase("{name}: {why}", name=path, why=(error.strerror or str(error)).lower())) from None


def _chunks(stream: BinaryIO, path: Path) -> Iterator[bytes]:
    """The content piece by piece, so that neither a large file nor a small one that unpacks to a large one is held."""
    done = 0
    while True:
        try:
            chunk = stream.read(CHUNK)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise UserError(
                phrase("{path}: broken gzip after {done} bytes of content; copy the file again", path=path, done=done)
            ) from None
        if not chunk:
            return
        done += len(chunk)
        yield chunk


def _rank(path: Path) -> str:
    """The rank that a file's name or its folders' tell, ``rank3.json`` or ``rank_3/trace_view.json``, else its name.

    An Ascend profiler leaves it in the name of ``profiler_info_3.json``, beside the folder of what it puts out.
    """
    for part in reversed(path.parts[-4:]):
        if match := _RANK.search(part):
            return str(int(match[1]))
    named = [match[1] for beside in path.absolute().parent.parent.glob(INFO) if (match := _INFO.fullmatch(beside.name))]
    return str(int(named[0])) if len(named) == 1 else str(path)
