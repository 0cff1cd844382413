"""A headless browser for what only one can be asked; None where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser, ended afterwards; None where chromium, chromedriver or selenium is missing."""
    browser, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    try:
        from selenium import webdriver
    except ImportError:
        browser = None
    if browser is None or driver is None:
        yield None
        return
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
    try:
        yield running
    finally:
        running.quit()
