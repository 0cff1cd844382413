"""Numbers that need a whole sweep: the size that reaches a share of the plateau, a fitted start-up, a fit's error."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from estimator.evidence.fitting.law import laws
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Key, Point, Series
from estimator.evidence.fitting.sides import RefusedError
from estimator.evidence.fitting.steps import steps
from estimator.judge.bench import Bench
from estimator.judge.limit import compared
from estimator.judge.numbers.number import Number, against_limit
from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.taking import Taken, joined
from estimator.judge.reason import Judged, inconclusive, reason
from estimator.phrase import sentence_of
from estimator.require.criterion import Criterion


def curve(bench: Bench, cell: Criterion) -> Number:
    """The number of a cell that is a whole curve: every size of it must be there and in order."""
    found: dict[float, Taken] = {}
    for size in cell.sizes:
        one = bench.taken(size)
        if isinstance(one, Judged):
            return Number(_at(one, size))
        why = bench.doubt(one) or bench.short(one)
        if why is not None:
            return Number(_at(why, size), sources=one.sources)
        found[size] = one
    measures = {"size": _reaching, "alpha": _start_up, "error": _error}
    number = measures[cell.measure.name](bench, cell, found)
    doubt = bench.grounds.missing(list(found.values())) if number.judged.verdict == "pass" else None
    return number if doubt is None else number._replace(judged=inconclusive(doubt))


def _at(judged: Judged, size: float) -> Judged:
    why = reason("at_size", size=(size, "size"), code=judged.reason.code)
    return Judged(judged.verdict, why._replace(facts=why.facts + judged.reason.facts))


def _times(cell: Criterion, found: Mapping[float, Taken]) -> dict[float, Span]:
    """The time at each size, over its repeats: the slowest where the worst counts."""
    return {n: joined(taken.times, cell.measure.repeats, True) for n, taken in found.items()}


def _sources(found: Mapping[float, Taken]) -> tuple[str, ...]:
    return tuple(source for taken in found.values() for source in taken.sources)


def _reaching(bench: Bench, cell: Criterion, found: Mapping[float, Taken]) -> Number:
    """The smallest measured size with a share of the best bandwidth of the sweep."""
    share = (cell.measure.against.value if cell.measure.against else None) or 0.5
    times = _times(cell, found)
    slow = {n: n / time.high for n, time in times.items()}
    quick = {n: n / time.low if time.low > 0.0 else inf for n, time in times.items()}
    middle = {n: n / time.value for n, time in times.items()}
    span = Span(
        _first(quick, share * max(slow.values())),
        _first(middle, share * max(middle.values())),
        _first(slow, share * max(quick.values())),
    )
    anyone = next(iter(found.values()))
    return Number(against_limit(cell, span, anyone), span, sources=_sources(found))


def _first(rates: Mapping[float, float], wanted: float) -> float:
    return min((n for n, rate in rates.items() if rate >= wanted), default=inf)


def _start_up(bench: Bench, cell: Criterion, found: Mapping[float, Taken]) -> Number:
    """Start-up of a round, fitted: what T0 takes of it is known between its ends only, so it is open between them."""
    made = _series(bench, cell, found)
    if isinstance(made, Judged):
        return Number(made, sources=_sources(found))
    start = laws(fit(made))[0].start.by_ranks[bench.block.place.ranks]
    launch = bench.spec.platform.launch.time.ends if bench.spec.platform.launch else (0.0, 0.0)
    rounds = steps(bench.block.collective, bench.block.place.ranks).rounds
    ends = (start.low - launch[1], start.value - launch[0], start.high - launch[0])
    span = Span(*(max(end, 0.0) / rounds for end in ends))
    return Number(_held(cell, span), span, sources=_sources(found))


def _held(cell: Criterion, span: Span) -> Judged:
    """The verdict of a number that a fit gives."""
    if cell.effective is None:
        return inconclusive(reason("no_limit"))
    return compared(span, cell.comparator, cell.effective, cell.unit)


def _error(bench: Bench, cell: Criterion, found: Mapping[float, Taken]) -> Number:
    """How far the operation's own time lies from what the other sizes predict, as a share of it [1]."""
    own = bench.own_n
    if own is None or own not in found:
        return Number(Judged("not_run", reason("no_own_size")), sources=_sources(found))
    made = _series(bench, cell, {n: taken for n, taken in found.items() if n != own})
    if isinstance(made, Judged):
        return Number(made, sources=_sources(found))
    measured = _times(cell, found)[own].value
    try:
        predicted = predict(fit(made), own).median
    except RefusedError as error:
        return Number(inconclusive(reason("no_prediction", why=sentence_of(error))), sources=_sources(found))
    error_ = abs(predicted - measured) / measured
    span = Span(error_, error_, error_)
    return Number(_held(cell, span), span, sources=_sources(found))


def _series(bench: Bench, cell: Criterion, found: Mapping[float, Taken]) -> Series | Judged:
    """The times as points of one law."""
    times, ranks = _times(cell, found), bench.block.place.ranks
    if any(not time.exact for time in times.values()):
        return inconclusive(reason("uncertain"))
    points = tuple(Point(ranks, round(n), time.value, found[n].count) for n, time in sorted(times.items()))
    try:
        made = Series(Key(bench.block.collective), points)
        fit(made)
    except ValueError:
        return inconclusive(reason("few_sizes", sizes=len(points)))
    return made
