"""What the resources of a group carry when every rank sends as much on a level as every other one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.rows import Resource
from estimator.cost.placing.siblings import nic_pools, plane_pools


def carried(group: Group, moved: Mapping[int, float]) -> dict[Resource, float]:
    """Ports, unit borders, NICs and cuts, busiest of each level [n]; ``moved``: level -> bytes of each rank there [n].

    Four ranks of a unit that send n/4 each over its border: n through it. Links are not among them.
    """
    found: dict[Resource, float] = {}
    for level, spec in enumerate(group.levels):
        passing = sum(size for outer, size in moved.items() if level in group.chains[outer])
        on_port = passing - (moved.get(level, 0.0) if spec.is_ring else 0.0)
        if spec.port and on_port:
            found[Resource(level, "volume")] = on_port
        if spec.unit and passing:
            found[Resource(level, "egress")] = group.held(level) * passing * group.crossing(level)
        if spec.nics and passing:
            found[Resource(level, "nic")] = most_on_one(group, nic_pools(group, level)) * passing
        outward = sum(size for outer, size in moved.items() if outer >= level)
        for name, planes in spec.cuts if outward else ():
            pools = plane_pools(group, level, planes) if planes > 1 else ()
            ranks = most_on_one(group, pools) if pools else group.held(level) * group.crossing(level)
            found[Resource(level, "cut", name)] = ranks * outward
    return found


def beside(loads: Mapping[int, Mapping[Resource, float]]) -> dict[int, dict[Resource, float]]:
    """What levels that work at once find on the resources that each of them passes: all that any of them puts there.

    ``loads``: level -> what it alone puts on the resources of its way [n].
    """
    total: dict[Resource, float] = {}
    for own in loads.values():
        for resource, load in own.items():
            total[resource] = total.get(resource, 0.0) + load
    return {level: {resource: total[resource] for resource in own} for level, own in loads.items()}


def most_on_one(group: Group, pools: Sequence[Ranks]) -> int:
    """Ranks, of all groups that share it, on the busiest resource that the group itself uses."""
    used = [pool[group.spots] for pool in pools]
    shared = np.zeros(max(int(pool.max()) for pool in used) + 1, dtype=np.int64)
    for pool in used:
        shared += np.bincount(pool, minlength=len(shared))
    return int(shared[used[0]].max())
