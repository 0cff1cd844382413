"""Forms that are written for one level, or for units inside one other level, and refused on more."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from estimator.cost.placing.alike import beside, carried
from estimator.cost.placing.group import Group
from estimator.cost.placing.rows import Resource, RowKind, rows_of
from estimator.cost.placing.siblings import nic_pools, plane_pools
from estimator.cost.plan import Phase, Plan, Stage
from estimator.cost.schedules.exchange import pairwise_all_to_all
from estimator.phrase import phrase


def refuses_more_levels(group: Group) -> str | None:
    """Why a form for two levels does not run on a group."""
    used = [group.levels[level].name for level in group.used]
    return (
        None
        if len(used) <= 2
        else phrase("it is written for two levels, and the group uses {used}", used=", ".join(used))
    )


def refuses_rings(group: Group) -> str | None:
    """Why a form whose ranks talk to each other inside a unit does not run on a ring."""
    rings = [group.levels[level].name for level in group.used if group.levels[level].is_ring]
    return (
        phrase("{level} is a ring, and it is written for switches and meshes; see torus_ring", level=rings[0])
        if rings
        else None
    )


def needs_two_levels(group: Group) -> str | None:
    """Why a form that uses two levels at once does not run on a group."""
    used = [group.levels[level].name for level in group.used]
    if len(used) == 2:
        return None
    return phrase(
        "it needs several units of several ranks, and the group uses {used}", used=", ".join(used) or phrase("one rank")
    )


def pairwise_lesson_all_to_all(group: Group) -> Plan:
    r"""Pairwise All-to-All in the lesson's form, which counts the own block as sent.

    .. math:: T = (p-1)\,\alpha + n\beta

    n is the whole buffer per rank [byte], any p; p/(p-1) above the exact transfer, 14 % at eight ranks. What leaves
    a node is counted exactly. Source: lesson section 2; comment in MPICH alltoall_intra_pairwise.c.
    """
    more = group.p / max(group.p - 1, 1)
    return tuple(
        tuple(stage._replace(volume=stage.volume * more, link=stage.link * more) for stage in phase)
        for phase in pairwise_all_to_all(group)
    )


def flat_broadcast(group: Group) -> Plan:
    r"""The root sends the message to every other rank in turn, each time over the outermost level.

    .. math:: T = (p-1)(\alpha + n\beta)

    n is the message [byte], any p. Five ranks: 4 rounds, 4 n. Source: HCCL ring algorithm guide.
    """
    return _in_turn(group, 1.0)


def flat_reduce(group: Group) -> Plan:
    r"""The root receives the message of every other rank in turn and reduces it.

    .. math:: T = (p-1)(\alpha + n\beta + n\gamma)

    n is the message [byte], any p. Five ranks: 4 rounds, 4 n received and reduced. Source: ``flat_broadcast`` in the
    other direction.
    """
    return _in_turn(group, 1.0, into_root=True, reduces=True)


def flat_scatter(group: Group) -> Plan:
    r"""The root sends every other rank its block in turn.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7 rounds, 7/8 n. Source: Open MPI
    coll_base_scatter.c, basic linear.
    """
    return _in_turn(group, 1.0 / group.p)


def flat_gather(group: Group) -> Plan:
    r"""The root receives the block of every other rank in turn.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7 rounds, 7/8 n. Source: Open MPI coll_base_gather.c,
    basic linear.
    """
    return _in_turn(group, 1.0 / group.p, into_root=True)


def leader_all_to_all(group: Group) -> Plan:
    r"""All-to-All through one leader per node: gather, local exchange, leaders exchange, scatter.

    .. math:: T = 2(g-1)\left(\alpha_i + \tfrac{p-g}{p} n\beta_i\right)
        + (g-1)\left(\alpha_i + \tfrac{n}{p}\beta_i\right) + (m-1)\left(\alpha_x + \tfrac{g}{m} n\beta_x\right)

    n is the whole buffer per rank [byte]. m - 1 messages leave a node, one rank sends them all. Two nodes of eight:
    21 rounds inside, 1 across with 4 n. Source: message-level simulation.
    """
    inner, p, g = _inner(group), group.p, _inside(group)
    m, remote = p // g, (g - 1) * (p - g) / p
    phases = (
        _run(group, inner, g - 1, remote, messages=min(1, g - 1)),
        _run(group, inner, g - 1, (g - 1) / p, everyone=True),
        _run(group, group.top, m - 1, (m - 1) * g / m),
        _run(group, inner, g - 1, remote),
    )
    return tuple(phase for phase in phases if phase)


def pipeline_mesh_all_gather(group: Group) -> Plan:
    r"""AllGather: a ring on every rail; what a round brought goes round the node's mesh during the next one.

    .. math:: T = (m-1)\max\left(\alpha_x + \tfrac{n}{p}\beta_x,\; \alpha_i + \tfrac{n}{p}\beta_{link}\right)
        + \alpha_i + \tfrac{n}{p}\beta_{link}

    n is the output per rank [byte]; several nodes of several ranks; on a mesh inside a block takes ONE link.
    (m-1)/m of n leave a node, the least possible. Two nodes of eight: n/16 across, 2/16 n on each link.
    Source: HCCL Pipeline.md.
    """
    return (_both(group, reduces=False), _mesh(group, 1, reduced=0.0))


def pipeline_mesh_reduce_scatter(group: Group) -> Plan:
    r"""ReduceScatter: the AllGather backwards; the node's share of one block is reduced while another travels.

    .. math:: T = \alpha_i + \tfrac{n}{p}\beta_{link} + (m-1)\max\left(\alpha_x + \tfrac{n}{p}\beta_x,\;
        \alpha_i + \tfrac{n}{p}\beta_{link}\right) + \tfrac{p-1}{p}\,n\gamma

    n is the input per rank [byte]; shapes and links as for the AllGather. Source: ``pipeline_mesh_all_gather`` in the
    other direction.
    """
    return (_mesh(group, 1, reduced=(_inside(group) - 1) / group.p), _both(group, reduces=True))


def pipeline_mesh_all_reduce(group: Group) -> Plan:
    """AllReduce: ReduceScatter, then AllGather, each pipelined.

    n is the tensor per rank [byte]; shapes and links as for the AllGather. Two nodes of eight: 4 rounds one after
    another, n/8 across. Source: HCCL Pipeline.md.
    """
    return pipeline_mesh_reduce_scatter(group) + pipeline_mesh_all_gather(group)


def _inner(group: Group) -> int:
    """The innermost level in use."""
    return group.used[0] if group.used else 0


def _inside(group: Group) -> int:
    """g, ranks of a unit that the outermost level in use joins; all of them where there is one level."""
    return group.held(group.top) if _inner(group) != group.top else group.p


def _both(group: Group, reduces: bool) -> Phase:
    """The m - 1 rounds across, and as many on the meshes; one engine reduces what both bring."""
    g, inner = _inside(group), _inner(group)
    rounds = group.p // g - 1
    reduced = rounds * g / group.p if reduces else 0.0
    across = _loads(group, group.top, rounds / group.p, True, 1)
    meshed = _loads(group, inner, rounds * (g - 1) / group.p, True, g - 1)
    both = beside({group.top: across, inner: meshed})
    return (
        *_stages(group, group.top, both[group.top], rounds, rounds, reduced, everyone=True),
        *_stages(group, inner, both[inner], rounds, rounds * (g - 1), reduced, everyone=True),
    )


def _mesh(group: Group, rounds: int, reduced: float) -> Phase:
    """Rounds in which every rank sends a block of n/p to each of its node at once."""
    g, inner = _inside(group), _inner(group)
    loads = _loads(group, inner, rounds * (g - 1) / group.p, True, g - 1)
    return _stages(group, inner, loads, rounds, rounds * (g - 1), reduced, everyone=True)


def _in_turn(group: Group, block: float, into_root: bool = False, reduces: bool = False) -> Plan:
    """``block`` of n between the root and each of the others, one message at a time, each as slow as the slowest level.

    Which rank is the root is not said: in uneven groups it sits in the emptiest unit.
    """
    others = group.p - 1
    if not others:
        return ()
    reduced, messages = others * block if reduces else 0.0, 1 if into_root else others
    levels = dict.fromkeys((_inner(group), group.top))
    found = [s for level in levels for s in _run(group, level, others, others * block, False, reduced, messages)]
    emptiest = int(np.unique(group.ids(group.top), return_counts=True)[1].min())
    outward = (group.p - emptiest) * block
    return (
        tuple(_crossing(stage, outward) if stage.level == group.levels[group.top].name else stage for stage in found),
    )


def _crossing(stage: Stage, outward: float) -> Stage:
    """With what leaves the root's unit, the emptiest one, in place of what all rounds carry."""
    less = outward / stage.volume if stage.volume else 1.0
    cuts = tuple((name, load * less) for name, load in stage.cuts)
    return stage._replace(egress=stage.egress * less, nic=stage.nic * less, cuts=cuts)


def _run(
    group: Group,
    level: int,
    rounds: int,
    volume: float,
    everyone: bool = False,
    reduced: float = 0.0,
    messages: float | None = None,
) -> Phase:
    """Rounds on one level: of each unit one rank, or every one, sends ``volume`` of n in all."""
    if rounds <= 0:
        return ()
    sent = rounds if messages is None else messages
    return _stages(group, level, _loads(group, level, volume, everyone, 1), rounds, sent, reduced, everyone)


def _loads(group: Group, level: int, volume: float, everyone: bool, peers: int) -> dict[Resource, float]:
    """What is put on the resources of a level's way; ``peers`` at once share a rank's volume."""
    found = carried(group, {level: volume})
    if not everyone:
        found = {resource: min(load, volume * _groups(group, resource)) for resource, load in found.items()}
    if group.levels[level].has_links:
        found[Resource(level, "link")] = volume / peers
    return found


def _groups(group: Group, resource: Resource) -> int:
    """Groups that meet on a resource when one rank of each sends, the one at the first place."""
    level = resource.level
    if resource.kind == "volume":
        return 1
    planes = max((border.planes for border in group.levels[level].cuts if border.name == resource.cut), default=1)
    if resource.kind != "nic" and planes == 1:
        return group.crossing(level)
    pools = nic_pools(group, level) if resource.kind == "nic" else plane_pools(group, level, planes)
    first = int(group.spots[0])
    return sum(int(pool[first] == pools[0][first]) for pool in pools)


def _stages(
    group: Group,
    level: int,
    loads: Mapping[Resource, float],
    rounds: int,
    sent: float,
    reduced: float,
    everyone: bool,
) -> Phase:
    found = rows_of(group, [RowKind(level)], {resource: np.array([load]) for resource, load in loads.items()}, reduced)
    senders = group.held(level) if everyone else 1
    posted = sent * senders * group.crossing(level) if group.levels[level].metered else 0.0
    return tuple(stage._replace(rounds=float(rounds), messages=float(sent), posted=posted) for stage in found)
