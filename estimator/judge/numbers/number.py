"""The number of a cell from its attempts: a time, a bandwidth, or a quotient of two of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from statistics import median
from typing import NamedTuple

from estimator.judge.bench import Bench
from estimator.judge.limit import compared
from estimator.judge.matching.match import unstated
from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.taking import One, Taken, joined
from estimator.judge.numbers.timing import overlap_of, time_of
from estimator.judge.reason import Judged, Reason, inconclusive, reason
from estimator.require.criterion import Against, Criterion, Measure

RATES = ("busbw", "algbw", "bandwidth")
Value = Callable[[One], Span]


class Number(NamedTuple):
    """What was measured, in the cell's own unit, and from where; None where nothing could be."""

    judged: Judged
    value: Span | None = None
    each: tuple[float, ...] = ()
    sources: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    """Fields that the logs leave open and need not say."""


def plain(bench: Bench, cell: Criterion) -> Number:
    """A time, or a bandwidth at that time."""
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    name = cell.measure.name
    return judged(bench, cell, found, (lambda one: _rate(bench, one, name)) if name in RATES else lambda one: one.time)


def quotient(bench: Bench, cell: Criterion) -> Number:
    """A time over that of a reference, or a bandwidth over it: another condition, group, skew, size, or a model."""
    against = cell.measure.against
    if against is None:
        return plain(bench, cell)
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    if against.what in ("cut", "model"):
        base = Span(*(against.value or 0.0,) * 3)
        if base.value <= 0.0:
            return Number(inconclusive(reason("no_model")), sources=found.sources)
        return judged(bench, cell, found, lambda one: over(one.time, base))
    if against.what == "statistic":
        return _tail(bench, cell, found, against)
    return _beside(bench, cell, found, against)


def overlap(bench: Bench, cell: Criterion) -> Number:
    """The share that computation hides, from runs of the calls alone, the computation alone, and both together."""
    found = bench.taken(cell.n or 0.0)
    if isinstance(found, Judged):
        return Number(found)
    shares: list[Span] = []
    for one in found.ones:
        if len(one.attempt.record.times) < found.asked.ranks:
            why = reason("some_ranks", ranks=len(one.attempt.record.times), needed=found.asked.ranks)
            return Number(inconclusive(why), sources=found.sources)
        share = overlap_of(one.attempt.record, cell.measure)
        if isinstance(share, Reason):
            return Number(inconclusive(share), sources=found.sources)
        shares.append(share)
    known = dict(zip((id(one) for one in found.ones), shares, strict=True))
    return judged(bench, cell, found, lambda one: known[id(one)])


def judged(bench: Bench, cell: Criterion, found: Taken, value: Value) -> Number:
    """The number of a cell and its verdict: doubts first, then the limit, then whether there were enough repeats.

    A miss of the worst of few repeats stays a miss however many more there are.
    """
    doubt = bench.doubt(found)
    if doubt is not None:
        return Number(doubt, sources=found.sources)
    spans = [value(one) for one in found.ones]
    upper, repeats = cell.comparator == "at_most", cell.measure.repeats
    span = joined(spans, repeats, upper)
    each = tuple(one.value for one in spans)
    verdict = against_limit(cell, span, found)
    short = bench.short(found)
    if short is not None and not (verdict.verdict == "fail" and repeats == "worst"):
        verdict = short
    left = dict.fromkeys(name for one in found.ones for name in unstated(found.asked, one.attempt.record))
    return Number(verdict, span, each, found.sources, tuple(left))


def against_limit(cell: Criterion, span: Span, found: Taken) -> Judged:
    """The verdict of a number; where it is open on one side for the ranks or samples left out, that is the reason."""
    if cell.effective is None:
        return inconclusive(reason("no_limit"))
    verdict = compared(span, cell.comparator, cell.effective)
    if verdict.reason.code == "uncertain" and (span.high == inf or span.low in (-inf, 0.0)):
        records = [one.attempt.record for one in found.ones]
        fewest = min((len(one.times) for one in records if one.times), default=found.asked.ranks)
        if fewest < found.asked.ranks:
            return inconclusive(reason("some_ranks", ranks=fewest, needed=found.asked.ranks))
        tables = {one.table.over_ranks or "" for one in records}
        exact = cell.measure.statistic in ("mean", "min", "max")
        if exact and tables != {cell.measure.ranks}:
            return inconclusive(reason("over_ranks", found=", ".join(sorted(tables - {""})), wanted=cell.measure.ranks))
        return inconclusive(reason("unbounded", statistic=cell.measure.statistic))
    return verdict


def over(upper: Span, lower: Span) -> Span:
    """A quotient of two spans, as wide as their ends allow."""
    return Span(_divided(upper.low, lower.high), _divided(upper.value, lower.value), _divided(upper.high, lower.low))


def _divided(upper: float, lower: float) -> float:
    if lower in (inf, -inf):
        return -inf if lower == inf else inf
    return upper / lower if lower > 0.0 else inf


def _rate(bench: Bench, one: One, name: str) -> Span:
    """Bandwidth at the record's own size, which may be rounded to whole shares."""
    factor = bench.factor if name == "busbw" else 1.0
    moved = factor * (one.attempt.record.n or 0)
    return over(Span(moved, moved, moved), Span(max(one.time.low, 0.0), one.time.value, one.time.high))


def _tail(bench: Bench, cell: Criterion, found: Taken, against: Against) -> Number:
    """A percentile over a lower statistic of the same attempt."""
    below: list[Span] = []
    for one in found.ones:
        lower = time_of(one.attempt.record, replace(cell.measure, statistic=against.name))
        if isinstance(lower, Reason):
            return Number(inconclusive(lower), sources=found.sources)
        below.append(lower)
    bases = dict(zip((id(one) for one in found.ones), below, strict=True))
    return judged(bench, cell, found, lambda one: over(one.time, bases[id(one)]))


def _beside(bench: Bench, cell: Criterion, found: Taken, against: Against) -> Number:
    """Over the median of the attempts at the reference, so that one slow run of it cannot make the quotient small."""
    other = bench.beside(against)
    n = against.value if against.what == "size" and against.value else cell.n or 0.0
    base = other.taken(n, replace(cell.measure, against=None))
    if isinstance(base, Judged):
        return Number(referred(base, against), sources=found.sources)
    why = other.doubt(base) or other.short(base)
    if why is not None:
        return Number(referred(why, against), sources=found.sources)
    lower = _median([one.time for one in base.ones])
    return judged(bench, cell, found, _quotient(bench, other, cell.measure, lower, n))


def _quotient(bench: Bench, other: Bench, measure: Measure, lower: Span, n: float) -> Value:
    """How a metric sets the time of an attempt against that of its reference."""
    if measure.name == "efficiency":
        scale = bench.factor / other.factor if other.factor else 0.0
        return lambda one: scaled(over(lower, one.time), scale)
    if measure.name == "dip":
        return lambda one: _dip(scaled(over(lower, one.time), (one.attempt.record.n or 0) / n))
    return lambda one: over(one.time, lower)


def _dip(rates: Span) -> Span:
    """How much of the rate before is lost: 0 where it rises."""
    return Span(*(max(0.0, 1.0 - ratio) for ratio in (rates.high, rates.value, rates.low)))


def scaled(span: Span, factor: float) -> Span:
    """A span times a number above 0."""
    return Span(span.low * factor, span.value * factor, span.high * factor)


def _median(spans: list[Span]) -> Span:
    lows, values, highs = zip(*spans, strict=True)
    return Span(median(lows), median(values), median(highs))


def referred(base: Judged, against: Against) -> Judged:
    """The verdict where the reference of a quotient has none: wrong results there are a fail here too."""
    name = against.name or (f"{against.value:g}" if against.value is not None else "")
    why = reason("reference", what=against.what, name=name, code=base.reason.code)
    verdict = base.verdict if base.verdict in ("fail", "not_run") else "inconclusive"
    return Judged(verdict, Reason(why.code, why.facts + base.reason.facts))
