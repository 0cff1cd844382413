"""Another algorithm, or another number of channels, than the spec names: its own coefficients, nothing fitted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from estimator.evidence.fitting.steps import TAKEN
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.pooled import Ends, Pooled, spread
from estimator.judge.diagnosis.runs.promise import Promise
from estimator.judge.diagnosis.runs.promises import Promises

SLOW = 0.05
"""Misfit of a run from which another explanation is looked for."""
HABIT = (*TAKEN.values(), "double_binary_tree", "binomial")
"""Algorithms that libraries take by themselves."""
KNOWN = ("recursive_doubling", "recursive_halving", "rabenseifner", "bruck", "bruck_reversed", "pairwise", "direct")
"""... that many have and some take at some sizes or numbers of ranks."""
USUAL = 0.8
"""How likely they take one that the spec does not name, beside a coefficient that is off."""
OFTEN = 0.3
"""How likely other channels than the spec's are."""
ALL = 0.5
"""How likely it is that every collective takes another one, beside the least likely of them alone."""
SOMETIMES = 0.15
"""... and one that many have, ..."""
SELDOM = 0.05
"""... and how likely they take any other one."""


class OtherPlan(NamedTuple):
    """A plan that the library may have taken, how likely, and the ends of the runs that it explains."""

    plan: str
    odds: float
    ends: Mapping[int, Ends]


def rivals(pools: Sequence[Pooled], promises: Promises) -> Iterator[Law]:
    """A law for each other plan of a collective whose runs are not as stated, and for the best ones of all together."""
    best: list[tuple[str, OtherPlan]] = []
    for collective in dict.fromkeys(pool.view.run.collective for pool in pools):
        own = [place for place, pool in enumerate(pools) if pool.view.run.collective == collective]
        found = list(_of_one(pools, own, promises))
        every = sum(one.odds for one in found)
        laws = [_law(pools, one._replace(odds=one.odds / max(every, 1.0))) for one in found]
        yield from laws
        if laws:
            best.append((collective, min(zip(laws, found, strict=True), key=lambda both: _loss(both[0], own))[1]))
    if len(best) > 1:
        yield _law(pools, _together(best))


def _of_one(pools: Sequence[Pooled], own: Sequence[int], promises: Promises) -> Iterator[OtherPlan]:
    """The plans of one collective, whose runs are ``own``."""
    if max(pools[place].slow for place in own) < SLOW:
        return
    found = [{rival.plan: rival for rival in promises.rivals(pools[at].view.run, pools[at].promise)} for at in own]
    named = {promise.plan for at in own for promise in pools[at].choices}
    for plan in dict.fromkeys(plan for each in found for plan in each):
        ends: dict[int, Ends] = {}
        for at, each in zip(own, found, strict=True):
            if plan in each and pools[at].ranks > 2:
                ends[at] = each[plan].ends(pools[at].sizes)
        if ends and plan not in named:
            yield OtherPlan(plan, _usual(next(each[plan] for each in found if plan in each), promises), ends)


def _loss(law: Law, own: Sequence[int]) -> tuple[float, float]:
    """How badly a law explains the runs of its collective; of those that explain them alike the likelier one."""
    return round(sum(law.misfits[at] for at in own), 2), -law.odds


def _together(best: Sequence[tuple[str, OtherPlan]]) -> OtherPlan:
    """Another plan in each collective: what rules one of them rules the others too."""
    ends = {at: one for _, rival in best for at, one in rival.ends.items()}
    name = ", ".join(f"{collective} {rival.plan}" for collective, rival in best)
    return OtherPlan(name, ALL * min(rival.odds for _, rival in best), ends)


def _law(pools: Sequence[Pooled], rival: OtherPlan) -> Law:
    """Runs that the plan does not explain are as stated."""
    ends = rival.ends
    misfits = tuple(pool.misfit(ends[at]) if at in ends else pool.slow for at, pool in enumerate(pools))
    wide = max(spread(one) / spread(pools[at].stated) for at, one in ends.items())
    curves = partial(_ends, pools, ends)
    return Law("other_algorithm", rival.plan, rival.odds, (1.0,) * len(pools), misfits, curves, 0, max(wide, 1.0))


def _ends(pools: Sequence[Pooled], ends: Mapping[int, Ends], run: int) -> Ends:
    return ends[run] if run in ends else pools[run].stated


def _usual(promise: Promise, promises: Promises) -> float:
    """How likely a library takes an algorithm: what the spec names, or its habit."""
    operation = promises.spec.operations.get(promise.name)
    also = operation.algorithm.also if operation is not None else ()
    if promise.channels is not None:
        return OFTEN
    if promise.algorithm in also:
        return 1.0
    if promise.algorithm in HABIT:
        return USUAL
    return SOMETIMES if promise.algorithm in KNOWN else SELDOM
