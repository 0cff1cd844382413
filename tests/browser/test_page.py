"""The page's script in a browser: sorting, filters, search, links, what-if."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from estimator.cost.evaluate import at
from estimator.cost.key import Key
from estimator.estimate.table import estimate
from tests.browser.conftest import Open
from tests.browser.pages import CARDS, ROWS, SCRIPT, forms, page
from tests.estimate.worked import spec

pytestmark = pytest.mark.browser


def ids(driver: Any, selector: str = "[data-item]") -> list[str]:
    """Ids of the items that can be seen, in the order of the page."""
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => !e.hidden).map(e => e.id)"
    return list(driver.execute_script(script, selector))


def click(driver: Any, selector: str) -> None:
    driver.find_element("css selector", selector).click()


def test_the_script_is_small_and_plain() -> None:
    assert 4_000 < len(SCRIPT.encode()) < 12_288
    assert "</" not in SCRIPT
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPT)


def test_everything_is_there_without_the_script(show: Open) -> None:
    driver = show(page("0"))
    assert len(ids(driver)) == len(ROWS) + len(CARDS)
    assert not driver.find_element("css selector", "[data-tools]").is_displayed()
    assert not driver.find_element("css selector", "#whatif").is_displayed()


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


def shown(driver: Any, output: str) -> list[float]:
    element = driver.find_element("css selector", f"[data-{output}]")
    return [float(element.get_attribute(f"data-{end}")) for end in ("low", "high")]


def choose(driver: Any, operation: str) -> None:
    script = (
        "const s = document.querySelector('[data-op]'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))"
    )
    driver.execute_script(script, operation)


def move(driver: Any, slider: int, percent: int) -> None:
    script = "const r = document.querySelectorAll('input[type=range]')[arguments[0]]; r.value = arguments[1];"
    driver.execute_script(script + "r.dispatchEvent(new Event('input'))", slider, percent)


def test_the_what_if_starts_at_the_numbers_of_the_estimate(show: Open) -> None:
    table = estimate(spec())
    driver = show(page())
    for name, row in table.operations.items():
        choose(driver, name)
        assert shown(driver, "result") == pytest.approx(list(row.time), rel=1e-12)
    assert shown(driver, "step") == pytest.approx(list(table.exposed), rel=1e-12)


def test_a_moved_slider_gives_what_the_evaluator_gives_for_the_moved_parameters(show: Open) -> None:
    table, sliders = estimate(spec()), forms()["sliders"]
    driver = show(page())
    for k, slider in enumerate(sliders):
        move(driver, k, 50)
        for name, row in table.operations.items():
            choose(driver, name)
            now = shown(driver, "result")
            for seconds, end in zip(now, (row.optimistic, row.conservative), strict=True):
                touched = {key for key, o in end.origins.items() if o.assumption == slider["label"]}
                factor = 0.5 if slider["kind"] == "bandwidth" else 2.0
                theta = {key: value * (factor if key in touched else 1.0) for key, value in end.theta.items()}
                # The knee is k sqrt(A X) of the moved values: take it from its parts, written out by hand.
                form = end.form
                paths = np.array([key.family == "beta" for key in form.resources[: len(form.rows)]])
                counted = form.rows[paths].sum(axis=0)
                vector = form.theta(theta)
                families = [key.family for key in form.keys]
                a = sum(c * t for c, t, f in zip(counted, vector, families, strict=True) if f == "alpha")
                x = sum(c * t for c, t, f in zip(counted, vector, families, strict=True) if f in ("beta", "gamma"))
                k_knee = end.origins[Key("knee")].value * (factor if Key("knee") in touched else 1.0)
                vector[form.keys.index(Key("knee"))] = k_knee * float(np.sqrt(a * x)) if end.theta[Key("knee")] else 0.0
                assert seconds == pytest.approx(row.calls * at(form, vector, row.size.n / row.calls), rel=1e-12)
        move(driver, k, 0)


def test_a_moved_slider_names_its_value_and_what_the_spec_says_until_it_is_reset(show: Open) -> None:
    driver = show(page())
    first = driver.find_element("css selector", "[data-sliders] label")
    before = first.find_element("css selector", "output").text
    result = driver.find_element("css selector", "[data-result]")
    spec_text = result.text
    first.find_element("css selector", "input").send_keys("\ue014" * 40)
    assert first.find_element("css selector", "output").text != before
    assert result.text.endswith(f"(规范 {spec_text})")
    click(driver, "[data-reset]")
    assert result.text == spec_text


def test_forms_survive_the_way_through_the_page(show: Open) -> None:
    driver = show(page())
    text = driver.execute_script("return document.getElementById('forms').textContent")
    assert json.loads(text) == json.loads(json.dumps(forms()))
