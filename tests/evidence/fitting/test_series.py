"""Records to series: what belongs to one law, and what enters none."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.series import Key, LeftOut, Point, sorted_out
from tests.tools.readers.written import POINTS, events, nccl_log

OWN = (
    '{"commspec_records": 1, "tool": "x", "collective": "all_reduce", "ranks": 2}\n'
    '{"n": 8, "seconds": 1e-5}\n{"n": 8, "seconds": 1.2e-5}\n{"n": 8, "seconds": 1.5e-5}\n'
    '{"n": 16, "seconds": 2e-5, "wrong": 3}\n'
    '{"n": 16, "seconds": 2e-5, "condition": "concurrent"}\n{"n": 16, "seconds": 2e-5, "ranks": null}\n'
)


def test_repeats_become_their_median_with_their_spread() -> None:
    found = sorted_out(events(OWN))
    one, other = found.series
    assert one.key == Key("all_reduce", "x")
    # The last line leaves its ranks to the first one.
    assert one.points == (Point(2, 8, 1.2e-5, 3, 1.5), Point(2, 16, 2e-5))
    assert (other.key.condition, other.points) == ("concurrent", (Point(2, 16, 2e-5),))
    assert found.left_out == (LeftOut("wrong_results", 1),)
    assert one.sources == ("log",)


def test_out_of_place_comes_before_in_place_and_several_ranks_are_one_series() -> None:
    two = nccl_log(ranks=8) + nccl_log(ranks=4)
    first, second = sorted_out(events(two)).series
    assert (first.key.in_place, second.key.in_place) == (False, True)
    assert first.ranks == (4, 8)
    assert len(first.points) == 2 * len(POINTS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (nccl_log().replace("Out of bounds values : 0 OK", "Out of bounds values : 3 FAILED"), "wrong_results"),
        ("# OSU MPI Bandwidth Test v5.9\n# Size      Bandwidth (MB/s)\n4194304             22919.91\n", "no_time"),
    ],
)
def test_what_enters_no_fit_is_counted_by_its_reason(text: str, reason: str) -> None:
    found = sorted_out(events(text))
    assert found.series == ()
    assert [one.reason for one in found.left_out] == [reason]


def test_of_very_many_sizes_so_many_are_kept_evenly_and_all_are_counted() -> None:
    rows = "".join(f'{{"n": {8 * size}, "seconds": {1e-5 + size * 1e-9!r}}}\n' for size in range(1, 40001))
    (one,) = sorted_out(events(OWN.split("\n")[0] + "\n" + rows)).series
    # 40,000 sizes are two and a half times the 16,384 that are kept: every third.
    assert (one.measured, len(one.points)) == (40_000, 13_334)
    assert [point.n for point in one.points[:3]] == [8, 32, 56]
