"""Reads a log of any known format, found by its content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice

from estimator.tools.readers.formats.json_logs import JsonLog
from estimator.tools.readers.formats.own import OwnLog, is_own_csv, is_own_json
from estimator.tools.readers.formats.rccl_csv import as_objects, is_rccl_csv
from estimator.tools.readers.text.lines import LogLine
from estimator.tools.readers.text.stream import LogReading
from estimator.tools.records import NOTHING_TOLD, Event, Told

LONGEST = 2**28
"""Characters of a record; what is beyond is dropped, and the record refused."""
LOOKED_AT = 200
"""Lines by which the format is found."""
_JSON = re.compile(r'\{|\[\s*(?:[{\["]|$)')
"""How JSON with results starts; a prompt such as ``[me@node ~]$`` and a launcher's ``[1,0]`` are none."""
_RESULTS = re.compile(
    r'"(?:results|out_of_place|in_place|algBw|busBw|time:avg\(us\)|busbw\(GB/s\)|oop_time|nccl_version)"\s*:'
)


def read_log(lines: Iterable[LogLine], source: str, told: Told = NOTHING_TOLD) -> Iterator[Event]:
    """The records, refusals and ends of tables of one log, by its content alone and what was told.

    Nothing is guessed: what the log leaves open is None, with a note. Memory does not grow with the length of the log.
    """
    lines = iter(lines)
    first = list(islice(lines, LOOKED_AT))
    start = "\n".join(line.text[:4000] for line in first if line.text.strip()).lstrip("\ufeff")
    every = chain(first, lines)
    if is_own_json(start):
        return OwnLog(source, told).json_lines(_joined(every))
    if is_rccl_csv(start):
        return JsonLog(source, told).events(as_objects(_texts(every)))
    if is_own_csv(start):
        return OwnLog(source, told).csv(_texts(every))
    if _JSON.match(start) and _RESULTS.search(start):
        return JsonLog(source, told).events(_texts(every))
    return LogReading(source, told).events(every)


def _joined(lines: Iterable[LogLine]) -> Iterator[tuple[int, str]]:
    """Whole lines: times of many ranks and iterations can fill more than one piece."""
    for number, pieces in groupby(lines, key=lambda line: line.number):
        text, size = [], 0
        for piece in pieces:
            size += len(piece.text)
            text.append(piece.text if size <= LONGEST else "")
        yield number, "".join(text).lstrip("\ufeff")


def _texts(lines: Iterable[LogLine]) -> Iterator[tuple[int, str]]:
    for line in lines:
        yield line.number, line.text.lstrip("\ufeff")
