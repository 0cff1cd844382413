"""What the documents of all examples print of intervals and sources: one unit inside an interval, no keys of YAML."""

from __future__ import annotations

import re
from functools import cache

import pytest

from estimator.report.pages.document import report
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.examples.opened import NAMES, worked
from tests.report.documents import assets, visible_text

TWICE = re.compile(
    r"([\d.]+) (ns|\u00b5s|ms|s|[kMGT]?B/s|[kMGT]?bit/s|%)\u2013([\d.]+) (ns|\u00b5s|ms|s|[kMGT]?B/s|[kMGT]?bit/s|%)"
)
"""Two values of a time, a rate or a share, each with its unit. Ranges of sizes keep their own."""
BADGE = re.compile(r'<span class="b (?:assumed|datasheet|simulated|measured|fitted)">[^<]*</span>([^<]*)')


@cache
def page(name: str, language: Language) -> str:
    found = worked(name)
    made = report(found.opened.spec, found.table, found.expanded, found.findings, assets())
    return made.document(language, for_print=False).html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_unit_does_not_change_inside_an_interval(name: str, language: Language) -> None:
    text = visible_text(page(name, language)).replace("\u00a0", " ")
    assert len(re.findall(r"[\d.]+\u2013[\d.]+ (?:\u00b5s|ms|s)", text)) > 5
    assert [found.group() for found in TWICE.finditer(text)] == []


def test_two_units_inside_an_interval_are_found() -> None:
    assert TWICE.search("0 s\u201312 \u00b5s")
    assert TWICE.search("884 ms\u20131.398 s")
    assert not TWICE.search("884\u20131398 ms")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_beside_a_badge_stands_the_title_of_a_source_and_not_its_key(name: str, language: Language) -> None:
    html, spec = page(name, language), worked(name).opened.spec
    beside = [text.strip() for text in BADGE.findall(html)]
    assert beside
    assert not {text for text in beside if text in spec.sources}
    assert not set(re.findall(r'<th scope="row">([^<]*)</th><td><span class="b ', html)) & set(spec.sources)
    titles = {source.text.get(language) for source in spec.sources.values()}
    assert not titles or any(text.replace("\u00a0", " ") in titles for text in beside)
