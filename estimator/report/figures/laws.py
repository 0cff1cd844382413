"""Measured times over sizes, the law through them and its band; a panel for every series."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, floor, log, log10

from estimator.evidence.fitting.predict import Predicted, predict
from estimator.evidence.fitting.regimes import Fit
from estimator.report.figures.drawing.axes import LogScale
from estimator.report.figures.drawing.labels import SIZE, spread
from estimator.report.figures.drawing.svg import (
    BLUE,
    BLUE_PALE,
    GREY,
    HAIR,
    INK,
    ORANGE,
    WHITE,
    Canvas,
    points,
    thinned,
)
from estimator.report.tables.evidence.fits import heading
from estimator.units import format_size, format_time

WIDTH, TALL, LEFT, TOP, BOTTOM = 1000.0, 300.0, 92.0, 34.0, 262.0
RIGHT = 900.0
SAMPLES = 160
COLOURS = (BLUE, ORANGE, INK, GREY)


def laws_figure(fits: Sequence[Fit]) -> str:
    """The figure as SVG, a panel of 1000 x 300 px for each series."""
    canvas = Canvas(WIDTH, "Measured times and their laws", "", "laws")
    for place, one in enumerate(fits):
        _panel(canvas, one, place * TALL)
    return canvas.svg(TALL * len(fits))


def _panel(canvas: Canvas, one: Fit, top: float) -> None:
    found = {ranks: _samples(one, ranks) for ranks in one.ranks}
    times = [point.seconds for point in one.series.points] + [each.high for curve in found.values() for each in curve]
    lows = [point.seconds for point in one.series.points] + [each.low for curve in found.values() for each in curve]
    x = LogScale(one.sizes[0], max(one.sizes[1], one.sizes[0] * 10), LEFT, RIGHT)
    low, high = floor(log10(min(lows)) + 1e-9), ceil(log10(max(times)) - 1e-9)
    y = LogScale(10.0**low, 10.0 ** max(high, low + 1), top + BOTTOM, top + TOP)
    canvas.text(LEFT, top + 20, heading(one.key, one.ranks), 14, font_weight="600")
    _grid(canvas, x, y, top)
    pairs = list(zip(reversed(one.ranks), COLOURS * len(one.ranks), strict=False))
    for ranks, _ in pairs:
        _band(canvas, found[ranks], x, y)
    heights = spread([y.at(found[ranks][-1].median) for ranks, _ in pairs], 17.0, top + TOP, top + BOTTOM)
    for (ranks, colour), height in zip(pairs, heights, strict=True):
        middle = [(x.at(each.n), y.at(each.median)) for each in found[ranks]]
        canvas.path(f"M{points(thinned(middle))}", fill="none", stroke=colour, stroke_width=2.0)
        for point in one.series.points:
            if point.ranks == ranks:
                canvas.circle(x.at(point.n), y.at(point.seconds), 3, fill=WHITE, stroke=colour, stroke_width=1.5)
        canvas.text(RIGHT + 12, height + 4.5, f"{ranks} ranks", SIZE, fill=colour, font_weight="600")


def _samples(one: Fit, ranks: int) -> list[Predicted]:
    own = [point.n for point in one.series.points if point.ranks == ranks]
    low, high = log(min(own)), log(max(own))
    return [predict(one, exp(low + (high - low) * step / SAMPLES), ranks) for step in range(SAMPLES + 1)]


def _grid(canvas: Canvas, x: LogScale, y: LogScale, top: float) -> None:
    for n in x.decades():
        canvas.line(x.at(n), top + TOP, x.at(n), top + BOTTOM, HAIR)
        canvas.text(x.at(n), top + BOTTOM + 20, format_size(n, binary=False), SIZE, fill=GREY, text_anchor="middle")
    for seconds in y.decades():
        canvas.line(LEFT, y.at(seconds), RIGHT, y.at(seconds), HAIR)
        canvas.text(LEFT - 10, y.at(seconds) + 5, format_time(seconds), SIZE, fill=GREY, text_anchor="end")
    frame = [(LEFT, top + TOP), (LEFT, top + BOTTOM), (RIGHT, top + BOTTOM)]
    canvas.path(f"M{points(frame)}", fill="none", stroke=INK)


def _band(canvas: Canvas, curve: Sequence[Predicted], x: LogScale, y: LogScale) -> None:
    low = [(x.at(one.n), y.at(max(one.low, y.low))) for one in curve]
    high = [(x.at(one.n), y.at(min(one.high, y.high))) for one in curve]
    canvas.path(f"M{points([*thinned(high), *reversed(thinned(low))])}Z", fill=BLUE_PALE, fill_opacity="0.6")
