"""From attempts to one number: every attempt at a call counts, and the metric says how they are joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.match import Mismatch
from estimator.judge.matching.pile import Pile
from estimator.judge.matching.procedure import duration, fault, shorter, wrong
from estimator.judge.matching.runs import Candidate, Runs
from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.spans import Floats, Spans, joined_end_to_end
from estimator.judge.numbers.timing import Way
from estimator.judge.reason import Fact, Judged, Kind, Reason, inconclusive, reason
from estimator.spec.requirements.measure import Test

MOST_NAMED = 4
FIVE = 5
"""Repeats from which their coefficient of variation says something."""
MIB = 2.0**20
Join: TypeAlias = Callable[[Floats], float]
_JOINED: Mapping[str, Join] = MappingProxyType({"median": np.median, "mean": fmean})


class Batch(NamedTuple):
    """Attempts that are alike, and the time that each tells [s]; ``kept``: those of the pile, None: all of it."""

    pile: Pile
    times: Spans
    kept: NDArray[np.bool_] | None = None

    def also(self, way: Way) -> Spans | Reason:
        """The times of the same attempts, taken in another way."""
        return _of(self.pile.times(way), self.kept)


def _of(times: Spans | Reason, kept: NDArray[np.bool_] | None) -> Spans | Reason:
    return times if isinstance(times, Reason) or kept is None else Spans(*(end[kept] for end in times))


@dataclass(frozen=True)
class Taken:
    """All attempts at one call that were run as the test says; ``copies`` of others were left out."""

    asked: AskedTest
    batches: tuple[Batch, ...]
    copies: int = 0

    @cached_property
    def times(self) -> Spans:
        """The time of each [s]."""
        return joined_end_to_end([batch.times for batch in self.batches])

    @property
    def count(self) -> int:
        """How many they are."""
        return sum(len(batch.times.value) for batch in self.batches)

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the first of the times stand: ``run1.log:34``."""
        return tuple(place for batch in self.batches for place in batch.pile.places)


def taken(runs: Runs, asked: AskedTest, test: Test, way: Way, overlapped: bool = False) -> Taken | Judged:
    """The attempts at a call, or the verdict where they cannot be judged.

    ``overlapped``: those of calls beside computation, which are of an overlap and nothing else.
    """
    found = [one for one in runs.candidates(asked) if one.pile.alike.overlapped == overlapped]
    if not found:
        return _nothing(runs, asked)
    matching = [one.pile for one in found if not one.differences]
    bad = next((pile for pile in matching if wrong(pile)), None)
    if bad is not None:
        return Judged("fail", reason("wrong", source=bad.places[0], wrong=float(bad.record.wrong or 0)))
    if not matching:
        return inconclusive(_differing(found))
    clashing = [runs.clashes(pile) for pile in matching]
    kept = [(pile, clashes) for pile, clashes in zip(matching, clashing, strict=True) if clashes or not pile.alike.copy]
    spoilt = next((why for pile, clashes in kept if (why := fault(pile, asked, clashes, test)) is not None), None)
    spoilt = spoilt or _mixed([pile for pile, _ in kept])
    if spoilt is not None:
        return inconclusive(spoilt)
    each = [_batch(pile, asked, test, way) for pile, _ in kept]
    batches = tuple(one for one in each if not isinstance(one, Reason))
    if not batches:
        return inconclusive(next((one for one in each if isinstance(one, Reason)), reason("copies")))
    copies = sum(map(len, matching)) - sum(len(pile) for pile, _ in kept)
    return Taken(asked, batches, copies)


def _mixed(piles: Sequence[Pile]) -> Reason | None:
    """Whether attempts at one call are of different devices or libraries, where their logs name them."""
    for name in ("hardware", "library"):
        places = {getattr(pile.record.table, name): pile.places[0] for pile in reversed(piles)}
        named = [(value, place) for value, place in places.items() if value]
        if len(named) > 1:
            (one, here), (other, there) = named[-1], named[-2]
            return reason("mixed", one=one, here=here, other=other, there=there)
    return None


def _batch(pile: Pile, asked: AskedTest, test: Test, way: Way) -> Batch | Reason:
    """The attempts of a pile that are of no shorter test, or why none of them counts."""
    why = shorter(pile, asked)
    if why is not None:
        return why
    long = duration(pile, test)
    if isinstance(long, Reason):
        return long
    times = _of(pile.times(way), long)
    return times if isinstance(times, Reason) else Batch(pile, times, long)


def _nothing(runs: Runs, asked: AskedTest) -> Judged:
    """No record of the call: not run, or run without data."""
    empty = next(runs.unfinished(asked), None)
    if empty is not None:
        return inconclusive(reason("no_data", source=empty.table.source, flags=", ".join(empty.flags)))
    ranks = runs.ranks_of(asked.collective)
    facts: dict[str, float | str | tuple[float, Kind]] = {
        "collective": asked.collective, "ranks": asked.ranks, "size": (asked.n, "size")
    }  # fmt: skip
    if ranks and asked.ranks not in ranks:
        known = ", ".join(str(number) if number else "?" for number in ranks[:MOST_NAMED])
        return Judged("not_run", reason("other_ranks", **facts, found=known))
    return Judged("not_run", reason("other_sizes" if ranks else "no_record", **facts))


def _differing(found: Sequence[Candidate]) -> Reason:
    """What differs in the attempt that comes nearest: the fewest fields that are other, then the fewest unsaid."""
    nearest = min(found, key=lambda one: (sum(not d.unknown for d in one.differences), len(one.differences)))
    record = nearest.pile.record
    return Reason(
        "differs",
        (
            Fact("source", f"{record.table.source}:{record.line}"),
            *(_fact(one) for one in nearest.differences[:MOST_NAMED]),
        ),
    )


def _fact(one: Mismatch) -> Fact:
    return Fact(one.field, f"{one.found}|{one.wanted}")


def spread(values: Floats) -> float:
    """Coefficient of variation of repeats [1]: 2, 4, 4, 4, 6 vary by 35 %."""
    mean = float(np.mean(values))
    return float(np.std(values, ddof=1)) / mean if mean > 0.0 else 0.0


def most_spread(test: Test, n: float) -> float:
    """The largest coefficient of variation that the test allows at a size [1]."""
    if test.max_spread is not None:
        return float(test.max_spread)
    return 0.05 if n > MIB else 0.15


def uneven(found: Taken, test: Test) -> Reason | None:
    """Repeats too far apart, told from five on."""
    most = most_spread(test, found.asked.n)
    if found.count < FIVE or spread(found.times.value) <= most:
        return None
    each = spread(found.times.value)
    return reason("spread", spread=(each, "ratio"), allowed=(most, "ratio"), repeats=found.count)


def joined(spans: Spans, repeats: str, upper: bool) -> Span:
    """The spans of repeats as one; ``worst`` is the largest where the limit is a ceiling (``upper``)."""
    worst: Join = np.max if upper else np.min
    join = _JOINED.get(repeats, worst)
    return Span(*(float(join(end)) for end in spans))
