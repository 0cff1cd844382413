"""A reader finds each condition of the spec's own by its words, what makes it, and which command makes it."""

import re
from pathlib import Path

import pytest

from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import documents, visible_text

TEXT = (Path(__file__).parents[3] / "spec" / "data" / "one_plane_down.yaml").read_text("utf-8")
SAID = {
    "zh": ("一个平面失效", "关闭一个平面的端口"),
    "en": ("one of two planes is down", "the ports of one plane are shut"),
}


def page(language: Language) -> str:
    return re.sub(r"\s+", " ", visible_text(documents(TEXT)[language].html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_says_what_each_condition_is_and_what_makes_it(language: Language) -> None:
    what, load = SAID[language]
    head = {"zh": "本规范自定的条件", "en": "Conditions of this specification"}[language]
    table = page(language).split(head, 1)[1][:600]
    assert f"plane_down {what}" in table
    assert load in table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parameters_and_the_demand_are_named_by_the_words_of_the_condition(language: Language) -> None:
    what, load = SAID[language]
    text = page(language)
    assert f"{what} 24 GB/s" in text  # no start-up of its own
    assert "192 GB/s" in text
    demand = {
        "zh": f"处于条件 plane_down（{what}；负载：{load}）时",
        "en": f"under condition plane_down ({what}; load: {load})",
    }[language]
    assert demand in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_method_says_how_a_condition_is_made(language: Language) -> None:
    what, load = SAID[language]
    row = {"zh": f"条件 plane_down {what}；负载：{load}", "en": f"Condition plane_down {what}; load: {load}"}[language]
    assert row in page(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_does_not_take_the_step_under_a_condition_of_the_specs_own(language: Language) -> None:
    own = {"zh": "操作在其各条件下的保守值 625.1 ms", "en": "over all its conditions the operation takes 625.1 ms"}
    assert own[language] in page(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_load_stands_beside_the_command(language: Language) -> None:
    what, load = SAID[language]
    note = {
        "zh": f"条件 plane_down：{what}，同机另有 7 个 rails 组，负载：{load}",
        "en": f"condition plane_down: {what}, with 7 more groups of rails on its nodes, load: {load}",
    }[language]
    assert note in page(language)
