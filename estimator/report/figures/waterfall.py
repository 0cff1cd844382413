"""From the optimistic to the conservative end, step by step: what makes an interval as wide as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from estimator.report.figures.drawing.labels import SIZE, fit
from estimator.report.figures.drawing.svg import BLUE, GREY, HAIR, INK, ORANGE, WHITE, Canvas
from estimator.report.figures.tornado import ticks
from estimator.units import format_time

LEFT, RIGHT = 282.0, 860.0
ROW, BAR = 22.0, 14.0


class Fall(NamedTuple):
    """One step: its name, the seconds it adds, the amount as text, and whether it rests on an assumption."""

    label: str
    seconds: float
    amount: str
    assumed: bool = True


@dataclass(frozen=True, slots=True)
class WaterfallLabels:
    """Texts in the document's language; the amounts are those of the two ends."""

    title: str
    desc: str
    optimistic: str
    conservative: str
    optimistic_amount: str
    conservative_amount: str
    axis: str
    assumed: str


def waterfall_figure(
    steps: Sequence[Fall], optimistic: float, conservative: float, labels: WaterfallLabels, prefix: str = "fall"
) -> str:
    """The figure as SVG, 1000 px wide: optimistic end [s], each step where the last one stopped, conservative end."""
    c = Canvas(1000.0, labels.title, labels.desc, prefix)
    hatch = c.hatch(ORANGE, WHITE, 6.0, 45, 1.4)
    high, running = max(optimistic, conservative, 1e-12), optimistic
    for step in steps:
        running += step.seconds
        high = max(high, running)
    bottom = 12.0 + ROW * (len(steps) + 2)

    def at(seconds: float) -> float:
        return LEFT + (RIGHT - LEFT) * min(max(seconds / high, 0.0), 1.0)

    for tick in ticks(high if high > 1e-12 else 0.0):
        c.line(at(tick), 8, at(tick), bottom, HAIR)
        c.text(at(tick), bottom + 18, format_time(tick), SIZE, fill=GREY, text_anchor="middle")
    _row(c, labels.optimistic, labels.optimistic_amount, 12.0, (at(0.0), at(optimistic)), BLUE, BLUE)
    y, running = 12.0 + ROW, optimistic
    for step in steps:
        ends = (at(running), at(running + step.seconds))
        c.line(ends[0], y - ROW + BAR, ends[0], y, GREY, stroke_dasharray="2 2")
        _row(c, step.label, step.amount, y, ends, hatch if step.assumed else ORANGE, ORANGE)
        running += step.seconds
        y += ROW
    c.line(at(conservative), y - ROW + BAR, at(conservative), y, GREY, stroke_dasharray="2 2")
    _row(c, labels.conservative, labels.conservative_amount, y, (at(0.0), at(conservative)), BLUE, BLUE)
    c.text((LEFT + RIGHT) / 2, bottom + 38, labels.axis, SIZE, text_anchor="middle")
    c.rect(RIGHT + 14, bottom + 27, 22, 12, fill=hatch, stroke=ORANGE)
    c.text(RIGHT + 42, bottom + 38, fit(labels.assumed, SIZE, 90), SIZE)
    return c.svg(bottom + 48.0)


def _row(c: Canvas, label: str, amount: str, y: float, ends: tuple[float, float], fill: str, stroke: str) -> None:
    bold = stroke == BLUE
    weight = "600" if bold else "400"
    c.text(LEFT - 12, y + 12, fit(label, SIZE, LEFT - 14, bold), SIZE, text_anchor="end", font_weight=weight)
    left, right = min(ends), max(ends)
    c.rect(left, y, max(right - left, 1.5), BAR, fill=fill, stroke=stroke)
    c.text(1000, y + 12, fit(amount, SIZE, 126, bold), SIZE, text_anchor="end", font_weight=weight, fill=INK)
