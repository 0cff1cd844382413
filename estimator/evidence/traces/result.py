"""What traces say of a spec: small frozen records, times in seconds, sizes in bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from estimator.estimate.result import Interval
from estimator.evidence.traces.spread import Spread

Basis = Literal["all_ranks", "profiler", "low_quantile"]
"""How transfer was told from waiting: the shortest of all ranks, the profiler's own, a low quantile of one's calls."""


@dataclass(frozen=True, slots=True)
class MeasuredCalls:
    """Calls of one operation, of all steps or of one.

    ``calls``: each counted once, on however many ranks it was seen. ``transfer``: a call; ``elapsed``, ``waiting``,
    ``hidden``, ``exposed``, ``exposed_transfer``: a call on a rank; the last three None where no computation was
    traced. ``predicted``: the mean over the calls, each at its own size. ``error``: prediction over measured median,
    less 1, at both ends. ``inside``: share of the calls whose transfer lies in the interval.
    """

    calls: int
    n: Spread | None
    predicted: Interval
    transfer: Spread
    basis: Basis
    elapsed: Spread
    waiting: Spread
    idle: Spread | None
    inside: float
    hidden: Spread | None
    exposed: Spread | None
    exposed_transfer: Spread | None

    @property
    def error(self) -> Interval:
        """(prediction - measured) / measured of the median transfer, at both ends; 0 where nothing was measured."""
        median = self.transfer.p50
        return Interval(*(end / median - 1.0 if median > 0.0 else 0.0 for end in self.predicted))

    @property
    def outside(self) -> float:
        """How far the median lies outside of the interval, as a share of the nearer end: 0 inside, below negative."""
        low, high = self.predicted
        median = self.transfer.p50
        if median < low:
            return median / low - 1.0
        return median / high - 1.0 if median > high > 0.0 else 0.0


@dataclass(frozen=True, slots=True)
class WindowSeen:
    """The computation beside one call as measured, [optimistic, conservative] of ``overlap: {window: ...}`` [s].

    ``open``: some calls were hidden whole, so that the window may be longer than the conservative end. ``share``: of
    the calls' time that was hidden.
    """

    window: Interval
    share: float
    open: bool


@dataclass(frozen=True, slots=True)
class OperationSeen:
    """One operation of the spec in the traces. ``alike``: operations that no call can be told from it.

    ``requirements``: ids of those about it or about one alike. ``ranks_seen``: how many ranks show it. ``per_step``:
    calls a step, as the spec has them with those alike; ``seen_per_step``: as traced, None where no step is marked.
    ``estimate``: one call in the table, with T0, synchronisation and reordering at both ends.
    ``sizes_sent``: sizes were worked out from bytes sent. ``unsized_group``: some traces do not tell the group's size.
    """

    name: str
    alike: tuple[str, ...]
    requirements: tuple[str, ...]
    collective: str
    ranks: int
    ranks_seen: int
    all: MeasuredCalls
    by_step: Mapping[str, MeasuredCalls]
    per_step: float
    seen_per_step: float | None
    estimate: Interval
    window: WindowSeen | None
    sizes_sent: bool
    unsized_group: bool

    @property
    def calls_a_rank(self) -> float:
        """Calls on one rank, in a step where steps are marked, else in the whole trace."""
        return self.all.elapsed.count / self.ranks_seen if self.seen_per_step is None else self.seen_per_step

    @property
    def exposed_a_rank(self) -> float:
        """Seconds of these calls that no computation hides; all of them where no computation was traced."""
        return (self.all.exposed or self.all.elapsed).mean * self.calls_a_rank

    @property
    def waiting_a_rank(self) -> float:
        """Seconds of that which waited for a late rank, hidden or not where no computation was traced."""
        if self.all.exposed is None or self.all.exposed_transfer is None:
            return self.all.waiting.mean * self.calls_a_rank
        return (self.all.exposed.mean - self.all.exposed_transfer.mean) * self.calls_a_rank


@dataclass(frozen=True, slots=True)
class StepSeen:
    """One step, on the rank where most of it is exposed.

    ``predicted``: what the estimate gives for the calls that were seen, ``predicted_exposed`` what it leaves exposed of
    them. ``exposed``: time in which one of the calls ran and nothing was computed; ``exposed_transfer``: without the
    waiting. Both None where no computation was traced.
    """

    label: str
    rank: str
    calls: int
    predicted: Interval
    predicted_exposed: Interval
    transfer: float
    waiting: float
    elapsed: float
    hidden: float | None
    exposed: float | None
    exposed_transfer: float | None


@dataclass(frozen=True, slots=True)
class Unmatched:
    """Calls that are no operation's, of one kind; ``ranks``, ``n`` None where the traces do not tell them."""

    what: str
    collective: str
    ranks: int | None
    n: float | None
    calls: int
    elapsed: Spread
    reason: str


@dataclass(frozen=True, slots=True)
class TracesCompared:
    """The traces beside the spec. ``ranks``: those that were traced; ``never``: operations that no call is of."""

    ranks: tuple[str, ...]
    world: int | None
    steps: tuple[str, ...]
    operations: Mapping[str, OperationSeen]
    by_step: tuple[StepSeen, ...]
    unmatched: tuple[Unmatched, ...]
    never: tuple[str, ...]
    notes: tuple[str, ...]
