"""The review page at work: numbers changed, undone, shared and exported; explanations, columns, remarks; any reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from estimator.cli import main as cli
from tests.browser.conftest import Open
from tests.report.documents import SMALL, documents

pytestmark = pytest.mark.browser
ENTER, ESCAPE, RIGHT, TAB = "\ue007", "\ue00c", "\ue014", "\ue004"
BANDWIDTH = "platform.paths.out.exclusive.bandwidth"
HOSTILE = "<img src=x onerror=alert(1)>"


def html(language: str = "en") -> str:
    return documents()[language].html  # type: ignore[index]


def one(driver: Any, selector: str) -> Any:
    return driver.find_element("css selector", selector)


def click(driver: Any, selector: str) -> None:
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", one(driver, selector))
    one(driver, selector).click()


def set_(driver: Any, path: str, ends: list[float]) -> None:
    driver.execute_script("commspec.set(arguments[0], arguments[1])", path, ends)


def places(driver: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = driver.execute_script("return commspec.model.places")
    return found


def a_bandwidth(driver: Any) -> dict[str, Any]:
    """A bandwidth under the first condition, which the table follows at its optimistic end."""
    return next(place for place in places(driver) if place["path"].endswith("exclusive.bandwidth"))


def table(driver: Any) -> str:
    """What the tables and the answer on the budget say."""
    script = "return [...document.querySelectorAll('[data-v]')].map(e => e.textContent.trim()).join('|')"
    return str(driver.execute_script(script))


@pytest.fixture
def still(driver: Any) -> Iterator[Any]:
    """The browser without scripts."""
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    yield driver
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_without_scripts_the_document_is_whole_and_shows_no_tool(show: Open, still: Any) -> None:
    driver = show(html())
    for selector in ("#review", "#remarks", "[data-tools]"):
        assert not one(driver, selector).is_displayed()
    assert one(driver, "#op-dispatch").is_displayed()
    assert driver.find_elements("css selector", "button[data-do=why]") == []


def test_a_field_moves_the_table_and_reset_brings_back_what_was_printed(show: Open) -> None:
    driver = show(html())
    printed, place = table(driver), a_bandwidth(driver)
    click(driver, "[data-numbers] summary")
    field = one(driver, f'[data-place="{place["path"]}"][data-side="0"]')
    field.clear()
    field.send_keys(f"{place['ends'][0] * 2 / 1e9} GB/s{ENTER}")
    assert table(driver) != printed
    assert "1 changed" in one(driver, "[data-status]").text
    assert one(driver, "[data-status]").get_attribute("aria-live") == "polite"
    click(driver, "[data-do=reset]")
    assert table(driver) == printed
    assert driver.find_elements("css selector", "#overview-table .moved") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fast", "number with its unit"),
        ("40", "number with its unit"),
        ("0 GB/s", "too large, too small or zero"),
        ("1 B/s", "the optimistic end must not be the worse one"),
    ],
)
def test_a_value_that_cannot_be_is_told_and_changes_nothing(show: Open, text: str, told: str) -> None:
    driver = show(html())
    printed, place = table(driver), a_bandwidth(driver)
    click(driver, "[data-numbers] summary")
    field = one(driver, f'[data-place="{place["path"]}"][data-side="0"]')
    field.clear()
    field.send_keys(text + ENTER)
    assert told in one(driver, "[data-notices]").text
    assert field.get_attribute("aria-invalid") == "true"
    assert table(driver) == printed


def test_the_rate_of_a_link_is_one_number_that_can_be_changed(show: Open, tmp_path: Path) -> None:
    text = SMALL.replace("out:", "out:\n      link: {rate: 400 Gbit/s, per: rank}", 1)
    driver = show(documents(text)["en"].html)
    click(driver, "[data-numbers] summary")
    (field,) = driver.find_elements("css selector", "[data-place='platform.paths.out.link.rate']")
    printed = table(driver)
    field.clear()
    field.send_keys(f"20 GB/s{ENTER}")
    assert table(driver) != printed
    overlay = driver.execute_script("return commspec.overlay()")
    assert '"platform.paths.out.link.rate": 20 GB/s' in overlay
    spec, file = tmp_path / "spec.yaml", tmp_path / "page.yaml"
    spec.write_text(text, "utf-8")
    file.write_text(overlay, "utf-8")
    assert cli.run(["estimate", str(spec), "--variant", str(file), "--format", "json"]) == 0
    refused = driver.execute_script("commspec.state.set([]); return commspec.link()").replace(
        "20000000000%2C2", "1%2C2"
    )
    driver = show(documents(text)["en"].html, fragment=f"#{refused}")
    assert "has values that cannot be" in one(driver, "[data-notices]").text


def test_a_slider_moved_by_the_keyboard_is_undone_in_one_step(show: Open) -> None:
    driver = show(html())
    printed = table(driver)
    slider = one(driver, "[data-sliders] input")
    slider.send_keys(RIGHT * 5)
    assert table(driver) != printed
    moved = table(driver)
    one(driver, "[data-do=undo]").send_keys(ENTER)
    assert table(driver) != moved or table(driver) == printed
    while one(driver, "[data-do=undo]").is_enabled():
        click(driver, "[data-do=undo]")
    assert table(driver) == printed
    while one(driver, "[data-do=redo]").is_enabled():
        click(driver, "[data-do=redo]")
    assert table(driver) == moved


def test_a_link_brings_the_changes_to_another_reader(show: Open) -> None:
    driver = show(html())
    place = a_bandwidth(driver)
    set_(driver, place["path"], [end * 1.5 for end in place["ends"]])
    moved, link = table(driver), driver.execute_script("return commspec.link()")
    driver = show(html(), fragment=f"#{link}")
    assert table(driver) == moved
    assert one(driver, "[data-notices]").text == ""


@pytest.mark.parametrize(
    ("told", "notice"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        (json.dumps({"set": {}}), "of another document or version"),
        (json.dumps({"set": {HOSTILE: [1, 2]}}), "names what is not here"),
        (json.dumps({"set": {BANDWIDTH: [-1, "x"]}}), "has values that cannot be"),
        (json.dumps({"set": {BANDWIDTH: {"__proto__": 1}}}), "has values that cannot be"),
    ],
)
def test_a_link_of_anything_changes_nothing_and_says_so(show: Open, told: str, notice: str) -> None:
    printed = table(show(html()))
    path = a_bandwidth(show(html()))["path"]
    driver = show(html(), fragment=f"#whatif={quote(told.replace(BANDWIDTH, path))}")
    assert notice in one(driver, "[data-notices]").text
    assert table(driver) == printed
    assert driver.find_elements("css selector", "#review img") == []


def test_the_exported_overlay_gives_the_page_s_numbers_on_the_command_line(
    show: Open, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    driver = show(html())
    for place in [place for place in places(driver) if place["kind"] != "ratio"]:
        factor = 0.9 if place.get("falls") else 1.1
        set_(driver, place["path"], [end * factor for end in place["ends"]])
    spec, overlay = tmp_path / "spec.yaml", tmp_path / "page.yaml"
    spec.write_text(SMALL, "utf-8")
    overlay.write_text(driver.execute_script("return commspec.overlay()"), "utf-8")
    script = "return commspec.result().operations.map(({op, time, exposed}) => [op.id, time, exposed])"
    page = driver.execute_script(script)
    assert cli.run(["estimate", str(spec), "--variant", str(overlay), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["variants"]["page"]["operations"]
    assert len(page) == len(rows) > 1
    for name, time, _ in page:
        assert [rows[name]["optimistic_s"], rows[name]["conservative_s"]] == pytest.approx(time, rel=1e-9)


def test_why_opens_the_formula_with_its_sources_and_gives_the_focus_back(show: Open) -> None:
    driver = show(html())
    button = one(driver, "#op-dispatch [data-do=why]")
    button.send_keys(ENTER)
    dialog = one(driver, "dialog[open]")
    assert "Dispatch" in dialog.text
    assert "platform." in dialog.text
    assert "assumed" in dialog.text
    assert driver.execute_script("return document.querySelector('dialog').contains(document.activeElement)")
    driver.switch_to.active_element.send_keys(ESCAPE)
    assert driver.find_elements("css selector", "dialog") == []
    assert driver.switch_to.active_element.get_attribute("data-do") == "why"


def test_the_terms_of_why_add_up_to_the_time(show: Open) -> None:
    driver = show(html())
    script = """return commspec.model.operations.map((op) => {
      const call = commspec.model.calls[op.own], found = commspec.spec;
      return call.ends.map((end) => {
        const { parts, seconds } = found.inForce(end, call.n);
        return [parts.reduce((sum, part) => sum + part.seconds, 0), seconds];
      });
    });"""
    found = driver.execute_script(script)
    assert len(found) > 1
    for ends in found:
        for parts, seconds in ends:
            assert parts == pytest.approx(seconds, rel=1e-9)


def test_a_column_is_left_out_on_the_screen_and_printed_all_the_same(show: Open) -> None:
    driver = show(html())
    click(driver, ".columns summary")
    click(driver, ".columns label:nth-of-type(3) input")
    cell = one(driver, "#op-dispatch > :nth-child(4)")
    assert not cell.is_displayed()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert cell.is_displayed()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    driver.refresh()
    assert not one(driver, "#op-dispatch > :nth-child(4)").is_displayed()
    driver.execute_script("localStorage.clear()")


def test_what_is_printed_is_the_document_whatever_was_changed(show: Open) -> None:
    driver = show(html())
    printed, place = table(driver), a_bandwidth(driver)
    set_(driver, place["path"], [end * 2 for end in place["ends"]])
    moved = table(driver)
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert table(driver) == printed
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert table(driver) == moved != printed


def test_a_changed_column_sorts_by_what_it_shows(show: Open) -> None:
    driver = show(html())
    place = a_bandwidth(driver)
    set_(driver, place["path"], [end / 4 for end in place["ends"]])
    head = one(driver, "#overview-table th:nth-child(7)")
    head.find_element("css selector", "button").click()
    order = driver.execute_script("return [...document.querySelectorAll('tr[data-item]')].map(e => e.id.slice(3))")
    script = "return Object.fromEntries(commspec.result().operations.map(({op, time}) => [op.id, time[1]]))"
    times = driver.execute_script(script)
    assert [times[name] for name in order] == sorted(times.values())


def remark(driver: Any, selector: str, text: str) -> None:
    click(driver, f"{selector} [data-do=remark]")
    one(driver, "dialog textarea").send_keys(text)
    click(driver, "dialog [data-do=save]")


def test_remarks_are_kept_and_listed_by_the_check_at_their_lines(
    show: Open, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    driver = show(html("zh"))
    remark(driver, "#op-dispatch", f"带宽太乐观 {HOSTILE}")
    remark(driver, "article[data-item]", "who measures this?")
    driver.refresh()
    assert len(driver.find_elements("css selector", "#remarks li")) == 2
    assert driver.find_elements("css selector", "#remarks img") == []
    told = driver.execute_script("return commspec.remarks.file()")
    driver.execute_script("localStorage.clear()")
    spec, file = tmp_path / "spec.yaml", tmp_path / "remarks.json"
    spec.write_text(SMALL, "utf-8")
    file.write_text(json.dumps(told), "utf-8")
    cli.run(["check", str(spec), "--remarks", str(file)])
    line = next(number for number, text in enumerate(SMALL.splitlines(), 1) if text.strip().startswith("dispatch:"))
    shown = capsys.readouterr()
    assert f"spec.yaml:{line}:" in shown.err
    assert f"operations.dispatch: remark: 带宽太乐观 {HOSTILE}" in shown.err
    assert "remark: who measures this?" in shown.err


def host(page: Path, attributes: str) -> str:
    frame = f'<iframe src="{page.as_uri()}" style="border:0;width:390px;height:800px" {attributes}></iframe>'
    return f'<!doctype html><meta charset="utf-8"><title>t</title><body style="margin:0">{frame}'


@pytest.mark.parametrize("attributes", ["", 'sandbox="allow-scripts"'])
def test_it_works_on_a_phone_and_where_storage_is_blocked(show: Open, tmp_path: Path, attributes: str) -> None:
    page = tmp_path / "requirements.en.html"
    page.write_text(html(), "utf-8")
    driver = show(host(page, attributes))
    driver.switch_to.frame(0)
    assert driver.execute_script("return innerWidth") == 390
    click(driver, "[data-numbers] summary")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
    place = a_bandwidth(driver)
    printed = table(driver)
    set_(driver, place["path"], [end * 2 for end in place["ends"]])
    assert table(driver) != printed
    remark(driver, "#op-dispatch", "on a phone")
    assert len(driver.find_elements("css selector", "#remarks li")) == 1
    assert ("storage" in one(driver, "[data-said]").text) == bool(attributes)
    driver.execute_script("try { localStorage.clear(); } catch { /* blocked */ }")
    driver.switch_to.default_content()


def test_exported_remarks_come_back_into_the_page_of_another_reviewer(show: Open, tmp_path: Path) -> None:
    driver = show(html())
    remark(driver, "#op-dispatch", "too fast")
    remark(driver, "article[data-item]", "who measures this?")
    told = driver.execute_script("return commspec.remarks.file()")
    driver.execute_script("localStorage.clear()")
    file = tmp_path / "remarks.json"
    file.write_text(json.dumps(told), "utf-8")
    driver = show(html())
    assert driver.find_elements("css selector", "#remarks li") == []
    driver.execute_script("document.querySelector('#remarks [data-file]').hidden = false")
    one(driver, "#remarks [data-file]").send_keys(str(file))
    for _ in range(200):
        if driver.find_elements("css selector", "#remarks li"):
            break
    assert "2 imported" in one(driver, "[data-said]").text
    assert driver.execute_script("return commspec.remarks.file()")["remarks"] == told["remarks"]
    driver.refresh()
    assert len(driver.find_elements("css selector", "#remarks li")) == 2
    driver.execute_script("localStorage.clear()")


GIVEN = {"commspec_remarks": 1, "document": {"id": "X", "version": "9"}}
NOTE = {"on": "operation", "id": "dispatch", "text": HOSTILE, "by": "R", "at": "2026-01-02T00:00:00Z"}


@pytest.mark.parametrize(
    ("told", "said", "count"),
    [
        ("{", "no remarks as they are exported", 0),
        (json.dumps({"remarks": [NOTE]}), "no remarks as they are exported", 0),
        (json.dumps({**GIVEN, "remarks": [NOTE, {**NOTE, "id": "nowhere"}, 7]}), "2 left out", 1),
        (json.dumps({**GIVEN, "remarks": [NOTE]}), "of another document or version", 1),
    ],
)
def test_a_file_of_anything_is_taken_as_far_as_it_fits_and_the_rest_is_said(
    show: Open, told: str, said: str, count: int
) -> None:
    driver = show(html())
    driver.execute_script("commspec.remarks.take(arguments[0])", told)
    assert said in one(driver, "[data-said]").text
    assert len(driver.find_elements("css selector", "#remarks li")) == count
    assert driver.find_elements("css selector", "#remarks img") == []
    driver.execute_script("localStorage.clear()")


def test_of_two_remarks_on_one_thing_the_later_stays_and_those_of_two_reviewers_both(show: Open) -> None:
    driver = show(html())
    take = "commspec.remarks.take(JSON.stringify(arguments[0])); return commspec.remarks.file().remarks"
    driver.execute_script(take, {**GIVEN, "remarks": [{**NOTE, "text": "first"}]})
    (found,) = driver.execute_script(take, {**GIVEN, "remarks": [{**NOTE, "text": "older", "at": "2025"}]})
    assert found["text"] == "first"
    (found,) = driver.execute_script(take, {**GIVEN, "remarks": [{**NOTE, "text": "newer", "at": "2027"}]})
    assert found["text"] == "newer"
    (found,) = driver.execute_script(take, {**GIVEN, "remarks": [{**NOTE, "text": "mine", "by": "S"}]})
    assert (found["text"], found["by"]) == ("newer\nS: mine", "R")
    driver.execute_script("localStorage.clear()")


def test_sections_that_stay_as_printed_say_so_while_something_is_changed(show: Open) -> None:
    driver = show(html())
    notes = driver.find_elements("css selector", "[data-stale]")
    assert len(notes) >= 6
    assert not any(note.is_displayed() for note in notes)
    place = a_bandwidth(driver)
    set_(driver, place["path"], [end * 2 for end in place["ends"]])
    assert all(note.is_displayed() for note in notes)
    for name in ("s-figures", "s-minimal", "s-algorithms", "s-requirements"):
        said = one(driver, f"#{name} + [data-stale]").text
        assert "shows the document's numbers" in said
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    shown = [note.is_displayed() for note in notes]
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert not any(shown)
    click(driver, "[data-do=reset]")
    assert not any(note.is_displayed() for note in notes)


SAID = """
const parts = "#review, #remarks, .columns, dialog, [data-stale], [data-tools], [data-why]";
const tools = [...document.querySelectorAll(parts)], named = ["aria-label", "placeholder", "title"];
const own = (node) => [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data);
const texts = [];
for (const tool of tools) for (const node of [tool, ...tool.querySelectorAll("*")]) {
  if (node.closest(".mono, code, option, svg")) continue;
  texts.push(...own(node));
  for (const name of named) if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
}
return texts;
"""


def test_a_chinese_page_says_nothing_in_english(show: Open) -> None:
    driver = show(html("zh"))
    place = a_bandwidth(driver)
    set_(driver, place["path"], [end * 1.5 for end in place["ends"]])
    click(driver, "[data-numbers] summary")
    remark(driver, "#op-dispatch", "意见")
    driver.execute_script("commspec.remarks.take('{')")
    one(driver, "#op-dispatch [data-do=why]").send_keys(ENTER)
    texts = [text.strip() for text in driver.execute_script(SAID) if text.strip()]
    assert len(texts) > 60
    shown = driver.execute_script("return commspec.model.operations.map(({id}) => id)")
    english = [text for text in texts if ENGLISH.search(text) and not any(name in text for name in shown)]
    assert english == []
    overlay = driver.execute_script("return commspec.overlay()")
    assert "的假设改动" in overlay.splitlines()[0]
    driver.execute_script("localStorage.clear()")


ENGLISH = re.compile(r"[A-Za-z]{3,} [a-z]{2,}|^[A-Za-z]{4,}$")


def test_search_finds_chinese_and_filters_and_search_hold_together(show: Open) -> None:
    driver = show(html("zh"))
    titles = driver.execute_script(
        "return [...document.querySelectorAll('#overview-table tr[data-item]')].map(r => r.id)"
    )
    search = one(driver, "[data-tools] [data-search]")
    name = driver.execute_script("return document.querySelector('#op-dispatch th').firstChild.textContent.trim()")
    assert re.search(r"[\u4e00-\u9fff]", name)
    search.send_keys(name[:2])
    script = (
        "return [...document.querySelectorAll('#overview-table tr[data-item]')].filter(r => !r.hidden).map(r => r.id)"
    )
    found = driver.execute_script(script)
    assert "op-dispatch" in found
    assert len(found) < len(titles)
    search.send_keys("没有这个词")
    assert driver.execute_script(script) == []
    search.clear()
    search.send_keys(" ")
    assert driver.execute_script(script) == titles


def test_every_tool_is_reached_by_the_keyboard_alone(show: Open) -> None:
    driver = show(html())
    one(driver, "body").send_keys("")
    reached: set[str] = set()
    for _ in range(400):
        driver.switch_to.active_element.send_keys(TAB)
        script = "const at = document.activeElement; return at.dataset.do || at.dataset.f || at.type || at.tagName"
        reached.add(str(driver.execute_script(script)))
    wanted = {"link", "export", "take", "why", "remark", "range", "search", "SUMMARY"}
    assert wanted <= reached
