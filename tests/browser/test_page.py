"""The page's script in a browser: sorting, filters, search, links."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import Open
from tests.browser.pages import CARDS, ROWS, SCRIPT, page

pytestmark = pytest.mark.browser


def ids(driver: Any, selector: str = "[data-item]") -> list[str]:
    """Ids of the items that can be seen, in the order of the page."""
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => !e.hidden).map(e => e.id)"
    return list(driver.execute_script(script, selector))


def click(driver: Any, selector: str) -> None:
    driver.find_element("css selector", selector).click()


def test_the_script_is_small_and_plain() -> None:
    assert 30_000 < len(SCRIPT.encode()) < 90_000
    assert "</" not in SCRIPT
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPT)


def test_everything_is_there_without_the_script(show: Open) -> None:
    driver = show(page("0"))
    assert len(ids(driver)) == len(ROWS) + len(CARDS)
    assert not driver.find_element("css selector", "[data-tools]").is_displayed()


def test_a_column_of_numbers_sorts_by_value_with_blanks_last_both_ways(show: Open) -> None:
    driver = show(page())
    click(driver, "th:nth-child(2) button")
    assert ids(driver, "tr[data-item]") == ["op-counts", "op-tp", "op-dispatch", "op-none"]
    click(driver, "th:nth-child(2) button")
    assert ids(driver, "tr[data-item]") == ["op-dispatch", "op-tp", "op-counts", "op-none"]
    assert driver.find_element("css selector", "th:nth-child(2)").get_attribute("aria-sort") == "descending"


def test_a_column_of_chinese_text_sorts_by_pinyin_and_works_from_the_keyboard(show: Open) -> None:
    # pai fa, quan zhong, zhang liang, zhuan jia
    driver = show(page())
    driver.find_element("css selector", "th:nth-child(1) button").send_keys("\ue007")
    assert ids(driver, "tr[data-item]") == ["op-dispatch", "op-none", "op-tp", "op-counts"]


def test_search_finds_chinese_substrings_ids_and_all_words(show: Open) -> None:
    driver = show(page())
    box = driver.find_element("css selector", "[data-search]")
    box.send_keys("计数")
    assert ids(driver) == ["op-counts", "CCL-AG-01"]
    assert driver.find_element("css selector", "[data-count]").text == "2 / 7"
    box.send_keys(" ccl-ag")
    assert ids(driver) == ["CCL-AG-01"]
    box.clear()
    box.send_keys("ＭＯＥ_dispatch")
    assert ids(driver) == ["op-dispatch"]
    box.clear()
    box.send_keys("no such thing")
    assert ids(driver) == []


def test_chips_of_one_kind_are_alternatives_and_kinds_combine(show: Open) -> None:
    driver = show(page())
    click(driver, '[data-v="cut"]')
    assert ids(driver) == ["op-dispatch"]
    click(driver, '[data-v="bandwidth"]')
    assert ids(driver) == ["op-dispatch", "op-tp", "op-none"]
    click(driver, '[data-v=">50"]')
    assert ids(driver) == ["op-dispatch", "op-none"]
    assert driver.find_element("css selector", '[data-v="cut"]').get_attribute("aria-pressed") == "true"
    for chip in ("cut", "bandwidth", ">50"):
        click(driver, f'[data-v="{chip}"]')
    assert len(ids(driver)) == 7
    click(driver, '[data-v="must"]')
    assert ids(driver) == ["CCL-A2AV-01", "CCL-AG-01"]
    click(driver, '[data-f="priority"][data-v=""]')
    assert len(ids(driver)) == 7


def test_a_link_opens_the_details_marks_the_card_and_undoes_filters(show: Open) -> None:
    driver = show(page(), fragment="#CCL-A2AV-01-more")
    assert driver.find_element("css selector", "#CCL-A2AV-01-more").is_displayed()
    click(driver, '[data-v="should"]')
    assert ids(driver) == ["CCL-OBS-01"]
    driver.execute_script("location.hash = 'CCL-AG-01'")
    marked = driver.find_elements("css selector", ".hit")
    assert [element.get_attribute("id") for element in marked] == ["CCL-AG-01"]
    assert len(ids(driver)) == 7
    assert driver.find_element("css selector", "#CCL-AG-01 details p").is_displayed()


def test_a_link_to_nothing_and_a_broken_one_do_no_harm(show: Open) -> None:
    assert len(ids(show(page(), fragment="#%E0%A4%A"))) == 7
    assert len(ids(show(page(), fragment="#nowhere"))) == 7


def test_every_card_offers_its_link(show: Open) -> None:
    driver = show(page())
    buttons = driver.find_elements("css selector", ".copy")
    assert [button.text for button in buttons] == ["复制链接"] * len(CARDS)
    buttons[1].click()
    assert driver.execute_script("return new Promise(r => setTimeout(() => r(1), 50))") == 1
    assert buttons[1].text == "已复制"
