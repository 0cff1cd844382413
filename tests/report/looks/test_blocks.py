"""The blocks that are documented are those that there are, and what fills one shows in the page."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from estimator.report.looks.blocks import BLOCKS
from estimator.report.looks.known import OWN, VIEWS, known_in
from estimator.report.looks.look import Look
from estimator.report.pages.document import Document
from estimator.report.sections.order import ORDER
from tests.report.documents import assets
from tests.report.looks.pages import page_in

DOC = Path(__file__).parents[3] / "docs" / "looks.md"
PAGES = ("acceptance.html.j2", "offers.html.j2")
EACH = [(template, block) for template, blocks in BLOCKS.items() for block in blocks]
BLOCK = re.compile(r"\{%-?\s*block (\w+)")


def documented() -> set[tuple[str, str]]:
    """Template and block of every row of the table."""
    rows = re.findall(r"^\| (`[^|]*`) \| `(\w+)` \|", DOC.read_text("utf-8"), re.MULTILINE)
    return {(f"{name}.html.j2", block) for names, block in rows for name in re.findall(r"`(\w+)`", names)}


def test_every_block_of_the_templates_is_named_and_every_name_is_a_block() -> None:
    found = {(name, block) for name, text in assets().templates.items() for block in BLOCK.findall(text)}
    assert len(found) > 60
    assert found == set(EACH)


def test_every_block_is_documented_and_every_documented_block_is_there() -> None:
    assert documented() == set(EACH)


def test_the_variables_of_every_template_with_blocks_are_known() -> None:
    assert set(VIEWS) == {entry.name for entry in ORDER}
    assert {*OWN, *PAGES} == set(BLOCKS)
    assert all("w" in known_in(template) for template in BLOCKS)


@cache
def page(kind: str) -> Document:
    """A page in a look that puts a mark of its own behind what each block of each template holds."""
    blocks = "{{% block {0} %}}{{{{ super() }}}}<i>{1}.{0} &amp; more</i>{{% endblock %}}"
    texts = {
        name: f'{{% extends "commspec/{name}" %}}' + "".join(blocks.format(block, name) for block in found)
        for name, found in BLOCKS.items()
    }
    return page_in(Look("looks/x", texts), kind)


@pytest.mark.parametrize(("template", "block"), EACH)
def test_what_fills_a_block_shows_in_the_page_and_on_paper(template: str, block: str) -> None:
    found = page(template if template in PAGES else "page.html.j2")
    assert f"{template}.{block} & more" in unescape(found.html)
    assert f"{template}.{block} & more" in unescape(found.print_html)


def test_a_block_that_is_filled_holds_nothing_of_ours() -> None:
    text = '{% extends "commspec/cover.html.j2" %}{% block facts %}<tr><td>Own</td></tr>{% endblock %}'
    html = page_in(Look("looks/x", {"cover.html.j2": text})).html
    assert '<table class="meta"><tbody>\n<tr><td>Own</td></tr></tbody></table>' in html
    assert "first 12 digits of SHA-256" not in html
