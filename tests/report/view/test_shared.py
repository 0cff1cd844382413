"""What many cards share stands with the method once, and each card says where; what few share each says in full."""

from __future__ import annotations

import re

import pytest

from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, visible_text

TIMED = """  R-T-0{n}:
    kind: collective_time
    title: t
    priority: must
    responsible: [library]
    operation: dispatch
    limit: {{at_most: 1 s}}
    sweep: {{conditions: [multi_group], skews: [1.0]}}
    test: {{tool: nccl-tests, warmup: 1, iterations: 9, repeats: 5, nodes_min: 3, load: {load}}}
    rationale: r
"""


def page(loads: list[str], language: Language) -> str:
    """The page of the small spec with a requirement a load."""
    more = "".join(TIMED.format(n=number, load=load) for number, load in enumerate(loads, 5))
    text = re.sub(r"(?m)^requirements:\n", f"requirements:\n{more}", SMALL)
    assert text != SMALL
    return documents(text)[language].html.replace("\u00a0", " ")


def cards(html: str) -> dict[str, str]:
    found = re.findall(r'<article class="card" id="(R-T-0[5-9])"(.*?)</article>', html, flags=re.DOTALL)
    return {name: " ".join(visible_text(card).split()).replace("： ", "：") for name, card in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_load_of_three_tests_is_written_once_and_named_on_their_cards(language: Language) -> None:
    html = page(["a stream of 7 %"] * 3 + ["a pump"], language)
    said = {"en": "load: {}", "zh": "负载：{}"}[language]
    assert html.count("a stream of 7 %") == 1
    assert '<th scope="row" id="load-L1">L1</th><td>a stream of 7 %</td>' in html
    for name in ("R-T-05", "R-T-06", "R-T-07"):
        # In the sentence, and beside the command.
        assert cards(html)[name].count(said.format("L1")) == 2
    assert cards(html)["R-T-08"].count(said.format("a pump")) == html.count("a pump") == 2


def test_loads_of_two_tests_are_written_on_their_cards() -> None:
    html = page(["a stream of 7 %"] * 2, "en")
    assert {card.count("load: a stream of 7 %") for card in cards(html).values()} == {2}


def test_what_stands_beside_every_command_of_a_tool_stands_with_the_tool() -> None:
    html = page(["a", "b", "c"], "en")
    assert html.count("run the whole command 5 times") == 1
    assert "beside every command: run the whole command 5 times" in html
