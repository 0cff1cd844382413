"""Borders that the spec does not state: what crosses one is slow, what does not is in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from estimator.judge.diagnosis.laws.law import FACTORS, LEAST, Law, LawName, Tried
from estimator.judge.diagnosis.laws.pooled import Ends, Pooled

SEEN = 0.9
"""How likely a border is that the runs show on both sides of it, beside other causes, before anything was measured."""
UNSEEN = 0.35
"""... and one that every group crosses."""
ALIKE = 1.25
"""Factors within which borders slow groups alike."""


class Border(NamedTuple):
    """``within``: nodes, or ranks of a node, that it surrounds; the runs that cross it."""

    kind: LawName
    within: int
    crossing: tuple[bool, ...]


def borders(pools: Sequence[Pooled], rates: Tried) -> Iterator[Law]:
    """A law for each border that some of the runs may cross. ``rates``: the runs with every rate slower by a factor."""
    for border in _borders(pools):
        factors, misfits = [], []
        for run, crosses in enumerate(border.crossing):
            place = int(np.argmin(rates.misfits[run])) if crosses else 0
            factors.append(float(FACTORS[place]))
            misfits.append(rates.at(run, place))
        slow = [factor for factor, crosses in zip(factors, border.crossing, strict=True) if crosses]
        if min(slow) < LEAST:
            continue
        curves = partial(_ends, rates, tuple(factors))
        free = 1 if max(slow) < ALIKE * min(slow) else 2
        odds = SEEN if _seen(pools, border) else UNSEEN
        if border.kind == "node_border" and not _beside_pair(pools) and not _many_nodes(pools, border):
            odds = UNSEEN / 2.0  # what the bytes over the border of a node tell is another law
        yield Law(border.kind, str(border.within), odds, tuple(factors), tuple(misfits), curves, free)


def _ends(rates: Tried, factors: tuple[float, ...], run: int) -> Ends:
    return rates.ends(run, factors[run])


def _borders(pools: Sequence[Pooled]) -> Iterator[Border]:
    met = set()
    for border in (*_between_nodes(pools), *_inside(pools)):
        if any(border.crossing) and border.crossing not in met:
            met.add(border.crossing)
            yield border


def _between_nodes(pools: Sequence[Pooled]) -> Iterator[Border]:
    """Round a node, of which more ranks than one send, and round so many nodes."""
    yield Border("node_border", 1, tuple(pool.nodes > 1 and pool.ranks > pool.nodes for pool in pools))
    for many in sorted({pool.nodes for pool in pools}):
        yield Border("nodes_border", many, tuple(pool.nodes > max(many, 1) and not pool.pair for pool in pools))


def _inside(pools: Sequence[Pooled]) -> Iterator[Border]:
    """Round so many ranks of a node; what groups over several nodes do there is not looked at."""
    single = [pool.ranks for pool in pools if pool.nodes == 1]
    for many in sorted({2, *single}):
        yield Border("ranks_border", many, tuple(pool.nodes == 1 and pool.ranks > many for pool in pools))


def _seen(pools: Sequence[Pooled], border: Border) -> bool:
    """Whether a group of several ranks, or one on the outermost path of those that cross, does not cross the border."""
    if border.kind == "ranks_border":
        return any(pool.nodes == 1 and not crosses for pool, crosses in zip(pools, border.crossing, strict=True))
    outer = {pool.promise.paths[-1] for pool, crosses in zip(pools, border.crossing, strict=True) if crosses}
    return any(
        pool.promise.paths[-1] in outer or not pool.pair
        for pool, crosses in zip(pools, border.crossing, strict=True)
        if not crosses
    )


def _beside_pair(pools: Sequence[Pooled]) -> bool:
    """Whether a pair of ranks on two nodes was measured."""
    return any(pool.pair and pool.nodes == 2 for pool in pools)


def _many_nodes(pools: Sequence[Pooled], border: Border) -> bool:
    """Whether all that cross a border may cross one between nodes too."""
    return all(pool.nodes > 2 for pool, crosses in zip(pools, border.crossing, strict=True) if crosses)
