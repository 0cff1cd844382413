"""The same call on every rank: calls of the ranks of a group put together, so that each is one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from estimator.cost.collectives import EVEN
from estimator.evidence.traces.call import CallGroup, RankSeen, RankTrace


class Member(NamedTuple):
    """One rank of a call, and how that rank saw it."""

    rank: str
    seen: RankSeen


@dataclass(frozen=True, slots=True)
class AlignedCall:
    """One call on all ranks that were traced. ``whole``: these are all ranks of its group."""

    members: tuple[Member, ...]
    whole: bool

    @property
    def seen(self) -> RankSeen:
        """What one rank tells of it."""
        return self.members[0].seen

    @property
    def group(self) -> CallGroup:
        """The ranks that take part."""
        return self.seen.group

    @property
    def shortest(self) -> float:
        """Seconds on the rank that came last and waited for nobody, of those that were traced."""
        return min(member.seen.elapsed for member in self.members)

    def n(self, ranks: int | None) -> float | None:
        """Canonical size [byte], the mean of the ranks that tell it; ``ranks``: of the group where no trace tells."""
        told = [member.seen.n(member.seen.group.size or ranks) for member in self.members]
        known = [n for n in told if n is not None]
        return fmean(known) if known else None


@dataclass(frozen=True, slots=True)
class Aligned:
    """All calls in order of their start on the first rank; ``unlike``: calls that do not line up across ranks."""

    calls: tuple[AlignedCall, ...]
    unlike: int = 0


def aligned(traces: Sequence[RankTrace]) -> Aligned:
    """Match the calls of the ranks: by their own number in the group, else by their place among those of a step.

    Where the ranks do not show the same sequence, each call stays one rank's own.
    """
    lines: dict[tuple[CallGroup, str, str], dict[str, list[RankSeen]]] = defaultdict(lambda: defaultdict(list))
    alone: list[AlignedCall] = []
    for trace in traces:
        for seen in trace.calls:
            if _matchable(seen):
                lines[seen.group, seen.step, seen.order][trace.rank].append(seen)
            else:
                alone.append(_call([Member(trace.rank, seen)]))
    unlike = 0
    for by_rank in lines.values():
        if _alike(by_rank):
            alone += [_call(members) for members in _side_by_side(by_rank)]
        else:
            unlike += sum(map(len, by_rank.values()))
            alone += [_call([Member(rank, seen)]) for rank, calls in by_rank.items() for seen in calls]
    return Aligned(tuple(sorted(alone, key=lambda call: call.seen.start)), unlike)


def _matchable(seen: RankSeen) -> bool:
    """Whether the group is known well enough; of a P2P, both ends."""
    ends = seen.collective != "p2p" or "->" in seen.group.ranks or bool(seen.order)
    return bool(seen.group.name or seen.group.ranks) and bool(seen.collective) and ends


def _alike(by_rank: Mapping[str, Sequence[RankSeen]]) -> bool:
    """Whether every rank shows the same collectives in the same order, of the same size where sizes are even."""
    sequences = [[_signature(seen) for seen in calls] for calls in by_rank.values()]
    return all(sequence == sequences[0] for sequence in sequences)


def _signature(seen: RankSeen) -> tuple[str, float | None]:
    kind = EVEN.get(seen.collective, seen.collective)
    uneven = kind == "all_to_all" or seen.collective != kind or seen.told == "sent"
    return kind, None if uneven else seen.amount


def _side_by_side(by_rank: Mapping[str, Sequence[RankSeen]]) -> Iterable[list[Member]]:
    for calls in zip(*by_rank.values(), strict=True):
        yield [Member(rank, seen) for rank, seen in zip(by_rank, calls, strict=True)]


def _call(members: Sequence[Member]) -> AlignedCall:
    size = members[0].seen.group.size
    return AlignedCall(tuple(members), size is not None and len(members) == size)
