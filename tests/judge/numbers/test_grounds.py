"""A pass rests on logs of one machine in which no row is too quick to be true."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.judge.cells import RequirementVerdict
from estimator.judge.numbers.timing import Way, time_of
from estimator.judge.reason import Reason
from estimator.tools.records import Ended, Event
from tests.judge.logs import record, table
from tests.judge.scenes import CALL, judged, runs, spec_with

SMALL, LARGE = 8192, 64 * 2**20
BOTH = {
    **CALL,
    "limit": {"at_most": "estimate.conservative", "tolerance": "10 %"},
    "sweep": {"sizes": ["8 KiB", "64 MiB"], "conditions": ["exclusive"]},
}
"""8 KiB takes 90 us at the optimistic end, 64 MiB 677.2 us."""


def logs(small: float, large: float, **fields: Any) -> list[Event]:
    """Three logs, each with a row of both sizes [s]."""
    found: list[Event] = []
    for repeat in range(3):
        of = table(**{"number": repeat + 1, "source": f"{repeat}.log", "iterations": 100, **fields})
        times = {SMALL: small * (1 + 1e-3 * repeat), LARGE: large * (1 + 1e-3 * repeat)}
        found += [record(of, n=n, size=n, seconds=seconds) for n, seconds in times.items()] + [Ended(of, 2)]
    return found


def codes(found: RequirementVerdict) -> dict[float | None, str]:
    return {one.cell.n: one.reason.code for one in found.cells if one.counts}


def test_a_log_with_a_row_that_cannot_be_meets_nothing() -> None:
    # A start-up of 90 us and a transfer eight times too slow, in a log whose times are an eighth: 11.3 and 700 us.
    worked = spec_with(BOTH)
    assert codes(judged(worked, logs(9e-5, 7e-4))) == {SMALL: "met", LARGE: "met"}
    found = judged(worked, logs(9e-5 / 8, 8 * 7e-4 / 8))
    assert codes(found) == {SMALL: "beyond_model", LARGE: "log_in_doubt"}
    (doubted,) = [one.reason for one in found.cells if one.cell.n == LARGE]
    assert (doubted.fact("source"), doubted.fact("size")) == ("0.log", SMALL)
    assert doubted.fact("least") == pytest.approx(45e-6, rel=1e-2)


def test_one_log_in_doubt_says_nothing_of_the_others_and_a_miss_in_it_stays_one() -> None:
    worked = spec_with(BOTH)
    stray = runs([1.25e-5], n=SMALL, first=9, source="stray.log")
    assert codes(judged(worked, [*logs(9e-5, 7e-4), *stray]))[LARGE] == "met"
    assert codes(judged(worked, logs(9e-5 / 8, 1.0)))[LARGE] == "missed"


def test_sizes_of_another_device_than_most_logs_name_meet_nothing() -> None:
    worked = spec_with(BOTH)
    small = runs([9.00e-5, 9.01e-5, 9.02e-5, 9.03e-5], n=SMALL, hardware="X")
    large = runs([7.00e-4, 7.01e-4, 7.02e-4], n=LARGE, first=9, hardware="Y")
    assert codes(judged(worked, small + large)) == {SMALL: "met", LARGE: "other_machine"}


def test_of_messages_at_once_every_pair_must_be_timed() -> None:
    """Two pairs, of which the slower takes 12 us; one message alone takes as long as either rank says."""
    times = ((1e-5,), (1e-5,), (1.2e-5,))
    several = table(collective="p2p", ranks=2, groups=2)
    for of, rows, high in ((several, times, float("inf")), (several, (*times, (1.2e-5,)), 1.2e-5)):
        span = time_of(record(of, times=rows), Way())
        assert not isinstance(span, Reason)
        assert span.high == high
    one = time_of(record(table(collective="p2p", ranks=2), times=((1e-5,),)), Way())
    assert not isinstance(one, Reason)
    assert one.exact
    for groups, exact in ((1, True), (2, False)):
        mean = time_of(record(table(collective="p2p", ranks=2, groups=groups, over_ranks="mean")), Way())
        assert not isinstance(mean, Reason)
        assert mean.exact is exact
