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


def of_sizes(first: tuple[float, ...], second: tuple[float, ...]) -> tuple[ContrastPair, ...]:
    """The pairs of a run at n / (10 GB/s) and one that takes three times as long, each at its own sizes."""
    events: list[Event] = []
    for place, (sizes, factor) in enumerate(((first, 1.0), (second, 3.0))):
        table = Table(f"{place}.log", 1, 1, "nccl-tests", collective="all_reduce", ranks=8)
        events += [Record(table, 1, 1, int(n), int(n), factor * n / 10e9) for n in sizes]
        events.append(Ended(table, len(sizes)))
    return tuple(pairs(views_of(seen(events), None)))


def test_runs_of_other_sizes_are_set_against_each_other_where_these_lie_between_one_another() -> None:
    # nccl-tests#256: the bare machine at 1, 3 and 9.7 GB, the virtual one at 0.9, 2.7 and 8.2 GB.
    (found,) = of_sizes((1.07e9, 3.22e9, 9.66e9), (0.91e9, 2.72e9, 8.15e9))
    assert found.sizes == (1.07e9, 2.72e9, 3.22e9, 8.15e9)
    assert all(abs(ratio - 3.0) < 1e-9 for ratio in found.ratios)
    assert not found.starts


def test_runs_of_sizes_far_apart_are_not() -> None:
    assert of_sizes((1e3, 2e3, 4e3), (1e6, 2e6, 4e6)) == ()
    assert of_sizes((1e3, 1e9), (1e4, 1e6, 1e8)) == ()
