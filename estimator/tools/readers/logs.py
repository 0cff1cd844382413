"""Reads a log of any known format, found by its content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from estimator.tools.readers.json_logs import JsonLog
from estimator.tools.readers.lines import Line
from estimator.tools.readers.own import OwnLog, is_own_csv, is_own_json
from estimator.tools.readers.stream import Reading
from estimator.tools.records import NOTHING_TOLD, Event, Told

LOOKED_AT = 200
"""Lines by which the format is found."""
_RESULTS = re.compile(
    r'"(?:results|out_of_place|in_place|algBw|busBw|time:avg\(us\)|busbw\(GB/s\)|oop_time|nccl_version)"\s*:'
)


def read_log(lines: Iterable[Line], source: str, told: Told = NOTHING_TOLD) -> Iterator[Event]:
    """The records, refusals and ends of tables of one log, by its content alone and what was told.

    Nothing is guessed: what the log leaves open is None, with a note. Memory does not grow with the length of the log.
    """
    lines = iter(lines)
    first = list(islice(lines, LOOKED_AT))
    start = "\n".join(line.text[:4000] for line in first if line.text.strip()).lstrip("\ufeff")
    every = chain(first, lines)
    if is_own_json(start):
        return OwnLog(source, told).json_lines(_texts(every))
    if is_own_csv(start):
        return OwnLog(source, told).csv(_texts(every))
    if start[:1] in ("{", "[") and _RESULTS.search(start):
        return JsonLog(source, told).events(_texts(every))
    return Reading(source, told).events(every)


def _texts(lines: Iterable[Line]) -> Iterator[tuple[int, str]]:
    for line in lines:
        yield line.number, line.text.lstrip("\ufeff")
