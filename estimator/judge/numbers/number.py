"""The number of a cell from its attempts: a time, a bandwidth, or a quotient of two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

import numpy as np

from estimator.judge.bench import Bench
from estimator.judge.limit import compared
from estimator.judge.matching.match import unstated
from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.spans import Spans, exactly, joined_end_to_end, one_for_all, over, scaled
from estimator.judge.numbers.taking import Batch, Taken, joined
from estimator.judge.numbers.timing import Way, way_of
from estimator.judge.reason import Judged, Reason, inconclusive, reason
from estimator.require.criterion import Against, Criterion, Measure

RATES = ("busbw", "algbw", "bandwidth")
MOST_SHOWN = 1000
"""Attempts whose numbers are listed."""
Value = Callable[[Batch], Spans]


class Number(NamedTuple):
    """What was measured, in the cell's own unit, and from where; None where nothing could be."""

    judged: Judged
    value: Span | None = None
    each: tuple[float, ...] = ()
    """Of the first attempts; ``attempts``: how many they are in all."""
    attempts: int = 0
    sources: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    """Fields that the logs leave open and need not say."""


def plain(bench: Bench, cell: Criterion) -> Number:
    """A time, or a bandwidth at that time."""
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    name = cell.measure.name
    return judged(bench, cell, found, (lambda one: _rate(bench, one, name)) if name in RATES else lambda one: one.times)


def quotient(bench: Bench, cell: Criterion) -> Number:
    """A time over that of a reference, or a bandwidth over it: another condition, group, skew, size, or a model."""
    against = cell.measure.against
    if against is None:
        return plain(bench, cell)
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    if against.what in ("cut", "model"):
        base = against.value or 0.0
        if base <= 0.0:
            return Number(inconclusive(reason("no_model")), sources=found.sources)
        return judged(bench, cell, found, lambda one: scaled(one.times, 1.0 / base))
    if against.what == "statistic":
        return _tail(bench, cell, found, against)
    return _beside(bench, cell, found, against)


def overlap(bench: Bench, cell: Criterion) -> Number:
    """The share that computation hides, from runs of the calls alone, the computation alone, and both together."""
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    for batch in found.batches:
        if batch.pile.alike.sampled < found.asked.ranks:
            why = reason("some_ranks", ranks=batch.pile.alike.sampled, needed=found.asked.ranks)
            return Number(inconclusive(why), sources=found.sources)
    way = way_of(cell.measure)._replace(overlap=True)
    shares = {id(batch.pile): batch.also(way) for batch in found.batches}
    return _each(bench, cell, found, shares)


def _each(bench: Bench, cell: Criterion, found: Taken, numbers: Mapping[int, Spans | Reason]) -> Number:
    """The number of a cell from those of its batches, by their piles; the first reason where one has none."""
    why = next((one for one in numbers.values() if isinstance(one, Reason)), None)
    if why is not None:
        return Number(inconclusive(why), sources=found.sources)
    known = {pile: one for pile, one in numbers.items() if not isinstance(one, Reason)}
    return judged(bench, cell, found, lambda one: known[id(one.pile)])


def judged(bench: Bench, cell: Criterion, found: Taken, value: Value, beside: tuple[Taken, ...] = ()) -> Number:
    """The number of a cell and its verdict: doubts first, then the limit, then whether there were enough repeats.

    A miss of the worst of few repeats stays a miss however many more there are. ``beside``: the attempts at what the
    number is set against.
    """
    doubt = bench.doubt(found)
    if doubt is not None:
        return Number(doubt, sources=found.sources)
    spans = joined_end_to_end([value(batch) for batch in found.batches])
    upper, repeats = cell.comparator == "at_most", cell.measure.repeats
    span = joined(spans, repeats, upper)
    each = tuple(spans.value[:MOST_SHOWN].tolist())
    verdict = against_limit(cell, span, found)
    short = bench.short(found)
    if short is not None and not (verdict.verdict == "fail" and repeats == "worst"):
        verdict = short
    if verdict.verdict == "pass":
        verdict = _believed(bench, cell, found, beside) or verdict
    left = dict.fromkeys(name for one in found.batches for name in unstated(found.asked, one.pile.record))
    return Number(verdict, span, each, found.count, found.sources, tuple(left))


def _believed(bench: Bench, cell: Criterion, found: Taken, beside: tuple[Taken, ...]) -> Judged | None:
    """What a pass comes to by the logs that it rests on; None where nothing speaks against it."""
    why = bench.grounds.missing((found, *beside))
    if why is not None:
        return inconclusive(why)
    quicker = bench.quicker(found)
    against = cell.measure.against
    if quicker is None or quicker.verdict == "pass" or against is None or against.what in ("cut", "model"):
        return quicker
    return None  # a unit that is wrong on both sides of a quotient changes nothing


def against_limit(cell: Criterion, span: Span, found: Taken) -> Judged:
    """The verdict of a number; where it is open on one side for the ranks or samples left out, that is the reason."""
    if cell.effective is None:
        return inconclusive(reason("no_limit"))
    verdict = compared(span, cell.comparator, cell.effective, cell.unit)
    if verdict.reason.code == "uncertain" and (span.high == inf or span.low in (-inf, 0.0)):
        piles = [batch.pile for batch in found.batches]
        fewest = min((one.alike.sampled for one in piles if one.alike.sampled), default=found.asked.ranks)
        if fewest < found.asked.ranks:
            return inconclusive(reason("some_ranks", ranks=fewest, needed=found.asked.ranks))
        tables = {one.record.table.over_ranks or "" for one in piles}
        exact = cell.measure.statistic in ("mean", "min", "max")
        if exact and tables != {cell.measure.ranks}:
            return inconclusive(reason("over_ranks", found=", ".join(sorted(tables - {""})), wanted=cell.measure.ranks))
        return inconclusive(reason("unbounded", statistic=cell.measure.statistic))
    return verdict


def _rate(bench: Bench, one: Batch, name: str) -> Spans:
    """Bandwidth at the records' own size, which may be rounded to whole shares."""
    factor = bench.factor if name == "busbw" else 1.0
    moved = np.broadcast_to(factor * (one.pile.record.n or 0), len(one.times.value))
    return over(exactly(moved), one.times._replace(low=np.maximum(one.times.low, 0.0)))


def _tail(bench: Bench, cell: Criterion, found: Taken, against: Against) -> Number:
    """A percentile over a lower statistic of the same attempt."""
    way = Way(against.name, cell.measure.ranks)
    tails: dict[int, Spans | Reason] = {}
    for batch in found.batches:
        lower = batch.also(way)
        tails[id(batch.pile)] = lower if isinstance(lower, Reason) else over(batch.times, lower)
    return _each(bench, cell, found, tails)


def _beside(bench: Bench, cell: Criterion, found: Taken, against: Against) -> Number:
    """Over the median of the attempts at the reference, so that one slow run of it cannot make the quotient small."""
    other = bench.beside(against)
    n = against.value if against.what == "size" and against.value else cell.n or 0.0
    base = other.taken(n)
    if isinstance(base, Judged):
        return Number(referred(base, against), sources=found.sources)
    why = other.doubt(base) or other.short(base)
    if why is not None:
        return Number(referred(why, against), sources=found.sources)
    lower = joined(base.times, "median", True)
    return judged(bench, cell, found, _quotient(bench, other, cell.measure, lower, n), (base,))


def _quotient(bench: Bench, other: Bench, measure: Measure, lower: Span, n: float) -> Value:
    """How a metric sets the time of an attempt against that of its reference."""

    def under(one: Batch) -> Spans:
        return one_for_all(lower, len(one.times.value))

    if measure.name == "efficiency":
        scale = bench.factor / other.factor if other.factor else 0.0
        return lambda one: scaled(over(under(one), one.times), scale)
    if measure.name == "dip":
        return lambda one: _dip(scaled(over(under(one), one.times), (one.pile.record.n or 0) / n))
    return lambda one: over(one.times, under(one))


def _dip(rates: Spans) -> Spans:
    """How much of the rate before is lost: 0 where it rises."""
    return Spans(*(np.maximum(0.0, 1.0 - ratio) for ratio in (rates.high, rates.value, rates.low)))


def referred(base: Judged, against: Against) -> Judged:
    """The verdict where the reference of a quotient has none: wrong results there are a fail here too."""
    name = against.name or (f"{against.value:g}" if against.value is not None else "")
    why = reason("reference", what=against.what, name=name, code=base.reason.code)
    verdict = base.verdict if base.verdict in ("fail", "not_run") else "inconclusive"
    return Judged(verdict, Reason(why.code, why.facts + base.reason.facts))
