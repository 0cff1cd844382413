"""Sensitivity: what ten per cent on each assumption does to the exposed time of a step."""

from __future__ import annotations

from typing import NamedTuple

from estimator.estimate.result import Interval
from estimator.report.numbers import NONE, Several, percent, seconds
from estimator.report.view.context import MOVED, Context, total_key
from estimator.report.view.operations.factors import assumption_name

ROWS = 12


class SwingRow(NamedTuple):
    """An assumption, and the seconds added to both ends when it is worse and when it is better."""

    what: str
    worse: tuple[str, str]
    better: tuple[str, str]
    share: str


def swing_rows(context: Context) -> tuple[SwingRow, ...]:
    """The widest swings first."""
    whole = context.table.exposed.conservative
    return tuple(
        SwingRow(
            assumption_name(context, swing.assumption),
            _both(swing.worse),
            _both(swing.better),
            percent(swing.worse.conservative / whole) if whole else NONE,
        )
        for swing in context.material.swings[:ROWS]
    )


def swings_note(context: Context) -> str:
    """What is moved and how: evaluated anew, all places of one assumption together."""
    key = total_key(context, "figures.swings.note")
    text = context.words[key]
    if len(context.table.operations) > MOVED:
        text += context.words("figures.swings.leading", shown=Several(MOVED))
    return text


def _both(pair: Interval) -> tuple[str, str]:
    first, second = (f"{_sign(value)}{seconds(abs(value))}" for value in pair)
    return first, second


def _sign(value: float) -> str:
    return "+" if value > 0.0 else "\u2212" if value < 0.0 else ""
