"""The time that one attempt tells: its statistic over the iterations, joined over the ranks, with what bounds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from estimator.judge.numbers.samples import SHARES, Span, fewest, printed_quantile, quantile
from estimator.judge.reason import Reason, reason
from estimator.require.criterion import Measure
from estimator.tools.records import Record, Table

_JOIN: Mapping[str, Callable[[Sequence[float]], float]] = MappingProxyType({"max": max, "min": min, "mean": fmean})
_OVER_RANKS = frozenset({"osu", "imb", "ucc_perftest"})
"""Tools whose lowest and highest times are over the ranks."""


class Way(NamedTuple):
    """How a number is taken of a record: a time, or the share that computation hides; over iterations, over ranks."""

    statistic: str = "mean"
    ranks: str = "max"
    overlap: bool = False


def way_of(measure: Measure) -> Way:
    """The way in which a metric takes its time; of an overlap that of calls and computation together."""
    return Way(measure.statistic, measure.ranks)


def ways_of(measure: Measure) -> tuple[Way, ...]:
    """All ways in which a metric takes numbers of one attempt."""
    own = way_of(measure)
    return (own, own._replace(overlap=True)) if measure.name == "overlap" else (own,)


def time_of(record: Record, way: Way) -> Span | Reason:
    """The time [s] as a requirement's metric asks for it, or why this record does not tell it.

    ``way.ranks`` joins times: ``max`` is the slowest rank. Where a log gives only the mean over the ranks, the
    slowest takes that long or longer, so the span is open above. Of an overlap it is the share that is hidden [1].
    """
    if way.overlap:
        return overlap_of(record, way)
    if record.times:
        return _from_samples(record, way)
    return _from_print(record, way)


def overlap_of(record: Record, way: Way) -> Span | Reason:
    """The share of the calls' time that computation hides [1]: (calls + computation - both together) / calls.

    ``way.ranks``: ``min`` is the rank that hides least. 10 ms of calls and 20 ms of computation that take 23 ms
    together hide 70 %.
    """
    if not record.times or len({len(record.times), len(record.alone), len(record.compute)}) != 1:
        return reason("no_overlap")
    shares = []
    for rank in zip(record.alone, record.compute, record.times, strict=True):
        spans = [_statistic(each, way.statistic) if each else reason("no_time") for each in rank]
        alone, compute, both = spans
        if isinstance(alone, Reason) or isinstance(compute, Reason) or isinstance(both, Reason):
            return next(one for one in spans if isinstance(one, Reason))
        shares.append(
            Span(
                (alone.low + compute.low - both.high) / alone.high,
                (alone.value + compute.value - both.value) / alone.value,
                (alone.high + compute.high - both.low) / alone.low,
            )
        )
    join = _JOIN[way.ranks]
    return Span(*(join(end) for end in zip(*shares, strict=True)))


def _from_samples(record: Record, way: Way) -> Span | Reason:
    """From each rank's time of each iteration."""
    counts = {len(each) for each in record.times}
    if len(counts) != 1 or 0 in counts:
        return reason("no_time")
    if len(record.times) == 1 and _one_message(record):
        joined: Sequence[float] = record.times[0]
    else:
        joined = [_JOIN[way.ranks](each) for each in zip(*record.times, strict=True)]
    span = _statistic(joined, way.statistic)
    if isinstance(span, Reason) or _one_message(record) or len(record.times) >= _timed(record.table):
        return span
    return _opened(span, way.ranks)


def _one_message(record: Record) -> bool:
    """Whether it is of one message, which takes as long as either of its ranks says."""
    return record.table.collective == "p2p" and record.table.groups == 1 and (record.table.ranks or 2) == 2


def _timed(table: Table) -> int:
    """How many ranks must have been timed: of messages at once all, of other groups at once those of one."""
    return (table.ranks or 0) * (table.groups if table.collective == "p2p" else 1)


def _statistic(samples: Sequence[float], statistic: str) -> Span | Reason:
    if statistic in SHARES:
        needed = fewest(SHARES[statistic])
        if len(samples) < needed:
            return reason("few_samples", statistic=statistic, samples=len(samples), needed=needed)
        return quantile(samples, SHARES[statistic])
    value = _JOIN[statistic](samples)
    return Span(value, value, value)


def _opened(span: Span, ranks: str) -> Span:
    """The span where some ranks are missing: the slowest may be slower, the fastest faster, the mean either."""
    return Span(span.low if ranks == "max" else -inf, span.value, span.high if ranks == "min" else inf)


def _from_print(record: Record, way: Way) -> Span | Reason:
    """From the numbers that a tool prints."""
    if way.statistic in SHARES and record.percentiles:
        share, count = SHARES[way.statistic], record.iterations or record.table.iterations or 0
        if count < fewest(share):
            return reason("few_samples", statistic=way.statistic, samples=count, needed=fewest(share))
        span = printed_quantile(record.percentiles, count, share)
        if span is not None:
            return _joined(record, span, way.ranks)
    seconds = _seconds(record)
    if seconds is None:
        return reason("no_time")
    if record.table.statistic != way.statistic:
        return reason("statistic", wanted=way.statistic, found=record.table.statistic)
    exact = way.statistic not in SHARES
    return _joined(record, Span(seconds if exact else -inf, seconds, seconds if exact else inf), way.ranks)


def _seconds(record: Record) -> float | None:
    """The time; of a message one way from its rate, where the tool prints no time."""
    if record.seconds is not None or not record.rate or not record.n or record.table.collective != "p2p":
        return record.seconds
    return record.n / record.rate


def _joined(record: Record, span: Span, ranks: str) -> Span:
    """The span over the ranks as asked for, from what the log says of how it joined them."""
    found = record.table.over_ranks
    if found == ranks or _one_message(record):
        return span
    ends = (record.low, record.high) if record.table.tool in _OVER_RANKS and found == "mean" else (None, None)
    asked = {"min": ends[0], "max": ends[1]}.get(ranks)
    if asked is not None:
        return Span(asked, asked, asked)
    lower = {"max": ("mean", "min", "one", ""), "mean": ("min",), "min": ()}[ranks]
    upper = {"max": (), "mean": ("max",), "min": ("mean", "max", "one", "")}[ranks]
    # Where nobody says how they were joined, the slowest rank took as long or longer, whichever it was.
    return Span(span.low if found in lower else -inf, span.value, span.high if found in upper else inf)
