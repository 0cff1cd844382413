"""Workbooks of requirements and cells in LibreOffice: every cell stays what it is, and none becomes a formula."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from estimator.cli.main import run
from estimator.jobs.starter import starter
from tests.examples.opened import SPECS
from tests.jobs.office import needs_office, saved

pytestmark = [pytest.mark.office, pytest.mark.slow, needs_office]
TITLED = "{zh: 跨机梯度 AllReduce, en: Gradient AllReduce across nodes}"
HARM = "=HYPERLINK(\"http://x\",1)&cmd|' /C calc'!A0"
Cells = list[tuple[str, object]]


def cells(data: bytes) -> Cells:
    """Kind and value of every cell that says something; a whole number may be written with a point."""
    book = openpyxl.load_workbook(BytesIO(data))
    found = [cell for sheet in book for row in sheet for cell in row if cell.value not in (None, "")]
    return [(cell.data_type, float(cell.value) if cell.data_type == "n" else cell.value) for cell in found]


@pytest.mark.parametrize("what", ["requirements", "cells"])
def test_what_libreoffice_saves_says_the_same(what: str, tmp_path: Path) -> None:
    harmful = tmp_path / "s.yaml"
    text = starter().decode()
    assert TITLED in text
    harmful.write_text(text.replace(TITLED, f"'{HARM.replace(chr(39), chr(39) * 2)}'", 1), "utf-8")
    books = {}
    for name, spec in (("starter", harmful), ("moe", SPECS / "moe_5t.yaml")):
        for language in ("zh", "en"):
            out = tmp_path / "out.xlsx"
            options = ["--what", what, "--format", "xlsx", "--lang", language, "--out", str(out)]
            assert run(["export", str(spec), *options]) == 0
            books[f"{name}_{language}"] = out.read_bytes()
    for name, data in saved(tmp_path, books).items():
        found, wanted = cells(data), cells(books[name])
        assert [kind for kind, _ in found] == [kind for kind, _ in wanted]
        assert {kind for kind, _ in found} == {"s", "n"}
        texts = [(one, other) for (kind, one), (_, other) in zip(found, wanted, strict=True) if kind == "s"]
        assert all(one == other for one, other in texts)
        numbers = [pair for pair in zip(found, wanted, strict=True) if pair[0][0] == "n"]
        assert [one for (_, one), _ in numbers] == pytest.approx([other for _, (_, other) in numbers], rel=1e-12)
    if what == "requirements":
        assert ("s", HARM) in cells(books["starter_en"])
