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
ENOUGH, CLOSER = 4, 10.0
"""Calls that tell by how much clocks are apart, and how many times closer that must bring their ends."""


class Member(NamedTuple):
    """One rank of a call, and how that rank saw it."""

    rank: str
    seen: RankSeen


class Guess(NamedTuple):
    """When each member ends a call [ns], clocks set alike; ``everyone``: the members are all ranks of the job."""

    ends: tuple[float, ...]
    everyone: bool


@dataclass(frozen=True, slots=True)
class AlignedCall:
    """One call on all ranks that were traced. ``whole``: these are all ranks of its group.

    ``guess``: no trace names its group; these ranks show it alike.
    """

    members: tuple[Member, ...]
    whole: bool
    guess: Guess | None = None

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
        """This call in an operation of so many ranks: as it is, or where that is a guess, of those that end together.

        Where they do not, each rank has it alone.
        """
        if self.guess is None:
            return [self]
        if len(self.members) == ranks and self.guess.everyone:
            return [replace(self, whole=True)]
        ends = self.guess.ends
        order = sorted(range(len(ends)), key=ends.__getitem__)
        parts = [order[at : at + ranks] for at in range(0, len(order), ranks)]
        if len(order) % ranks or not all(self._together(part, ends) for part in parts):
            return [AlignedCall((member,), False) for member in self.members]
        return [replace(self, members=tuple(self.members[at] for at in sorted(part)), whole=True) for part in parts]

    def _together(self, part: Sequence[int], ends: Sequence[float]) -> bool:
        shortest = min(self.members[at].seen.elapsed for at in part) * 1e9
        apart = max(ends[at] for at in part) - min(ends[at] for at in part)
        return apart <= max(TOGETHER[0], TOGETHER[1] * shortest)

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

    Where the ranks mark no step alike, it is their place among those of the whole trace.
    Where the ranks do not show the same sequence, nor parts of one, each call stays one rank's own.
    """
    lines: dict[tuple[CallGroup, str, str], dict[str, list[RankSeen]]] = defaultdict(lambda: defaultdict(list))
    found: list[AlignedCall] = []
    stepped = bool(traces) and bool(set.intersection(*(set(trace.steps) for trace in traces)))
    for trace in traces:
        for seen in trace.calls:
            if _matchable(seen):
                lines[seen.group, seen.step if stepped else "", seen.order][trace.rank].append(seen)
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
    """Calls of groups that no trace names, each on all ``ranks`` traced where these show it."""
    shown = [row for row in rows if len(row) == ranks > 1]
    ahead = _ahead([[end_of(member.seen) for member in row] for row in shown])
    for row in rows:
        if len(row) == ranks > 1:
            ends = (end_of(member.seen) - early for member, early in zip(row, ahead, strict=True))
            yield AlignedCall(tuple(row), False, Guess(tuple(ends), everyone))
        else:
            yield from (_call([member]) for member in row)


def _ahead(ends: Sequence[Sequence[int]]) -> list[float]:
    """By how much the clock of each rank is ahead [ns]; 0 where setting them alike brings the ends little closer."""
    if not ends:
        return []
    ahead = [median(row[at] - row[0] for row in ends) for at in range(len(ends[0]))]
    before = median(max(row) - min(row) for row in ends)
    alike = [[end - early for end, early in zip(row, ahead, strict=True)] for row in ends]
    after = median(max(row) - min(row) for row in alike)
    return ahead if len(ends) >= ENOUGH and after * CLOSER < before else [0.0] * len(ahead)


def _call(members: Sequence[Member]) -> AlignedCall:
    size = members[0].seen.group.size
    return AlignedCall(tuple(members), size is not None and len(members) == size)
