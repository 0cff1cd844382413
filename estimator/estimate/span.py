"""The time of one end over a range of sizes as exact pieces, the best number of segments included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import isqrt, sqrt

from estimator.cost.evaluate import Line
from estimator.cost.pieces import Piece, fastest, meet, merged, pieces, value
from estimator.cost.plan import Plan
from estimator.cost.segments import best_segments, most_segments
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.ends import lines_of

FINE = 128
"""Up to this many segments every number has its own piece; beyond, numbers 1/128 apart (time within 1e-5)."""


def pieces_of(work: Work, setting: Setting, low: float, high: float) -> tuple[Piece, ...]:
    """T(n) [s] of all calls under one setting from ``low`` to ``high`` [byte] of all calls together."""
    calls = work.calls
    if work.schedule is None:
        one_call = _plain(work, setting, low / calls, high / calls)
    else:
        one_call = _scheduled(work, setting, work.schedule, low / calls, high / calls)
    if calls == 1.0:
        return one_call
    return tuple(Piece(p.low * calls, p.high * calls, _of_all(p.line, calls)) for p in one_call)


def _of_all(line: Line, calls: float) -> Line:
    """The line of calls * t(n / calls), in n."""
    return Line(line.constant * calls, line.root * sqrt(calls), line.slope)


def _plain(work: Work, setting: Setting, low: float, high: float) -> tuple[Piece, ...]:
    curves = [pieces(lines, low, high) for lines in lines_of(work, setting)]
    return curves[0] if len(curves) == 1 else fastest(curves)


def _scheduled(
    work: Work, setting: Setting, schedule: Callable[[int], Plan], low: float, high: float
) -> tuple[Piece, ...]:
    """The lower envelope over the numbers of segments, which grow with the size."""

    @cache
    def cut_into(segments: int) -> tuple[Piece, ...]:
        plan = schedule(segments)
        return _plain(replace(work, plan=plan, fast=(plan,), schedule=None), setting, low, high)

    def best(n: float, least: int, most: int) -> int:
        # The best number grows as the square root of the size, and n is the geometric middle of what is looked at.
        near = isqrt(least * most) - least + 1
        return least - 1 + best_segments(lambda k: _at(cut_into(least - 1 + k), n), most - least + 1, near)

    def between(start: float, stop: float, few: int, many: int) -> list[Piece]:
        if few == many:
            return _clipped(cut_into(few), start, stop)
        if many - few <= max(1, few // FINE):
            # Where they are equal at an end only, they do not meet inside: one of them is the better one throughout.
            middle = sqrt(start * stop)
            alone = start if _at(cut_into(many), middle) < _at(cut_into(few), middle) else stop
            change = next((m.size for m in meet(cut_into(few), cut_into(many)) if start < m.size < stop), alone)
            return _clipped(cut_into(few), start, change) + _clipped(cut_into(many), change, stop)
        middle = sqrt(start * stop)
        if not start < middle < stop:
            return _clipped(cut_into(many), start, stop)
        half = best(middle, few, many)
        return between(start, middle, few, half) + between(middle, stop, half, many)

    return merged(between(low, high, best(low, 1, most_segments(low)), best(high, 1, most_segments(high))))


def _at(found: tuple[Piece, ...], n: float) -> float:
    return value(next(piece for piece in found if n <= piece.high).line, n)


def _clipped(found: tuple[Piece, ...], low: float, high: float) -> list[Piece]:
    inside = [Piece(max(p.low, low), min(p.high, high), p.line) for p in found if p.low < high and p.high > low]
    return [piece for piece in inside if piece.low < piece.high]
