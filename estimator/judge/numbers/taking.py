"""From attempts to one number: every attempt at a call counts, and the metric says how they are joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import NamedTuple, TypeAlias

from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.match import Mismatch
from estimator.judge.matching.procedure import fault, shorter, wrong
from estimator.judge.matching.runs import Attempt, Candidate, Runs
from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.timing import time_of
from estimator.judge.reason import Fact, Judged, Kind, Reason, inconclusive, reason
from estimator.require.criterion import Measure
from estimator.spec.requirements.measure import Test

MOST_NAMED = 4
FIVE = 5
"""Repeats from which their coefficient of variation says something."""
MIB = 2.0**20


Join: TypeAlias = Callable[[Sequence[float]], float]


class One(NamedTuple):
    """One attempt with the time that it tells [s]."""

    attempt: Attempt
    time: Span


@dataclass(frozen=True, slots=True)
class Taken:
    """All attempts at one call that were run as the test says; ``copies`` of others were left out."""

    asked: AskedTest
    ones: tuple[One, ...]
    copies: int = 0

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the times stand: ``run1.log:34``."""
        return tuple(f"{one.attempt.record.table.source}:{one.attempt.record.time_line}" for one in self.ones)


def taken(runs: Runs, asked: AskedTest, test: Test, measure: Measure) -> Taken | Judged:
    """The attempts at a call, or the verdict where they cannot be judged."""
    found = [one for one in runs.candidates(asked) if _of_its_kind(one, measure)]
    if not found:
        return _nothing(runs, asked)
    matching = [one.attempt for one in found if not one.differences]
    if any(wrong(attempt) for attempt in matching):
        bad = next(attempt for attempt in matching if wrong(attempt))
        place = f"{bad.record.table.source}:{bad.record.line}"
        return Judged("fail", reason("wrong", source=place, wrong=float(bad.record.wrong or 0)))
    if not matching:
        return inconclusive(_differing(found))
    clashing = [one.digest in runs.clashing for one in matching]
    kept = [(one, clashes) for one, clashes in zip(matching, clashing, strict=True) if clashes or not one.copy]
    spoilt = next((why for one, clashes in kept if (why := fault(one, asked, clashes, test)) is not None), None)
    if spoilt is not None:
        return inconclusive(spoilt)
    times = [shorter(one, asked, test) or time_of(one.record, measure) for one, _ in kept]
    ones = tuple(One(one, time) for (one, _), time in zip(kept, times, strict=True) if not isinstance(time, Reason))
    if not ones:
        return inconclusive(next((time for time in times if isinstance(time, Reason)), reason("copies")))
    return Taken(asked, ones, len(matching) - len(kept))


def _of_its_kind(one: Candidate, measure: Measure) -> bool:
    """Whether the times are of the calls: those of calls and computation together are an overlap's and no other's."""
    return bool(one.attempt.record.alone) == (measure.name == "overlap")


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
    record = nearest.attempt.record
    return Reason(
        "differs",
        (
            Fact("source", f"{record.table.source}:{record.line}"),
            *(_fact(one) for one in nearest.differences[:MOST_NAMED]),
        ),
    )


def _fact(one: Mismatch) -> Fact:
    return Fact(one.field, f"{one.found}|{one.wanted}")


def spread(values: Sequence[float]) -> float:
    """Coefficient of variation of repeats [1]: 2, 4, 4, 4, 6 vary by 35 %."""
    mean = fmean(values)
    return stdev(values) / mean if mean > 0.0 else 0.0


def most_spread(test: Test, n: float) -> float:
    """The largest coefficient of variation that the test allows at a size [1]."""
    if test.max_spread is not None:
        return float(test.max_spread)
    return 0.05 if n > MIB else 0.15


def uneven(found: Taken, test: Test) -> Reason | None:
    """Repeats too far apart, told from five on."""
    values, most = [one.time.value for one in found.ones], most_spread(test, found.asked.n)
    if len(values) < FIVE or spread(values) <= most:
        return None
    return reason("spread", spread=(spread(values), "ratio"), allowed=(most, "ratio"), repeats=len(values))


def joined(spans: Sequence[Span], repeats: str, upper: bool) -> Span:
    """The spans of repeats as one; ``worst`` is the largest where the limit is a ceiling (``upper``)."""
    worst: Join = max if upper else min
    join: Join = median if repeats == "median" else fmean if repeats == "mean" else worst
    lows, values, highs = zip(*spans, strict=True)
    return Span(join(lows), join(values), join(highs))
