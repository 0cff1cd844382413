"""The index: one row for each requirement, in order, with its limit, scope, test and rule."""

from __future__ import annotations

import re
from typing import Any

import pytest

from estimator.report.pages.document import report
from estimator.report.sections.index.view import index_view
from estimator.report.sections.testing import view as method
from estimator.report.view.context import in_language
from estimator.report.view.requirements.ids import by_family, short_ids
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, assets, documents, material
from tests.require.specs import one


def test_every_requirement_has_one_row_that_leads_to_its_card() -> None:
    html = documents()["en"].html
    table = re.search(r'<table class="index.*?</table>', html, flags=re.DOTALL)
    assert table is not None
    assert re.findall(r'<a class="rid" href="#([^"]+)">', table.group()) == ["R-T-01", "R-B-01", "R-C-01"]


def test_a_row_says_group_own_size_sweep_conditions_and_cells() -> None:
    # Sizes 1, 2, ..., 64 MiB and the operation's own 276 824 064 B make eight cells.
    row = index_view(in_language(material(), "en")).rows[0]
    assert (row.short, row.limit.startswith("\u2264\u00a0"), row.rule) == ("T-01", True, "M")
    assert row.where == "ep 8\u00d78 \u00b7 276.8\u00a0MB (1\u00a0MiB\u2013276.8\u00a0MB)"
    assert row.scope == "several groups \u00b7 8 cells"


def test_the_limit_of_a_row_is_that_of_the_cell_framed_on_the_card() -> None:
    # The dispatch names several groups first; the sweep lists exclusive before it, and an even load before the skew.
    text = SMALL.replace(
        "conditions: [multi_group], skews: [1.0]", "conditions: [exclusive, multi_group], skews: [1, 1.5]"
    )
    html = documents(text)["en"].html
    card = html[html.index('<article class="card" id="R-T-01"') :]
    framed = re.findall(r'<td class="n main" data-l="276.8 MB" data-u="ms">([\d.]+)</td>', card)
    assert [f"\u2264\u00a0{value}\u00a0ms" for value in framed[:1]] == [
        index_view(in_language(material(text), "en")).rows[0].limit
    ]
    assert "framed on the card" in html


@pytest.mark.parametrize(
    ("metric", "rule"),
    [
        ("{name: time, statistic: mean}", "M"),
        ("{name: time, statistic: p99}", "P"),
        ("{name: time, statistic: max}", "P"),
        ("{name: time, statistic: min}", "M"),
    ],
)
def test_the_rule_follows_the_statistic(metric: str, rule: str) -> None:
    text = SMALL.replace("metric: {name: time, statistic: mean}", f"metric: {metric}").replace(
        "limit: {at_most: estimate.conservative, tolerance: 2 %}", "limit: {at_most: 20 ms}"
    )
    rows = index_view(in_language(material(text), "en")).rows
    assert [row.rule for row in rows] == [rule, "B", "E"]


@pytest.mark.parametrize(("language", "said"), [("en", "Gradient sync"), ("zh", "梯度同步")])
def test_an_operation_that_nobody_asks_anything_of_is_named(language: Language, said: str) -> None:
    text = SMALL.replace(
        "    operation: sync\n", "    collective: all_reduce\n    algorithm: ring\n    dtype: bf16\n"
    ).replace(
        "sweep: {sizes: [256 MiB, 512 MiB, 1 GiB], conditions: [exclusive]}",
        "sweep: {sizes: [256 MiB, 512 MiB, 1 GiB], conditions: [exclusive], groups: [tp]}",
    )
    assert said in index_view(in_language(material(text), language)).orphans
    assert said not in index_view(in_language(material(), language)).orphans


def test_ids_lose_the_part_that_all_share() -> None:
    assert short_ids(["CCL-AG-01", "CCL-RS-02"]) == {"CCL-AG-01": "AG-01", "CCL-RS-02": "RS-02"}
    assert short_ids(["CCL-AG-01", "X-RS-02"]) == {"CCL-AG-01": "CCL-AG-01", "X-RS-02": "X-RS-02"}
    assert short_ids(["CCL-AG-01"]) == {"CCL-AG-01": "CCL-AG-01"}
    assert by_family([("CCL-AG-01", "AG-01"), ("CCL-AG-02", "AG-02"), ("CCL-X", "X")]) == {
        "AG": [("CCL-AG-01", "01"), ("CCL-AG-02", "02")],
        "": [("CCL-X", "X")],
    }


@pytest.mark.parametrize(
    ("fields", "tool"),
    [
        ({"metric": {"statistic": "mean"}}, "nccl-tests"),
        # A percentile, which the tool does not report, and a load that it cannot make.
        ({"metric": {"statistic": "p99"}}, "kit"),
        (
            {"operation": "moe_dispatch", "sweep": {"skews": ["1.0", "1.5"], "conditions": ["exclusive"]}},
            "nccl-tests, kit",
        ),
        ({"test": {"tool": "kit"}}, "kit"),
        ({"test": {"command": "bench --all"}, "metric": {"statistic": "p99"}}, "nccl-tests"),
    ],
)
def test_the_test_of_a_row_is_what_runs_its_cells(fields: dict[str, Any], tool: str) -> None:
    found = one("collective_time", {"at_most": "9 ms"}, **{"operation": "expert_param", **fields})
    context = in_language(report(found.spec, found.table, found.expanded, (), assets()).material, "en")
    assert str(index_view(context).rows[0].test).replace("<wbr>", "") == tool
    assert [row.name for row in method.testing_view(context).tools] == [
        "test kit" if name == "kit" else name for name in tool.split(", ")
    ]
