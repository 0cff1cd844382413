"""The published figures judge the intervals: containment and width together, both ways, every miss with its reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from estimator.estimate.result import Interval
from tests.published.__main__ import main
from tests.published.cases import Point, every
from tests.published.exchanges import distinct
from tests.published.left_out import LEFT_OUT
from tests.published.missed import MISSED, reason
from tests.published.observed import constants, everything
from tests.published.page import score_of
from tests.published.score import Judged, score
from tests.published.tables import DATA, read, tables

PLAIN, APART = every(), every(True)
BOTH = (PLAIN, APART)
PUBLISHED = {table["table"] for table in read(DATA / "figures.json")}


def outside(points: Sequence[Point]) -> Sequence[Point]:
    return [point for point in points if not point.judged.inside]


def test_every_table_is_judged_or_gives_constants_or_is_left_out_with_a_reason() -> None:
    judged = {point.table for point in PLAIN}
    constant = {name for name, table in tables().items() if table.get("form") in ("start-ups", "kernels")}
    assert judged | constant == set(tables())
    assert all(table["source"] and table["what"] for table in tables().values())
    assert all(len(why) > 10 for _, _, why in LEFT_OUT)
    assert [(p.table, p.label) for p in PLAIN] == [(p.table, p.label) for p in APART]
    assert len(PLAIN) == 392


def test_nine_of_ten_figures_lie_inside_at_the_median_widths_of_the_page() -> None:
    plain, apart = (score_of([p for p in points if p.table in PUBLISHED]) for points in BOTH)
    assert plain.inside >= 0.90
    assert plain.median <= 1.55
    assert apart.inside >= 0.90
    assert apart.median <= 1.6
    assert score_of(APART).inside >= 0.89
    assert score_of(APART).median <= 1.85


def test_every_figure_outside_has_its_reason_and_every_reason_a_figure() -> None:
    missed = [point for points in BOTH for point in outside(points)]
    assert [(p.table, p.label) for p in missed if not reason(p.table, p.label)] == []
    found = {reason(p.table, p.label) for p in missed}
    assert [entry for entry in MISSED if entry[2] not in found] == []


@pytest.mark.parametrize("points", BOTH, ids=["plain", "apart"])
@pytest.mark.parametrize("by", [2.0, 0.5])
def test_figures_that_are_wrong_by_half_fall_outside(points: Sequence[Point], by: float) -> None:
    wrong = [Judged(each.judged.seconds * by, each.judged.interval) for each in points]
    assert score(wrong).inside < 0.35


def test_no_figure_is_judged_by_its_own_platform() -> None:
    seen = everything()
    platforms = {each.platform for each in seen}
    assert len(platforms) >= 20
    for platform in platforms:
        known = constants(platform)
        for kind in ("share", "start", "knee"):
            for group in known.groups(kind):
                others = {s.platform for s in seen if (s.kind, s.group) == (kind, group)} - {platform}
                assert known.platforms(kind, group) == len(others)


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


@pytest.mark.slow
def test_the_command_prints_value_interval_and_width_of_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if " width " in line]
    assert len(rows) == 2 * len(PLAIN)
    assert all(("inside" in row) != ("OUTSIDE" in row) for row in rows)
    assert sum("OUTSIDE" in row for row in rows) == sum(len(outside(points)) for points in BOTH)
    assert "  not known why" not in "\n".join(lines)


def test_tables_of_one_s_own_are_judged_by_what_other_platforms_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A machine that is in no file here; and a table of one that is, without what it shows itself.
    own = {"table": "own", "platform": "X", "machine": {"inside": "switch", "GBps": 600, "ranks": 8},
           "collective": "all_gather", "ranks": 8, "columns": ["size_B", "busbw_GBps"],
           "rows": [[2**34, 470]]}  # fmt: skip
    known = {key: value for key, value in tables()["h20x8_allreduce"].items() if key != "rows"}
    known |= {"table": "again", "rows": tables()["h20x8_allreduce"]["rows"][-1:]}
    path = tmp_path / "own.json"
    path.write_text(json.dumps([own, known]), "utf-8")
    assert main(["--tables", str(path)]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if " width " in line]
    assert ["inside" in row for row in rows] == [True, True]
    apart = next(p for p in APART if p.table == "h20x8_allreduce" and p.label.endswith("1 GiB"))
    assert f"width {apart.judged.interval.width:.2f}" in rows[1]
