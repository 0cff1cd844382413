"""Accessibility of whole pages by axe-core: it finds nothing in either language, wide and narrow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Open
from tests.browser.made import DRESSED, EXAMPLES, LANGUAGES, TOOLS, acceptance, comparison, document

pytestmark = [pytest.mark.browser, pytest.mark.slow]
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(
  found.violations.map(one => [one.impact, one.id, one.nodes.length, one.nodes[0].html.slice(0, 200)])));
"""
BROKEN = '<!DOCTYPE html><html lang="en"><title>t</title><main><h1>h</h1><img src="data:image/gif,"></main>'


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker's own script."""
    script = TOOLS / "axe-core" / "axe.min.js"
    if not script.is_file():
        pytest.skip("needs axe-core (make .tools/stamp, which needs npm)")
    return script.read_text("utf-8")


def violations(driver: Any, axe: str) -> list[list[Any]]:
    """What is wrong: impact, rule, how often, the first place."""
    driver.set_script_timeout(300)
    driver.execute_script(axe)
    found = driver.execute_async_script(RUN)
    assert driver.execute_script("return axe.getRules().length") > 80
    return list(found)


def test_what_is_wrong_is_found(show: Open, axe: str) -> None:
    assert ["critical", "image-alt", 1] in [one[:3] for one in violations(show(BROKEN), axe)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("example", "width"), [*((example, 1280) for example in (*EXAMPLES, DRESSED)), ("moe_5t", 390), (DRESSED, 390)]
)
def test_a_document_is_accessible(show: Open, axe: str, example: str, width: int, language: str) -> None:
    assert violations(show(document(example)[language].read_text("utf-8"), width), axe) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_acceptance_report_is_accessible(show: Open, axe: str, language: str) -> None:
    assert violations(show(acceptance()[language].read_text("utf-8")), axe) == []


def test_a_comparison_of_vendors_is_accessible(show: Open, axe: str) -> None:
    assert violations(show(comparison().read_text("utf-8")), axe) == []
