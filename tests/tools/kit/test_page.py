"""The page about the kit shows the fields of plan and records as they are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tools.kit.page import fields

PAGE = Path(__file__).parents[3] / "docs/kit.md"
PART = re.compile(r"(?<=<!-- fields -->\n).*?(?=<!-- end of fields -->)", re.DOTALL)


def test_the_page_is_up_to_date(update_golden: bool) -> None:
    """Rewritten by ``pytest --update-golden``."""
    now = "\n".join(fields()) + "\n"
    if update_golden:
        PAGE.write_text(PART.sub(lambda _: now, PAGE.read_text("utf-8")), "utf-8")
    assert PART.findall(PAGE.read_text("utf-8")) == [now]


def test_every_field_has_its_meaning() -> None:
    rows = [line for line in fields() if line.startswith("| `")]
    assert len(rows) > 90
    assert all(len(line.split("|")[3].strip()) > 3 for line in rows)
