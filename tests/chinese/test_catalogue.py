"""Every sentence that a user may see is there in both languages, with the same things put in."""

import re
from string import Formatter

import pytest
import yaml

from estimator.chinese.helps import HELPS
from estimator.chinese.options import OPTIONS
from estimator.chinese.say import CATALOGUE, PARTS, chinese
from estimator.chinese.words import SYSTEM, WORDS
from estimator.errors import SpecError
from estimator.jobs.assets import templates
from estimator.lint.rules import RULES
from estimator.spec.load import load_text
from tests.chinese.sentences import PACKAGE, Found, found, in_source
from tests.spec.mutants import mutants

NAMES_OF_OTHERS = (
    "any p",  # beside the Chinese one in the catalogue of algorithms
    "did you mean ",  # looked for in a hint
    "there is no ",
    "the spec has no ",
    "a block without a model breaks no rule about its interval",  # a fault of the program
    "transport type",  # a name in traces
    "per cent",  # a unit that people write
    *(
        "multiple bandwidth",
        "multi latency",
        "bi-directional bandwidth",
        "speed up",
        "message size",
        "msg size",
    ),  # in logs
    *("msg size", "size (bytes)", "using device", "Using devices", "out of bounds", "avg bus", "core dumped"),
    "groups of",
    "f'commspec records, version {VERSION}'",
    "    evidence: []",  # of the file that a vendor fills in
    "Printed by commspec read; not read again.",  # of a schema
    "Short for at_most: {derive: budget}.",  # of the schema
    "# Fitted parameters, written by commspec fit. Use it as platform: !include FILE, or with --variant fitted=FILE.\n",
)
PARSER = re.compile(
    "cannot start|mapping values are|(?:flow|block) (?:mapping|sequence|collection)|single document|quoted|undefined al"
)
"""Words of the YAML parser that a slip is known by."""


@pytest.fixture(scope="module")
def sentences() -> list[Found]:
    """All of them; a guard that walks the source first asserts that it found something."""
    sentences = found()
    assert len(sentences) > 1000
    assert {"spec", "lint", "jobs", "cli", "units.py"} <= {
        one.place.partition("/")[0].partition(":")[0] for one in sentences
    }
    return sentences


def fields(template: str) -> set[str]:
    """The names of the places of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_template_has_a_chinese_one(sentences: list[Found]) -> None:
    assert [one for one in sentences if one.made and one.text not in CATALOGUE] == []


def test_every_sentence_without_places_has_a_chinese_one(sentences: list[Found]) -> None:
    plain = [one for one in sentences if not one.made and not PARSER.search(one.text)]
    known = {*CATALOGUE, *HELPS, *OPTIONS, *NAMES_OF_OTHERS}
    assert [one for one in plain if one.text not in known and " ".join(one.text.split()) not in known] == []


def test_a_chinese_template_takes_what_the_english_one_takes(sentences: list[Found]) -> None:
    templates = {one.text for one in sentences if one.made}
    different = {en: CATALOGUE[en] for en in templates if fields(CATALOGUE[en]) != fields(en)}
    assert different == {}


def test_a_chinese_template_writes_numbers_as_the_english_one_does(sentences: list[Found]) -> None:
    """A noun behind a colon counts what there is of it: the number alone is put into a Chinese sentence."""
    for en in {one.text for one in sentences if one.made}:
        written = {name: (form, how) for _, name, form, how in Formatter().parse(en) if name}
        for _, name, form, how in Formatter().parse(CATALOGUE[en]):
            if name:
                noun = (written[name][0] or "").replace(" ", "").isalpha() and written[name][0] != "g"
                assert (form, how) == (("d", None) if noun else written[name]), en


def test_no_sentence_is_told_twice_in_different_words() -> None:
    assert sum(map(len, PARTS)) == len(CATALOGUE)


def test_nothing_stands_in_the_catalogue_that_nobody_says(sentences: list[Found]) -> None:
    said = {one.text for one in sentences}
    whole = [part for part in PARTS if part not in (WORDS, SYSTEM)]  # words of fields, and what a system says
    assert [en for part in whole for en in part if en not in said] == []


def test_chinese_sentences_are_chinese_and_have_no_gaps() -> None:
    letters = "[一-鿿，。；：（）、]"
    gap = re.compile(f"{letters} +{letters}")
    assert [zh for zh in CATALOGUE.values() if gap.search(zh)] == []
    words = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
    assert [zh for en, zh in CATALOGUE.items() if words.search(zh) and not words.search(en)] == []
    worded = {en: zh for en, zh in CATALOGUE.items() if re.search("[A-Za-z]{2}", re.sub(r"\{[^{}]*\}", "", en))}
    assert len([zh for zh in worded.values() if not re.search("[一-鿿]", zh)]) < 20


def test_a_sentence_that_is_put_together_elsewhere_is_found() -> None:
    assert [one.made for one in in_source('x = f"there is no rule {name}"', "a.py")] == [False]
    assert [one.text for one in in_source('x = phrase("no {name} here", name=1)', "a.py")] == ["no {name} here"]
    assert list(in_source('"""A text about a module."""\nkey = "ranks_per_node"', "a.py")) == []


def test_what_a_user_wrote_stays_as_it_is() -> None:
    from estimator.phrase import linked, phrase, word

    made = phrase("there is no {noun} '{name}'", noun=word("operation"), name="time")
    assert chinese(made) == "没有操作 'time'"
    assert chinese(phrase("did you mean {near}?", near=linked(" or ", ["ring", "bruck"]))) == "是否要写 ring 或 bruck？"
    assert chinese("is missing") == "未写"
    assert chinese("a sentence of another program") == "a sentence of another program"


def test_no_words_are_joined_where_no_catalogue_finds_them(sentences: list[Found]) -> None:
    joined = re.compile(r"""["'] (?:or|and) ["']\.join\(""")
    files = {one.place.rpartition(":")[0] for one in sentences}
    assert [name for name in files if joined.search((PACKAGE / name).read_text("utf-8"))] == []


@pytest.mark.parametrize("start", range(3))
def test_what_is_said_of_mistaken_specs_is_chinese_to_the_last_word(start: int) -> None:
    """A third of a spec with one slip at a time, each time another third."""
    words = re.compile("[a-z]{2,}[',;:]? [a-z]{2,} [a-z]{2,}")
    as_written = re.compile(r"'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\]|commspec [a-z -]+|--[a-z-]+")
    data = yaml.safe_load((templates() / "starter.yaml").read_text("utf-8"))
    told: set[str] = set()
    for mutant in [*mutants(data)][start * 7 :: 21]:
        try:
            problems = load_text(yaml.safe_dump(mutant.data, allow_unicode=True, sort_keys=False)).problems
        except SpecError as error:
            problems = error.problems
        told.update(chinese(problem.told) for problem in problems)
    assert len(told) > 15
    assert [one for one in told if words.search(as_written.sub("", one))] == []


def test_rules_have_both_languages() -> None:
    assert len(RULES) > 50
    assert all(rule.zh and rule.hint_zh for rule in RULES.values())
