"""The page about published figures says what the command prints, and its example is a path."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from estimator.spec.machine.path import PathSpec
from tests.published import page
from tests.published.cases import series_apart
from tests.published.score import score

PAGE = (Path(__file__).parents[2] / "docs" / "published.md").read_text("utf-8")


def block(name: str) -> str:
    """What stands between the marks of a block."""
    return PAGE.partition(f"<!-- {name} -->\n")[2].partition(f"\n<!-- /{name} -->")[0]


def test_scores_and_constants_on_the_page_are_those_that_the_command_prints() -> None:
    # python -m tests.published --page prints what belongs there.
    assert block("scores").splitlines() == list(page.scores())
    assert block("classes").splitlines() == list(page.classes())


@pytest.mark.slow
def test_the_score_of_the_series_from_other_platforms_is_theirs() -> None:
    apart = score([judged for _, judged in series_apart()])
    assert f"{apart.inside * 100:.1f} % lie inside\nat {apart.median:.2f}, told from the tables of other" in PAGE


def test_the_example_of_the_page_is_a_path() -> None:
    lines = [line[4:] for line in PAGE.split("Terms a platform may state")[1].splitlines() if line.startswith("    ")]
    paths = yaml.safe_load("\n".join(lines))["paths"]
    assert [PathSpec.model_validate(path).location for path in paths.values()] == ["inter_node"]
