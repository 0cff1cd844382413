"""Another algorithm, or another number of channels, than the spec names: its own coefficients, nothing fitted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from estimator.evidence.fitting.steps import TAKEN
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.pooled import Ends, Pooled, spread
from estimator.judge.diagnosis.runs.promise import Promise
from estimator.judge.diagnosis.runs.promises import Promises

SLOW = 0.05
"""Misfit of a run from which another explanation is looked for."""
HABIT = (*TAKEN.values(), "double_binary_tree", "binomial")
"""Algorithms that libraries take by themselves."""
USUAL = 0.8
"""How likely they take one that the spec does not name, beside a coefficient that is off."""
OFTEN = 0.3
"""How likely other channels than the spec's are."""
SELDOM = 0.05
"""... and how likely they take any other one."""


def rivals(pools: Sequence[Pooled], promises: Promises) -> Iterator[Law]:
    """A law for each other plan of a collective whose runs are not as stated."""
    stated = [pool.slow for pool in pools]
    for collective in dict.fromkeys(pool.view.run.collective for pool in pools):
        own = [place for place, pool in enumerate(pools) if pool.view.run.collective == collective]
        if max(stated[place] for place in own) < SLOW:
            continue
        found = [{rival.plan: rival for rival in promises.rivals(pools[at].view.run, pools[at].promise)} for at in own]
        named = {promise.plan for at in own for promise in pools[at].choices}
        laws: list[Law] = []
        for plan in dict.fromkeys(plan for each in found for plan in each):
            ends: dict[int, Ends] = {}
            for at, each in zip(own, found, strict=True):
                if plan in each and pools[at].ranks > 2:
                    ends[at] = each[plan].ends(pools[at].sizes)
            if ends and plan not in named:
                taken = next(each[plan] for each in found if plan in each)
                laws.append(_law(pools, plan, _usual(taken, promises), ends))
        every = sum(law.odds for law in laws)
        yield from (law._replace(odds=law.odds / max(every, 1.0)) for law in laws)


def _law(pools: Sequence[Pooled], plan: str, odds: float, ends: Mapping[int, Ends]) -> Law:
    """``ends``: those of the runs that the plan can explain; all others are as stated."""
    misfits = tuple(pool.misfit(ends[at]) if at in ends else pool.slow for at, pool in enumerate(pools))
    wide = max(spread(one) / spread(pools[at].stated) for at, one in ends.items())
    curves = partial(_ends, pools, ends)
    return Law("other_algorithm", plan, odds, (1.0,) * len(pools), misfits, curves, 0, max(wide, 1.0))


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
    return USUAL if promise.algorithm in HABIT else SELDOM
