"""The document's words in both languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from estimator.cost.collectives import NAMES
from estimator.report.sections.glossary.terms import GLOSSARY
from estimator.report.sections.reading.symbols import SYMBOLS
from estimator.report.words.lookup import LANGUAGES, TOPICS, Words, words

HAN = r"[\u4e00-\u9fff]"
FIELD = re.compile(r"\{([a-z_]+)(?::[a-z ]+)?\}")
"""A field, with the noun that it counts."""


def pairs() -> dict[str, tuple[str, str]]:
    return {key: pair for topic in TOPICS for key, pair in topic.items()}


def test_no_key_is_defined_twice() -> None:
    assert sum(len(topic) for topic in TOPICS) == len(pairs())
    assert len(pairs()) > 300


def test_both_languages_have_every_text() -> None:
    zh, en = (words(language) for language in LANGUAGES)
    assert set(zh.texts) == set(en.texts)
    empty = {key for key, pair in pairs().items() if not all(pair)}
    assert empty == set()


def test_both_languages_fill_in_the_same_fields_and_name_the_same_numbers() -> None:
    for key, (zh, en) in pairs().items():
        assert Counter(FIELD.findall(zh)) == Counter(FIELD.findall(en)), key
        digits = [Counter(re.findall(r"\d+", FIELD.sub("", text))) for text in (zh, en)]
        assert digits[0] == digits[1], key


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        (rf"{HAN}[,;:()?!]", "half-width punctuation after a hanzi"),
        (rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}", "no space between hanzi and Latin"),
        (r"[\u201c\u201d\u2018\u2019\"]", "curly or straight quotes"),
        (r"[\d⁰¹²³] (?:%|ms|µs|GB|KB|MB|GiB|MiB|B)(?![A-Za-z])", "a plain space between number and unit"),
    ],
)
def test_chinese_texts_are_set_as_chinese_is_set(pattern: str, what: str) -> None:
    texts = [*words("zh").texts.values()] + [term.meaning_zh for term in GLOSSARY] + [row[1] for row in SYMBOLS]
    wrong = [text for text in texts if re.search(pattern, FIELD.sub(" ", text))]
    assert wrong == [], what


def test_every_collective_has_a_name() -> None:
    for language in LANGUAGES:
        assert all(words(language)[f"collective.{name}"] for name in NAMES)


def test_an_unknown_key_or_a_missing_field_is_an_error() -> None:
    book = Words("en", {"greeting": "hello {name}"})
    with pytest.raises(KeyError):
        book["nothing"]
    with pytest.raises(KeyError):
        book("greeting")
    assert book("greeting", name="x") == "hello x"


def test_the_glossary_names_each_term_once_in_both_languages() -> None:
    assert len(GLOSSARY) >= 60
    for names in ([term.zh for term in GLOSSARY], [term.en for term in GLOSSARY]):
        assert [name for name, count in Counter(names).items() if count > 1] == []
    assert all(term.meaning_zh and term.meaning_en for term in GLOSSARY)
