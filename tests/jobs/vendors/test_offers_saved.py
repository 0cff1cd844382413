"""A comparison of vendors as a file: a page without script, a PDF, a workbook without formulas."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from estimator.errors import UserError
from estimator.jobs.vendors.offers import compare_answers
from estimator.jobs.vendors.offers_saved import save_comparison
from tests.examples.test_two_versions import FOLDER, RELEASE

FILES = [FOLDER / "answers" / f"vendor_{name}.yaml" for name in "ab"]


def test_the_page_says_it_in_both_languages(tmp_path: Path) -> None:
    found = compare_answers(RELEASE, FILES).found
    save_comparison(found, tmp_path / "o.html", "en")
    page = (tmp_path / "o.html").read_text("utf-8")
    assert '<html lang="en">' in page
    assert "<td>deviates <b>14\u00a0ms</b><br>no gain, fails the limit, lab<br>" in page
    assert "<td>meets <b>195\u00a0GB/s (1.56\u00a0Tbit/s)</b><br>doubtful, datasheet</td>" in page
    assert "<script" not in page
    save_comparison(found, tmp_path / "o.html", "zh")
    page = (tmp_path / "o.html").read_text("utf-8")
    assert '<html lang="zh' in page
    assert "<td>偏离 <b>14\u00a0ms</b><br>无增益、达不到限值、实验室<br>" in page


def test_what_a_vendor_writes_is_text_in_the_page_and_in_the_workbook(tmp_path: Path) -> None:
    text = FILES[0].read_text("utf-8").replace('remark: ""', 'remark: "=1+1 <b>bold</b>"', 1)
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    found = compare_answers(RELEASE, [tmp_path / "a.yaml"]).found
    save_comparison(found, tmp_path / "o.html", "en")
    assert "=1+1 &lt;b&gt;bold&lt;/b&gt;" in (tmp_path / "o.html").read_text("utf-8")
    save_comparison(found, tmp_path / "o.xlsx", "en")
    book = load_workbook(tmp_path / "o.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert "=1+1 <b>bold</b>" in [cell.value for cell in cells]
    values = {head.value: cell.value for head, cell in zip(book["Values"][1], book["Values"][2], strict=True)}
    assert (values["requirement"], values["limit_si"], values["offered_si"]) == ("CCL-AR-01", 0.00982, 0.0095)


def test_the_workbook_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    found = compare_answers(RELEASE, FILES).found
    seen = {}
    for language in ("zh", "en"):
        save_comparison(found, tmp_path / "o.xlsx", language)
        book = load_workbook(tmp_path / "o.xlsx")
        first, step, values = book.worksheets
        row = next(row for row in first.iter_rows(values_only=True) if row[0] == "CCL-AR-01")
        seen[language] = (book.sheetnames, [cell.value for cell in first[1]][:4], row[5], step["E2"].value)
        assert [cell.value for cell in values[1]][:3] == ["requirement", "vendor", "limit_si"]
        assert step["C2"].value == pytest.approx(found.vendors[0].closure.musts_met[1])
    assert seen["en"][:2] == (["Compared", "Step", "Values"], ["Requirement", "Title", "Limit", "Estimate"])
    assert seen["en"][2:] == ("deviates, 14\u00a0ms, no gain, fails the limit, lab", "yes")
    assert seen["zh"][:2] == (["比较", "步", "Values"], ["需求", "名称", "限值", "估算"])
    assert seen["zh"][2:] == ("偏离、14\u00a0ms、无增益、达不到限值、实验室", "是")


@pytest.mark.pdf
def test_the_pdf_holds_every_requirement(tmp_path: Path) -> None:
    save_comparison(compare_answers(RELEASE, FILES).found, tmp_path / "o.pdf", "en")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO((tmp_path / "o.pdf").read_bytes())).pages)
    assert all(name in text for name in ("CCL-AR-01", "CCL-CAP-01", "vendor_a", "vendor_b"))


def test_a_name_that_says_no_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"name a file that ends in \.html, \.pdf or \.xlsx"):
        save_comparison(compare_answers(RELEASE, FILES).found, tmp_path / "o.doc", "en")
