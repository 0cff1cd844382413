"""Every attempt is kept, a copy of a log is none, and equal times under two names are told."""

from typing import Any

import pytest

from estimator.judge.matching.runs import Runs, Wanted, gathered
from estimator.tools.records import Ended, Event, Record
from tests.judge.logs import record, table
from tests.judge.matching.test_match import ASKED

SIZES = tuple(2.0**k for k in range(20, 27))
WANTED = {"all_reduce": Wanted(SIZES)}
MANY = (1e-4, 2e-4, 4e-4, 8e-4, 1.6e-3, 3.2e-3, 6.4e-3)


def run(number: int, times: tuple[float, ...], flags: tuple[str, ...] = (), **fields: object) -> list[Event]:
    """One table with a time for each of the sizes."""
    of = table(number=number, **fields)
    rows: list[Record] = [
        record(of, n=int(n), size=int(n), seconds=seconds) for n, seconds in zip(SIZES, times, strict=False)
    ]
    return [*rows, Ended(of, len(rows), flags)]


def attempts(runs: Runs) -> list[tuple[float | None, bool]]:
    piles = [one.pile for one in runs.candidates(ASKED)]
    return [(seconds, pile.alike.copy) for pile in piles for seconds in pile.seconds]


def test_every_run_is_an_attempt() -> None:
    runs = gathered([*run(1, (1e-4, 2e-4, 4e-4)), *run(2, (1.1e-4, 2e-4, 4e-4))], WANTED)
    assert attempts(runs) == [(1e-4, False), (1.1e-4, False)]


def test_the_same_log_handed_in_twice_counts_once() -> None:
    runs = gathered([*run(1, MANY), *run(2, MANY, source="b.log")], WANTED)
    assert attempts(runs) == [(1e-4, False), (1e-4, True)]
    assert not runs.clashing


def test_few_times_that_come_again_are_no_copy() -> None:
    runs = gathered([*run(1, MANY[:3]), *run(2, MANY[:3])], WANTED)
    assert attempts(runs) == [(1e-4, False), (1e-4, False)]


@pytest.mark.parametrize(
    "fields", [{"condition": "multi_group"}, {"skew": 2.0}, {"collective": "reduce_scatter"}, {"dtype": "fp32"}]
)
def test_the_same_times_under_another_name_clash(fields: dict[str, Any]) -> None:
    runs = gathered([*run(1, MANY), *run(2, MANY, **fields)], WANTED)
    assert len(runs.clashing) == 1
    assert all(runs.clashes(one.pile) for one in runs.candidates(ASKED))


def test_what_the_end_of_a_table_shows_holds_for_all_its_records() -> None:
    runs = gathered(run(1, (1e-4, 2e-4), ("wrong_results",)), WANTED)
    assert [one.pile.alike.flags for one in runs.candidates(ASKED)] == [("wrong_results",)]
    assert [one.flags for one in runs.unfinished(ASKED)] == [("wrong_results",)]


def test_sizes_that_no_cell_asks_for_are_counted_only() -> None:
    of = table()
    runs = gathered([record(of, n=77, size=77), Ended(of, 1)], WANTED)
    assert runs.records == 1
    assert runs.elsewhere == {("all_reduce", 16): 1}
    assert not attempts(runs)


def test_what_made_the_logs_is_listed() -> None:
    runs = gathered([*run(1, MANY[:2], hardware="ASIC-X"), *run(2, MANY[:2], hardware="ASIC-Y")], WANTED)
    assert [(made.tool, made.hardware, count) for made, count in runs.made_with.items()] == [
        ("nccl-tests", "ASIC-X", 1),
        ("nccl-tests", "ASIC-Y", 1),
    ]
