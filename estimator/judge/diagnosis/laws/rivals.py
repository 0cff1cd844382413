"""Another algorithm, or another number of channels, than the spec names: its own coefficients, nothing fitted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.evidence.steps import TAKEN
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.pooled import Pooled, spread
from estimator.judge.diagnosis.promise import Promise
from estimator.judge.diagnosis.promises import Promises

SLOW = 0.05
"""Misfit of a run from which another explanation is looked for."""
HABIT = (*TAKEN.values(), "double_binary_tree", "binomial")
"""Algorithms that libraries take by themselves."""
USUAL = 0.8
"""How likely they take one that the spec does not name, beside a coefficient that is off."""
OFTEN = 0.3
"""How likely other channels than the spec's are."""
SELDOM = 0.02
"""... and how likely they take any other one."""


def rivals(pools: Sequence[Pooled], promises: Promises) -> Iterator[Law]:
    """A law for each other plan of a collective whose runs are not as stated."""
    stated = [pool.slow for pool in pools]
    for collective in dict.fromkeys(pool.view.run.collective for pool in pools):
        own = [place for place, pool in enumerate(pools) if pool.view.run.collective == collective]
        if max(stated[place] for place in own) < SLOW:
            continue
        found = [{rival.plan: rival for rival in promises.rivals(pools[at].view.run, pools[at].promise)} for at in own]
        named = {pools[at].promise.plan for at in own}
        laws: list[Law] = []
        for plan in dict.fromkeys(plan for each in found for plan in each):
            misfits, taken, wide = list(stated), None, 1.0
            for at, each in zip(own, found, strict=True):
                rival = each.get(plan)
                if rival is not None and pools[at].ranks > 2:
                    ends = rival.ends(pools[at].sizes)
                    misfits[at], taken = pools[at].misfit(ends), rival
                    wide = max(wide, spread(ends) / spread(pools[at].stated))
            if taken is not None and plan not in named:
                laws.append(
                    Law("other_algorithm", plan, _usual(taken, promises), (1.0,) * len(pools), tuple(misfits), 0, wide)
                )
        every = sum(law.odds for law in laws)
        yield from (law._replace(odds=law.odds / max(every, 1.0)) for law in laws)


def _usual(promise: Promise, promises: Promises) -> float:
    """How likely a library takes an algorithm: what the spec names, or its habit."""
    operation = promises.spec.operations.get(promise.name)
    also = operation.algorithm.also if operation is not None else ()
    if promise.channels is not None:
        return OFTEN
    if promise.algorithm in also:
        return 1.0
    return USUAL if promise.algorithm in HABIT else SELDOM
