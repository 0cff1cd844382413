"""Groups of a spec as the core takes them: resources of each level, units, and who runs at once."""

import pytest

from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Border, Level
from estimator.spec.groups.grouped import group_of
from estimator.spec.load import load_text
from tests.spec.machine.machines import MESH, RAILS, SHARED, SHORT, SOCKETS, TORUS, spec_on

LAYOUT = "layout: {order: tp-cp-ep-dp-pp, world: 64, tp: 4, cp: 2, ep: 4, etp: 1, pp: 2}\n"
NICS = ((0, 1), (2,), (3,), (4,), (5,), (6,), (7,))


def grouped(machine: str, group: str, *changes: str, extra: str = "") -> Group:
    return group_of(load_text(spec_on(machine, group, *changes, extra=extra)).spec, "all")


@pytest.mark.parametrize(
    ("machine", "levels"),
    [
        (MESH, (Level("box", "mesh", 8, linked=True), Level("cluster", units=512))),
        (
            RAILS,
            (
                Level("node", units=8),
                Level("leaf", "rails", 32),
                Level("fabric", units=16, through="leaf", unit=True, port=False),
            ),
        ),
        (
            TORUS,
            (
                Level("x", "ring", 8, 16, 4, hop=True, linked=True),
                Level("y", "ring", 8, 16, 4, hop=True, linked=True),
                Level("z", "ring", 16, hop=True, linked=True),
            ),
        ),
        (
            SOCKETS,
            (
                Level("switch", units=4),
                Level("box", units=2, through="switch", unit=True, port=False),
                Level("fabric", units=8, through="switch"),
            ),
        ),
        (SHARED, (Level("box", units=8), Level("fabric", units=8, nics=NICS, port=False))),
        (SHORT, (Level("node", units=8), Level("machine", units=512))),
    ],
)
def test_the_levels_of_a_machine_have_the_resources_that_are_stated(machine: str, levels: tuple[Level, ...]) -> None:
    assert grouped(machine, "{shape: [2]}").levels == levels


def test_a_bandwidth_of_a_node_beside_a_link_of_a_rank_is_a_nic_a_rank() -> None:
    node = ("bandwidth: 45 GB/s, per: rank", "bandwidth: 360 GB/s, per: node")
    alone = grouped(SHORT, "{shape: [8, 2]}", *node).levels[1]
    assert (alone.port, alone.unit, alone.nics) == (False, True, ())
    linked = ("ib: {location: inter_node,", "ib: {location: inter_node, link: {rate: 50 GB/s, per: rank, from: talk},")
    own = grouped(SHORT, "{shape: [8, 2]}", *node, *linked).levels[1]
    assert (own.port, own.unit, own.nics) == (True, True, ())
    dealt = linked[1].replace("50 GB/s, per: rank", "400 GB/s, per: node, ports: 4")
    shared = grouped(SHORT, "{shape: [8, 2]}", *node, linked[0], dealt).levels[1]
    assert (shared.port, shared.nics) == (False, ((0, 1), (2, 3), (4, 5), (6, 7)))


def test_a_resource_that_one_condition_limits_is_there_under_all() -> None:
    head, _, tail = MESH.rpartition("per: rank, from: talk}}\n")
    under = "multi_group: {alpha: 9 us, bandwidth: 24 GB/s, unit: 99 GB/s, per: rank, from: talk}"
    assert grouped(MESH, "{shape: [2]}").levels[1].unit is False
    found = grouped(f"{head}per: rank, from: talk}}, {under}}}\n{tail}", "{shape: [2]}")
    assert found.levels[1].unit is True


def test_cuts_round_the_units_of_a_level_are_counted_there() -> None:
    cuts = """  cuts:
    nics: {boundary: node, exclusive: {bandwidth: 384 GB/s}, from: talk}
    planes: {boundary: {level: leaf, planes: 8}, exclusive: {bandwidth: 1 TB/s}, from: talk}
    half: {boundary: {ranks: 4}, exclusive: {bandwidth: 1 TB/s}, from: talk}
"""
    found = grouped(RAILS, "{shape: [8, 4]}", extra=cuts).levels
    assert [level.cuts for level in found] == [(), (Border("nics"),), (Border("planes", 8),)]


def test_a_group_in_nodes_and_in_levels_is_the_same() -> None:
    nodes = "{size: 32, ranks_per_node: 4, stride_nodes: 2, at_once_per_node: 2, levels: [nvl, ib]}"
    assert grouped(SHORT, nodes) == grouped(SHORT, "{shape: [4, 8], stride: {machine: 2}, at_once: {node: 2}}")


def test_units_of_unequal_ranks_keep_their_indexes_where_nics_are_shared() -> None:
    """Ranks 0 .. 2 share two NICs with one another, whether they fill their box or not."""
    found = grouped(SHARED, "{tree: [3, 1]}")
    assert (found.at, found.members, found.p) == (((0, 1, 2), (0, 1)), (0, 1, 2, 3), 4)


def test_groups_of_a_layout_know_who_shares_their_nics() -> None:
    """Eight copies, four ranks apart in two stages: two in each of four boxes, and three such groups beside them."""
    found = grouped(SHARED, "{from_layout: edp}", extra=LAYOUT)
    assert (found.at, found.at_once) == (((0, 4), (0, 1, 2, 3)), (4, 1))
    assert [other[0] for other in found.beside] == [(1, 5), (2, 6), (3, 7)]
    assert grouped(RAILS, "{from_layout: edp}", extra=LAYOUT).beside == ()
