"""The table of initial and final data: the lesson's five collectives as its section 2 has them, and all others."""

from __future__ import annotations

import re

import pytest

from estimator.cost.collectives import NAMES
from estimator.report.pages.document import report
from estimator.report.sections.workload.words import HOLDINGS
from estimator.report.words.lookup import LANGUAGES, words
from estimator.spec.values.base import Language
from tests.examples.opened import worked
from tests.report.documents import assets, visible_text

LESSON = {
    "Point-to-point": ("a message, n", "the same, n", "no"),
    "AllReduce": ("a whole tensor", "the whole reduced tensor, n", "yes"),
    "AllGather": ("its own shard, n ÷ p", "all ranks in order, n", "no"),
    "ReduceScatter": ("a whole tensor", "its own shard of the reduced tensor, n ÷ p", "yes"),
    "All-to-All": ("by destination, n", "a block from every rank", "no"),
}
"""Initial data, final data, whether it reduces."""


def rows(language: Language) -> list[list[str]]:
    found = worked("lesson")
    made = report(found.opened.spec, found.table, found.expanded, found.findings, assets())
    title = words(language)["holdings.title"]
    table = re.search(
        rf"<table class=\"wide[^\"]*\"><caption>{title}.*?</table>", made.document(language).html, re.DOTALL
    )
    assert table is not None
    lines = re.findall(r"<tr><th scope=\"row\">.*?</tr>", table.group(), re.DOTALL)
    return [[visible_text(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", line)] for line in lines]


def test_the_lessons_collectives_hold_and_reduce_what_the_lesson_says() -> None:
    found = {name: (first, last, reduces) for name, _, first, last, reduces in rows("en")}
    assert found.keys() == LESSON.keys()
    for name, (first, last, reduces) in LESSON.items():
        assert first in found[name][0]
        assert last in found[name][1]
        assert reduces == found[name][2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_stands_in_the_row_of_its_collective(language: Language) -> None:
    spec = worked("lesson").opened.spec
    named = {name: operations for name, operations, *_ in rows(language)}
    for operation in spec.operations.values():
        assert operation.title is not None
        assert operation.title.get(language) in named[words(language)[f"collective.{operation.collective}"]]


def test_every_collective_says_what_it_starts_and_ends_with() -> None:
    wanted = {f"{end}.{name}" for name in NAMES for end in ("first", "last")}
    assert wanted == {key for key in HOLDINGS if key.startswith(("first.", "last."))}
