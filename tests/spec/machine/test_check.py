"""Machines that cannot be: one message a slip, at its place, that says what to write."""

import pytest

from tests.spec.examples import messages
from tests.spec.machine.machines import ALL, DIES, MESH, RAILS, SHARED, SHORT, SOCKETS, TORUS, spec_on

PER_BOX = ("bandwidth: 175 GB/s, one_peer: 24 GB/s, per: rank", "bandwidth: 1400 GB/s, per: box")


@pytest.mark.parametrize("name", ALL)
def test_a_machine_in_order_has_no_message(name: str) -> None:
    assert messages(spec_on(ALL[name])) == []


@pytest.mark.parametrize(
    ("machine", "changes", "path", "words"),
    [
        (RAILS, ("ranks: 256", "ranks: 250"), "levels[1].ranks", "250 ranks of leaf are no whole number of node of 8"),
        (RAILS, ("ranks: 256", "ranks: 250"), "levels[1].ranks", "write a multiple of 8, such as 248"),
        (RAILS, ("name: leaf", "name: node"), "levels[1].name", "two levels are named node"),
        (RAILS, ("name: fabric", "name: nic"), "levels[2].name", "per: nic already means something else"),
        (RAILS, ("path: rail}", "path: rial}"), "levels[1].path", "there is no path 'rial'; did you mean rail?"),
        (RAILS, ("ranks: 256,", "rank: 256,"), "levels[1].rank", "unknown key; did you mean ranks?"),
        (MESH, ("ports: 7", "ports: 4"), "paths.hccs.link.ports", "a mesh of 8 needs 7 ports, 4 are given"),
        (MESH, PER_BOX, "paths.hccs.exclusive.per", "per: box, and box joins single ranks; write per: rank"),
        (
            RAILS,
            ("wiring: rails", "wiring: mesh", "48 GB/s, per: rank", "48 GB/s, per: node"),
            "paths.rail.exclusive.per",
            "per: node gives no link of the mesh a rate; add one_peer",
        ),
        (RAILS, ("per: leaf", "per: node"), "paths.spine.exclusive.per", "fabric joins units of leaf; write per: leaf"),
        (SOCKETS, ("per: switch", "per: swich"), "paths.upi.exclusive.per", "write per: switch"),
        (
            TORUS,
            ("ranks: 64, of: 16", "ranks: 64, of: 4"),
            "levels[1].of",
            "4 units are physically there, and ranks gives 8",
        ),
        (
            RAILS,
            ("ranks: 256,", "ranks: 256, wrap: 4,"),
            "levels[1].wrap",
            "rail is no ring, so that nothing goes round",
        ),
        (
            TORUS,
            ("wrap: 4", "wrap: 1"),
            "levels[0].wrap",
            "'1' says nothing about a ring; write true, false, or a number",
        ),
        (RAILS, ("through: rail", "through: spine"), "paths.spine.through", "spine joins no level inside fabric"),
        (
            RAILS,
            ("through: rail", "through: rial"),
            "paths.spine.through",
            "there is no path 'rial'; did you mean rail?",
        ),
        (
            RAILS,
            ("nvl: {", "nvl: {through: rail, "),
            "paths.nvl.through",
            "rail joins no level inside node; remove through",
        ),
        (
            SHARED,
            ("[0, 1], [2],", "[0, 1],"),
            "paths.ib.nics",
            "rank 2 of a box of 8 is on no NIC; name every rank from 0",
        ),
        (SHARED, ("[0, 1], [2],", "[0, 1], [1, 2],"), "paths.ib.nics", "rank 1 of a box of 8 is on two NICs"),
        (SHARED, ("[6], [7]", "[6], [7], [8]"), "paths.ib.nics", "there is no rank 8 in a box of 8"),
        (
            SHARED,
            ("[[0, 1], [2], [3], [4], [5], [6], [7]]", "16"),
            "paths.ib.nics",
            "16 NICs for a box of 8; write at most 8",
        ),
        (
            SHARED,
            ("nics: [[0, 1], [2], [3], [4], [5], [6], [7]],\n", ""),
            "paths.ib.exclusive.per",
            "names no NICs; add nics",
        ),
        (
            MESH,
            ("roce: {exclusive: {", "roce: {exclusive: {nic: 24 GB/s, "),
            "paths.roce.exclusive.nic",
            "names no NICs",
        ),
        (
            MESH,
            ("hccs: {", "hccs: {nics: 4, "),
            "paths.hccs.nics",
            "box joins single ranks, which share no NIC; remove nics",
        ),
        (
            SOCKETS,
            ("upi: {through: pcie, exclusive: {", "upi: {through: pcie, exclusive: {unit: 9 GB/s, "),
            "paths.upi.exclusive.unit",
            "per: switch and unit both say what one switch can send; remove unit",
        ),
        (MESH, ("one_peer", "unit"), "paths.hccs.exclusive.unit", "write it as bandwidth, per: rank"),
        (
            MESH,
            ("one_peer: 24 GB/s", "messages: 1 us, message_rate: 1 Mmsg/s"),
            "paths.hccs.exclusive.message_rate",
            "messages and message_rate both say what a further message takes",
        ),
        (MESH, ("  ranks_per_host: 8\n", ""), "ranks_per_host", "is missing beside levels; add ranks_per_host"),
        (MESH, ("ranks_per_host: 8", "ranks_per_host: 6"), "ranks_per_host", "hosts of 6 ranks and a box of 8"),
        (TORUS, ("{x: 2, y: 2}", "{x: 3, y: 2}"), "host.x", "3 do not divide the 8 units of x; write a divisor of 8"),
        (TORUS, ("{x: 2, y: 2}", "{x: 2, w: 2}"), "host.w", "there is no level w; write x, y or z"),
        (TORUS, ("host: {x", "ranks_per_host: 4\n  host: {x"), "ranks_per_host", "both say what one host holds"),
        (
            MESH,
            ("ranks_per_host: 8", "ranks_per_host: 8\n  ranks_per_node: 16"),
            "ranks_per_node",
            "is 16, and one box holds 8",
        ),
        (
            MESH,
            ("ranks_per_host: 8", "ranks_per_host: 8\n  nodes: 16"),
            "nodes",
            "nodes is 16, and the levels make 512",
        ),
        (
            MESH,
            ("roce: {", "roce: {location: intra_node, "),
            "paths.roce.location",
            "its level lies between nodes; remove",
        ),
        (
            DIES,
            ("ranks: 2, path", "ranks: 2, node: true, path", "ranks: 384, path", "ranks: 384, node: true, path"),
            "levels[1].node",
            "package and pod are both marked as the node",
        ),
        (
            DIES,
            ("name: pod", "name: node"),
            "levels[1].name",
            "the level package is the node, and this one is called so",
        ),
        (
            SHORT,
            ("bandwidth: 45 GB/s, per: rank", "bandwidth: 45 GB/s, per: nod"),
            "paths.ib.exclusive.per",
            "write per: node",
        ),
        (SHORT, ("location: inter_node, ", ""), "paths.ib.location", "is missing"),
        (SHORT, ("  nodes: 512\n", ""), "nodes", "is missing"),
    ],
)
def test_a_mistake_in_the_machine_has_one_message_at_its_place(
    machine: str, changes: tuple[str, ...], path: str, words: str
) -> None:
    found = messages(spec_on(machine, "{shape: [2]}", *changes))
    assert len(found) == 1, found
    assert f": platform.{path}: " in found[0]
    assert words in found[0]


def test_what_counts_on_broken_levels_is_silent() -> None:
    """Neither the group nor the paths have a message of their own while a unit is no whole number of inner ones."""
    changes = ("ranks: 256", "ranks: 250", "per: leaf", "per: node")
    found = messages(spec_on(RAILS, "{shape: [8, 99]}", *changes))
    assert len(found) == 1
    assert "platform.levels[1].ranks: " in found[0]


def test_levels_that_are_all_mistaken_are_not_called_empty() -> None:
    changes = ("ranks: 8,", "rank: 8,", "ranks: 256,", "rank: 256,", "ranks: 4096,", "rank: 4096,")
    found = messages(spec_on(RAILS, "{shape: [8]}", *changes))
    assert found
    assert all("unknown key; did you mean ranks?" in line for line in found)


def test_mistakes_in_several_places_are_told_at_once() -> None:
    changes = ("ports: 7", "ports: 4", "ranks_per_host: 8", "ranks_per_host: 6")
    found = messages(spec_on(MESH, "{shape: [8, 513]}", *changes))
    assert [line.split(": ")[1] for line in found] == [
        "platform.ranks_per_host",
        "platform.paths.hccs.link.ports",
        "groups.all.shape",
    ]


def test_the_level_below_may_be_called_node_where_it_is_the_node() -> None:
    assert (
        messages(spec_on(MESH, "{shape: [2]}", "bandwidth: 24 GB/s, per: rank", "bandwidth: 192 GB/s, per: node")) == []
    )


def test_a_path_that_is_passed_needs_parameters_for_a_condition_too() -> None:
    """A group on the spine alone passes the rail's NICs."""
    spine = "exclusive: {alpha: 7 us, bandwidth: 6144 GB/s, per: leaf, from: talk}"
    both = spine + ", " + spine.replace("exclusive", "multi_group")
    run = ("algorithm: ring", "algorithm: ring\n    condition: [multi_group]")
    (found,) = messages(spec_on(RAILS, "{shape: [1, 1, 4]}", spine, both, *run))
    assert "operations.sync.condition: path rail has no parameters for condition multi_group" in found
