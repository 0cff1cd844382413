"""A headless browser for the tests that need one; without it they are skipped and say why."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]
EVIL = "commspec.evil.test"
"""A name of somebody else's that points to this machine."""
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    f"--host-resolver-rules=MAP {EVIL} 127.0.0.1",
)


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser for the whole session."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if browser is None or chromedriver is None:
        pytest.skip("needs chromium and chromedriver (Debian: apt-get install chromium chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium (requirements-dev.txt)")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=chromedriver))
    yield running
    running.quit()


@pytest.fixture
def show(driver: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a page given as text, at a width and with a fragment; afterwards the console must be empty."""

    def opened(html: str, width: int = 1280, fragment: str = "") -> Any:
        page = tmp_path / "page.html"
        page.write_text(html, "utf-8")
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        driver.get("about:blank")
        driver.get(page.as_uri() + fragment)
        return driver

    driver.get_log("browser")
    yield opened
    assert driver.get_log("browser") == []
