"""Which explanation of all runs at once is the likeliest: each is fitted, and pays for the numbers it fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from estimator.cost.form import Array
from estimator.judge.diagnosis.causes.cause import CauseName
from estimator.judge.diagnosis.laws.borders import SEEN, UNSEEN, borders
from estimator.judge.diagnosis.laws.changes import RATES, STARTS, Slower, later_by
from estimator.judge.diagnosis.laws.law import Law, LawName, Tried, tried, with_one_factor
from estimator.judge.diagnosis.laws.pooled import Pooled, pooled
from estimator.judge.diagnosis.laws.ranges import ranges
from estimator.judge.diagnosis.laws.rivals import rivals
from estimator.judge.diagnosis.runs.coefficients import OFF
from estimator.judge.diagnosis.runs.hidden import BORDER, narrowed
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.view import View, limits

NOISE = 0.05
"""Mean logarithm that noise and the fine structure of protocols put between times and their law."""
COUNTS = 8
"""Sizes of a run that tell something of their own: neighbours have the same fine structure."""
SPAN = log(10.0)
"""Range of factors that a number may be off by, as a logarithm."""
FADES = 0.6
"""How much less likely larger factors are: the power of the factor."""
MATTERS = 1.5
"""Factor up to which it is the less likely that something is wrong the smaller it is."""
FINE = 0.01
"""Misfit below which no law is better than another."""
TELLS = 0.06
"""Misfit up to which a law explains a run; ..."""
FAILS = 0.2
"""... and from which it does not."""

CUT = 1.2
"""How likely a cut is, beside a path, that limits a run by what is stated, or that groups were measured within, ..."""
SLACK_CUT = 0.5
"""... and any other one."""
SLOW_PAIR = 0.3
"""What is left of the odds of a cut where a pair of ranks across is slow by itself."""
AGAINST = 0.05
"""What is left of the odds of a law where no run alone shows what it says."""
SURE = 0.95
"""How sure a cause is whose law alone explains all runs."""

CAUSE: Mapping[LawName, CauseName] = {
    "as_stated": "healthy",
    "starts_later": "startup",
    "messages_later": "startup",
    "path_starts_later": "startup",
    "calls_later": "startup",
    "path_slower": "bandwidth",
    "paths_slower": "bandwidth",
    "all_slower": "cannot_tell",
    "cut_slower": "topology",
    "node_border": "topology",
    "nodes_border": "topology",
    "ranks_border": "topology",
    "other_algorithm": "algorithm",
    "range_slower": "algorithm",
}


@dataclass(frozen=True)
class Weighed:
    """How likely each law is [0 .. 1], the likeliest first; ``fits``: how well that one explains the runs [0 .. 1]."""

    pools: tuple[Pooled, ...] = ()
    laws: tuple[tuple[Law, float], ...] = ()
    chance: float = 1.0
    """That any factor fits by chance."""

    @property
    def best(self) -> Law | None:
        """The likeliest law."""
        return self.laws[0][0] if self.laws else None

    @property
    def fits(self) -> float:
        """How well the likeliest law explains the run that it explains worst [0 .. 1]."""
        worst = max(self.best.misfits, default=FAILS) if self.best is not None else FAILS
        return min(1.0, max(0.0, (FAILS - worst) / (FAILS - TELLS)))

    def of(self, cause: CauseName) -> tuple[Law | None, float]:
        """The likeliest law of a cause, and how likely all of them are."""
        mine = [(law, share) for law, share in self.laws if CAUSE[law.name] == cause]
        return (mine[0][0] if mine else None), self.fits * sum(share for _, share in mine)

    def shown(self, law: Law) -> float:
        """The logarithm of how well the times themselves speak for a law, whatever its odds."""
        return _fitted(law, self.chance) - _misfit(law)

    def residual(self, view: View) -> Array | None:
        """Logarithm of each time of a run over the middle of the likeliest law; None where it explains it not."""
        law = self.best
        for at, pool in enumerate(self.pools):
            if law is not None and view in pool.views and law.misfits[at] < TELLS:
                low, high = law.ends(at)
                middle = np.interp(np.log(view.sizes), np.log(pool.sizes), 0.5 * np.log(low * high))
                found: Array = np.log([one.seconds for one in view.run.samples]) - middle
                return found
        return None

    def sure(self, cause: CauseName) -> float:
        """How sure a cause is by its laws [0 .. 1]."""
        return SURE * self.of(cause)[1]


def weighed(views: Sequence[View], promises: Promises | None) -> Weighed:
    """The laws that may explain the runs that a spec says something of."""
    pools = pooled(views)
    if not pools or promises is None:
        return Weighed()
    laws = [law if _shown(pools, law) else law._replace(odds=law.odds * AGAINST) for law in _laws(pools, promises)]
    chance = min(1.0, (2.0 * TELLS + log(float(np.median([pool.width for pool in pools])))) / SPAN)
    scores = [_prior(law, chance) - _misfit(law) for law in laws]
    most = max(scores)
    shares = [exp(score - most) for score in scores]
    total = sum(shares)
    found = sorted(zip(laws, (share / total for share in shares), strict=True), key=lambda one: -one[1])
    return Weighed(pools, tuple(found), chance)


def _shown(pools: Sequence[Pooled], law: Law) -> bool:
    """Whether a run alone has the start-up, or the transfer, that the law says is off."""
    cause = CAUSE[law.name]
    if cause not in ("startup", "bandwidth", "topology"):
        return True
    found = [view.against.found for pool in pools for view in pool.views if view.against is not None]
    off = any((one.startup if cause == "startup" else one.transfer).slow > OFF for one in found)
    return off or any(pool.beyond(largest=cause != "startup") > log(OFF) for pool in pools)


def _prior(law: Law, chance: float) -> float:
    """The logarithm of how likely a law is before anything was measured. ``chance``: that any factor fits by chance."""
    fitted = log(law.odds) + _fitted(law, chance)
    if law.factor <= 1.0:
        return fitted
    small = min(1.0, log(law.factor) / log(MATTERS))
    fades = FADES if CAUSE[law.name] != "topology" else 0.5 * FADES  # a border may be that of all its ranks or of one
    return fitted + log(small) - fades * log(law.factor)


def _fitted(law: Law, chance: float) -> float:
    """The logarithm of what a law pays for the numbers it fits and for what it leaves open."""
    return law.free * log(chance) - log(law.wide)


def _misfit(law: Law) -> float:
    """The logarithm of how unlikely the times are under a law."""
    return sum(min(max(misfit, FINE), 2 * FAILS) for misfit in law.misfits) * COUNTS / NOISE


def _laws(pools: tuple[Pooled, ...], promises: Promises) -> Iterator[Law]:
    yield Law(
        "as_stated", "", 1.0, (1.0,) * len(pools), tuple(pool.slow for pool in pools), lambda run: pools[run].stated, 0
    )
    every = tried(pools, Slower((*RATES, "cut")).by)
    for name, what, odds, found in _of_one_factor(pools, every):
        law = with_one_factor(name, what, odds, found)
        if law is not None:
            yield law
    yield from borders(pools, every)
    yield from rivals(pools, promises)
    yield from ranges(pools)


def _of_one_factor(pools: Sequence[Pooled], every: Tried) -> Iterator[tuple[LawName, str, float, Tried]]:
    """What one factor may make of the runs, how likely it is, and how far the runs then lie from it."""
    paths = dict.fromkeys(path for pool in pools for path in pool.promise.paths)
    floor = float(np.median([pool.stated[1].min() for pool in pools]))
    yield "starts_later", "", 0.5, tried(pools, Slower((*STARTS, "T0")).by)
    yield "calls_later", "", 0.3, tried(pools, later_by(floor))
    if len(paths) > 1:
        yield "messages_later", "", 0.3, tried(pools, Slower(STARTS).by)
    for path in paths:
        yield "path_starts_later", path, 0.3, tried(pools, Slower(STARTS, (path,)).by)
        yield "path_slower", path, 0.7, tried(pools, Slower(RATES, (path,)).by)
    if len(paths) > 1:
        yield "paths_slower", "", 0.25, every
    yield "all_slower", "", 0.2, tried(pools, Slower((*STARTS, "T0", *RATES, "cut", "gamma")).by)
    cuts = dict.fromkeys(name for pool in pools for name in pool.promise.model.subject.loads)
    within = any(pool.nodes == 1 and not pool.pair for pool in pools)
    across = [pool.slow for pool in pools if pool.nodes == 2 and pool.pair]
    inside = within and not across  # a pair across tells by itself
    if BORDER in cuts:
        odds = SEEN if inside else UNSEEN
        spec = pools[0].promise.spec
        yield "node_border", "1", odds, tried(pools, lambda factor: narrowed(spec, factor))
    for cut in cuts:
        if cut == BORDER:
            continue
        odds = CUT if inside or any(cut in limits(pool.view) for pool in pools) else SLACK_CUT
        odds *= SLOW_PAIR if max(across, default=0.0) > TELLS else 1.0
        yield "cut_slower", cut, odds, tried(pools, Slower(("cut",), (cut,)).by)
