"""Whether the logs of a set-up can tell its cause: no other single cause gives nearly the same times.

Every other cause is tried on the machine as promised: start-ups later by any factor, each path slower by any factor,
a border of any width round an island, a node or a pod, every other algorithm. Where one of them gives the times of all
logs within the noise and the width of what is promised, no reader of the logs could tell the two apart; then the next
measurement is to be one that could. So

* a path that is slower shows alone where a pair of ranks on it is as slow as the group, or groups of all sizes are;
* a border shows alone where what does not cross it is in order on the same path: a pair, a smaller group;
* start-ups show alone where no other algorithm's rounds are just so many more;
* another algorithm shows where its rounds and bytes are in no single ratio to the promised one's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np

from estimator.judge.diagnosis.causes.cause import CauseName
from tests.judge.diagnosis.setups.drawn import ALGORITHMS, Draft, Group
from tests.judge.diagnosis.setups.wires import Wires

FACTORS = tuple(float(one) for one in np.exp(np.arange(0.15, 3.6, 0.1)))
NOISE = 0.05
Other = tuple[CauseName, Wires, str]
"""A cause, the machine that it makes, and the algorithm that runs."""


def told(made: Draft, cause: CauseName, bad: Wires, algorithm: str) -> tuple[bool, tuple[str, ...]]:
    """Whether the logs tell; else the measurements that would set the cause apart from what looks like it."""
    alike = list(_alike(made, cause, bad, algorithm))
    if not alike:
        return True, ()
    found = [name for name, groups in _more(made).items() if _set_apart(groups, made, alike, (cause, bad, algorithm))]
    if any(algorithm != other for _, _, other in alike):
        found.append("forced_algorithm")
    return False, tuple(found) or ("p2p",)  # a border so narrow that a pair feels it: the pair is asked for first


def by(group: Group, algorithm: str) -> Group:
    """A group that takes an algorithm, where it can."""
    able = group.collective != "p2p" and (group.nodes > 1 or not algorithm.startswith("hier"))
    return replace(group, algorithm=algorithm) if able else group


def _alike(made: Draft, cause: CauseName, bad: Wires, algorithm: str) -> Iterator[Other]:
    seen = [_law(bad, by(group, algorithm), made) for group in made.groups()]
    within = NOISE + 0.5 * log(made.spec.width)
    for other in _others(made):
        if other[0] == cause:
            continue
        for group, times in zip(made.groups(), seen, strict=True):
            if np.abs(np.log(_law(other[1], by(group, other[2]), made) / times)).mean() > within:
                break
        else:
            yield other


def _law(wires: Wires, group: Group, made: Draft) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    sizes = np.array(made.bench.sizes(group.nodes * group.per_node), dtype=float)
    return wires.times(f"{group.collective}/{group.algorithm}", group.nodes, group.per_node, sizes)


def _others(made: Draft) -> Iterator[Other]:
    one, own, nodes = made.spec.wires, made.whole.algorithm, made.spec.nodes
    floor = float(_law(one, made.whole, made)[0])
    for name in ALGORITHMS[made.whole.collective]:
        if name != own and (nodes > 1 or not name.startswith("hier")):
            yield "algorithm", one, name
    for k in FACTORS:
        alpha, (up, out) = (one.alpha[0] * k, one.alpha[1] * k), one.rate
        yield "startup", replace(one, alpha=alpha, launch=one.launch * k), own
        yield "startup", replace(one, alpha=alpha), own
        yield "startup", replace(one, launch=one.launch + (k - 1.0) * floor), own
        yield "bandwidth", replace(one, rate=(up / k, out)), own
        for inside in (1.0, k) if nodes > 1 else ():
            yield "bandwidth", replace(one, rate=(up / inside, out / k)), own
        if nodes > 1:
            yield "topology", replace(one, node=out * one.each / k), own
        for size in _powers(one.each):
            yield "topology", replace(one, island=(size, up * size / k)), own
        for size in _powers(nodes):
            yield "topology", replace(one, pod=(size, out * size * one.each / k)), own


def _powers(below: int) -> list[int]:
    return [2**k for k in range(1, 6) if 2**k < below]


def _more(made: Draft) -> dict[str, list[Group]]:
    """Measurements that may be asked for: a pair, a node or half of the ranks less."""
    whole, far = made.whole, made.whole.nodes > 1
    fewer = replace(whole, nodes=whole.nodes // 2) if far else replace(whole, per_node=max(2, whole.per_node // 2))
    return {"p2p": [Group("p2p", "direct", 2 if far else 1, 1 if far else 2)], "fewer": [fewer]}


def _set_apart(groups: list[Group], made: Draft, alike: list[Other], truth: Other) -> bool:
    for group in groups:
        times = _law(truth[1], by(group, truth[2]), made)
        for _, wires, name in alike:
            if np.abs(np.log(_law(wires, by(group, name), made) / times)).max() > 0.25:
                return True
    return False
