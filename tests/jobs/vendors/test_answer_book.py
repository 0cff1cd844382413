"""The workbook of answers: filled in by another library, it comes back, and nothing slips through its cells."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment

from estimator.errors import SpecError, UserError
from estimator.jobs.starter import starter
from estimator.jobs.vendors.answers import Imported, export_answers, import_answers
from estimator.spec.values.base import Language
from tests.examples.opened import SPECS
from tests.jobs.vendors.filled_book import answers, fill

TIME, RATE, STATED = "CCL-AR-01", "CCL-AR-02", "CCL-CAP-01"
ID, TITLE, LIMIT, STATE, OFFERED, UNIT, LEVEL, FILE, SHA, DATE, REMARK = "ACEJKLMNOPQ"
ROWS = {TIME: 2, "CCL-OV-01": 4, RATE: 5, STATED: 7}
WHOLE = {STATE: "meets", OFFERED: 9, UNIT: "ms", LEVEL: "lab", DATE: "2026-11-30"}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter spec, whose first requirement asks for a mean time of 9.82 ms or less."""
    path = tmp_path / "s.yaml"
    path.write_bytes(starter())
    return path


def answer(spec: Path, rows: Mapping[str, Mapping[str, Any]], also: Callable[[Any], None] = lambda _: None) -> Imported:
    """Export, write cells of the rows of requirements with openpyxl, import."""
    path = spec.with_name("a.xlsx")
    export_answers(spec, "Vendor A", path)
    book = load_workbook(path)
    sheet = book["Answers"]
    for name, cells in rows.items():
        assert sheet[f"A{ROWS[name]}"].value == name
        for column, value in cells.items():
            sheet[f"{column}{ROWS[name]}"] = value
    also(book)
    book.save(path)
    return import_answers(spec, path)


def faults(found: Imported) -> list[tuple[str, str, str]]:
    """Fault, requirement and cell of every mark."""
    return [(mark.fault, mark.requirement, mark.cell) for mark in found.found.marks]


def test_every_answer_comes_back(spec: Path) -> None:
    rate = {STATE: "meets", OFFERED: "1.2 Tbit/s", LEVEL: "field", DATE: datetime(2026, 11, 30)}
    stated = {STATE: "partly", REMARK: "without the path", DATE: "2026-11"}
    found = answer(spec, {TIME: WHOLE, RATE: rate, STATED: stated})
    assert faults(found) == []
    entries = found.found.entries
    assert {name: (one.answer.state, one.value) for name, one in entries.items()} == {
        TIME: ("meets", 0.009),
        RATE: ("meets", 1.5e11),
        STATED: ("partly", None),
    }
    assert entries[RATE].answer.date == "2026-11-30"
    assert entries[STATED].answer.remark == "without the path"


def test_cells_to_fill_in_are_text_unlocked_and_have_choices(spec: Path) -> None:
    export_answers(spec, "=1+1", spec.with_name("a.xlsx"))
    book = load_workbook(spec.with_name("a.xlsx"))
    sheet = book["Answers"]
    assert sheet.protection.sheet
    assert [cell.value for cell in sheet["A"][1:]] == [TIME, "CCL-AR-04", "CCL-OV-01", RATE, "CCL-AR-03", STATED]
    assert all(sheet[f"{column}2"].protection.locked for column in "ABCDEFGHI")
    assert all(not sheet[f"{column}2"].protection.locked for column in "JKLMNOPQR")
    assert all(sheet[f"{column}2"].number_format == "@" for column in "JKLMNOPQR")
    offered = {str(one.sqref): one.formula1 for one in sheet.data_validations.dataValidation}
    assert offered["J2"] == '"meets,partly,does_not,deviates,to_be_clarified,not_applicable"'
    assert offered["L2"] == '"us,ms,s,ns"'
    assert offered["L5"] == '"GB/s,MB/s,Gbit/s,Tbit/s"'
    assert "L7" not in offered
    vendor = book["About"]["B2"]
    assert (vendor.value, vendor.data_type) == ("=1+1", "s")


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        '=HYPERLINK("http://x")',
        "=cmd|' /C calc'!A0",
        "=[other.xlsx]Sheet1!A1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        " +1",
    ],
)
def test_what_is_or_begins_as_a_formula_is_told_by_its_cell(spec: Path, text: str) -> None:
    found = answer(spec, {TIME: {**WHOLE, REMARK: text}, STATED: {STATE: "meets", DATE: "2026-11-30"}})
    fault = "formula" if text[0] == "=" else "like_formula"
    assert faults(found) == [(fault, TIME, "Q2")]
    assert (TIME in found.found.entries) is (fault != "formula")
    assert STATED in found.found.entries
    assert "a.xlsx:Q2: answers.CCL-AR-01.remark: " in found.problems[0].text()


@pytest.mark.parametrize("column", [TITLE, LIMIT, "D", "G", "H"])
def test_a_changed_locked_cell_is_refused_by_its_name(spec: Path, column: str) -> None:
    found = answer(spec, {TIME: {**WHOLE, column: "other"}, RATE: {**WHOLE, OFFERED: 150, UNIT: "GB/s"}})
    assert faults(found) == [("tampered", TIME, f"{column}2")]
    assert list(found.found.entries) == [RATE]
    assert found.found.exit_code == 2


def test_a_row_twice_a_lost_check_and_a_row_without_an_id_are_refused(spec: Path) -> None:
    found = answer(spec, {TIME: WHOLE}, lambda book: book["Answers"].__setitem__("A3", TIME))
    assert faults(found)[0] == ("tampered", TIME, "A3")
    spec.with_name("a.xlsx").unlink()
    found = answer(spec, {TIME: {**WHOLE, "I": None}})
    assert faults(found) == [("tampered", TIME, "A2")]
    spec.with_name("a.xlsx").unlink()
    found = answer(spec, {}, lambda book: book["Answers"].__setitem__("J9", "meets"))
    assert faults(found) == [("tampered", "", "J9")]


@pytest.mark.parametrize(
    ("filled", "cells"),
    [({STATE: "meets", DATE: "2026-11-30"}, ["K2"]), ({OFFERED: 9, UNIT: "ms", LEVEL: "lab"}, ["J2"])],
)
def test_a_half_filled_row_is_marked(spec: Path, filled: dict[str, Any], cells: list[str]) -> None:
    found = answer(spec, {TIME: filled})
    assert faults(found) == [("half_filled", TIME, cell) for cell in cells]


def test_a_value_without_a_unit_or_with_two_is_refused(spec: Path) -> None:
    found = answer(spec, {TIME: {**WHOLE, UNIT: None}, RATE: {**WHOLE, OFFERED: "150 GB/s", UNIT: "MB/s"}})
    assert faults(found) == [("unit", TIME, "K2"), ("unit", RATE, "K5")]


def test_evidence_is_named_in_two_cells(spec: Path) -> None:
    found = answer(spec, {TIME: {**WHOLE, FILE: "no.txt", SHA: "0" * 64}, RATE: {SHA: "0" * 64}})
    assert faults(found) == [("mistake", RATE, "O5"), ("evidence", TIME, "N2")]


def test_an_answer_to_an_older_text_is_stale(spec: Path) -> None:
    answer(spec, {TIME: WHOLE})
    spec.write_text(spec.read_text("utf-8").replace("repeats: worst}", "repeats: median}", 1), "utf-8")
    found = import_answers(spec, spec.with_name("a.xlsx"))
    assert faults(found) == [("stale", TIME, "H2")]


@pytest.mark.parametrize(
    ("column", "value", "fault", "told"),
    [
        (OFFERED, "9,5", "unit", "'9,5 ms' has a separator in its number"),
        (OFFERED, "1,234", "unit", "'1,234 ms' has a separator in its number"),
        (OFFERED, -9, "unit", "'-9 ms' is negative"),
        (OFFERED, 0.09, "contradiction", ""),
        (UNIT, "GB/s", "unit", "'9 GB/s' is a bandwidth, not a time"),
        (UNIT, "Ms", "unit", "'9 Ms'"),
        (DATE, "30.11.2026", "mistake", "'30.11.2026' is no date"),
        (DATE, "11/30/2026", "mistake", "'11/30/2026' is no date"),
        (DATE, 46356, "mistake", "'46356' is no date"),
        (STATE, "Meets", "mistake", "'Meets' is not known here; did you mean meets?"),
        (STATE, True, "mistake", "'True' is not known here"),
        (REMARK, "x" * 32_000, "mistake", "the text is too long"),
        (FILE, "../../../etc/passwd", "evidence", "there is no file '../../../etc/passwd'"),
    ],
)
def test_one_mistaken_cell_is_one_message_with_its_cell_and_reason(
    spec: Path, column: str, value: Any, fault: str, told: str
) -> None:
    whole = WHOLE | ({UNIT: "s"} if value == 0.09 else {})
    found = answer(spec, {TIME: {**whole, column: value}})
    at = OFFERED if column == UNIT else column
    assert faults(found) == [(fault, TIME, f"{at}2")]
    assert told in found.problems[0].text()
    assert f"a.xlsx:{at}2: " in found.problems[0].text()


def test_bits_where_bytes_were_chosen_are_another_value(spec: Path) -> None:
    rate = {STATE: "meets", OFFERED: 1600, UNIT: "Gb/s", LEVEL: "lab", DATE: "2026-11-30"}
    assert answer(spec, {RATE: rate}).found.entries[RATE].value == 2e11
    spec.with_name("a.xlsx").unlink()
    found = answer(spec, {RATE: {**rate, OFFERED: 150}})  # 150 Gb/s are 18.75 GB/s, below the limit
    assert faults(found) == [("contradiction", RATE, "K5")]
    spec.with_name("a.xlsx").unlink()
    assert faults(answer(spec, {RATE: {**rate, UNIT: "gb/s"}})) == [("unit", RATE, "K5")]


def test_a_share_that_a_program_shows_in_per_cent_is_read_as_it_is_shown(spec: Path) -> None:
    def shown(book: Any) -> None:
        book["Answers"]["K4"].number_format = "0.0%"

    overlap = {STATE: "meets", OFFERED: 0.9, UNIT: "%", LEVEL: "lab", DATE: "2026-11-30"}
    found = answer(spec, {"CCL-OV-01": overlap}, shown)
    assert found.found.entries["CCL-OV-01"].answer.offered == "90 %"
    assert found.found.entries["CCL-OV-01"].value == 0.9


def test_rows_may_stand_in_another_order_and_a_row_that_is_gone_is_refused(spec: Path) -> None:
    def turned(book: Any) -> None:
        sheet = book["Answers"]
        first, second = ([cell.value for cell in sheet[row]] for row in (2, 5))
        for at, (one, other) in enumerate(zip(first, second, strict=True), 1):
            sheet.cell(2, at).value, sheet.cell(5, at).value = other, one

    assert answer(spec, {TIME: WHOLE}, turned).found.entries[TIME].value == 0.009
    spec.with_name("a.xlsx").unlink()
    found = answer(spec, {TIME: WHOLE}, lambda book: book["Answers"].delete_rows(3))
    assert faults(found) == [("tampered", "CCL-AR-04", "Answers")]
    assert found.problems[0].message == "its row is gone"
    assert found.found.exit_code == 2


def test_what_a_vendor_says_beside_the_cells_that_are_read_is_told(spec: Path) -> None:
    def beside(book: Any) -> None:
        sheet = book["Answers"]
        sheet.merge_cells("P5:R5")
        sheet["K2"].comment = Comment("at night only", "A")
        sheet["S7"] = "and more"
        hidden = book.create_sheet("notes")
        hidden.append(["to be kept"])
        hidden.sheet_state = "veryHidden"
        book.create_sheet("empty")

    found = answer(spec, {TIME: WHOLE}, beside)
    assert faults(found) == [
        ("unread", RATE, "P5"),
        ("unread", TIME, "K2"),
        ("unread", STATED, "S7"),
        ("unread", "", "notes!A1"),
    ]
    assert found.found.exit_code == 1
    assert found.found.entries[TIME].faults == ("unread",)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda book: setattr(book["Answers"], "title", "Antworten"), "there is no sheet Answers.* Antworten, About"),
        (lambda book: book.remove(book["About"]), "there is no sheet About"),
        (lambda book: book["About"].__setitem__("B2", None), "vendor: is missing"),
        (lambda book: book["About"].__setitem__("B2", "=1+1"), "vendor: is missing"),
        (lambda book: book["Answers"].insert_rows(1), "A1: nothing is no longer the head of id, and 17 heads more"),
        (lambda book: book["Answers"].insert_cols(3), "C1: nothing is no longer the head of title, and 15 heads more"),
        (lambda book: book["Answers"].__setitem__("A30000", "x"), "more than 20000 rows"),
    ],
)
def test_a_workbook_of_another_shape_is_refused_by_one_message(spec: Path, change: Any, told: str) -> None:
    with pytest.raises(UserError, match=told) as caught:
        answer(spec, {TIME: WHOLE}, change)
    assert len(str(caught.value).splitlines()) == 1


def test_every_answer_of_a_whole_workbook_comes_back_in_both_languages(tmp_path: Path) -> None:
    languages: tuple[Language, ...] = ("zh", "en")
    for language in languages:
        path = tmp_path / f"{language}.xlsx"
        count = export_answers(SPECS / "moe_5t.yaml", "供应商 A", path, language=language)
        given = fill(path)
        assert len(given) == count > 40
        found = import_answers(SPECS / "moe_5t.yaml", path)
        assert faults(found) == []
        assert answers(json.loads(found.shown("json"))) == given


def test_a_row_is_as_high_as_its_question(spec: Path) -> None:
    export_answers(spec, "A", spec.with_name("a.xlsx"))
    sheet = load_workbook(spec.with_name("a.xlsx"))["Answers"]
    lines = {str(sheet[f"A{row}"].value): sheet.row_dimensions[row].height / 15 for row in range(2, sheet.max_row + 1)}
    words = len(str(sheet["D2"].value))
    assert words > 120
    assert words / 60 <= lines[TIME] <= words / 60 + 2  # the column of the question is 60 letters wide


def test_examples_and_choices_are_said_in_chinese(spec: Path) -> None:
    export_answers(spec, "A", spec.with_name("a.xlsx"), language="zh")
    sheet = load_workbook(spec.with_name("a.xlsx"))["Answers"]
    assert sheet["F2"].value == "时间，如 5 us"
    (state, *_) = sheet.data_validations.dataValidation
    assert (state.errorTitle, state.error[:4]) == ("不在选项之中", "请选择：")


def test_another_head_or_another_file_is_refused(spec: Path) -> None:
    with pytest.raises(SpecError, match=r"a\.xlsx:J1: 'Status' is no longer the head of state"):
        answer(spec, {}, lambda book: book["Answers"].__setitem__("J1", "Status"))
    spec.with_name("b.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    with pytest.raises(UserError, match=r"cannot be read as a workbook; save it as \.xlsx"):
        import_answers(spec, spec.with_name("b.xlsx"))
