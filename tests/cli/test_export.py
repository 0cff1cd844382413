"""``commspec export`` on files: rows of estimates, requirements and cells, and the schema that the JSON keeps."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import click
import openpyxl
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from estimator.cli.main import commspec
from estimator.jobs.starter import starter
from tests.examples.opened import NAMES, ROOT, SPECS

WHATS = ("estimates", "requirements", "cells")
FORMS = ("csv", "md", "json", "xlsx", "reqif")
TITLE = "=HYPERLINK(1) | <b>*bold*</b>"
TITLED = "{zh: 跨机梯度 AllReduce, en: Gradient AllReduce across nodes}"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter spec, with a title that means harm."""
    path = tmp_path / "s.yaml"
    text = starter().decode()
    assert TITLED in text
    path.write_text(text.replace(TITLED, f"'{TITLE}'", 1), "utf-8")
    return path


def run(*args: object) -> Result:
    return CliRunner().invoke(commspec, [str(arg) for arg in args], standalone_mode=False, catch_exceptions=False)


def export(spec: Path, what: str, form: str, *args: object) -> str:
    return run("export", spec, "--what", what, "--format", form, *args).output


@cache
def schema() -> Draft202012Validator:
    found = json.loads(run("schema", "export").output)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def test_the_schema_that_is_committed_is_the_one_that_is_printed() -> None:
    committed = (ROOT / "schema" / "export.schema.json").read_text("utf-8")
    assert committed == run("schema", "export").output, "run `make docs`"


@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("name", [*NAMES, "two_versions/team", "whole_way/spec"])
def test_the_json_of_every_example_keeps_the_published_schema(name: str, what: str) -> None:
    data = json.loads(export(SPECS / f"{name}.yaml", what, "json"))
    assert [error.message for error in schema().iter_errors(data)] == []


@pytest.mark.parametrize("what", WHATS)
def test_the_json_keeps_the_published_schema(spec: Path, what: str) -> None:
    data = json.loads(export(spec, what, "json"))
    assert data[f"commspec_{what}"] == 1
    assert [error.message for error in schema().iter_errors(data)] == []


def test_the_schema_refuses_a_key_that_is_not_its(spec: Path) -> None:
    for what, part in (("requirements", "requirements"), ("cells", "cells"), ("estimates", "step")):
        data: dict[str, Any] = json.loads(export(spec, what, "json"))
        first = data[part][0] if what == "cells" else data[part]
        first["unknown"] = "x"
        assert not schema().is_valid(data), what
        del data["document"]
        assert not schema().is_valid(data), what


def test_csv_and_json_of_cells_say_the_same_and_a_hand_written_limit_stands_in_si_units(spec: Path) -> None:
    rows = list(csv.DictReader(StringIO(export(spec, "cells", "csv"))))
    cells = json.loads(export(spec, "cells", "json"))["cells"]
    assert [row["cell"] for row in rows] == [cell["cell"] for cell in cells]
    for row, cell in zip(rows, cells, strict=True):
        assert {key: float(row[key]) for key in ("limit_si", "n_bytes") if cell[key] is not None} == {
            key: cell[key] for key in ("limit_si", "n_bytes") if cell[key] is not None
        }
    (small,) = [cell for cell in cells if cell["requirement"] == "CCL-AR-03" and cell["n_bytes"] == 8]
    assert (small["limit_si"], small["tolerance"], small["comparator"]) == (20e-6, 0.05, "at_most")
    (open_,) = [cell for cell in cells if cell["requirement"] == "CCL-AR-03" and cell["n_bytes"] == 1024]
    assert (open_["limit_si"], open_["limited_by"]) == (None, "open")


def test_a_harmful_title_stays_a_text_in_every_form(spec: Path) -> None:
    first = next(csv.DictReader(StringIO(export(spec, "requirements", "csv"))))
    assert first["title"] == f"'{TITLE}"
    assert json.loads(export(spec, "requirements", "json"))["requirements"]["CCL-AR-01"]["title"] == TITLE
    assert "| '=HYPERLINK(1) \\| \\<b\\>\\*bold\\*\\</b\\> |" in export(spec, "requirements", "md")


def test_markdown_leaves_out_columns_that_are_empty_throughout(spec: Path) -> None:
    head, _, *rows = export(spec, "requirements", "md", "--lang", "en").splitlines()
    assert "short_title" not in head
    assert len(rows) == len(json.loads(export(spec, "requirements", "json"))["requirements"])


def test_markdown_says_sizes_whole() -> None:
    text = export(SPECS / "two_versions" / "team.yaml", "cells", "md")
    assert "| 536870912 |" in text  # 512 MiB


def test_estimates_are_those_of_the_estimate_command(spec: Path) -> None:
    for form in ("csv", "md", "json"):
        assert export(spec, "estimates", form) == run("estimate", spec, "--format", form).output


def test_out_writes_the_file_that_would_be_printed(spec: Path) -> None:
    out = spec.with_name("cells.md")
    assert run("export", spec, "--what", "cells", "--format", "md", "--out", out).output == f"{out}\n"
    assert out.read_text("utf-8") == export(spec, "cells", "md")


def test_a_language_without_texts_is_told(spec: Path) -> None:
    with pytest.raises(click.UsageError, match="--what requirements"):
        run("export", spec, "--what", "cells", "--lang", "en")


def test_a_workbook_of_estimates_is_written_to_a_file(spec: Path) -> None:
    out = spec.with_name("e.xlsx")
    assert run("export", spec, "--format", "xlsx", "--out", out).output == f"{out}\n"
    book = openpyxl.load_workbook(out)
    assert book.sheetnames == ["Estimates", "Parameters", "Terms", "About"]
    assert [book["About"][place].value for place in ("A2", "B2")] == ["document", "CCL-STARTER"]


@pytest.fixture
def answers(spec: Path) -> Path:
    """What a vendor sent back: one answer whole, and one that is mistaken."""
    path = spec.with_name("vendor_a.yaml")
    assert run("respond", "export", spec, "--vendor", "A", "--out", path).exit_code == 0
    text = path.read_text("utf-8")
    for key, value in {"state": "meets", "offered": "9 ms", "level": "lab", "date": "2026-11-30"}.items():
        text = text.replace(f'{key}: ""', f"{key}: {value}", 1)
    path.write_text(text, "utf-8")
    return path


def test_answers_stand_beside_requirements_in_every_form(spec: Path, answers: Path, tmp_path: Path) -> None:
    data = json.loads(export(spec, "answers", "json", "--answers", answers))
    assert [error.message for error in schema().iter_errors(data)] == []
    said = data["requirements"]["CCL-AR-01"]["vendors"]["A"]
    assert (said["state"], said["offered_si"], said["level"], said["passes"]) == ("meets", 0.009, "lab", True)
    rows = {
        row["requirement"]: row
        for row in csv.DictReader(StringIO(export(spec, "answers", "csv", "--answers", answers)))
    }
    assert (rows["CCL-AR-01"]["vendor"], rows["CCL-AR-01"]["offered_si"]) == ("A", "0.009")
    assert rows["CCL-CAP-01"]["state"] == ""
    assert "meets, 9" in export(spec, "answers", "md", "--answers", answers)
    out = tmp_path / "answers.xlsx"
    assert (
        run("export", spec, "--what", "answers", "--format", "xlsx", "--answers", answers, "--out", out).return_value
        == 0
    )
    assert openpyxl.load_workbook(out)["Values"]["B2"].value == "A"


def test_the_answers_of_the_example_of_two_vendors_keep_the_published_schema() -> None:
    folder = SPECS / "two_versions"
    files = sorted((folder / "answers").glob("vendor_*.yaml"))
    assert len(files) == 2
    options = [part for file in files for part in ("--answers", file)]
    data = json.loads(run("export", folder / "team.yaml", "--what", "answers", "--format", "json", *options).stdout)
    assert [error.message for error in schema().iter_errors(data)] == []
    assert len(data["vendors"]) == 2


def test_answers_handed_on_as_reqif_come_back(spec: Path, answers: Path) -> None:
    out = spec.with_name("vendor_a.reqif")
    found = run("export", spec, "--what", "answers", "--format", "reqif", "--answers", answers, "--out", out)
    assert found.return_value == 0
    back = json.loads(run("respond", "import", spec, out, "--format", "json").output)
    once = json.loads(run("respond", "import", spec, answers, "--format", "json").output)
    assert back == once


def test_a_mistaken_answer_is_told_and_the_code_says_so(spec: Path, answers: Path) -> None:
    answers.write_text(answers.read_text("utf-8").replace("9 ms", "9 GB/s"), "utf-8")
    for form in ("csv", "reqif"):
        found = run("export", spec, "--what", "answers", "--format", form, "--answers", answers)
        assert found.return_value == 2
        assert "answers.CCL-AR-01.offered" in found.stderr


REFUSED = {
    ("estimates", "reqif"): "ReqIF is of requirements or answers; add --what requirements",
    ("cells", "reqif"): "ReqIF is of requirements or answers; add --what requirements",
}
SPOKEN = {("requirements", form) for form in FORMS} | {("cells", "xlsx"), ("answers", "xlsx"), ("answers", "reqif")}
"""What has texts of requirements, and so a language."""


@pytest.mark.parametrize("language", ["", "zh", "en"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", [*WHATS, "answers"])
def test_every_form_of_everything_is_written_or_refused_with_a_reason(
    spec: Path, answers: Path, what: str, form: str, language: str
) -> None:
    out = spec.with_name(f"out.{form}")
    options = ["--what", what, "--format", form, "--out", out, *(["--lang", language] if language else [])]
    options += ["--answers", answers] if what == "answers" else []
    unspoken = "--lang is of the texts of requirements; add --what requirements"
    why = unspoken if language and form != "reqif" and (what, form) not in SPOKEN else REFUSED.get((what, form))
    if why is not None:
        with pytest.raises(click.UsageError) as caught:
            run("export", spec, *options)
        assert str(caught.value) == why
        assert not out.exists()
        return
    found = run("export", spec, *options)
    assert (found.return_value, found.stdout) == (0, f"{out}\n")
    HOLDS[form](out.read_bytes())


def holds_rows(data: bytes) -> None:
    assert len(data.decode().splitlines()) >= 4


def holds_a_book(data: bytes) -> None:
    assert openpyxl.load_workbook(BytesIO(data)).worksheets[0].max_row >= 4


HOLDS: dict[str, Callable[[bytes], object]] = {
    "csv": holds_rows,
    "md": holds_rows,
    "json": json.loads,
    "xlsx": holds_a_book,
    "reqif": fromstring,
}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--what", "answers"), "whose answers"),
        (("--what", "cells", "--answers", "a.yaml"), "--answers are of vendors"),
        (("--what", "cells", "--format", "xlsx"), "add --out FILE.xlsx"),
        (("--out", "a.xlsx"), r"a\.xlsx: would hold csv; add --format xlsx"),
        (("--format", "json", "--out", "a.reqifz"), r"a\.reqifz: would hold json; add --format reqif"),
        (("--format", "xlsx"), "add --out FILE.xlsx"),
    ],
)
def test_options_that_do_not_go_together_are_refused(spec: Path, options: tuple[str, ...], why: str) -> None:
    with pytest.raises(click.UsageError, match=why):
        run("export", spec, *options)


def test_what_is_exported_follows_from_the_form_or_the_answers_where_it_is_not_said(spec: Path, answers: Path) -> None:
    assert run("export", spec, "--format", "reqif").output == export(spec, "requirements", "reqif")
    assert run("export", spec, "--answers", answers).output == export(spec, "answers", "csv", "--answers", answers)
    assert run("export", spec).output == export(spec, "estimates", "csv")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_workbook_of_requirements_or_cells_says_what_the_csv_says_and_holds_no_formula(
    spec: Path, language: str
) -> None:
    for what, first in (
        ("requirements", {"zh": "编号", "en": "Id"}),
        ("cells", {"zh": "需求编号", "en": "Requirement"}),
    ):
        out = spec.with_name(f"{what}.{language}.xlsx")
        run("export", spec, "--what", what, "--format", "xlsx", "--lang", language, "--out", out)
        book = openpyxl.load_workbook(out)
        sheet, about = book.worksheets
        assert sheet["A1"].value == first[language]
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet.freeze_panes == ("B2" if what == "requirements" else "C2")
        assert {cell.data_type for page in book for row in page for cell in row if cell.value is not None} <= {"s", "n"}
        keys = {row[0].value: row[1].value for row in about}
        rows = list(csv.DictReader(StringIO(export(spec, what, "csv"))))
        heads = [str(cell.value) for cell in sheet[1]]
        assert sheet.max_row == len(rows) + 1
        assert {keys[head] for head in heads} - {"-"} == set(rows[0])
        for at, head in enumerate(heads):
            if what == "cells" and keys[head] in ("n_bytes", "limit_si", "expected_optimistic_si", "ranks"):
                told = [sheet.cell(line, at + 1).value for line in range(2, sheet.max_row + 1)]
                wanted = [float(row[keys[head]]) if row[keys[head]] else None for row in rows]
                assert [value is None for value in told] == [value is None for value in wanted], head
                assert [*filter(None, told)] == pytest.approx([*filter(None, wanted)], rel=1e-15), head


def test_a_limit_in_a_workbook_of_cells_is_in_si_with_its_unit_and_as_people_write_it(spec: Path) -> None:
    out = spec.with_name("c.xlsx")
    run("export", spec, "--what", "cells", "--format", "xlsx", "--lang", "en", "--out", out)
    head, *rows = openpyxl.load_workbook(out)["Cells"].iter_rows(values_only=True)
    small = {
        str(name): value
        for name, value in zip(head, next(row for row in rows if row[0] == "CCL-AR-03" and row[10] == 8), strict=True)
    }
    said = [small[name] for name in ("Limit (SI)", "SI unit", "Limit", "Direction", "Tolerance", "Condition")]
    assert said == [20e-6, "s", "≤ 20 µs", "≤", 0.05, "exclusive"]
