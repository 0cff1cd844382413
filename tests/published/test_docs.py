"""The page about published figures says what the command prints, and its example is a path."""

from __future__ import annotations

from pathlib import Path

import yaml

from estimator.spec.machine.path import PathSpec
from tests.published.cases import Point, every
from tests.published.measured import other_collectives, times
from tests.published.score import score

PAGE = (Path(__file__).parents[2] / "docs" / "published.md").read_text("utf-8")


def test_the_scores_on_the_page_are_those_of_the_figures() -> None:
    points = [each for each in every() if isinstance(each, Point)]
    found = score([each.judged for each in points])
    tables = len({each.table for each in points})
    line = f"{found.points} points of {tables} tables: {found.inside:.1%} inside, median width {found.median:.2f}"
    assert line.replace("%", " %") in PAGE
    assert f"90th percentile {found.p90:.2f}" in PAGE
    other = score([each.judged for each in other_collectives(times())])
    assert f"| {other.inside * 100:.1f} % | {other.median:.2f} | {other.p90:.2f} |" in PAGE


def test_the_example_of_the_page_is_a_path() -> None:
    lines = [line[4:] for line in PAGE.split("Terms a platform may state")[1].splitlines() if line.startswith("    ")]
    paths = yaml.safe_load("\n".join(lines))["paths"]
    assert [PathSpec.model_validate(path).location for path in paths.values()] == ["inter_node"]
