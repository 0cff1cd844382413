"""The two ends of an interval with their numbers put in: "7 x 9 us + 0.875 x 276.8 MB / 35 GB/s + ...".

Where a path and a cut take equally long, the cut is what the document names as the limit: its own sum is shown.
"""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.attribution import in_force
from estimator.cost.key import POWER, SYNC, T0, Family, Key
from estimator.estimate.result import End
from estimator.report.numbers import fraction, rate, seconds, size
from estimator.report.view.machine.levels import level_name
from estimator.report.words.lookup import Words

NAMED: frozenset[Family] = frozenset({"knee", "T0", "sync", "reorder", "root"})
"""Terms that are shown with a word before them."""


class PutIn(NamedTuple):
    """An end with its numbers: the sum of products, the seconds of each, and the total."""

    terms: str
    values: str
    total: str


def put_in(end: End, n: float, calls: float, words: Words) -> PutIn:
    """The terms in force of one end; ``n`` [byte] is the mean size of one call."""
    parts = named_parts(end, n)
    terms = " + ".join(_term(key, value, end, n, words) for key, value in parts.items())
    values = " + ".join(seconds(value) for value in parts.values())
    if calls != 1.0:
        terms, values = f"{fraction(calls)} \u00d7 ({terms})", f"{fraction(calls)} \u00d7 ({values})"
    return PutIn(terms, values if len(parts) > 1 or calls != 1.0 else "", seconds(end.total_s))


def named_parts(end: End, n: float) -> dict[Key, float]:
    """Seconds of one call of ``n`` bytes by parameter, of the rows that the limit is named after."""
    form = end.form
    theta = form.theta(end.theta)
    made = in_force(form, theta, n).named * theta * n**form.power
    return {key: value for key, value in zip(form.keys, made.tolist(), strict=True) if value > 0.0}


def _term(key: Key, value: float, end: End, n: float, words: Words) -> str:
    theta, power = end.theta.get(key, 0.0), POWER[key.family]
    named = ""
    if key.family in NAMED:
        name = words[f"part.{key.family}"]
        named = words("part.on", name=name, level=level_name(words, key.where)) if key.where else name
    if key in (T0, SYNC) or power == 0.5 or theta <= 0.0:
        return f"{named}\u00a0{seconds(value)}" if named else seconds(value)
    if power == 0.0:
        return f"{fraction(value / theta)} \u00d7 {seconds(theta)}"
    volume = value / (theta * n)
    text = f"{_volume(volume, end.skew)}{size(n)} \u00f7 {rate(1.0 / theta)}"
    return f"{named} {text}" if named else text


def _volume(volume: float, skew: float) -> str:
    """The coefficient before n; a skew stands apart, so that 1.3125 reads 1.5 x 0.875."""
    if abs(volume - 1.0) < 1e-9:
        return ""
    even = volume / skew
    if skew == 1.0 or abs(even - 1.0) < 1e-9:
        return f"{fraction(volume)} \u00d7 "
    return f"{fraction(skew)} \u00d7 {fraction(even)} \u00d7 "
