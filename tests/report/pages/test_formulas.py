"""Drawn formulas: on the base line, small, alike on every run, and readable as text."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.report.pages.drawn import fixed_formulas
from estimator.report.pages.formulas import EM, Formulas, Glyphs
from estimator.report.pages.formulas import drawing as drawn_new

RING = r"T = 2(p-1)\,\alpha + 2\,\frac{p-1}{p}\,n\beta"


def sizes(markup: str) -> dict[str, float]:
    return {key: float(value) for key, value in re.findall(r"(?<![a-z-])(width|vertical-align):(-?[\d.]+)em", markup)}


def drawing(markup: str) -> ElementTree.Element:
    match = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', markup)
    assert match is not None
    return ElementTree.fromstring(b64decode(match.group(1)).decode())


def test_a_formula_is_a_drawing_with_its_text_as_alternative() -> None:
    markup = Formulas().draw(RING, 'T = 2(p-1)α & "<b>"')
    assert 'alt="T = 2(p-1)α &amp; &quot;&lt;b&gt;&quot;"' in markup
    paths = [element for element in drawing(markup).iter() if element.tag.endswith("path")]
    assert len(paths) > 5


def test_a_letter_stands_on_the_base_line_and_a_fraction_hangs_below_it() -> None:
    formulas = Formulas()
    letter, fraction = sizes(formulas.draw("T", "T")), sizes(formulas.draw(r"\frac{p-1}{p}", "(p-1)/p"))
    assert letter["vertical-align"] == pytest.approx(0.0, abs=0.12)
    assert fraction["vertical-align"] < -0.4


def test_a_formula_scales_with_the_size_asked_for() -> None:
    formulas = Formulas()
    one, two = sizes(formulas.draw(RING, "T")), sizes(formulas.draw(RING, "T", size=2.0))
    for key in ("width", "vertical-align"):
        assert two[key] == pytest.approx(2 * one[key], abs=2e-3)


def test_a_formula_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    formulas = Formulas()
    first = formulas.draw(RING, "T")
    monkeypatch.setattr("estimator.report.pages.formulas.drawing", lambda latex: pytest.fail(f"{latex} drawn again"))
    assert formulas.draw(RING, "T") == first


def test_another_process_draws_the_same_bytes() -> None:
    code = f"from estimator.report.pages.formulas import Formulas; print(Formulas().draw({RING!r}, 'T'))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {Formulas().draw(RING, "T") + "\n"}


def test_a_formula_with_chinese_is_refused() -> None:
    with pytest.raises(ValueError, match="ASCII"):
        Formulas().draw(r"\text{时间}", "时间")


def test_every_formula_of_the_catalogue_can_be_drawn_in_a_few_kilobytes() -> None:
    from estimator.cost.entries import formula

    formulas = Formulas()
    lines = [line for algorithm in ALGORITHMS for line in formula.lines_of(algorithm.terms)]
    drawn = [formulas.draw(*line) for line in lines]
    assert len(drawn) > 15
    assert max(map(len, drawn)) < 60_000


def test_formulas_of_a_page_share_their_glyphs() -> None:
    formulas, sheet = Formulas(), Glyphs()
    first, again = (formulas.inline(RING, "T & more", sheet) for _ in range(2))
    assert first == again
    assert 'aria-label="T &amp; more"' in first
    assert "<path" not in first
    used = set(re.findall(r'<use href="#([^"]+)"', first))
    names = re.findall(r'<symbol id="([^"]+)"', sheet.sheet())
    assert used == set(names)
    assert len(names) == len(set(names))
    # T = 2 ( p - 1 ) alpha + n beta: twelve different signs.
    assert len(names) == 12


def test_a_page_without_formulas_has_no_glyphs() -> None:
    assert Glyphs().sheet() == ""


def test_no_line_of_a_formula_is_made_smaller_by_more_than_a_quarter() -> None:
    """The column of formulas is 41 % of a line of 181 mm less 2.6 mm of padding: 203 pt, and its text 7.6 pt."""
    column = 203 / 7.6
    drawn = {latex: drawn_new(latex) for latex in fixed_formulas()}
    assert len(drawn) > 60
    assert {latex for latex, (_, box) in drawn.items() if float(box.split()[0]) / EM > column / 0.75} == set()
