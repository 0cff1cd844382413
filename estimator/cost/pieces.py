"""A contracted form as the pieces it is made of, and the sizes at which two of them meet: solved, not sampled.

Every piece is a + c sqrt(n) + b n, a quadratic in sqrt(n).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from estimator.cost.evaluate import Line, Lines

TIE = 1e-9
"""Times closer than this, relative, are equal."""


class Piece(NamedTuple):
    """From ``low`` to ``high`` [byte] the time is that of one line."""

    low: float
    high: float
    line: Line


class Meeting(NamedTuple):
    """A size [byte] at which one curve stops being the faster one: ``first_below`` when it is the first curve."""

    size: float
    first_below: bool


class Lowest(NamedTuple):
    """From ``low`` to ``high`` [byte] the curves with these numbers are the fastest, equal within ``TIE``."""

    low: float
    high: float
    curves: tuple[int, ...]


def value(line: Line, n: float) -> float:
    """Seconds of a line at n [byte]."""
    return line.constant + line.root * sqrt(n) + line.slope * n


def pieces(lines: Lines, low: float, high: float) -> tuple[Piece, ...]:
    """The time over ``low`` .. ``high`` [byte] as pieces in order.

    Two rows of a phase, 5 us + n / (100 GB/s) and 2 us + n / (50 GB/s): they meet at 300,000 B.
    """
    knots = {low, high}
    for phase in lines.phases:
        knots |= _meetings(phase, low, high)
    found: list[Piece] = []
    for start, stop in itertools.pairwise(sorted(knots)):
        middle = sqrt(start * stop)
        core = _sum(max(phase, key=lambda line: value(line, middle)) for phase in lines.phases)
        found += _over_all(core, lines, start, stop)
    return merged(found)


def merged(parts: Iterable[Piece]) -> tuple[Piece, ...]:
    """Neighbours on one line joined."""
    found: list[Piece] = []
    for part in parts:
        if found and found[-1].line == part.line:
            found[-1] = found[-1]._replace(high=part.high)
        else:
            found.append(part)
    return tuple(found)


def meet(first: Sequence[Piece], second: Sequence[Piece]) -> tuple[Meeting, ...]:
    """Where the faster of two curves over one range changes; none where they only touch or are equal.

    5 us + n / (100 GB/s) and 2 us + n / (50 GB/s): at 300,000 B, below which the second is faster.
    """
    found: list[Meeting] = []
    before = 0
    for low, high, (one, other) in _aligned((first, second)):
        for start, stop in itertools.pairwise(sorted({low, high, *roots(one, other, low, high)})):
            sign = _order(one, other, sqrt(start * stop))
            if before and sign and sign != before:
                found.append(Meeting(start, before < 0))
            before = sign or before
    return tuple(found)


def lowest(curves: Sequence[Sequence[Piece]]) -> tuple[Lowest, ...]:
    """Which of the curves over one range is the fastest where."""
    found: list[Lowest] = []
    for low, high, lines in _aligned(curves):
        for start, stop in itertools.pairwise(sorted({low, high, *_meetings(lines, low, high)})):
            times = [value(line, sqrt(start * stop)) for line in lines]
            best = min(times) * (1.0 + TIE)
            fastest = tuple(index for index, time in enumerate(times) if time <= best)
            if found and found[-1].curves == fastest:
                found[-1] = found[-1]._replace(high=stop)
            else:
                found.append(Lowest(start, stop, fastest))
    return tuple(found)


def fastest(curves: Sequence[Sequence[Piece]]) -> tuple[Piece, ...]:
    """Several curves over one range as one: the lowest of them everywhere."""
    found: list[Piece] = []
    for start, stop, which in lowest(curves):
        for piece in curves[which[0]]:
            low, high = max(piece.low, start), min(piece.high, stop)
            if low < high:
                found.append(Piece(low, high, piece.line))
    return merged(found)


def roots(one: Line, other: Line, low: float, high: float) -> list[float]:
    """The sizes strictly between ``low`` and ``high`` [byte] at which two lines are equal."""
    a, c, b = (x - y for x, y in zip(one, other, strict=True))
    return [s * s for s in _quadratic(a, c, b) if s > 0.0 and low < s * s < high]


def _quadratic(a: float, c: float, b: float) -> list[float]:
    """Real s with a + c s + b s^2 = 0, computed without cancellation."""
    if b == 0.0:
        return [-a / c] if c else []
    square = c * c - 4.0 * a * b
    if square < 0.0:
        return []
    if c == 0.0:
        return [sqrt(square) / (2.0 * abs(b))]
    big = -0.5 * (c + (sqrt(square) if c > 0.0 else -sqrt(square)))
    return [big / b, a / big]


def _order(one: Line, other: Line, n: float) -> int:
    """-1 where the first line is lower at n, 1 where the second is, 0 on a tie."""
    first, second = value(one, n), value(other, n)
    if abs(first - second) <= TIE * max(first, second):
        return 0
    return -1 if first < second else 1


def _meetings(lines: Sequence[Line], low: float, high: float) -> set[float]:
    return {size for one, other in itertools.combinations(lines, 2) for size in roots(one, other, low, high)}


def _aligned(curves: Sequence[Sequence[Piece]]) -> Iterable[tuple[float, float, tuple[Line, ...]]]:
    """The curves cut at all their knots: low, high [byte] and the line of each."""
    knots = sorted({knot for curve in curves for piece in curve for knot in piece[:2]})
    at = [0] * len(curves)
    for low, high in itertools.pairwise(knots):
        for index, curve in enumerate(curves):
            if curve[at[index]].high <= low:
                at[index] += 1
        yield low, high, tuple(curve[i].line for curve, i in zip(curves, at, strict=True))


def _over_all(core: Line, lines: Lines, low: float, high: float) -> list[Piece]:
    """One sum of phases against the rows over the whole call, with what is added outside."""
    rows = [core, *lines.whole]
    parts = []
    for start, stop in itertools.pairwise(sorted({low, high, *_meetings(rows, low, high)})):
        middle = sqrt(start * stop)
        parts.append(Piece(start, stop, _sum([max(rows, key=lambda line: value(line, middle)), lines.extra])))
    return parts


def _sum(lines: Iterable[Line]) -> Line:
    constant = root = slope = 0.0
    for line in lines:
        constant, root, slope = constant + line.constant, root + line.root, slope + line.slope
    return Line(constant, root, slope)
