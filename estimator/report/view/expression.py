"""The two ends of an interval with their numbers put in: "7 x 9 us + 0.875 x 276.8 MB / 35 GB/s + ..."."""

from __future__ import annotations

from typing import NamedTuple

from estimator.estimate.result import End
from estimator.report.numbers import fraction, rate, seconds, size
from estimator.report.words.book import Words

POWER = {"alpha": 0.0, "gap": 0.0, "beta": 1.0, "link": 1.0, "cut": 1.0, "gamma": 1.0, "reorder": 1.0}
NAMED = {"knee": "part.knee", "T0": "part.T0", "sync": "part.sync", "reorder": "part.reorder"}


class PutIn(NamedTuple):
    """An end with its numbers: the sum of products, the seconds of each, and the total."""

    terms: str
    values: str
    total: str


def put_in(end: End, n: float, calls: float, words: Words) -> PutIn:
    """The terms in force of one end; ``n`` [byte] is the mean size of one call."""
    parts = [(key, value) for key, value in end.parts.items() if value > 0.0]
    terms = " + ".join(_term(key, value / calls, end, n, words) for key, value in parts)
    values = " + ".join(seconds(value / calls) for _, value in parts)
    if calls != 1.0:
        terms, values = f"{fraction(calls)} \u00d7 ({terms})", f"{fraction(calls)} \u00d7 ({values})"
    return PutIn(terms, values if len(parts) > 1 or calls != 1.0 else "", seconds(end.total_s))


def _term(key: str, value: float, end: End, n: float, words: Words) -> str:
    family = key.partition(".")[0]
    theta = end.theta.get(key, 0.0)
    if family not in POWER or theta <= 0.0:
        return f"{words[NAMED[key]]}\u00a0{seconds(value)}" if key in NAMED else seconds(value)
    if POWER[family] == 0.0:
        return f"{fraction(value / theta)} \u00d7 {seconds(theta)}"
    volume = value / (theta * n)
    text = f"{_volume(volume, end.skew)}{size(n)} \u00f7 {rate(1.0 / theta)}"
    return f"{words[NAMED[key]]} {text}" if key in NAMED else text


def _volume(volume: float, skew: float) -> str:
    """The coefficient before n; a skew stands apart, so that 1.3125 reads 1.5 x 0.875."""
    if abs(volume - 1.0) < 1e-9:
        return ""
    even = volume / skew
    if skew == 1.0 or abs(even - 1.0) < 1e-9:
        return f"{fraction(volume)} \u00d7 "
    return f"{fraction(skew)} \u00d7 {fraction(even)} \u00d7 "
