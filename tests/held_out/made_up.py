"""Times made up from known numbers: 5 % of noise, stray times, sizes on both sides of the balance point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from estimator.evidence.fitting.law import laws
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Key, Point, Series

SETUPS = 300
NOISE = 0.05
STRAY = 0.05
"""Share of the runs that are 1.3 to 4 times as long."""
REPEATS = 5
RANKS = (2, 4, 8)
ALPHA, RATE = 0.05, 0.03
"""How near start-up per round and bandwidth are to be [1]."""
WORDS = {"start": "start-up of 8 ranks", "alpha": "alpha", "rate": "B"}


class Setup(NamedTuple):
    """One machine: T0 and alpha [s], B [B/s] of the bytes that pass a port; the sizes reach as far on both sides."""

    launch: float
    alpha: float
    rate: float
    sizes: tuple[int, ...]

    def seconds(self, ranks: int, n: float) -> float:
        """A ring AllReduce, written out."""
        return self.launch + 2 * (ranks - 1) * self.alpha + 2 * (ranks - 1) / ranks * n / self.rate


class Found(NamedTuple):
    """Of one set-up: errors of the start-up of eight ranks, of alpha and of B [1]; times inside, times stated."""

    start: float
    alpha: float
    rate: float
    inside: int
    stated: int


def setup(random: np.random.Generator) -> Setup:
    """A machine, and sizes from a 300th of its balance point on eight ranks to 300 times that, in doublings."""
    launch, alpha, rate = (10.0 ** random.uniform(*ends) for ends in ((-5.5, -4.3), (-6.3, -5.0), (9.0, 11.8)))
    balance = (launch + 14 * alpha) * rate / 1.75
    least = max(int(np.log2(balance / 300)), 3)
    return Setup(launch, alpha, rate, tuple(2**k for k in range(least, int(np.log2(balance * 300)) + 1)))


def noisy(one: Setup, random: np.random.Generator, repeats: int) -> Series:
    """Medians of so many runs of every size on each number of ranks."""
    points = []
    for ranks in RANKS:
        for n in one.sizes:
            runs = one.seconds(ranks, n) * random.lognormal(0.0, NOISE, repeats)
            runs *= np.where(random.random(repeats) < STRAY, random.uniform(1.3, 4.0, repeats), 1.0)
            points.append(Point(ranks, n, float(np.median(runs)), repeats, float(runs.max() / runs.min())))
    return Series(Key("all_reduce"), tuple(points))


def tried(one: Setup, random: np.random.Generator, repeats: int) -> Found:
    """The parameters found, and whether medians of as many new runs lie inside."""
    law = fit(noisy(one, random, repeats))
    first, last = laws(law)[0], laws(law)[-1]
    again = noisy(one, random, repeats).points
    stated = [predict(law, point.n, point.ranks) for point in again]
    inside = sum(each.low <= point.seconds <= each.high for each, point in zip(stated, again, strict=True))
    start = first.start.by_ranks[8].value / (one.launch + 14 * one.alpha) - 1.0
    alpha = (first.start.alpha or 0.0) / one.alpha - 1.0
    return Found(start, alpha, last.bandwidth[8].value / one.rate - 1.0, inside, len(again))


def at_best(one: Setup, random: np.random.Generator, repeats: int) -> Found:
    """What least squares finds that knows the law, and the times of which no run is a stray."""
    asked = [(ranks, n) for ranks in RANKS for n in one.sizes]
    true = np.array([one.seconds(ranks, n) for ranks, n in asked])
    seen = np.median(true[:, None] * random.lognormal(0.0, NOISE, (len(asked), repeats)), axis=1)
    unit = np.array([one.launch, one.alpha, 1.0 / one.rate])
    columns = np.array([(1.0, 2 * (ranks - 1), 2 * (ranks - 1) / ranks * n) for ranks, n in asked]) * unit
    launch, alpha, slow = np.linalg.lstsq(columns / true[:, None], seen / true, rcond=None)[0].tolist()
    start = (launch * one.launch + 14 * alpha * one.alpha) / (one.launch + 14 * one.alpha) - 1.0
    return Found(start, alpha - 1.0, 1.0 / slow - 1.0, 0, 0)


def report(seed: int = 0) -> Iterator[str]:
    """Shares of the set-ups that are near enough, beside the best there is, and of the times inside."""
    for repeats in (1, REPEATS):
        random, again = np.random.default_rng(seed), np.random.default_rng(seed)
        found = [tried(setup(random), random, repeats) for _ in range(SETUPS)]
        best = [at_best(setup(again), again, repeats) for _ in range(SETUPS)]
        inside = sum(one.inside for one in found) / sum(one.stated for one in found)
        yield f"\nmade up, {SETUPS} set-ups, {repeats} run(s) a size: {inside:.1%} of times inside"
        for name, limit in (("start", ALPHA), ("alpha", ALPHA), ("rate", RATE)):
            far, least = (np.abs([getattr(one, name) for one in each]) for each in (found, best))
            shares = f"{np.mean(far <= limit):.1%} of the set-ups, {np.mean(least <= limit):.1%} at best"
            errors = f"error {np.median(far):.1%}, p95 {np.quantile(far, 0.95):.1%}"
            yield f"  {WORDS[name]} within {limit:.0%}: {shares}; {errors}"
