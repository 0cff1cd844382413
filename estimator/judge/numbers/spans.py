"""Values of many attempts with their bounds, as arrays: what ``samples.Span`` is of one."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.judge.numbers.samples import Span

Floats = NDArray[np.float64]


class Spans(NamedTuple):
    """Values [their own unit], and the bounds between which each lies; arrays of one length (N,)."""

    low: Floats
    value: Floats
    high: Floats


def joined_end_to_end(several: Sequence[Spans]) -> Spans:
    """Those of several sets of attempts, in order."""
    if len(several) == 1:
        return several[0]
    return Spans(*(np.concatenate(ends) for ends in zip(*several, strict=True)))


def exactly(values: Floats) -> Spans:
    """Values that are all there is to know."""
    return Spans(values, values, values)


def one_for_all(span: Span, count: int) -> Spans:
    """The same span for so many attempts."""
    return Spans(*(np.broadcast_to(np.float64(end), count) for end in span))


def over(upper: Spans, lower: Spans) -> Spans:
    """Quotients of spans, as wide as their ends allow."""
    return Spans(_divided(upper.low, lower.high), _divided(upper.value, lower.value), _divided(upper.high, lower.low))


def _divided(upper: Floats, lower: Floats) -> Floats:
    """What is divided by nothing is unbounded above, what is divided by what has no end unbounded below."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(lower > 0.0, upper / lower, inf)
    return np.where(lower == inf, -inf, found)


def scaled(spans: Spans, factor: float) -> Spans:
    """Spans times a number above 0."""
    return Spans(spans.low * factor, spans.value * factor, spans.high * factor)
