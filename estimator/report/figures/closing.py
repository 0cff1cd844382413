"""Bars of seconds on one axis from 0 with the budget marked: without text, which stands beside them."""

from __future__ import annotations

from typing import NamedTuple

from estimator.report.figures.drawing.svg import BLUE, BLUE_MID, INK, ORANGE, TINT, num

WIDE, TALL = 240.0, 12.0
GREY_BAR = "#c8cfd7"


class Axis(NamedTuple):
    """Seconds from 0 to ``top``; ``allowed`` is the budget, None without one."""

    top: float
    allowed: float | None

    def at(self, seconds: float) -> float:
        """A place on the axis, held inside it."""
        return WIDE * min(max(seconds / self.top, 0.0), 1.0) if self.top else 0.0


def axis_of(values: list[float], allowed: float | None) -> Axis:
    """An axis that holds all values and the budget."""
    return Axis(1.04 * max([*values, allowed or 0.0, 0.0]), allowed)


def allowed_bar(axis: Axis) -> str:
    """The budget itself: a full bar."""
    return _svg(_box(0.0, axis.at(axis.allowed or 0.0), INK, ""), axis)


def interval_on(axis: Axis, low: float, high: float) -> str:
    """An estimate, from its optimistic to its conservative end."""
    return _svg(_box(axis.at(low), axis.at(high), BLUE_MID, BLUE), axis)


def reached_bar(axis: Axis, seconds: float) -> str:
    """A sum: grey up to the budget, orange beyond it."""
    within = min(seconds, axis.allowed if axis.allowed is not None else seconds)
    body = _box(0.0, axis.at(within), GREY_BAR, "")
    return _svg(body + (_box(axis.at(within), axis.at(seconds), ORANGE, "") if seconds > within else ""), axis)


def share_bar(axis: Axis, share: float | None, ends: tuple[float, float], met: tuple[float, float]) -> str:
    """One operation: its share in pale grey, its estimate, and a dot where it is with every must just met.

    ``met``: at even load, drawn hollow, and at the full skew.
    """
    body = "" if share is None else _box(0.0, axis.at(share), TINT, "", 0.0, TALL)
    body += _box(axis.at(ends[0]), axis.at(ends[1]), BLUE_MID, BLUE)
    for seconds, fill in ((met[0], "#fff"), (met[1], ORANGE)) if met[0] != met[1] else ((met[1], ORANGE),):
        x = min(max(axis.at(seconds), 4.0), WIDE - 4.0)
        body += f'<circle cx="{num(x)}" cy="6" r="3.4" fill="{fill}" stroke="{ORANGE}"/>'
    return _svg(body, axis, share)


def _box(start: float, end: float, fill: str, stroke: str, top: float = 3.0, tall: float = 6.0) -> str:
    edge = f' stroke="{stroke}"' if stroke else ""
    wide = num(max(end - start, 1.0))
    return f'<rect x="{num(start)}" y="{num(top)}" width="{wide}" height="{num(tall)}" fill="{fill}"{edge}/>'


def _svg(body: str, axis: Axis, mark: float | None = None) -> str:
    """The bar with a line at the budget, or at ``mark``."""
    place = mark if mark is not None else axis.allowed
    line = "" if place is None else f'<path d="M{num(axis.at(place))} 0v12" stroke="{INK}" stroke-width="1.2"/>'
    return f'<svg class="cl" viewBox="0 0 240 12" aria-hidden="true">{body}{line}</svg>'
