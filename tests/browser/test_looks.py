"""A page in a look of its own: its script runs whatever a block holds, and the logo has a name.

That the console stays empty is what ``show`` looks at.
"""

from __future__ import annotations

import pytest

from estimator.report.looks.blocks import BLOCKS
from estimator.report.looks.look import Look
from tests.browser.conftest import Open
from tests.browser.made import DRESSED, LANGUAGES, document
from tests.report.looks.pages import page_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]
OF_DOCUMENT = [name for name in BLOCKS if name not in ("acceptance.html.j2", "offers.html.j2")]


def emptied(*templates: str) -> Look:
    """A look in which every block of some templates holds nothing."""
    texts = {
        name: f'{{% extends "commspec/{name}" %}}'
        + "".join(f"{{% block {block} %}}{{% endblock %}}" for block in BLOCKS[name])
        for name in templates
    }
    return Look("looks/x", texts)


@pytest.mark.parametrize("template", [*OF_DOCUMENT, ""])
def test_the_script_runs_where_blocks_hold_nothing(show: Open, template: str) -> None:
    look = emptied(template) if template else emptied(*OF_DOCUMENT)
    driver = show(page_in(look).html)
    assert driver.execute_script("return typeof globalThis.commspec") == "object"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1280, 390])
def test_the_logo_is_shown_with_its_name_and_nothing_runs_over(show: Open, language: str, width: int) -> None:
    driver = show(document(DRESSED)[language].read_text("utf-8"), width)
    logo = driver.find_element("css selector", ".cover .logo img")
    assert logo.get_attribute("alt") == {"zh": "北辰", "en": "Northstar"}[language]
    assert driver.execute_script("return arguments[0].naturalWidth", logo) > 0
    assert logo.size["width"] == pytest.approx(logo.size["height"] * 4.2, rel=0.05)
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
