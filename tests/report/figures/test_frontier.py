"""The figure of a frontier: where lines, signs and round values lie."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from estimator.report.figures.drawing.axes import EvenScale, LogScale
from estimator.report.figures.frontier import frontier_figure
from tests.report.figures.samples import frontier_data

SVG = "{http://www.w3.org/2000/svg}"


def circles(svg: str) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    return [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in found]


def signs(svg: str, sign: str) -> list[tuple[float, float]]:
    texts = [one for one in ElementTree.fromstring(svg).iter(f"{SVG}text") if one.text == sign]
    return [(float(one.attrib["x"]), float(one.attrib["y"])) for one in texts]


def test_every_number_has_a_point_and_every_other_value_a_sign_on_its_side() -> None:
    # Three values of the first number in equal steps of a decade, the middle one in the middle of 110 to 790 px.
    svg = frontier_figure(frontier_data())
    x = sorted({x for x, _ in circles(svg)})
    assert len(circles(svg)) == 4
    assert x[1] == pytest.approx(450.0)
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.15)
    ((never_x, never_y),) = signs(svg, "\u00d7")
    ((any_x, any_y),) = signs(svg, "\u2022")
    assert (never_x, any_x) == (x[0], x[2])
    # More is needed than there is: beyond the upper edge; at any value: at the lower one.
    assert never_y < min(y for _, y in circles(svg)) < max(y for _, y in circles(svg)) < any_y


def test_where_less_is_better_never_is_at_the_lower_edge_and_the_lower_side_is_shaded() -> None:
    svg = frontier_figure(frontier_data(more_is_better=False))
    ((_, never_y),), ((_, any_y),) = signs(svg, "\u00d7"), signs(svg, "\u2022")
    assert any_y < never_y
    assert "met below the lines" in svg
    shaded = re.findall(r'd="M([^"]*)Z" fill="#d9e6f1"', svg)
    assert [outline.endswith(f"L{outline.split()[0]} 350") for outline in shaded] == [True, True]


def test_an_axis_in_even_steps_has_round_values() -> None:
    scale = EvenScale(0.12, 0.93, 0.0, 81.0)
    assert scale.ticks() == pytest.approx([0.2, 0.4, 0.6, 0.8])
    assert scale.at(0.39) == pytest.approx(27.0)


def test_an_axis_of_less_than_a_decade_has_round_values_too() -> None:
    assert LogScale(18e9, 88e9, 0.0, 1.0).ticks() == pytest.approx([20e9, 50e9])
    assert LogScale(1.0, 1e6, 0.0, 1.0).ticks() == [10.0**k for k in range(7)]
