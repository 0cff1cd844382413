"""What to measure first: how much of the step's exposed time each assumption explains, the largest on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import NamedTuple

from estimator.report.figures.drawing.labels import fit, spread, text_width
from estimator.report.figures.drawing.svg import BLUE, GREY, HAIR, INK, WHITE, Canvas
from estimator.units import format_time

LEFT, RIGHT, AMOUNT = 282.0, 606.0, 620.0
ROW = 26.0


class Assumption(NamedTuple):
    """One assumption: seconds it explains, and texts: amount, share, how to measure it."""

    label: str
    seconds: float
    amount: str
    share: str
    hint: str = ""
    assumed: bool = True


@dataclass(frozen=True, slots=True)
class TornadoLabels:
    """Texts in the document's language."""

    title: str
    desc: str
    heading: str
    amount: str
    hint: str
    axis: str
    assumed: str
    firm: str


def ticks(high: float) -> list[float]:
    """Three to six round values from 0 to ``high``: ``ticks(19.9)`` is [0, 5, 10, 15]."""
    if high <= 0.0:
        return [0.0]
    raw = high / 4
    size = 10.0 ** floor(log10(raw))
    step = next(size * k for k in (1.0, 2.0, 2.5, 5.0, 10.0) if size * k >= raw * (1 - 1e-9))
    return [step * k for k in range(floor(high / step * (1 + 1e-9)) + 1)]


def tornado_figure(
    items: Sequence[Assumption], optimistic: float, conservative: float, labels: TornadoLabels, prefix: str = "tornado"
) -> str:
    """The figure as SVG, 1000 px wide: bars from the conservative end [s] down, as long as what they explain."""
    c = Canvas(1000.0, labels.title, labels.desc, prefix)
    hatch = c.hatch(BLUE, WHITE, 6.0, 45, 1.4)
    high = max(conservative, optimistic, *(item.seconds for item in items), 1e-12)
    bottom = 54.0 + ROW * len(items)

    def at(seconds: float) -> float:
        return LEFT + (RIGHT - LEFT) * min(max(seconds / high, 0.0), 1.0)

    for tick in ticks(high):
        c.line(at(tick), 44, at(tick), bottom, HAIR)
        c.text(at(tick), bottom + 18, format_time(tick), 12, fill=GREY, text_anchor="middle")
    _heads(c, labels)
    _ends(c, at(optimistic), at(conservative), bottom, optimistic, conservative)
    for line, item in enumerate(items):
        _bar(c, item, at(conservative - item.seconds), at(conservative), 52.0 + ROW * line, hatch)
    c.text((LEFT + RIGHT) / 2, bottom + 38, labels.axis, 12.5, text_anchor="middle")
    _legend(c, labels, bottom + 38, hatch)
    return c.svg(bottom + 48.0)


def _heads(c: Canvas, labels: TornadoLabels) -> None:
    c.text(LEFT - 12, 34, fit(labels.heading, 12.5, LEFT - 14), 12.5, fill=GREY, text_anchor="end")
    c.text(AMOUNT, 34, fit(labels.amount, 12.5, 130), 12.5, fill=GREY)
    c.text(AMOUNT + 152, 34, fit(labels.hint, 12.5, 228), 12.5, fill=GREY)


def _ends(c: Canvas, low: float, high: float, bottom: float, optimistic: float, conservative: float) -> None:
    """Upright lines at both ends with their times above; equal ends give one line."""
    ends = [(low, format_time(optimistic)), (high, format_time(conservative))]
    if high - low < 0.5:
        ends = ends[1:]
    gap = max(text_width(text, 13, True) for _, text in ends) + 12.0
    places = spread([x for x, _ in ends], gap, LEFT + 20, RIGHT)
    for (x, text), place in zip(ends, places, strict=True):
        c.line(x, 24, x, bottom, INK, stroke_width=1.6)
        c.text(place, 16, text, 13, text_anchor="middle", font_weight="600")


def _bar(c: Canvas, item: Assumption, low: float, high: float, y: float, hatch: str) -> None:
    c.text(LEFT - 12, y + 14, fit(item.label, 13, LEFT - 14, True), 13, text_anchor="end", font_weight="600")
    left, right = min(low, high), max(low, high)
    c.rect(min(left, right - 1.5), y, max(right - left, 1.5), 18, fill=hatch if item.assumed else BLUE, stroke=BLUE)
    c.text(AMOUNT, y + 14, fit(item.amount, 13, 76, True), 13, font_weight="600")
    c.text(AMOUNT + 138, y + 14, fit(item.share, 12.5, 58), 12.5, fill=GREY, text_anchor="end")
    c.text(AMOUNT + 152, y + 14, fit(item.hint, 12.5, 228), 12.5, fill=GREY)


def _legend(c: Canvas, labels: TornadoLabels, y: float, hatch: str) -> None:
    x = AMOUNT
    for text, fill in ((labels.assumed, hatch), (labels.firm, BLUE)):
        c.rect(x, y - 11, 22, 12, fill=fill, stroke=BLUE)
        shown = fit(text, 12.5, 110)
        c.text(x + 28, y, shown, 12.5)
        x += 28.0 + text_width(shown, 12.5) + 18.0
