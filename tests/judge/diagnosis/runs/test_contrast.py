"""Two runs side by side: repeats, other settings, another system."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.judge.diagnosis.runs.contrast import ContrastPair, pairs
from estimator.judge.diagnosis.runs.run import seen
from estimator.judge.diagnosis.runs.view import views_of
from estimator.tools.records import Ended, Event, Record, Table

SIZES = tuple(2**k for k in range(10, 26, 2))


def side_by_side(first: list[float], second: list[float], one: dict[str, Any], other: dict[str, Any]) -> ContrastPair:
    """The pair of two runs with factors on 10 us + n / (10 GB/s)."""
    events: list[Event] = []
    for place, (factors, facts) in enumerate(((first, one), (second, other))):
        table = Table(f"{place}.log", 1, 1, "nccl-tests", collective="all_reduce", ranks=8, **facts)
        times = [(10e-6 + n / 10e9) * factor for n, factor in zip(SIZES, factors, strict=True)]
        events += [Record(table, 1, 1, n, n, time) for n, time in zip(SIZES, times, strict=True)]
        events.append(Ended(table, len(SIZES)))
    (found,) = pairs(views_of(seen(events), None))
    return found


def test_two_loads_are_no_repeats_of_one_run() -> None:
    """The busiest destination gets twice the mean in one of them: its times are no sign of other jobs."""
    with pytest.raises(ValueError, match="not enough values"):
        side_by_side([1, 1, 1, 2.5, 2.5, 1, 1, 1], EVEN, {"skew": 2.0}, {"skew": 1.0})
    assert side_by_side([1, 1, 1, 2.5, 2.5, 1, 1, 1], EVEN, {"skew": 2.0}, {"skew": 2.0}).twins


EVEN = [1.0] * len(SIZES)


def test_runs_that_agree_are_the_same() -> None:
    found = side_by_side([1.05] * len(SIZES), EVEN, {}, {})
    assert (found.kind, found.twins) == ("same", True)


def test_a_run_slower_at_every_size_is_shifted() -> None:
    found = side_by_side(EVEN, [3.0] * len(SIZES), {}, {})
    assert (found.kind, found.slow.run.table.source) == ("shifted", "1.log")
    assert abs(found.small - 3.0) + abs(found.large - 3.0) < 1e-9


def test_a_run_slower_at_some_sizes_is_mixed() -> None:
    found = side_by_side([1, 1, 1, 2.5, 2.5, 1, 1, 1], EVEN, {}, {})
    assert (found.kind, found.one_range) == ("mixed", True)
    assert found.worst == (SIZES[3], 2.5)


def test_sizes_that_part_here_and_there_are_no_one_range() -> None:
    assert not side_by_side([1, 2.5, 1, 1, 2.5, 1, 1, 1], EVEN, {}, {}).one_range


def test_numbers_in_a_label_count_repeats_and_words_tell_settings_apart() -> None:
    assert side_by_side(EVEN, EVEN, {"label": "rep 1"}, {"label": "rep 2"}).twins
    assert not side_by_side(EVEN, EVEN, {"label": "default"}, {"label": "tuned"}).twins


def test_settings_of_algorithm_and_protocol_are_read_from_the_command() -> None:
    found = side_by_side(EVEN, [2.0] * len(SIZES), {}, {"command": "NCCL_PROTO=LL ./build/all_reduce_perf"})
    assert found.settings == "NCCL_PROTO=LL against -"
