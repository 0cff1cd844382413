"""Direct exchange: every rank talks to every other one at once, on all levels at once."""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np

from estimator.cost.placing.alike import carried
from estimator.cost.placing.around import closes, furthest, sharing
from estimator.cost.placing.group import Group
from estimator.cost.placing.pairs import every_pair
from estimator.cost.placing.rows import Resource, RowKind, rows_of
from estimator.cost.plan import Plan, Stage


def direct_all_gather(group: Group) -> Plan:
    r"""Direct AllGather: every rank sends its shard to all others at once.

    .. math:: T = \alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte], any p. On a mesh each link carries n/p: eight ranks, 4 KiB, 2 us, seven links of
    10 GB/s: 2 us + 51.2 ns = 2.0512 us. Source: HCCL Mesh.md.
    """
    return _once(group, reduces=False)


def direct_reduce_scatter(group: Group) -> Plan:
    r"""Direct ReduceScatter: every rank gets its block from all others at once, then reduces p - 1 of them.

    .. math:: T = \alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. On a mesh of eight ranks n/8 on each link. Source: HCCL Mesh.md.
    """
    return _once(group, reduces=True)


def direct_all_reduce(group: Group) -> Plan:
    r"""Direct AllReduce: ReduceScatter, then AllGather.

    .. math:: T = 2\alpha + 2\,\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte], any p. On a mesh of eight ranks 2 rounds, n/4 on each link. Source: HCCL Mesh.md.
    """
    return direct_reduce_scatter(group) + direct_all_gather(group)


def direct_all_to_all(group: Group) -> Plan:
    r"""Direct All-to-All: every rank sends every block at once; no forwarding, no order.

    .. math:: T = \alpha + \tfrac{p-1}{p}\,n\beta

    n is the whole buffer per rank [byte], any p. Sixteen ranks on two switches of eight: 7/16 n inside, 8/16 n
    across at the same time. Source: HCCL Mesh.md; send and receive calls of all peers in one group.
    """
    return _once(group, reduces=False)


def _once(group: Group, reduces: bool) -> Plan:
    if group.p == 1:
        return ()
    share = (group.p - 1) / group.p
    return (tuple(stage._replace(reduced=share if reduces else 0.0) for stage in _exchange(group)),)


@lru_cache(maxsize=256)
def _exchange(group: Group) -> tuple[Stage, ...]:
    """One block of n/p between every two ranks."""
    if not group.even:
        return every_pair(group)
    moved = {level: _moved(group, level) for level, size in enumerate(group.shape) if size > 1}
    loads = carried(group, moved) | {
        Resource(level, "link"): _on_link(group, level, size)
        for level, size in moved.items()
        if group.levels[level].has_links
    }
    found: list[Stage] = []
    for start in moved:
        for level in _reached(group, start):
            passed = {r: np.array([load]) for r, load in loads.items() if _passes(group, level, r)}
            found += rows_of(group, [_kind(group, level, start)], passed)
    return tuple(dict.fromkeys(found))


def _reached(group: Group, start: int) -> list[int]:
    """The levels on which a message with this outermost level may move: those inside it too where an index decides."""
    wired = group.levels[start].wired
    return [start, *(level for level in range(start) if wired and group.shape[level] > 1)]


def _kind(group: Group, level: int, start: int) -> RowKind:
    """How the furthest messages start up that pass ``level`` on their way."""
    hops = []
    for ring in range(start + 1):
        spec = group.levels[ring]
        passes = ring >= level or group.levels[level].wired
        if spec.hop and spec.is_ring and group.shape[ring] > 1 and passes:
            links = furthest(group, ring) - (ring == start)
            hops += [(ring, links)] if links else []
    peers = (group.shape[start] - 1) * group.widths[start]
    posted = peers * group.widths[start] * group.crossing(start) if group.levels[start].metered else 0
    return RowKind(start, tuple(hops), peers, group.widths[start] == 1, posted)


def _moved(group: Group, level: int) -> float:
    """Bytes that each rank sends on a level, as sender or as the corner of another's message [n]."""
    wired = prod(size for outer, size in enumerate(group.shape) if outer > level and group.levels[outer].wired)
    return (group.shape[level] - 1) * group.widths[level] * wired / group.p


def _on_link(group: Group, level: int, moved: float) -> float:
    """Bytes to one peer, or on the busiest link of a ring: of all pairs of its units a quarter or an eighth [n]."""
    size, spec = group.shape[level], group.levels[level]
    to_unit = moved / (size - 1)
    if spec.is_ring:
        pairs = (size * size - size % 2) / 8 if closes(group, level) else size // 2 * (size - size // 2)
        return to_unit * pairs * sharing(group, level)
    return to_unit if spec.wired else to_unit / group.widths[level]


def _passes(group: Group, level: int, resource: Resource) -> bool:
    """Whether a message that moves on ``level`` passes a resource."""
    if resource.kind == "cut":
        return resource.level <= level
    if resource.kind == "link":
        return resource.level == level
    return resource.level in group.chains[level] and (resource.level != level or not _bare(group, resource))


def _bare(group: Group, resource: Resource) -> bool:
    """A ring's own messages use its links and not its port."""
    return resource.kind == "volume" and group.levels[resource.level].is_ring
