"""Where a card says its limit comes from: the steps from the share of a budget to one call, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.report.pages.document import report
from estimator.report.sections.requirements.origin import origin_of
from estimator.report.view.context import in_language
from estimator.spec.values.base import Language
from tests.report.documents import assets
from tests.require.specs import changed, read, work_out

WINDOW = {"window": ["4 ms", "3 ms"], "compute_slowdown": ["1", "1.1"]}
LEFT_OUT = "466.4 µs"
"""Two passes over 276.8 MB at 1.2 TB/s and 5 us of synchronisation."""


def said(limit: Any, language: Language = "en", **changes: Any) -> str:
    """What the card of a limit on the dispatch says, at even load and with plain spaces; 704 calls a step."""
    requirement = {"kind": "collective_time", "title": "t", "operation": "moe_dispatch", "limit": limit}
    requirement |= {"sweep": {"conditions": ["with_compute"], "skews": ["1.0"]}}
    share = changes.pop("share", "2.4 s")
    data = changed(read("kinds.yaml"), {"requirements": {"R": requirement}, "budget.operations.moe_dispatch": share})
    for field, value in changes.items():
        data["operations"]["moe_dispatch"][field] = value
    worked = work_out(data)
    made = report(worked.spec, worked.table, worked.expanded, (), assets()).material
    cell = worked.expanded["R"].main
    assert cell is not None
    return origin_of(in_language(made, language), "R", cell).replace("\u00a0", " ")


BUDGET = {"derive": "budget"}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        # 2.4 s over 704 calls are 3.409 ms, 30 % of each hidden: 4.87 ms.
        ({}, f"2.4 s ÷ 704 calls ÷ (1 − 30 %) = 4.87 ms, less {LEFT_OUT} that the test leaves out = 4.404 ms"),
        ({"around": {}, "overlap": "0"}, "2.4 s ÷ 704 calls = 3.409 ms"),
        # Of a window of 3 ms that computation grows by a tenth of, 2.7 ms are hidden.
        ({"around": {}, "overlap": WINDOW}, "2.4 s ÷ 704 calls + 0.9 × a window of 3 ms = 6.109 ms"),
        ({"around": {}, "overlap": {"window": "3 ms"}}, "2.4 s ÷ 704 calls + a window of 3 ms = 6.409 ms"),
        # 0.2 ms a call is what computation grows by beside 2 ms of it.
        (
            {"around": {}, "overlap": WINDOW, "share": "140.8 ms"},
            "140.8 ms ÷ 704 calls ÷ 0.1 (computation slowed down inside the window of 3 ms) = 2 ms",
        ),
    ],
)
def test_a_limit_from_the_budget_is_printed_with_its_numbers(changes: dict[str, Any], text: str) -> None:
    assert said(BUDGET, **changes) == f"limit from the budget: {text}"


def test_factor_and_rounding_are_steps_of_their_own() -> None:
    found = said({**BUDGET, "factor": "0.9"}, overlap="0", around={})
    assert found == "limit from the budget: 2.4 s ÷ 704 calls = 3.409 ms, times the factor 0.9, rounded to 3.068 ms"


def test_both_languages_print_the_same_numbers() -> None:
    text = "限值由预算推得：2.4 s ÷ 704 次 ÷ (1 − 30 %) = 4.87 ms，减去测试不含的 466.4 µs 得 4.404 ms"
    assert said(BUDGET, "zh") == text


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ({"at_most": "estimate.conservative"}, "limit: the least the model expects, its conservative end"),
        ({"at_most": "estimate.optimistic"}, "limit: the best the model expects, its optimistic end"),
        ({"at_most": {"estimate.at": "0.3"}}, "limit at 0.3 of the interval (0 optimistic, 1 conservative)"),
        (
            {"at_most": "estimate.conservative", "factor": "1.2"},
            "limit: the least the model expects, its conservative end × 1.2",
        ),
        ({"at_most": "9 ms"}, "limit as stated"),
    ],
)
def test_a_limit_from_the_estimate_is_called_what_it_is(limit: dict[str, Any], text: str) -> None:
    assert said(limit) == text
