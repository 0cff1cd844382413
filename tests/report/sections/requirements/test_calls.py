"""Where an operation makes several calls, a requirement's cell is one of them: limits and times say so."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from estimator.jobs.work import work_out
from estimator.report.view.requirements.limits import own_limit
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, visible_text
from tests.require.specs import one

SPECS = Path(__file__).parents[4] / "specs"
FOUR = SMALL.replace("    condition: [multi_group]\n    skew", "    calls: 4\n    condition: [multi_group]\n    skew")


def part(html: str, pattern: str) -> str:
    """The text of one element of the page."""
    found = re.search(pattern, html, flags=re.DOTALL)
    assert found is not None
    return " ".join(visible_text(found.group()).split(" "))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "≤\u00a02.46\u00a0ms a call"), ("zh", "每次 ≤\u00a02.46\u00a0ms")]
)
def test_the_overview_shows_the_limit_of_one_call(language: Language, said: str) -> None:
    # 276.8 MB in four calls of 69.2 MB: 12 us + 7 * (6 + 20) us + 0.875 * 69 206 016 B * (1/80 + 1/40) s/GB.
    row = part(documents(FOUR)[language].html, r'<tr id="op-dispatch".*?</tr>')
    assert said in row


@pytest.mark.parametrize(("language", "said"), [("en", "× 4 calls"), ("zh", "× 4 次调用")])
def test_the_overview_says_how_many_calls_make_up_one_in_a_step(language: Language, said: str) -> None:
    assert said in part(documents(FOUR)[language].html, r'<tr id="op-dispatch".*?</tr>')
    assert said not in visible_text(documents(SMALL)[language].html)


def test_the_card_shows_the_operations_time_of_one_call_and_what_differs_there() -> None:
    # 194 us as above + 1.5 * 2270.8 us + reorder 2 * 1.5 * 69.2 MB / 1.2 TB/s = 173 us + 5 us of synchronisation.
    card = part(documents(FOUR)["en"].html, r'<article class="card" id="R-T-01".*?</article>')
    assert "in the step one call of the operation takes 3.778\u00a0ms at worst" in card
    assert "skew 1 → 1.5, plus reorder 173\u00a0µs, plus sync 5\u00a0µs" in card


def test_a_limit_of_all_calls_together_is_no_limit_of_one() -> None:
    # The weight synchronisation is asked for as a whole: 39.15 GB in at most 1.1 s, in 88 calls of the operation.
    worked = work_out(SPECS / "moe_5t.yaml")
    found = {}
    for name, operation in (("CCL-RL-01", "weight_sync"), ("CCL-EDP-03", "expert_parameters")):
        cell = worked.expanded[name].main
        assert cell is not None
        # As if the operation ran under the conditions of the cell's test.
        row = replace(worked.table.operations[operation], conditions=(cell.condition,), at_once=cell.at_once)
        found[name] = own_limit(cell, row)
    assert found["CCL-RL-01"] == pytest.approx((1.1, 39145865216.0, 1.0))
    assert found["CCL-EDP-03"] is not None
    assert found["CCL-EDP-03"].runs == 11.0


@pytest.mark.parametrize(
    ("sweep", "limited"),
    [
        ({}, True),
        # Another condition than the operation's first, another group, other sizes, more groups at once.
        ({"conditions": ["with_compute"]}, False),
        ({"groups": ["ep128"]}, False),
        ({"conditions": ["with_compute", "multi_group"]}, True),
    ],
)
def test_a_limit_of_another_cell_never_stands_beside_an_operation(sweep: dict[str, object], limited: bool) -> None:
    worked = one("collective_time", {"at_most": "9 ms"}, operation="moe_dispatch", sweep=sweep)
    cell = worked.expanded["R"].main
    assert cell is not None
    assert cell.limit is not None
    assert (own_limit(cell, worked.table.operations["moe_dispatch"]) is not None) is limited


def test_a_limit_at_another_size_or_of_more_groups_at_once_does_not_either() -> None:
    row = one("collective_time", {"at_most": "9 ms"}, operation="expert_param").table.operations["expert_param"]
    for fields in ({"limit": {"at_most": "9 ms", "at": "2 MiB"}, "sweep": {"sizes": ["2 MiB"]}}, {"at_once": "3"}):
        found = one("collective_time", **{"limit": {"at_most": "9 ms"}, "operation": "expert_param", **fields})
        cell = found.expanded["R"].main
        assert cell is not None
        assert cell.limit is not None
        assert own_limit(cell, row) is None
