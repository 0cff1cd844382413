"""What a reader sees of the page's model: names in one language, the numbers that explain most first."""

from __future__ import annotations

import pytest

from estimator.report.review.labels import labels, script_words
from estimator.report.view.context import in_language
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, material

MADE = material(SMALL)


@pytest.mark.parametrize(
    ("language", "title", "source"), [("en", "Dispatch", "told orally"), ("zh", "派发", "口头说明")]
)
def test_operations_sources_and_conditions_have_their_names(language: Language, title: str, source: str) -> None:
    found = labels(in_language(MADE, language))
    assert found["titles"]["dispatch"] == title
    assert found["sources"]["talk"] == source
    assert set(found["conditions"]) == {"exclusive", "multi_group", "loaded"}


def test_the_assumption_that_explains_most_comes_first_and_every_place_is_in_one_group() -> None:
    found = labels(in_language(MADE, "en"))
    groups = found["groups"]
    weights = {one.assumption: one.seconds for one in MADE.table.ranking}
    seconds = [weights.get(of, 0.0) for of, _, _ in groups]
    assert seconds == sorted(seconds, reverse=True)
    places = sorted(place for _, _, members in groups for place in members)
    free = [number for number, one in enumerate(MADE.review["places"]) if not one.get("fixed")]
    assert places == free
    for of, _, members in groups:
        assert {MADE.review["places"][place]["of"] for place in members} == {of}


def test_the_script_has_the_same_words_in_both_languages() -> None:
    english, chinese = (script_words(in_language(MADE, language).words) for language in LANGUAGES[::-1])
    assert set(english) == set(chinese)
    assert {english["lang"], chinese["lang"]} == set(LANGUAGES)
    assert all(isinstance(text, str) and text for text in english.values())
