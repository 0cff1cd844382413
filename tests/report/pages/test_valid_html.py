"""The pages by the checker of HTML and CSS that browsers' makers use: no error in any of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.browser.made import DRESSED, EXAMPLES, TOOLS, acceptance, comparison, document

pytestmark = pytest.mark.slow
JAR = TOOLS / "vnu-jar" / "build" / "dist" / "vnu.jar"


def errors(pages: Iterable[Path]) -> list[str]:
    """What the checker finds, one line an error; other lines are notes."""
    java = shutil.which("java")
    if java is None:
        pytest.skip("needs java (Debian: apt-get install default-jre-headless)")
    if not JAR.is_file():
        pytest.skip("needs vnu-jar (make .tools/stamp, which needs npm)")
    command = [java, "-Xss4m", "-jar", str(JAR), "--format", "gnu", "--errors-only", *map(str, pages)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode in (0, 1), run.stderr
    return [line for line in (run.stdout + run.stderr).splitlines() if ": error: " in line]


def test_an_error_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<!DOCTYPE html><html lang="en"><title>t</title><p id="a"><p id="a"><dl><p></dl>', "utf-8")
    assert len(errors([page])) >= 2


def test_the_pages_are_valid() -> None:
    pages = [page for example in (*EXAMPLES, DRESSED) for page in document(example).values()]
    assert errors([*pages, *acceptance().values(), comparison()]) == []
