"""The same call on every rank: calls of the ranks of a group put together, so that each is one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import NamedTuple

from estimator.evidence.traces.call import CallGroup, RankSeen, RankTrace
from estimator.evidence.traces.hidden import end_of
from estimator.evidence.traces.line_up import offsets

TOGETHER = 50_000, 0.25
"""Nanoseconds, or a share of its time, by which the ends of one call may differ on the ranks that take part."""


class Member(NamedTuple):
    """One rank of a call, and how that rank saw it."""

    rank: str
    seen: RankSeen


@dataclass(frozen=True, slots=True)
class AlignedCall:
    """One call on all ranks that were traced. ``whole``: these are all ranks of its group.

    ``guessed``: no trace names its group, but all traced ranks show it alike: all of the job, or they end it together.
    """

    members: tuple[Member, ...]
    whole: bool
    guessed: bool = False

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

    def of(self, ranks: int) -> list[AlignedCall]:
        """This call in an operation of so many ranks: as it is, or where its ranks were guessed wrong, each alone."""
        if not self.guessed:
            return [self]
        if len(self.members) == ranks:
            return [replace(self, whole=True)]
        return [AlignedCall((member,), False) for member in self.members]

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

    Where the ranks do not show the same sequence, nor parts of one, each call stays one rank's own.
    """
    lines: dict[tuple[CallGroup, str, str], dict[str, list[RankSeen]]] = defaultdict(lambda: defaultdict(list))
    found: list[AlignedCall] = []
    for trace in traces:
        for seen in trace.calls:
            if _matchable(seen):
                lines[seen.group, seen.step, seen.order][trace.rank].append(seen)
            else:
                found.append(_call([Member(trace.rank, seen)]))
    unlike = 0
    everyone = all(trace.world == len(traces) for trace in traces)
    for (group, _, _), by_rank in lines.items():
        places = offsets(by_rank)
        if places is None:
            unlike += sum(map(len, by_rank.values())) if _named(group) else 0
            found += [_call([Member(rank, seen)]) for rank, calls in by_rank.items() for seen in calls]
        elif _named(group):
            found += map(_call, _side_by_side(by_rank, places))
        else:
            found += _guessed(list(_side_by_side(by_rank, places)), len(traces), everyone)
    return Aligned(tuple(sorted(found, key=lambda call: call.seen.start)), unlike)


def _matchable(seen: RankSeen) -> bool:
    """Whether it can be told which calls are alike; of a P2P, both ends must be known."""
    return bool(seen.collective) and (seen.collective != "p2p" or "->" in seen.group.ranks or bool(seen.order))


def _named(group: CallGroup) -> bool:
    return bool(group.name or group.ranks)


def _side_by_side(by_rank: Mapping[str, Sequence[RankSeen]], places: Mapping[str, int]) -> Iterable[list[Member]]:
    rows: dict[int, list[Member]] = defaultdict(list)
    for rank, calls in by_rank.items():
        for at, seen in enumerate(calls, places[rank]):
            rows[at].append(Member(rank, seen))
    return rows.values()


def _guessed(rows: Sequence[Sequence[Member]], ranks: int, everyone: bool) -> Iterable[AlignedCall]:
    """Calls of a group that no trace names, of all traced ranks where these are ``everyone``, or end them together."""
    ends = [{member.rank: end_of(member.seen) for member in row} for row in rows if len(row) == ranks]
    first = rows[0][0].rank
    clocks = {rank: median(end[rank] - end[first] for end in ends) for rank in ends[0]} if ends else {}
    for row in rows:
        size = row[0].seen.group.size
        if len(row) == ranks > 1 and size in (None, ranks) and (everyone or _together(row, clocks)):
            yield AlignedCall(tuple(row), False, guessed=True)
        else:
            yield from (_call([member]) for member in row)


def _together(row: Sequence[Member], clocks: Mapping[str, float]) -> bool:
    """Whether the ranks end a call at one moment. ``clocks``: by how much each rank's clock is ahead [ns]."""
    ends = [end_of(member.seen) - clocks[member.rank] for member in row]
    shortest = min(member.seen.elapsed for member in row) * 1e9
    return max(ends) - min(ends) <= max(TOGETHER[0], TOGETHER[1] * shortest)


def _call(members: Sequence[Member]) -> AlignedCall:
    size = members[0].seen.group.size
    return AlignedCall(tuple(members), size is not None and len(members) == size)
