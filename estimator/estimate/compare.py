"""The declared algorithm beside all others that could run in its place, and the sizes at which they cross.

The tool shows, it never chooses: the estimate stays that of the declared algorithm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import algorithms
from estimator.cost.form import Array
from estimator.cost.pieces import Meeting, Piece, lowest, meet
from estimator.errors import SpecError
from estimator.estimate.case import Case
from estimator.estimate.curve import both_ends, sizes_around
from estimator.estimate.operation import rival_case, times_of
from estimator.estimate.result import Interval
from estimator.estimate.span import pieces_of
from estimator.phrase import phrase
from estimator.spec.kept import kept
from estimator.spec.same import Same

ENDS = ("optimistic", "conservative")


@dataclass(frozen=True, slots=True)
class Crossover:
    """At ``size`` [byte] of all calls the fastest changes from ``below`` to ``above`` (names of algorithms)."""

    size: float
    below: str
    above: str


@dataclass(frozen=True, slots=True)
class Fastest:
    """From ``low`` to ``high`` [byte] these algorithms are the fastest, equal to 1e-9; the declared one comes first."""

    low: float
    high: float
    algorithms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """Another algorithm in the place of the declared one, with the operation's own inputs.

    ``time``: at the operation's size [s]. ``copies``: the token copies it sends, the declared ones where it can; None
    where the operation says nothing of copies. ``crossovers``: where it and the declared one change places.
    """

    algorithm: CatalogueEntry
    time: Interval
    copies: str | None
    crossovers: Mapping[str, tuple[Crossover, ...]]


@dataclass(frozen=True, slots=True)
class AlgorithmComparison:
    """The declared algorithm beside the others from ``low`` to ``high`` [byte] of all calls.

    ``rivals`` in the order of the catalogue; ``fastest`` by end (optimistic, conservative), in order of size;
    ``left_out``: algorithm of the collective -> why it cannot run here.
    """

    operation: str
    declared: CatalogueEntry
    time: Interval
    low: float
    high: float
    rivals: tuple[Rival, ...]
    fastest: Mapping[str, tuple[Fastest, ...]]
    left_out: Mapping[str, str]

    def ratio(self, rival: Rival) -> Interval:
        """The rival's time over the declared one's, end by end [1]; below 1 the rival is the faster one."""
        pairs = zip(rival.time, self.time, strict=True)
        return Interval(*(other / own if own else 1.0 for other, own in pairs))


def compare(case: Case, sizes: tuple[float, float] | None = None) -> AlgorithmComparison:
    """Compare over ``sizes`` (low, high) [byte] of all calls, or from n / 4096 to 16 n.

    Parameters are those of the operation's own size, as on its curve. Ring and recursive doubling AllReduce of eight
    ranks, 5 us, 50 GB/s: they cross at 8.8 alpha B = 2.2 MB. Raises ValueError where the range is empty.
    """
    return _around(Same(case)) if sizes is None else _over(case, *sizes)


@kept
def _around(case: Same[Case]) -> AlgorithmComparison:
    low, high = sizes_around(case.value.size.n, 2).tolist()
    return _over(case.value, low, high)


def _over(case: Case, low: float, high: float) -> AlgorithmComparison:
    if not 0.0 < low < high:
        raise ValueError(phrase("no sizes from {low:g} to {high:g} B", low=low, high=high))
    found, left_out = rivals_of(case)
    every = [case, *found]
    names = [one.subject.algorithm.name for one in every]
    fastest: dict[str, tuple[Fastest, ...]] = {}
    crossovers: list[dict[str, tuple[Crossover, ...]]] = [{} for _ in found]
    for end, settings in zip(ENDS, ([one.low for one in every], [one.high for one in every]), strict=True):
        curves = [pieces_of(one.work, setting, low, high) for one, setting in zip(every, settings, strict=True)]
        fastest[end] = _fastest(curves, names)
        for index, curve in enumerate(curves[1:]):
            crossovers[index][end] = _crossovers(meet(curves[0], curve), names[0], names[index + 1])
    rivals = tuple(
        Rival(one.subject.algorithm, times_of(one), _copies(case, one), crossed)
        for one, crossed in zip(found, crossovers, strict=True)
    )
    return AlgorithmComparison(case.name, case.subject.algorithm, times_of(case), low, high, rivals, fastest, left_out)


def rivals_of(case: Case) -> tuple[list[Case], dict[str, str]]:
    """The operation with every other algorithm of its collective that can run, and why the others cannot."""
    found: list[Case] = []
    left_out: dict[str, str] = {}
    for entry in algorithms(case.operation.collective):
        if entry.name == case.subject.algorithm.name:
            continue
        try:
            other = rival_case(case, entry.name)
            _ = other.low, other.high
            found.append(other)
        except SpecError as error:
            left_out[entry.name] = error.problems[0].message
    return found, left_out


def curves(case: Case, sizes: Array, names: Sequence[str]) -> dict[str, tuple[tuple[float, ...], tuple[float, ...]]]:
    """(optimistic, conservative) seconds of the named rivals over sizes n [byte], for a figure."""
    return {name: both_ends(rival_case(case, name), sizes) for name in names}


def as_data(found: AlgorithmComparison) -> dict[str, object]:
    """The comparison as plain data for JSON: seconds and bytes, numbers in full."""
    return {
        "declared": found.declared.name,
        "sizes_bytes": [found.low, found.high],
        "rivals": {rival.algorithm.name: _rival_data(found, rival) for rival in found.rivals},
        "fastest": {
            end: [{"low_bytes": one.low, "high_bytes": one.high, "algorithms": list(one.algorithms)} for one in spans]
            for end, spans in found.fastest.items()
        },
        "left_out": dict(found.left_out),
    }


def _rival_data(found: AlgorithmComparison, rival: Rival) -> dict[str, object]:
    return {
        "time_s": list(rival.time),
        "over_declared": list(found.ratio(rival)),
        **({} if rival.copies is None else {"copies": rival.copies}),
        "crossovers": {
            end: [{"bytes": one.size, "below": one.below, "above": one.above} for one in crossed]
            for end, crossed in rival.crossovers.items()
        },
    }


def _fastest(curves: Sequence[Sequence[Piece]], names: Sequence[str]) -> tuple[Fastest, ...]:
    return tuple(Fastest(one.low, one.high, tuple(names[i] for i in one.curves)) for one in lowest(curves))


def _crossovers(meetings: Sequence[Meeting], declared: str, rival: str) -> tuple[Crossover, ...]:
    return tuple(
        Crossover(one.size, *((declared, rival) if one.first_below else (rival, declared))) for one in meetings
    )


def _copies(case: Case, rival: Case) -> str | None:
    declared = case.operation.copies
    if declared is None:
        return None
    return declared if declared in rival.subject.algorithm.copies else "per_expert"
