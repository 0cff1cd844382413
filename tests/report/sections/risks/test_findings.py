"""What the document says of itself: findings and waivers in its own language, steps that count no operation."""

from __future__ import annotations

import re
from functools import cache

import pytest

from estimator.estimate.table import estimate
from estimator.lint.rules import RULES
from estimator.lint.run import lint
from estimator.report.pages.document import report
from estimator.report.words.lookup import LANGUAGES, words
from estimator.require.expand import expand
from estimator.spec.load import load_text
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, assets, documents, visible_text

HAN = re.compile("[\u4e00-\u9fff]")
TIGHT = SMALL.replace("at_most: estimate.conservative, tolerance: 2 %", "at_most: 2 ms, at: 64 MiB, tolerance: 2 %")
WAIVED = TIGHT.replace(
    "    statement: {zh: 可按通信域",
    "    waive: [{rule: no-rationale, reason: {zh: 另附, en: sent apart}}]\n    statement: {zh: 可按通信域",
)
UNCOUNTED = re.sub(r"    (per_step: \d+|overlap: 0)\n", "", SMALL)


@cache
def sections(text: str, language: Language) -> dict[str, str]:
    """The page with the findings of the lint, its text by section."""
    spec = load_text(text).spec
    table = estimate(spec)
    expanded = expand(spec, table)
    found = lint(spec, table, expanded)
    assert {"below-floor", "below-cut", "outside-interval"} & {problem.rule for problem in found}
    html = report(spec, table, expanded, found, assets()).document(language, for_print=False).html
    return dict(re.findall(r'<section [^>]*aria-labelledby="s-([a-z]+)">(.*?)</section>', html, flags=re.DOTALL))


def findings(language: Language) -> dict[str, str]:
    """Rule -> what the document says of it."""
    rows = re.findall(r'<tr><th scope="row">([a-z-]+)</th><td class="mono">.*?</td><td>(.*?)</td></tr>',
                      sections(WAIVED, language)["risks"])  # fmt: skip
    assert rows
    return dict(rows)


def test_findings_are_in_the_language_of_the_document() -> None:
    zh, en = findings("zh"), findings("en")
    assert zh.keys() == en.keys()
    for rule, text in zh.items():
        assert text.startswith(RULES[rule].zh)
        assert HAN.search(text)
        assert not HAN.search(en[rule])


def test_a_finding_keeps_the_values_of_its_message() -> None:
    number = re.compile(r"\d[\d.]*\u00a0[mµ]?s")
    zh, en = (findings(language) for language in LANGUAGES)
    values = {rule: number.findall(text) for rule, text in en.items()}
    assert any(values.values())
    assert values == {rule: number.findall(text) for rule, text in zh.items()}


def test_a_finding_names_in_chinese_what_of_the_spec_its_message_names() -> None:
    zh, en = findings("zh"), findings("en")
    spec = load_text(WAIVED).spec
    names = {*spec.groups, *spec.operations}
    told = {rule: names & set(re.findall(r"[\w.-]*\w", text.partition(";")[0])) for rule, text in en.items()}
    assert any(told.values())
    for rule, said in told.items():
        assert all(name in zh[rule] for name in said), (rule, zh[rule])


@pytest.mark.parametrize(("language", "reason"), [("zh", "另附"), ("en", "sent apart")])
def test_a_waived_rule_stands_with_its_reason_in_words(language: Language, reason: str) -> None:
    text = visible_text(sections(WAIVED, language)["risks"])
    rule = RULES["no-rationale"]
    assert (rule.zh if language == "zh" else rule.en) in text
    assert reason in text
    assert "no-rationale" not in findings(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_that_counts_no_operation_says_so(language: Language) -> None:
    said = words(language)
    counted, uncounted = (visible_text(documents(text)[language].html) for text in (SMALL, UNCOUNTED))
    assert UNCOUNTED.count("per_step") == 0
    for key in ("closing.estimate.once", "overview.total.once"):
        assert said[key] in uncounted
        assert said[key] not in counted
