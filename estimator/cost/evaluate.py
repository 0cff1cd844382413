"""Seconds of a compiled form: parameters are contracted before the size n is touched."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array, Form

BLOCK = 1 << 14
"""Sizes evaluated at a time: the scratch rows of one block stay in the processor's cache."""


class Line(NamedTuple):
    """constant [s] + root [s/B^0.5] * sqrt(n) + slope [s/B] * n."""

    constant: float
    root: float
    slope: float


class Lines(NamedTuple):
    """A form with its parameters put in: phases of alternatives, alternatives over the whole call, a sum outside."""

    phases: tuple[tuple[Line, ...], ...]
    whole: tuple[Line, ...]
    extra: Line


def contract(form: Form, theta: Array) -> Lines:
    """Put the parameters ``theta`` (K,) into a form; rows that another row dominates at every n are dropped."""
    lines = [Line(*line) for line in (form.matrix @ (theta[:, None] * form.powers)).tolist()]
    phases = _joined(_undominated(lines[i:j]) for i, j in zip(form.start, form.stop, strict=True))
    return Lines(phases, _undominated(lines[form.in_phases : -1]), lines[-1])


def _joined(phases: Iterable[tuple[Line, ...]]) -> tuple[tuple[Line, ...], ...]:
    """Phases without alternatives as one, so that a plan of many rounds is evaluated as fast as one of few."""
    single: list[Line] = []
    others: list[tuple[Line, ...]] = []
    for phase in phases:
        if len(phase) == 1:
            single.append(phase[0])
        else:
            others.append(phase)
    if not single:
        return tuple(others)
    total = single[0] if len(single) == 1 else Line(*(sum(parts) for parts in zip(*single, strict=True)))
    return ((total,), *others)


def _undominated(rows: list[Line]) -> tuple[Line, ...]:
    if len(rows) < 2:
        return tuple(rows)
    kept = list(dict.fromkeys(rows))
    if len(kept) > 1:
        kept = [row for row in kept if not any(other is not row and _no_less(other, row) for other in kept)]
    return tuple(kept)


def _no_less(one: Line, other: Line) -> bool:
    """Whether a line lies nowhere below another."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] >= other[2]


def evaluate(lines: Lines, n: Array, out: Array | None = None) -> Array:
    """T(n) [s] of contracted lines for sizes ``n`` [byte] of any shape.

    ``out``: a contiguous array of that shape to fill; fresh memory costs as much as the arithmetic.
    """
    sizes = np.ascontiguousarray(n, dtype=np.float64)
    flat = sizes.reshape(-1)
    result = np.empty_like(flat) if out is None else out.reshape(-1)
    width = min(BLOCK, flat.size)
    scratch = np.empty((3, width))
    rooted = any(line.root for phase in (*lines.phases, lines.whole, (lines.extra,)) for line in phase)
    for at in range(0, flat.size, BLOCK):
        block = flat[at : at + BLOCK]
        width = block.size
        root = np.sqrt(block) if rooted else block
        _block(lines, block, root, result[at : at + BLOCK], scratch[:, :width])
    return result.reshape(sizes.shape)


def _block(lines: Lines, n: Array, root: Array, out: Array, scratch: Array) -> None:
    peak, one, product = scratch
    constant, rooted, slope = lines.extra if not lines.whole else Line(0.0, 0.0, 0.0)
    sums = []
    for phase in lines.phases:
        if len(phase) == 1:
            constant, rooted, slope = constant + phase[0].constant, rooted + phase[0].root, slope + phase[0].slope
        else:
            sums.append(phase)
    _line(Line(constant, rooted, slope), n, root, out, product)
    for phase in sums:
        _line(phase[0], n, root, peak, product)
        for line in phase[1:]:
            np.maximum(peak, _line(line, n, root, one, product), out=peak)
        out += peak
    if lines.whole:
        for line in lines.whole:
            np.maximum(out, _line(line, n, root, one, product), out=out)
        out += _line(lines.extra, n, root, one, product)


def _line(line: Line, n: Array, root: Array, out: Array, product: Array) -> Array:
    np.multiply(n, line.slope, out=out)
    if line.constant:
        out += line.constant
    if line.root:
        out += np.multiply(root, line.root, out=product)
    return out


def scalar(lines: Lines, n: float) -> float:
    """T(n) [s] of contracted lines at one size ``n`` [byte], without arrays: a microsecond a call."""
    root = sqrt(n)
    core = 0.0
    for phase in lines.phases:
        if len(phase) == 1:
            constant, rooted, slope = phase[0]
            core += constant + rooted * root + slope * n
        else:
            core += max([constant + rooted * root + slope * n for constant, rooted, slope in phase])
    for constant, rooted, slope in lines.whole:
        core = max(core, constant + rooted * root + slope * n)
    constant, rooted, slope = lines.extra
    return core + constant + rooted * root + slope * n


def at(form: Form, theta: Array, n: float) -> float:
    """T(n) [s] at one size ``n`` [byte]."""
    return scalar(contract(form, theta), n)
