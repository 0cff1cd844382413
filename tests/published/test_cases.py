"""The published figures judge the intervals: containment and width together, every miss with its reason."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from estimator.estimate.result import Interval
from tests.published.__main__ import main
from tests.published.cases import DATA, EXPERT_KERNELS, LeftOut, Point, distinct, every, expert_share
from tests.published.facts import FLOORS, LAUNCH_SPREAD, one_process
from tests.published.missed import MISSED
from tests.published.score import Judged, score

FOUND = every()
POINTS = [each for each in FOUND if isinstance(each, Point)]


def outside(points: Sequence[Point]) -> set[tuple[str, str]]:
    return {(each.table, each.label) for each in points if not each.judged.inside}


def test_every_table_is_predicted_or_left_out_with_a_reason() -> None:
    judged = {each.table for each in POINTS}
    assert judged >= {table["table"] for table in json.loads(DATA.read_text("utf-8"))}
    left_out = [each for each in FOUND if isinstance(each, LeftOut)]
    assert all(len(each.reason) > 10 for each in left_out)
    assert len(judged | {each.table for each in left_out}) == 24
    assert len(POINTS) == 169


def test_nine_of_ten_figures_lie_inside_at_a_median_width_of_a_half() -> None:
    result = score([each.judged for each in POINTS])
    assert result.inside >= 0.90
    assert result.median <= 1.5


def test_the_score_does_not_rest_on_single_links() -> None:
    collectives = [each.judged for each in POINTS if each.table not in ("p2p_link_efficiency", "uccl_alltoall_rail")]
    assert score(collectives).inside >= 0.90
    assert score(collectives).median <= 1.55


def test_every_figure_outside_has_its_reason() -> None:
    assert outside(POINTS) == set(MISSED)


@pytest.mark.parametrize("by", [1.5, 1 / 1.5])
def test_figures_that_are_wrong_by_half_fall_outside(by: float) -> None:
    wrong = [Judged(each.judged.seconds * by, each.judged.interval) for each in POINTS]
    assert score(wrong).inside < 0.35


def test_no_floor_is_judged_by_itself() -> None:
    for name, floor in FLOORS.items():
        others = [value for other, value in FLOORS.items() if other != name]
        low, high = (float(end.removesuffix(" us")) for end in one_process(name))
        assert low == pytest.approx((min(others) - 8.4) * (1 - LAUNCH_SPREAD), abs=1e-3)
        assert high == pytest.approx((max(others) - 8.4) * (1 + LAUNCH_SPREAD), abs=1e-3)
        assert floor not in others
    for name, own in EXPERT_KERNELS.items():
        assert not set(own) & set(expert_share(name))


def test_distinct_ranks_and_nodes_of_a_token_are_the_published_ones() -> None:
    # Eight ranks: 5.295, with 4096 tokens of 7392 B 160.3 MB; as many nodes as groups: the four that are picked.
    assert distinct(8, picked=8) == pytest.approx(5.295, abs=0.001)
    assert 4096 * 7392 * distinct(8, picked=8) == pytest.approx(160.3e6, rel=1e-3)
    # Four nodes of two groups each: 4 (1 - C(6,4)/C(8,4)) = 22/7 at most, less where a group gets no expert.
    assert 2.9 < distinct(4) < 22 / 7
    # By hand on a small case: two nodes, two groups picked of two, one expert a token: one node.
    assert distinct(2, groups=2, picked=2, experts=4, top_k=1) == pytest.approx(1.0)


def test_a_point_is_inside_its_ends_and_a_score_has_both_figures() -> None:
    judged = [Judged(2.0, Interval(1.0, 3.0)), Judged(4.0, Interval(1.0, 2.0))]
    assert [each.inside for each in judged] == [True, False]
    assert tuple(score(judged)) == pytest.approx((2, 0.5, 2.5, 2.9))


def test_the_command_prints_value_interval_and_width_of_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if " width " in line]
    assert len(rows) == len(POINTS)
    assert all(("inside" in row) != ("OUTSIDE" in row) for row in rows)
    assert sum("OUTSIDE" in row for row in rows) == len(MISSED)
    assert any(line.startswith("all ") and f"{len(POINTS)}" in line for line in lines)
