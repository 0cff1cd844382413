"""Spans of time in which a device was at work, and how much of another span they cover."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Nanoseconds: TypeAlias = npt.NDArray[np.int64]


class Spans:
    """Starts and ends [ns] as they come, 16 bytes each."""

    def __init__(self) -> None:
        self.starts, self.ends = array("q"), array("q")

    def add(self, start: int, end: int) -> None:
        """One more span."""
        self.starts.append(start)
        self.ends.append(end)

    def busy(self) -> Busy:
        """Their union."""
        return Busy.of(np.frombuffer(self.starts, dtype=np.int64), np.frombuffer(self.ends, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Busy:
    """A union of spans [ns]: apart from each other, in order; ``before``: what they cover up to each start."""

    starts: Nanoseconds
    ends: Nanoseconds
    before: Nanoseconds

    @classmethod
    def of(cls, starts: Nanoseconds, ends: Nanoseconds) -> Busy:
        """The union of spans in any order, overlapping or not."""
        if len(starts) == 0:
            return cls(starts, ends, starts)
        if (starts[1:] < starts[:-1]).any():
            order = np.argsort(starts, kind="stable")
            starts, ends = starts[order], ends[order]
        reached = np.maximum.accumulate(ends)
        first = np.flatnonzero(np.concatenate(([True], starts[1:] > reached[:-1])))
        starts, ends = starts[first], reached[np.concatenate((first[1:] - 1, [len(reached) - 1]))]
        return cls(starts, ends, np.concatenate(([0], np.cumsum(ends - starts)[:-1])))

    @classmethod
    def joined(cls, spans: Iterable[tuple[int, int]]) -> Busy:
        """The union of pairs of start and end."""
        pairs = np.array(list(spans), dtype=np.int64).reshape(-1, 2)
        return cls.of(pairs[:, 0], pairs[:, 1])

    def with_spans(self, other: Busy) -> Busy:
        """The union of both."""
        return Busy.of(np.concatenate((self.starts, other.starts)), np.concatenate((self.ends, other.ends)))

    @property
    def total(self) -> int:
        """Nanoseconds of all spans together."""
        return int((self.ends - self.starts).sum())

    def covered(self, start: int, end: int) -> int:
        """Nanoseconds of ``start`` to ``end`` that lie in a span."""
        return self._up_to(end) - self._up_to(start) if end > start else 0

    def common(self, other: Busy) -> int:
        """Nanoseconds that lie in a span of both."""
        return sum(self.covered(int(start), int(end)) for start, end in zip(other.starts, other.ends, strict=True))

    def _up_to(self, moment: int) -> int:
        at = int(np.searchsorted(self.starts, moment, side="right")) - 1
        if at < 0:
            return 0
        inside = min(moment, int(self.ends[at])) - int(self.starts[at])
        return int(self.before[at]) + inside
