"""A workbook is looked through before it is read: no program, no document type, nothing too large, nothing unpacked."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from estimator.errors import UserError
from estimator.jobs.inputs import book_parts as looked
from estimator.jobs.inputs.book_parts import Places, book_parts
from estimator.jobs.inputs.files import SIZE_LIMIT

BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
SHEET = "xl/worksheets/sheet1.xml"


def made() -> bytes:
    book = Workbook()
    book.active.title = "one"
    book.active.append(["a", "b"])
    book.active.merge_cells("B2:C3")
    book.active["A1"].comment = Comment("look", "me")
    other = book.create_sheet("two & more")
    other["A1"] = "x"
    other.sheet_state = "hidden"
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def with_parts(folder: Path, **parts: bytes) -> Path:
    """A workbook with other parts, or with bytes before the content of one, ``sheet`` for the first sheet."""
    path = folder / "a.xlsx"
    with zipfile.ZipFile(BytesIO(made())) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, (parts.pop("sheet", b"") if name == SHEET else b"") + old.read(name))
        for name, data in parts.items():
            new.writestr(name, data)
    return path


def test_merged_cells_notes_and_hidden_sheets_are_seen(tmp_path: Path) -> None:
    found = book_parts(with_parts(tmp_path))
    assert found.sheets == {"one": Places(("B2:C3",), ("A1",)), "two & more": Places()}
    assert found.hidden == {"two & more"}


@pytest.mark.parametrize("declared", [BOMB, OUTSIDE])
def test_a_document_type_in_any_part_is_refused(tmp_path: Path, declared: bytes) -> None:
    with pytest.raises(UserError, match=r"xl/worksheets/sheet1\.xml declares a document type"):
        book_parts(with_parts(tmp_path, sheet=declared))
    with pytest.raises(UserError, match=r"docProps/custom\.xml declares a document type"):
        book_parts(with_parts(tmp_path, **{"docProps/custom.xml": declared + b"<x/>"}))


def test_a_program_is_refused_wherever_it_lies(tmp_path: Path) -> None:
    for name in ("xl/vbaProject.bin", "xl/VBAPROJECT.BIN", "elsewhere/vbaProject.bin"):
        with pytest.raises(UserError, match=r"holds a program \(macros\)"):
            book_parts(with_parts(tmp_path, **{name: b"x"}))


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError, match="too large once unpacked"):
        book_parts(with_parts(tmp_path, **{"xl/media/big.bin": b"\0" * (SIZE_LIMIT + 1)}))
    assert (tmp_path / "a.xlsx").stat().st_size < 2**20
    monkeypatch.setattr(looked, "MOST_PARTS", 20)
    with pytest.raises(UserError, match="too large once unpacked"):
        book_parts(with_parts(tmp_path, **{f"x{number}": b"" for number in range(20)}))


def test_a_name_that_leads_out_of_the_folder_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    book_parts(with_parts(tmp_path / "in", **{"../evil.xml": b"<x/>", "/tmp/evil.xml": b"<x/>"}))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a.xlsx"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600])
def test_what_is_no_workbook_is_told(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"save it as \.xlsx"):
        book_parts(path)


def test_a_zip_without_a_workbook_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as other:
        other.writestr("word/document.xml", "<x/>")
    with pytest.raises(UserError, match="cannot be read as a workbook"):
        book_parts(path)
