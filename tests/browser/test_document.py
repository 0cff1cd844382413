"""Whole documents in a browser: both languages, wide and narrow, with their script at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from estimator.jobs.build import build
from tests.browser.conftest import Open
from tests.report.documents import documents as long_words
from tests.report.pages.test_boxes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SPECS = Path(__file__).parents[2] / "specs"
LANGUAGES = ("zh", "en")


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The HTML of the largest example, by language."""
    built = build(SPECS / "moe_5t.yaml", tmp_path_factory.mktemp("out"), pdf=False)
    found = {path.suffixes[-2].strip("."): path.read_text("utf-8") for path in built.files if path.suffix == ".html"}
    assert set(found) == set(LANGUAGES)
    return found


def visible(driver: Any, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => e.offsetParent !== null).map(e => e.id)"
    return list(driver.execute_script(script, selector))


@pytest.mark.parametrize("width", [1280, 768, 390])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_no_wider_than_the_window(show: Open, documents: dict[str, str], language: str, width: int) -> None:
    driver = show(documents[language], width)
    sizes = driver.execute_script(
        "return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"
    )
    assert sizes[0] <= width
    assert sizes[1] <= width
    assert driver.execute_script("return document.querySelectorAll('figure svg').length") > 5


OUTSIDE = """
return [...document.querySelectorAll("body *")].filter(e => {
  if (e.closest(".wrap,.over,.figscroll,pre,svg,.skip,.sr,[hidden]")) return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && (box.right > arguments[0] + 1 || (box.left < -1 && box.right > 0));
}).map(e => e.outerHTML.slice(0, 120));
"""


@pytest.mark.parametrize("width", [1280, 768, 390])
def test_no_box_leaves_the_window_with_ids_and_addresses_that_never_end(show: Open, width: int) -> None:
    driver = show(long_words(LONG)["zh"].html, width)
    assert driver.execute_script(OUTSIDE, width) == []
    # A box that does leave it is found.
    driver.execute_script("document.body.insertAdjacentHTML('beforeend', '<p style=\"width:3000px\">far</p>')")
    assert len(driver.execute_script(OUTSIDE, width)) == 1


TORN = r"""
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), torn = [];
for (let node; (node = walk.nextNode()); ) {
  const parent = node.parentElement;
  if (!parent || parent.closest("script,style,svg,pre,.mono,[hidden]")) continue;
  for (const found of node.data.matchAll(/[A-Za-z]{3,}|[0-9.]+\u00a0[A-Za-z%/\u00b5]+/g)) {
    range.setStart(node, found.index);
    range.setEnd(node, found.index + found[0].length);
    const tops = [...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top / 4));
    if (new Set(tops).size > 1) torn.push(found[0]);
  }
}
return torn;
"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_and_no_unit_is_torn(show: Open, documents: dict[str, str], language: str, width: int) -> None:
    driver = show(documents[language], width)
    assert driver.execute_script(TORN) == []
    # A word in a cell too narrow for it is found.
    driver.execute_script(
        "document.body.insertAdjacentHTML('beforeend', "
        "'<p style=\"width:2em;overflow-wrap:anywhere\">ReduceScatter 8.651\u00a0MB</p>')"
    )
    assert driver.execute_script(TORN) == ["ReduceScatter", "8.651\u00a0MB"]


def test_search_finds_a_requirement_by_id_and_by_a_chinese_substring(show: Open, documents: dict[str, str]) -> None:
    driver = show(documents["zh"])
    every = visible(driver, "article[data-item]")
    assert len(every) >= 25
    box = driver.find_elements("css selector", "[data-search]")[-1]
    box.send_keys("ccl-a2av-01")
    assert visible(driver, "article[data-item]") == ["CCL-A2AV-01"]
    box.clear()
    box.send_keys("派发")
    some = visible(driver, "article[data-item]")
    assert "CCL-A2AV-01" in some
    assert len(some) < len(every)


def test_the_overview_sorts_by_a_column_of_numbers(show: Open, documents: dict[str, str]) -> None:
    driver = show(documents["en"])
    before = visible(driver, "tr[data-item]")
    heads = driver.find_elements("css selector", "table[data-sortable] th[data-s='n']")
    assert heads
    place = driver.execute_script("return arguments[0].cellIndex", heads[0])
    heads[0].find_element("css selector", "button").click()
    script = (
        "return [...document.querySelectorAll('tr[data-item]')].map(r => parseFloat(r.cells[arguments[0]].dataset.k))"
    )
    keys = [key for key in driver.execute_script(script, place) if key is not None]
    assert len(keys) > 5
    assert keys == sorted(keys)
    assert sorted(visible(driver, "tr[data-item]")) == sorted(before)


def test_a_link_leads_to_its_requirement(show: Open, documents: dict[str, str]) -> None:
    driver = show(documents["zh"], fragment="#CCL-A2AV-01")
    top = driver.execute_script("return document.getElementById('CCL-A2AV-01').getBoundingClientRect().top")
    assert -1.0 <= top < 900.0
    assert "hit" in driver.find_element("id", "CCL-A2AV-01").get_attribute("class").split()


def test_nothing_of_the_document_is_fetched(documents: dict[str, str]) -> None:
    for html in documents.values():
        assert "http-equiv" in html
        assert 'src="http' not in html
        assert "url(http" not in html


def test_print_from_the_browser_hides_nothing(show: Open, documents: dict[str, str]) -> None:
    driver = show(documents["en"])
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = visible(driver, "article[data-item]")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert len(shown) >= 25


def test_on_a_phone_every_limit_stands_with_its_size_and_unit_and_no_card_scrolls(
    show: Open, documents: dict[str, str]
) -> None:
    driver = show(documents["en"], 390)
    scrolled = (
        "return [...document.querySelectorAll('.card .wrap')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    )
    assert driver.execute_script(scrolled) == 0
    said = """
return [...document.querySelectorAll("#CCL-A2AV-01 .grid td.main")].map(e => [
  getComputedStyle(e, "::before").content, e.textContent, getComputedStyle(e, "::after").content])
"""
    assert driver.execute_script(said) == [['"276.8 MB"', "15.4", '" ms"']]
    # On a wide window the head of the column says the size.
    assert show(documents["en"], 1280).execute_script(said) == [["none", "15.4", "none"]]
