"""A watched spec in a browser: what a save, a mistake and its mending show without anybody reloading the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from estimator.jobs.assets import templates
from estimator.jobs.watch import Watch
from tests.browser.conftest import EVIL

pytestmark = pytest.mark.browser
LONGEST = 30
"""Seconds until a test gives up."""
GOOD, OTHER, BAD = "bandwidth: 360 GB/s", "bandwidth: 362.5 GB/s", "bandwidth: 360 gb/s"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_bytes((templates() / "starter.yaml").read_bytes())
    return path


@pytest.fixture
def port(spec: Path) -> Iterator[int]:
    """Where the spec is served."""
    watch, stop, first = Watch(spec), threading.Event(), threading.Event()
    thread = threading.Thread(target=watch.run, args=(stop, lambda _: first.set()), daemon=True)
    thread.start()
    assert first.wait(LONGEST)
    yield watch.server.port
    stop.set()
    thread.join(LONGEST)
    assert not thread.is_alive()


def opened(driver: Any, port: int, language: str = "en") -> Any:
    driver.get(f"http://127.0.0.1:{port}/requirements.{language}.html")
    assert driver.find_element("id", "main").is_displayed()
    return driver


def waits(driver: Any, until: Callable[[], object]) -> None:
    """Look until something is there; a page that is being replaced is looked at again."""
    from selenium.common.exceptions import WebDriverException

    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        try:
            if until():
                return
        except WebDriverException:
            pass
        time.sleep(0.02)
    raise AssertionError(driver.page_source[:2000])


def put(spec: Path, old: str, new: str) -> None:
    text = spec.read_text("utf-8")
    assert text.count(old) == 1
    spec.write_text(text.replace(old, new), "utf-8")


def banners(driver: Any) -> list[Any]:
    found: list[Any] = driver.find_elements("id", "broken")
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_save_a_mistake_and_its_mending_show_by_themselves(driver: Any, spec: Path, port: int, language: str) -> None:
    opened(driver, port, language)
    put(spec, GOOD, OTHER)
    waits(driver, lambda: "362.5" in driver.find_element("id", "main").text)

    number = spec.read_text("utf-8").split(OTHER)[0].count("\n") + 1
    put(spec, OTHER, BAD)
    waits(driver, lambda: banners(driver) and banners(driver)[0].is_displayed())
    (banner,) = banners(driver)
    assert f"{spec}:{number}:" in banner.text
    assert "360 gb/s" in banner.text
    assert ("下面是上一次正常的页面" if language == "zh" else "below is the last good page") in banner.text
    assert "362.5" in driver.find_element("id", "main").text
    assert driver.execute_script("return document.body.firstElementChild.nextElementSibling.id") == "broken"

    put(spec, BAD, OTHER)
    waits(driver, lambda: not banners(driver) and driver.find_element("id", "main").is_displayed())


def test_a_page_that_is_made_anew_still_computes(driver: Any, spec: Path, port: int) -> None:
    opened(driver, port)
    put(spec, GOOD, OTHER)
    waits(driver, lambda: "362.5" in driver.find_element("id", "main").text)
    script = "return typeof commspec === 'object' && commspec.model.operations.length > 0"
    waits(driver, lambda: driver.execute_script(script))


def test_an_editor_that_puts_a_new_file_in_place_of_the_old_one_is_seen(driver: Any, spec: Path, port: int) -> None:
    opened(driver, port)
    beside = spec.with_name(".spec.yaml.swp")
    beside.write_text(spec.read_text("utf-8").replace(GOOD, OTHER), "utf-8")
    beside.rename(spec)
    waits(driver, lambda: "362.5" in driver.find_element("id", "main").text)


def test_a_file_that_is_deleted_is_told_and_shown_again_once_it_is_restored(driver: Any, spec: Path, port: int) -> None:
    opened(driver, port)
    text = spec.read_text("utf-8")
    spec.unlink()
    waits(driver, lambda: banners(driver) and "no such file" in banners(driver)[0].text)
    spec.write_text(text.replace(GOOD, OTHER), "utf-8")
    waits(driver, lambda: not banners(driver) and "362.5" in driver.find_element("id", "main").text)


def test_a_name_that_was_made_to_point_to_this_machine_is_refused(driver: Any, port: int) -> None:
    driver.get(f"http://{EVIL}:{port}/requirements.en.html")
    assert driver.find_element("tag name", "body").text == "this server answers to 127.0.0.1 alone"
    driver.get_log("browser")
