"""The bandwidths of the minimal table that are not one rank's: what a whole node carries, with its name."""

from __future__ import annotations

import pytest

from estimator.report.document import report
from estimator.report.view.context import in_language
from estimator.report.view.eight import eight_items
from estimator.report.words.book import LANGUAGES
from estimator.spec.values.base import Language
from tests.examples.opened import worked
from tests.report.documents import assets

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
