"""The bandwidths of the minimal table that are not one rank's: what a whole node carries, with its name."""

from __future__ import annotations

import pytest

from estimator.report.pages.document import report
from estimator.report.sections.minimal.items import eight_items
from estimator.report.sections.minimal.view import operation_table
from estimator.report.view.context import in_language
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.examples.opened import worked
from tests.report.documents import assets
from tests.require.specs import changed, read, work_out

PER_NODE = {"zh": "每机", "en": "per\u00a0node"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bandwidth_of_a_shared_nic_stands_beside_that_of_a_rank(language: Language) -> None:
    found = worked("lesson")
    made = report(found.opened.spec, found.table, found.expanded, found.findings, assets())
    item = eight_items(in_language(made.material, language), "all_reduce_16_node_nic")[4]
    assert [piece.text for piece in item.pieces] == [
        "in_node 200\u00a0GB/s",
        "\u2013 160\u00a0GB/s",
        f"node_nic 50\u00a0GB/s\u00a0{PER_NODE[language]}",
        f"\u2013 40\u00a0GB/s\u00a0{PER_NODE[language]}",
    ]


def test_ends_that_read_alike_stand_apart_where_their_evidence_differs() -> None:
    """10.0001 us of a data sheet and 10.0004 us of a talk are both 10 us, and one of them is assumed."""
    out = "platform.paths.scale_out"
    data = changed(
        read("kinds.yaml"),
        {
            "sources.sheet": {"basis": "datasheet", "text": "sheet", "date": "2026-01-15"},
            f"{out}.exclusive.alpha": "10.0001 us",
            f"{out}.multi_group.alpha": "10.0002 us",
            f"{out}.exclusive.from": "sheet",
            f"{out}.with_compute.alpha": "10.0004 us",
            "operations.expert_param.condition": ["exclusive", "with_compute"],
        },
    )
    found = work_out(data)
    made = report(found.spec, found.table, found.expanded, (), assets())
    alpha = eight_items(in_language(made.material, "en"), "expert_param")[3]
    assert [piece.text.replace("\u00a0", " ") for piece in alpha.pieces] == ["scale_out 10 µs", "\u2013 10 µs"]
    marks = [piece.mark.css if piece.mark else "" for piece in alpha.pieces]
    assert marks == ["datasheet", "assumed"]


@pytest.mark.parametrize(
    ("loaded", "said"),
    [
        # All that the dispatch must move over the border of a node: 1.938 GB at 384 GB/s are 5.046 ms.
        ("320 GB/s", "6.056\u00a0ms"),
        ("384 GB/s", ""),
    ],
)
def test_the_loaded_cut_stands_beside_the_bound_where_it_takes_longer(loaded: str, said: str) -> None:
    cut = {"platform.cuts.node_nics.loaded.bandwidth": loaded, "operations.moe_dispatch.skew": ["1", "1"]}
    found = work_out(changed(read("kinds.yaml"), {"requirements": {}, **cut}))
    made = report(found.spec, found.table, found.expanded, (), assets())
    table = operation_table(in_language(made.material, "en"), "moe_dispatch", "moe_dispatch")
    (bound,) = (row for row in table.rows if row.result == "5.046\u00a0ms")
    assert said in bound.small
    assert bool(bound.small) is bool(said)
