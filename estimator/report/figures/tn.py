"""T(n) of one operation in log-log: the band between the ends, the cut, n_half, limits and rival algorithms."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, log, log10
from typing import NamedTuple

from estimator.report.figures.drawing.axes import LogScale, between
from estimator.report.figures.drawing.labels import SIZE, Box, best_place, fit, spread, text_box, text_width
from estimator.report.figures.drawing.svg import (
    BLUE,
    BLUE_PALE,
    GREY,
    HAIR,
    INK,
    ORANGE,
    WHITE,
    Canvas,
    num,
    points,
    thinned,
)
from estimator.units import format_size, format_time

Pairs = list[tuple[float, float]]


class Marker(NamedTuple):
    """A point to mark: size [byte], seconds, and its label."""

    n: float
    seconds: float
    text: str


class RivalCurve(NamedTuple):
    """Another algorithm: its label and its seconds at the figure's sizes."""

    text: str
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TnData:
    """Curves [s] over ``sizes`` [byte, rising, > 0], all of equal length; ``bound`` is empty without a cut.

    ``time`` the operation's own interval at ``n``; ``n_half`` [byte] of the conservative end, 0 for none.
    """

    sizes: tuple[float, ...]
    optimistic: tuple[float, ...]
    conservative: tuple[float, ...]
    bound: tuple[float, ...]
    n: float
    time: tuple[float, float]
    n_half: float = 0.0
    limits: tuple[Marker, ...] = ()
    rivals: tuple[RivalCurve, ...] = ()
    crossings: tuple[Marker, ...] = ()


@dataclass(frozen=True, slots=True)
class TnLabels:
    """Texts of the figure in the document's language."""

    title: str
    desc: str
    x_axis: str
    y_axis: str
    optimistic: str
    conservative: str
    bound: str
    impossible: str
    n_half: str
    operation: str
    interval: str


@lru_cache(maxsize=128)
def tn_figure(data: TnData, labels: TnLabels, prefix: str = "tn") -> str:
    """The figure as SVG, 1000 x 344 px. Curves must be positive; values outside the drawn range are clipped."""
    plot = _Plot(data, labels, prefix)
    plot.impossible()
    plot.grid()
    plot.band()
    plot.lines()
    plot.n_half()
    plot.operation()
    plot.marks()
    return plot.canvas.svg(344.0)


def seconds_at(sizes: Sequence[float], curve: Sequence[float], n: float) -> float:
    """A sampled curve at a size, straight in log-log between samples; the nearest sample outside their range."""
    if not sizes[0] < n < sizes[-1]:
        return curve[0] if n <= sizes[0] else curve[-1]
    j = min(max(bisect(sizes, n), 1), len(sizes) - 1)
    t = log(n / sizes[j - 1]) / log(sizes[j] / sizes[j - 1])
    return between(curve[j - 1], curve[j], t)


def _time_scale(data: TnData, start: float, end: float) -> LogScale:
    values = [*data.optimistic, *data.conservative, *data.time, *(mark.seconds for mark in data.limits)]
    values += [value for rival in data.rivals for value in rival.seconds]
    values = [value for value in values if value > 0.0] or [1e-6]
    low = floor(log10(min(values)) + 1e-9)
    high = ceil(log10(max(values)) - 1e-9)
    return LogScale(10.0**low, 10.0 ** max(high, low + 2), start, end)


class _Plot:
    """The figure under way: axes, what is drawn, and the boxes of the labels placed so far."""

    def __init__(self, data: TnData, labels: TnLabels, prefix: str) -> None:
        self.data, self.labels = data, labels
        self.canvas = Canvas(1000.0, labels.title, labels.desc, prefix)
        names = [labels.conservative, labels.optimistic, *(rival.text for rival in data.rivals)]
        names += [labels.bound] if data.bound else []
        self.margin = min(max(max(text_width(name, SIZE, True) for name in names) + 26.0, 90.0), 250.0)
        self.frame = Box(92.0, 26.0, 990.0 - self.margin, 284.0)
        low, high = min(*data.sizes, data.n), max(*data.sizes, data.n)
        if high < low * 10.0:
            low, high = low / 3.2, high * 3.2
        self.x = LogScale(low, high, self.frame.left, self.frame.right)
        self.y = _time_scale(data, self.frame.bottom, self.frame.top)
        self.across = [self.x.at(n) for n in data.sizes]
        self.taken: list[Box] = []
        self.dots: Pairs = []

    def curve(self, seconds: Sequence[float]) -> Pairs:
        """A curve in px, clipped at the lower edge of the plot."""
        shown = [(x, self.y.at(max(t, 1e-30))) for x, t in zip(self.across, seconds, strict=True)]
        bottom = self.frame.bottom
        found: Pairs = []
        for before, point in pairwise([shown[0], *shown]):
            if (before[1] > bottom) != (point[1] > bottom):
                t = (bottom - before[1]) / (point[1] - before[1])
                found.append((before[0] + t * (point[0] - before[0]), bottom))
            if point[1] <= bottom:
                found.append(point)
        return found

    def impossible(self) -> None:
        """What lies under the cut bound, hatched."""
        shape = self.curve(self.data.bound) if self.data.bound else []
        if len(shape) < 2:
            return
        bottom = self.frame.bottom
        outline = f"M{points([*thinned(shape), (shape[-1][0], bottom), (shape[0][0], bottom)])}Z"
        tall = bottom - min(y for _, y in shape)
        first, last = shape[0][0] - tall, shape[-1][0]
        starts = [first + 11.0 * k for k in range(int((last - first) / 11.0) + 1)]
        # Lines of its own: viewers draw the tiles of a pattern coarsely at low zoom, and this area is large.
        lines = "".join(f"M{num(x)} {num(bottom)}l{num(tall)}-{num(tall)}" for x in starts)
        self.canvas.clipped(lines, outline, fill="none", stroke="#dcc5b6")

    def grid(self) -> None:
        """Decade lines, axes, tick texts and axis titles."""
        c, f = self.canvas, self.frame
        for n in self.x.decades():
            c.line(self.x.at(n), f.top, self.x.at(n), f.bottom, HAIR)
            c.text(self.x.at(n), f.bottom + 21, format_size(n, binary=False), SIZE, fill=GREY, text_anchor="middle")
        for t in self.y.decades():
            c.line(f.left, self.y.at(t), f.right, self.y.at(t), HAIR)
            c.text(f.left - 10, self.y.at(t) + 5, format_time(t), SIZE, fill=GREY, text_anchor="end")
        c.path(f"M{points([(f.left, f.top), (f.left, f.bottom), (f.right, f.bottom)])}", fill="none", stroke=INK)
        c.text((f.left + f.right) / 2, f.bottom + 48, self.labels.x_axis, SIZE, text_anchor="middle")
        middle = (f.top + f.bottom) / 2
        c.text(18, middle, self.labels.y_axis, SIZE, text_anchor="middle", transform=f"rotate(-90 18 {middle:.0f})")

    def band(self) -> None:
        """The interval: filled between its ends, edges drawn firm."""
        low, high = self.curve(self.data.optimistic), self.curve(self.data.conservative)
        self.canvas.path(f"M{points([*thinned(high), *reversed(thinned(low))])}Z", fill=BLUE_PALE, fill_opacity="0.75")
        self.dots += low[::3] + high[::3]

    def lines(self) -> None:
        """Every line with its name at the right end; names are kept apart and tied to their line."""
        ends: list[tuple[Pairs, str, str]] = []
        if self.data.bound:
            ends.append((self.curve(self.data.bound), self.labels.bound, "bound"))
        ends += [(self.curve(rival.seconds), rival.text, "rival") for rival in self.data.rivals]
        ends.append((self.curve(self.data.optimistic), self.labels.optimistic, "end"))
        ends.append((self.curve(self.data.conservative), self.labels.conservative, "end"))
        ends = [(curve, name, kind) for curve, name, kind in ends if curve]
        wanted = [curve[-1][1] for curve, _, _ in ends]
        heights = spread(wanted, 19.0, self.frame.top + 4, self.frame.bottom - 4)
        for (curve, name, kind), height in zip(ends, heights, strict=True):
            self._line(curve, kind)
            self._end_label(curve[-1], height, name, kind)

    def _line(self, curve: Pairs, kind: str) -> None:
        style: dict[str, str | float] = {"stroke": BLUE, "stroke_width": 2.2}
        if kind == "bound":
            style = {"stroke": ORANGE, "stroke_width": 2.0, "stroke_dasharray": "9 5"}
        if kind == "rival":
            style = {"stroke": INK, "stroke_width": 1.8, "stroke_dasharray": "2 4"}
            self.dots += curve[::3]
        self.canvas.path(f"M{points(thinned(curve))}", fill="none", stroke_linejoin="round", **style)

    def _end_label(self, end: tuple[float, float], height: float, name: str, kind: str) -> None:
        c, right = self.canvas, self.frame.right
        colour = {"bound": ORANGE, "rival": INK, "end": BLUE}[kind]
        tie = [end, (right + 5, end[1]), (right + 13, height), (right + 17, height)]
        c.path(f"M{points(tie)}", fill="none", stroke=colour, stroke_width=0.8)
        c.text(
            right + 20, height + 4.5, fit(name, SIZE, self.margin - 24.0, True), SIZE, fill=colour, font_weight="600"
        )

    def n_half(self) -> None:
        """The balance point on the conservative edge; outside the sizes an arrow at the edge says where it is."""
        n, f, c = self.data.n_half, self.frame, self.canvas
        if n <= 0.0:
            return
        if n < self.x.low or n > self.x.high:
            text = f"◂ {self.labels.n_half}" if n < self.x.low else f"{self.labels.n_half} ▸"
            self._place(text, f.left + 6 if n < self.x.low else f.right - 6, f.bottom - 12, BLUE)
            return
        x, y = self.x.at(n), min(self.y.at(seconds_at(self.data.sizes, self.data.conservative, n)), f.bottom)
        c.line(x, y, x, f.bottom, BLUE, stroke_dasharray="2 3")
        c.circle(x, y, 5, fill=WHITE, stroke=BLUE, stroke_width=2.0)
        self.dots += [(x, y + k * (f.bottom - y) / 20) for k in range(21)]
        self._place(self.labels.n_half, x, f.bottom - 12, BLUE)

    def operation(self) -> None:
        """The operation's own size and its interval as a bar with end caps."""
        low, high = (self.y.at(max(t, self.y.low)) for t in self.data.time)
        x, f, c = self.x.at(self.data.n), self.frame, self.canvas
        c.line(x, f.top, x, high, GREY, stroke_dasharray="2 3")
        c.path(
            f"M{points([(x - 6, low), (x + 6, low)])}M{points([(x - 6, high), (x + 6, high)])}",
            stroke=INK,
            stroke_width=2.4,
        )
        c.line(x, low, x, high, INK, stroke_width=3.4)
        self.taken.append(Box(x - 7, high - 3, x + 7, low + 3))
        self.dots += [(x, f.top + k * (high - f.top) / 20) for k in range(21)]
        left = x > (f.left + f.right) / 2
        at, anchor = (x - 10, "end") if left else (x + 10, "start")
        room = (x - f.left if left else f.right - x) - 20
        for line, (text, bold) in enumerate(((self.labels.operation, True), (self.labels.interval, False))):
            shown = fit(text, SIZE, room, bold)
            y = f.top + 13 + 19 * line
            self._background(text_box(at, y, shown, SIZE, anchor, bold))
            c.text(at, y, shown, SIZE, text_anchor=anchor, font_weight="600" if bold else "400")

    def marks(self) -> None:
        """Limits as triangles that point at the bar, crossings as diamonds, and the word in the hatched region."""
        for mark in self.data.limits:
            x, y = self.x.at(mark.n), self.y.at(max(mark.seconds, self.y.low))
            self.canvas.path(f"M{points([(x + 3, y), (x + 13, y - 6), (x + 13, y + 6)])}Z", fill=INK)
            self.taken.append(Box(x, y - 6, x + 13, y + 6))
            self._place(mark.text, x + 8, y, INK)
        for mark in self.data.crossings:
            x, y = self.x.at(mark.n), self.y.at(mark.seconds)
            self.canvas.path(
                f"M{points([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)])}Z",
                fill=WHITE,
                stroke=INK,
                stroke_width=1.6,
            )
            self.taken.append(Box(x - 6, y - 6, x + 6, y + 6))
            self._place(mark.text, x, y, INK)
        shape = self.curve(self.data.bound) if self.data.bound else []
        if len(shape) > 1 and self.frame.right - shape[0][0] > 60:
            self._place(self.labels.impossible, self.frame.right - 8, self.frame.bottom - 14, ORANGE, 330.0)

    def _place(self, text: str, x: float, y: float, colour: str, room: float = 240.0) -> None:
        """A label near (x, y) where it covers least, cut to ``room`` px."""
        text = fit(text, SIZE, room, True)
        spots = [(x + dx, y + 4.5 + dy, anchor) for dx, dy, anchor in _AROUND]
        boxes = [text_box(a, b, text, SIZE, anchor, True) for a, b, anchor in spots]
        best = best_place(boxes, self.taken, self.frame, self.dots)
        a, b, anchor = spots[best]
        if abs(b - 4.5 - y) > 40.0:
            self.canvas.line(x, y + (8 if b > y else -8), x, b + (-13 if b > y else 4), GREY, stroke_width=0.8)
        self._background(boxes[best])
        self.canvas.text(a, b, text, SIZE, fill=colour, font_weight="600", text_anchor=anchor)

    def _background(self, box: Box) -> None:
        self.taken.append(box)
        self.canvas.rect(
            box.left - 3, box.top, box.right - box.left + 6, box.bottom - box.top, fill=WHITE, fill_opacity="0.85"
        )


_AROUND = sorted(
    (
        (dx, dy, anchor)
        for dy in (0.0, -20.0, 20.0, -36.0, 36.0, -56.0, 56.0, -80.0, 80.0, -110.0, 110.0)
        for dx, anchor in ((14.0, "start"), (-14.0, "end"), (0.0, "middle"), (60.0, "start"), (-60.0, "end"))
    ),
    key=lambda place: place[0] ** 2 + place[1] ** 2,
)
