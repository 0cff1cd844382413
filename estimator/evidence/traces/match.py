"""Which operation of the spec a call is: by collective, group size and bytes."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from estimator.cost.collectives import EVEN
from estimator.estimate.result import OperationEstimate
from estimator.evidence.traces.align import AlignedCall
from estimator.evidence.traces.call import CallGroup
from estimator.phrase import phrase
from estimator.units import format_size

WITHIN = 1.1
"""A call this many times larger or smaller than an operation's is still one of its calls."""
OFFERED = 3.0
"""The widest ``within`` that a miss proposes: beyond it a call is hardly the operation's."""
SENT_WITHIN = 2.0
"""Times this where the size is worked out from what was sent: algorithms differ in that."""


class Miss(NamedTuple):
    """Why a call is no operation's; ``nearest``: the operation that it would be but for its size, and the factor."""

    reason: str
    nearest: str = ""
    factor: float = 0.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an operation's calls look like: ``sizes`` of one call [byte], ``reach``: the factor that skew adds.

    ``per_node``: ranks of the group on one node. ``counted``: the spec says how often a step calls it.
    """

    name: str
    collective: str
    ranks: int
    per_node: int
    sizes: tuple[float, ...]
    reach: float
    counted: bool = True

    def distance(self, n: float) -> float:
        """How many times larger or smaller than the nearest of the operation's sizes, as a logarithm."""
        return min(abs(math.log(n / size)) if n and size else (0.0 if n == size else math.inf) for size in self.sizes)

    def alike(self, other: Candidate) -> bool:
        """Whether no call could be told to be the one's or the other's."""
        own, others = ((EVEN[one.collective], one.ranks, one.per_node) for one in (self, other))
        return own == others and any(other.distance(size) < 1e-9 for size in self.sizes)


def candidates(rows: Mapping[str, OperationEstimate]) -> list[Candidate]:
    """Every operation, with the sizes that its calls have on the pipeline stages that the estimate tells of."""
    return [_candidate(name, row) for name, row in rows.items()]


def _candidate(name: str, row: OperationEstimate) -> Candidate:
    sizes = [row.step.n / row.step.calls, row.size.n / row.calls]
    sizes += [row.elsewhere.cost.n / row.elsewhere.cost.calls] if row.elsewhere is not None else []
    reach, counted = row.conservative.skew, row.step.count > 0
    shape = row.shape
    return Candidate(name, row.collective, shape.ranks, shape.per_node, tuple(dict.fromkeys(sizes)), reach, counted)


class Matcher:
    """Finds the operation of each call. Of operations that are alike one stands for all: the first that is counted.

    ``within``: how many times larger or smaller a call may be. ``node``: ranks on one node, by their order. ``unsure``:
    what else calls of an operation might be, where no trace tells which ranks take part.
    """

    def __init__(self, known: Sequence[Candidate], within: float = WITHIN, node: int = 0) -> None:
        self.within, self.node = within, node
        self.alike: dict[str, list[str]] = {}
        self.unsure: dict[str, dict[str, None]] = {}
        self._known: list[Candidate] = []
        for one in sorted(known, key=lambda one: not one.counted):
            first = next((other for other in self._known if one.alike(other)), None)
            if first is None:
                self._known.append(one)
                self.alike[one.name] = []
            else:
                self.alike[first.name].append(one.name)

    def match(self, call: AlignedCall) -> str | Miss:
        """The operation's name, or why there is none."""
        seen = call.seen
        if not seen.collective:
            return Miss("the trace does not tell which collective it is")
        kind, size = EVEN[seen.collective], seen.group.size
        same = [one for one in self._known if EVEN[one.collective] == kind]
        if not same:
            return Miss(phrase("no operation is of {kind}", kind=kind))
        fitting = same if size is None or kind == "p2p" else [one for one in same if one.ranks == size]
        if not fitting:
            sizes = ", ".join(str(ranks) for ranks in sorted({one.ranks for one in same}))
            return Miss(phrase("no {kind} of {size} ranks, only of {sizes}", kind=kind, size=size, sizes=sizes))
        return self._nearest(call, fitting)

    def _nearest(self, call: AlignedCall, fitting: Iterable[Candidate]) -> str | Miss:
        sized = [(one, n) for one in fitting if (n := call.n(one.ranks)) is not None]
        if not sized:
            return Miss("the trace does not tell its size; record shapes")
        per_node = self._per_node(call.group)

        def farness(each: tuple[Candidate, float]) -> tuple[float, bool, float, bool]:
            one, n = each
            elsewhere = per_node is not None and one.per_node != per_node
            return (
                round(one.distance(n), 2),
                elsewhere,
                round(one.distance(n), 9),
                call.seen.collective != one.collective,
            )

        best, n = min(sized, key=farness)
        rough = SENT_WITHIN if call.seen.told == "sent" else 1.0
        if best.distance(n) <= math.log(self.within * best.reach * rough) + 1e-12:
            nearest = farness((best, n))[:3]
            same = [each[0].name for each in sized if each[0] is not best and farness(each)[:3] == nearest]
            if same:
                self.unsure.setdefault(best.name, {}).update(dict.fromkeys(same))
            return best.name
        size = min(best.sizes, key=lambda size: abs(math.log(n / size)) if n and size else math.inf)
        factor = math.exp(best.distance(n))
        told = {"factor": factor, "name": best.name, "size": format_size(size)}
        if n > size:
            reason = phrase("{factor:.3g} times larger than {name} of {size}", **told)
        else:
            reason = phrase("{factor:.3g} times smaller than {name} of {size}", **told)
        wider = math.ceil(factor / (best.reach * rough) * 100) / 100
        if wider <= OFFERED:
            reason = phrase("{reason}; --within {wider:g} takes it", reason=reason, wider=wider)
        return Miss(reason, best.name, factor)

    def _per_node(self, group: CallGroup) -> int | None:
        """The most ranks of a group that sit on one node; None where no trace names them."""
        ranks = [int(rank) for rank in re.findall(r"\d{1,9}", group.ranks)]
        return max(Counter(rank // self.node for rank in ranks).values()) if ranks and self.node else None
