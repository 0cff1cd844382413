"""Figures: well-formed, safe, alike on every run, and drawn where hand sums say."""

from __future__ import annotations

import re
from math import log10
from xml.etree import ElementTree

import pytest

from estimator.report.figures import bars
from estimator.report.figures.drawing.svg import Canvas, clean, num
from estimator.report.figures.tn import TnData, seconds_at, tn_figure
from estimator.report.figures.topology import elided
from estimator.report.figures.tornado import ticks
from tests.report.figures.samples import EVIL, FIGURES, evil_figures, tn_labels

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "defs", "pattern", "clipPath", "rect", "path", "circle", "text"}
FORBIDDEN_ATTRIBUTES = {"style", "class", "filter", "vector-effect", "paint-order", "href"}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_holds_only_elements_that_browsers_and_the_pdf_writer_share(name: str) -> None:
    root = parsed(FIGURES[name])
    elements = list(root.iter())
    assert len(elements) > 5
    assert {element.tag.removeprefix(SVG) for element in elements} <= ALLOWED
    assert not {key for element in elements for key in element.attrib} & FORBIDDEN_ATTRIBUTES
    assert "var(" not in FIGURES[name]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_named_first_and_sized_by_its_view_box(name: str) -> None:
    root = parsed(FIGURES[name])
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    width, height = root.attrib["viewBox"].split()[2:]
    assert (root.attrib["width"], root.attrib["height"]) == (width, height)


@pytest.mark.parametrize("name", FIGURES)
def test_every_coordinate_is_a_finite_number(name: str) -> None:
    text = re.sub(r"<(title|desc|text)[^>]*>[^<]*</\1>", "", FIGURES[name])
    assert not re.search(r"\b(nan|inf)\b", text)


@pytest.mark.parametrize("name", FIGURES)
def test_every_pattern_that_is_used_is_defined_once_in_the_same_figure(name: str) -> None:
    used = set(re.findall(r"url\(#([^)]+)\)", FIGURES[name]))
    defined = [element.attrib["id"] for element in parsed(FIGURES[name]).iter() if "id" in element.attrib]
    assert used <= set(defined)
    assert len(defined) == len(set(defined))


def test_ids_differ_between_two_figures_of_one_document() -> None:
    one, two = (tn_figure(FLAT, tn_labels("en"), prefix) for prefix in ("tn-a", "tn-b"))
    ids = [{e.attrib["id"] for e in parsed(svg).iter() if "id" in e.attrib} for svg in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_texts_of_a_spec_stay_text() -> None:
    figures = evil_figures()
    assert len(figures) == 6
    for svg in figures:
        assert "<script" not in svg
        assert any(EVIL[:8] in "".join(element.itertext()) for element in parsed(svg).iter())


def test_characters_that_xml_does_not_allow_are_replaced() -> None:
    assert clean("a\x00b\x1b<\ud800>&\"'") == "a\ufffdb\ufffd&lt;\ufffd&gt;&amp;&quot;&#x27;"
    canvas = Canvas(10.0, "a\x0bb", "", "p")
    assert parsed(canvas.svg(10.0))[0].text == "a\ufffdb"


def test_numbers_have_one_decimal_at_most_and_no_negative_zero() -> None:
    assert [num(x) for x in (92.0, 257.629, -0.01, 0.0, -3.25)] == ["92", "257.6", "0", "0", "-3.2"]


FLAT = TnData(
    sizes=(1e3, 1e6, 1e9),
    optimistic=(1e-5, 1e-5, 1e-3),
    conservative=(1e-5, 1e-5, 1e-3),
    bound=(1e-9, 1e-6, 1e-3),
    n=1e6,
    time=(1e-5, 1e-5),
)


def test_the_operation_stands_at_its_size_and_time_on_the_logarithmic_axes() -> None:
    # Decades 1e3..1e9 over the plot's width; 10 us is the lowest decade of the time axis, 1 ms two decades above.
    svg = tn_figure(FLAT, tn_labels("en"))
    right = max(float(x) for x in re.findall(r'<path d="M92 284L([\d.]+) 284" stroke="#e1e5ea"', svg))
    x = 92 + (right - 92) * (log10(1e6) - 3) / 6
    bar = re.search(r'd="M([\d.]+) ([\d.]+)L\1 \2" stroke="#1b2430" stroke-width="3.4"', svg)
    assert bar is not None
    assert float(bar.group(1)) == pytest.approx(x, abs=0.1)
    assert float(bar.group(2)) == 284.0


def test_a_curve_is_read_between_its_samples() -> None:
    # 10 us + n / 100 GB/s takes 30 us at 2 MB.
    sizes = [1e3 * 1.02**k for k in range(700)]
    assert seconds_at(sizes, [1e-5 + n / 1e11 for n in sizes], 2e6) == pytest.approx(3e-5, rel=1e-4)


def test_a_curve_is_read_at_its_ends() -> None:
    assert [seconds_at((1.0, 10.0, 100.0), (1.0, 2.0, 4.0), n) for n in (1.0, 100.0)] == pytest.approx([1.0, 4.0])


def test_long_rows_are_cut_short_before_their_last_member() -> None:
    assert elided(4, 4) == [0, 1, 2, 3]
    assert elided(9, 4) == [0, 1, None, 8]
    assert elided(1, 8) == [0]


def test_ticks_are_round_and_reach_no_further_than_the_end() -> None:
    assert ticks(19.9) == [0.0, 5.0, 10.0, 15.0]
    assert ticks(0.0) == [0.0]
    assert ticks(1e-6) == pytest.approx([0.0, 2.5e-7, 5e-7, 7.5e-7, 1e-6])


def test_an_interval_bar_is_small_and_its_ends_are_where_the_axis_says() -> None:
    # 1x stands at 20 px, the axis' end 2.5x at 112 px, so 1.75x at 66 px; a bound of 0.5x half way between 4 and 20.
    bar = bars.interval_bar(1.75, bound=0.5, limit=2.5, alt="1.00 to 1.75 ms")
    assert len(bar) < 400
    assert 'd="M20 6H66L66 14H20Z"' in bar
    assert 'd="M12 3v14"' in bar
    assert 'd="M108 0h8l-4 7z"' in bar
    assert "<title>1.00 to 1.75 ms</title>" in bar


def test_an_interval_of_no_width_is_still_seen() -> None:
    assert 'd="M20 6H21L21 14H20Z"' in bars.interval_bar(1.0)


def test_a_bar_beyond_the_axis_says_so_by_its_shape() -> None:
    assert "L118 10" in bars.interval_bar(4.0, top=2.5)
    assert "L118 10" not in bars.interval_bar(2.5, top=2.5)


def test_the_impossible_side_of_a_scale_follows_what_is_better() -> None:
    texts = bars.ScaleTexts("limit", "low", "high")
    time = bars.scale(5.0, 8.0, bound=4.0, limit=9.0, texts=texts)
    rate = bars.scale(50.0, 22.0, bound=56.0, limit=30.0, less_is_better=False, texts=texts)
    first = [float(re.search(r'd="M([\d.]+) 32l8-12', svg).group(1)) for svg in (time, rate)]  # type: ignore[union-attr]
    assert first == [4.0, 276.0]


def test_a_scale_of_one_value_is_drawn() -> None:
    svg = bars.scale(5.0, 5.0, texts=bars.ScaleTexts("", "5 ms", "5 ms"))
    assert svg.count("<text") == 1


def test_every_verdict_has_a_shape_of_its_own() -> None:
    kinds: tuple[bars.Verdict, ...] = ("pass", "fail", "inconclusive", "not_run", "waived")
    assert len({bars.verdict_mark(kind) for kind in kinds}) == 5
