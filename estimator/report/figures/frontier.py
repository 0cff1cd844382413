"""The frontier of two numbers: what one would have to be at each value of the other, and where the target is met."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from estimator.report.figures.drawing.axes import EvenScale, LogScale
from estimator.report.figures.drawing.labels import SIZE, fit, spread
from estimator.report.figures.drawing.svg import BLUE, BLUE_PALE, GREY, HAIR, INK, WHITE, Canvas, points

Value = float | Literal["any"] | None
Scale = LogScale | EvenScale
WIDTH, TALL = 1000.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 110.0, 790.0, 56.0, 350.0
SIGNS = 36.0
"""Room of the signs inside the frame, at both edges [px]."""
SHOWN = {None: "\u00d7", "any": "\u2022"}
"""What stands at a value that never meets the target, and at one that meets it whatever the other is."""


class Ruler(NamedTuple):
    """A number and how it is drawn: its name, the text of a value, and whether it goes in even steps, not decades."""

    name: str
    form: Callable[[float], str]
    even: bool


class FrontierLine(NamedTuple):
    """One end: its name, and what the second number would have to be at each value of the first."""

    name: str
    values: tuple[Value, ...]


class FrontierTexts(NamedTuple):
    """What the figure is called, says above itself and of its signs."""

    title: str
    heading: str
    signs: str


class FrontierData(NamedTuple):
    """Both numbers, the values of the first, a line an end, and whether more of the second is better."""

    texts: FrontierTexts
    first: Ruler
    second: Ruler
    at: tuple[float, ...]
    lines: tuple[FrontierLine, ...]
    more_is_better: bool


def frontier_figure(data: FrontierData) -> str:
    """The figure as SVG, 1000 x 420 px; the target is met on the shaded side of the lines."""
    canvas = Canvas(WIDTH, data.texts.title, "", "frontier")
    x = _scale(data.first, data.at, LEFT, RIGHT)
    y = _scale(data.second, _numbers(data.lines), BOTTOM - SIGNS, TOP + SIGNS)
    for line in data.lines:
        _met(canvas, data, line, x, y)
    _grid(canvas, data, x, y)
    for line, stroke in zip(data.lines, (BLUE, INK), strict=False):
        _drawn(canvas, data, line, stroke, x, y)
    _named(canvas, data, y)
    heading = fit(data.texts.heading, SIZE, WIDTH - LEFT - 10, True)
    canvas.text(LEFT, 22, heading, SIZE, font_weight="600")
    canvas.text(LEFT, TALL - 6, data.texts.signs, SIZE, fill=GREY)
    return canvas.svg(TALL)


def _numbers(lines: Sequence[FrontierLine]) -> list[float]:
    return [value for line in lines for value in line.values if isinstance(value, float)]


def _scale(ruler: Ruler, values: Sequence[float], start: float, end: float) -> Scale:
    """A scale with a margin around the values; evenly spaced where a value of 0 has no logarithm."""
    low, high = min(values, default=1.0), max(values, default=1.0)
    if ruler.even or low <= 0.0:
        room = 0.06 * (high - low) or 0.5 * abs(high) or 1.0
        return EvenScale(low - room, high + room, start, end)
    return LogScale(low / 1.15, high * 1.15, start, end)


def _parts(data: FrontierData, line: FrontierLine, x: Scale, y: Scale) -> list[list[tuple[float, float]]]:
    """The runs of values that are numbers, in px."""
    found: list[list[tuple[float, float]]] = [[]]
    for at, value in zip(data.at, line.values, strict=True):
        if isinstance(value, float):
            found[-1].append((x.at(at), y.at(value)))
        elif found[-1]:
            found.append([])
    return [part for part in found if part]


def _met(canvas: Canvas, data: FrontierData, line: FrontierLine, x: Scale, y: Scale) -> None:
    edge = TOP if data.more_is_better else BOTTOM
    for part in _parts(data, line, x, y):
        outline = [*part, (part[-1][0], edge), (part[0][0], edge)]
        canvas.path(f"M{points(outline)}Z", fill=BLUE_PALE, fill_opacity="0.6")


def _grid(canvas: Canvas, data: FrontierData, x: Scale, y: Scale) -> None:
    for value in x.ticks():
        canvas.line(x.at(value), TOP, x.at(value), BOTTOM, HAIR)
        canvas.text(x.at(value), BOTTOM + 20, data.first.form(value), SIZE, fill=GREY, text_anchor="middle")
    for value in y.ticks():
        canvas.line(LEFT, y.at(value), RIGHT, y.at(value), HAIR)
        canvas.text(LEFT - 10, y.at(value) + 5, data.second.form(value), SIZE, fill=GREY, text_anchor="end")
    canvas.path(f"M{points([(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)])}", fill="none", stroke=INK)
    name = fit(data.first.name, SIZE, LEFT + RIGHT - 20)
    canvas.text((LEFT + RIGHT) / 2, BOTTOM + 44, name, SIZE, text_anchor="middle")
    canvas.text(LEFT, TOP - 12, fit(data.second.name, SIZE, WIDTH - LEFT - 10), SIZE)


def _drawn(canvas: Canvas, data: FrontierData, line: FrontierLine, stroke: str, x: Scale, y: Scale) -> None:
    """The line, its points, and a sign on the far side where there is no number."""
    for part in _parts(data, line, x, y):
        canvas.path(f"M{points(part)}", fill="none", stroke=stroke, stroke_width=2.2, stroke_linejoin="round")
        for place in part:
            canvas.circle(*place, 3, fill=WHITE, stroke=stroke, stroke_width=1.5)
    far, near = (TOP, BOTTOM) if data.more_is_better else (BOTTOM, TOP)
    down = 12.0 if line is data.lines[0] else 26.0
    for at, value in zip(data.at, line.values, strict=True):
        if not isinstance(value, float):
            edge = far if value is None else near
            height = edge + down if edge == TOP else edge - down + 10.0
            canvas.text(x.at(at), height, SHOWN[value], 14, fill=stroke, text_anchor="middle", font_weight="600")


def _named(canvas: Canvas, data: FrontierData, y: Scale) -> None:
    """The names of the lines at their right ends, kept apart."""
    ends = [next((v for v in reversed(line.values) if isinstance(v, float)), None) for line in data.lines]
    wanted = [TOP if end is None else y.at(end) for end in ends]
    heights = spread(wanted, 17.0, TOP, BOTTOM)
    for line, height, colour in zip(data.lines, heights, (BLUE, INK), strict=False):
        name = fit(line.name, SIZE, WIDTH - RIGHT - 24, True)
        canvas.text(RIGHT + 14, height + 4.5, name, SIZE, fill=colour, font_weight="600")
