"""Real logs in a folder that COMMSPEC_CORPUS names give the rows that lie beside them, or the stated refusal.

Each NNN.raw has a NNN.json with its rows [size, time, algbw, busbw, time in place, algbw, busbw, wrong] in us and GB/s.
The logs are no part of the project: without the folder these tests are skipped, and say of how many logs.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from estimator.tools.records import NOTHING_TOLD, Record, Told
from tests.tools.readers.test_fuzz import spoilt
from tests.tools.readers.written import events

FOLDER = os.environ.get("COMMSPEC_CORPUS", "")
LOGS = 95
needs_folder = pytest.mark.skipif(not FOLDER, reason=f"COMMSPEC_CORPUS is not set: {LOGS} real logs are not read")

_SPARK = Told(collective="all_reduce", ranks=4, size_unit=4.0, size_kilo=1024.0, time_unit=1e-6)
_MEDIANS = (("063", "Simple"), ("064", "LL"), ("065", "BASE(T1aM4)"), ("066", "MAX_CH16"))
TOLD = {
    **{name: replace(_SPARK, time_column=column, statistic="p50") for name, column in _MEDIANS},
    **{name: replace(_SPARK, time_column=f"BASE r{number} avg/p50") for name, number in (("067", 1), ("068", 2))},
}
"""Reports whose tables say neither unit nor collective: sizes are counts of fp32 elements."""
NAMES = {
    "alltoall": "all_to_all",
    "alltoallv": "all_to_all_v",
    **dict.fromkeys(("sendrecv", "latency", "bw", "bibw"), "p2p"),
}
REFUSED = {"126": "the run failed before its table"}


def read(name: str) -> list[Any]:
    return list(events(Path(FOLDER, f"{name}.raw").read_text("utf-8", "replace"), TOLD.get(name, NOTHING_TOLD)))


def rows(found: list[Record]) -> list[tuple[Any, ...]]:
    """Rows of one table as its JSON has them: size, times [us], and the rate [GB/s] where there is no time."""
    by_line: dict[int, list[Record]] = {}
    for record in found:
        by_line.setdefault(record.line, []).append(record)
    return [_row(sides) for sides in by_line.values()]


def _row(sides: list[Record]) -> tuple[Any, ...]:
    out = next((one for one in sides if one.in_place is not True), None)
    in_place = next((one for one in sides if one.in_place), None)
    times = [one.seconds * 1e6 if one and one.seconds is not None else None for one in (out, in_place)]
    rate = sides[0].rate
    return sides[0].size, *times, rate / 1e9 if rate else None


def same(found: list[tuple[Any, ...]], wanted: list[tuple[Any, ...]]) -> bool:
    close = pytest.approx
    return len(found) == len(wanted) and all(
        one == (want if want is None else close(want, rel=1e-9))
        for row, expected in zip(found, wanted, strict=True)
        for one, want in zip(row, expected, strict=True)
    )


def names() -> list[str]:
    return sorted(path.stem for path in Path(FOLDER).glob("[0-9]*.raw")) if FOLDER else []


@needs_folder
def test_the_folder_holds_the_logs() -> None:
    assert len(names()) >= LOGS


@needs_folder
@pytest.mark.parametrize("name", names())
def test_a_real_log_gives_its_rows_or_the_stated_refusal(name: str) -> None:
    about = json.loads(Path(FOLDER, f"{name}.json").read_text("utf-8"))
    found = read(name)
    if name in REFUSED:
        assert [event.reason for event in found if not isinstance(event, Record)] == [REFUSED[name]]
        return
    wanted = [(row[0], row[1], row[4], row[2] if row[1] is row[4] is None else None) for row in about["rows"]]
    tables: dict[int, list[Record]] = {}
    for event in found:
        if isinstance(event, Record):
            tables.setdefault(event.table.number, []).append(event)
    hits = [each for each in tables.values() if same(rows(each), wanted)]
    assert hits, [(rows(each)[:2], len(each)) for each in tables.values()]
    table = hits[0][0].table
    # What the log does not say stays open; what is said must be right.
    assert table.collective in (None, NAMES.get(about["collective"], about["collective"]))
    assert table.ranks in (None, about["ranks"])
    assert table.nodes in (None, about["nodes"])
    assert {record.flags[-1:] for each in hits for record in each if record.wrong and record.correct is False} <= {
        ("wrong_results",)
    }


@needs_folder
@pytest.mark.parametrize("seed", range(4))
def test_spoilt_real_logs_never_fail(seed: int) -> None:
    chance = random.Random(seed)
    texts = [Path(FOLDER, f"{name}.raw").read_text("utf-8", "replace")[:6000] for name in names()]
    for _ in range(40):
        events(spoilt(chance, chance.choice(texts)))
