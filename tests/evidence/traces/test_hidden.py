from dataclasses import replace

import pytest

from estimator.evidence.traces.busy import Busy
from estimator.evidence.traces.call import HOST, CallGroup, RankSeen, RankTrace
from estimator.evidence.traces.hidden import Beside, SeenOverlap

US = 1000


def trace(spans: list[tuple[int, int]], *calls: tuple[int, int]) -> RankTrace:
    """Computation and calls as (start, end) in microseconds."""
    busy = Busy.joined((start * US, end * US) for start, end in spans)
    seen = [RankSeen("k", "all_reduce", CallGroup(), 1.0, "", s * US, (e - s) * 1e-6, "0") for s, e in calls]
    return RankTrace("0", tuple(seen), {"0": busy})


def near(hidden: float, exposed: float, transfer: float, least: float, most: float) -> SeenOverlap:
    values = (hidden, exposed, transfer, least, most)
    a, b, c, d, e = (pytest.approx(value * 1e-6, abs=1e-12) for value in values)
    return SeenOverlap(a, b, c, (d, e))  # type: ignore[arg-type]


def test_a_call_longer_than_its_window_shows_the_window() -> None:
    # 10 us from 0; computation 0 to 6, then again from 10 on, when the call has delivered.
    found = trace([(0, 6), (10, 30)], (0, 10), (40, 50))
    assert Beside(found).of(found.calls[0], 7e-6) == near(6, 4, 4, 6, 6)
    # Of the last 3 us, the transfer, all are exposed; of the waiting before only 1 us.
    assert Beside(found).of(found.calls[0], 3e-6) == near(6, 4, 3, 6, 6)


def test_a_call_hidden_whole_shows_a_window_at_least_as_long_and_at_most_to_the_next_call() -> None:
    found = trace([(0, 30)], (0, 10), (20, 40))
    assert Beside(found).of(found.calls[0], 10e-6) == near(10, 0, 0, 10, 20)
    assert Beside(found).of(found.calls[1], 20e-6) == near(10, 10, 10, 10, 10)


def test_the_last_call_has_a_window_to_the_end_of_the_computation() -> None:
    found = trace([(0, 30)], (5, 10))
    assert Beside(found).of(found.calls[0], 5e-6) == near(5, 0, 0, 5, 25)


def test_what_is_exposed_of_calls_that_overlap_is_counted_once() -> None:
    found = trace([(0, 6)], (0, 10), (5, 12))
    assert Beside(found).exposed(list(found.calls)) == pytest.approx(6e-6)


def test_without_computation_in_the_trace_nothing_is_said() -> None:
    found = trace([], (0, 10))
    assert Beside(RankTrace("0", found.calls)).of(found.calls[0], 1e-6) is None
    assert Beside(RankTrace("0", found.calls)).exposed(list(found.calls)) is None


def test_a_call_of_the_host_is_neither_hidden_nor_exposed() -> None:
    found = trace([(0, 6)], (0, 10))
    host = replace(found.calls[0], device=HOST)
    assert Beside(found).of(host, 7e-6) is None
    assert Beside(found).exposed([found.calls[0], host]) == pytest.approx(4e-6)
