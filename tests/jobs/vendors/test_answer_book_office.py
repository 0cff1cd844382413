"""The workbook of answers, opened and saved by LibreOffice: the import still reads every answer."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from estimator.jobs.vendors.answers import export_answers, import_answers
from estimator.spec.values.base import Language
from tests.examples.opened import SPECS
from tests.jobs.office import needs_office, saved
from tests.jobs.vendors.filled_book import answers, fill

pytestmark = [pytest.mark.office, pytest.mark.slow, needs_office]
SPEC = SPECS / "moe_5t.yaml"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_answer_is_read_from_what_libreoffice_saved(language: Language, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    count = export_answers(SPEC, "供应商 A", path, language=language)
    given = fill(path)
    assert len(given) == count > 40
    path.write_bytes(saved(tmp_path, {"office": path.read_bytes()})["office"])
    found = import_answers(SPEC, path)
    assert [problem.text() for problem in found.problems] == []
    assert found.found.vendor == "供应商 A"
    assert answers(json.loads(found.shown("json"))) == given


def test_questions_stay_locked_and_choices_stay_in_what_libreoffice_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    export_answers(SPEC, "A", path)
    sheet = openpyxl.load_workbook(BytesIO(saved(tmp_path, {"office": path.read_bytes()})["office"]))["Answers"]
    assert sheet.protection.sheet
    assert sheet["A2"].protection.locked
    assert not sheet["K2"].protection.locked
    chosen = {place for one in sheet.data_validations.dataValidation for place in str(one.sqref).split()}
    assert any(place.startswith("J2") for place in chosen)


def test_a_question_changed_in_libreoffice_is_refused_by_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    export_answers(SPEC, "A", path)
    given = fill(path)
    book = openpyxl.load_workbook(path)
    name = book["Answers"]["A3"].value
    book["Answers"]["E3"] = "≤ 99 ms"
    book.save(path)
    path.write_bytes(saved(tmp_path, {"office": path.read_bytes()})["office"])
    found = import_answers(SPEC, path)
    assert [(mark.fault, mark.requirement, mark.cell) for mark in found.found.marks] == [("tampered", name, "E3")]
    assert set(found.found.entries) == set(given) - {name}
