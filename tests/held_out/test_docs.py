"""The page about published figures shows the scores of the fits as ``python -m tests.held_out --page`` prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.held_out.page import rows

PAGE = (Path(__file__).parents[2] / "docs" / "published.md").read_text("utf-8")


@pytest.mark.slow
def test_the_scores_on_the_page_are_those_that_the_command_prints() -> None:
    block = PAGE.partition("<!-- held_out -->\n")[2].partition("\n<!-- /held_out -->")[0]
    assert block.splitlines() == list(rows())
