"""Boundaries written as words, and bandwidths worked out from an oversubscription."""

from __future__ import annotations

import pytest
import yaml
from jsonschema import Draft202012Validator

from estimator.spec.load import load_text
from estimator.spec.machine.cut import Cut
from estimator.spec.schema import json_schema
from tests.spec.examples import messages, varied, warnings
from tests.spec.machine.machines import RAILS, SHORT, SOCKETS, spec_on

UPLINK = "{boundary: {nodes: 32}, exclusive: {bandwidth: 6.4 TB/s}, loaded: {bandwidth: 5 TB/s}, from: sheet}"


def cuts(new: str, *more: str) -> dict[str, Cut]:
    return load_text(varied(UPLINK, new, *more)).spec.platform.cuts


def test_the_example_has_the_uplink_these_tests_change() -> None:
    assert messages(varied(UPLINK, UPLINK)) == []


def test_an_oversubscribed_uplink_carries_its_nodes_bandwidth_over_the_ratio() -> None:
    # 32 nodes of 384 GB/s, under load 320 GB/s, at 2:1.
    uplink = cuts("{boundary: {nodes: 32}, oversubscription: 2:1}")["uplink"]
    assert uplink.exclusive.bandwidth.ends == (32 * 384e9 / 2, 32 * 384e9 / 2)
    assert uplink.under(("multi_group",))[1].ends == (32 * 320e9 / 2, 32 * 320e9 / 2)
    assert uplink.source == "sheet"


def test_an_oversubscription_may_be_a_pair_and_the_smaller_one_is_optimistic() -> None:
    uplink = cuts("{boundary: {nodes: 32}, oversubscription: ['1.5:1', '3:1']}")["uplink"]
    assert uplink.exclusive.bandwidth.ends == pytest.approx((32 * 384e9 / 1.5, 32 * 384e9 / 3))


def test_each_plane_of_an_uplink_has_its_share() -> None:
    uplink = cuts("{boundary: {nodes: 32, planes: 8}, oversubscription: 2:1}")["uplink"]
    assert uplink.exclusive.bandwidth.optimistic == 32 * 384e9 / 2 / 8


def test_without_a_cut_around_a_node_the_link_says_what_its_nics_can_send() -> None:
    # Eight NICs of 400 Gbit/s a node: 400 GB/s, and 32 nodes at 4:1.
    text = varied(UPLINK, "{boundary: {nodes: 32}, oversubscription: '4'}")
    without = "\n".join(line for line in text.splitlines() if not line.strip().startswith("node_nics:"))
    uplink = load_text(without).spec.platform.cuts["uplink"]
    assert uplink.exclusive.bandwidth.optimistic == 32 * 8 * 50e9 / 4
    assert uplink.loaded is None


def on(machine: str, boundary: str) -> tuple[int, int | None, str | None, int]:
    """(nodes, ranks, level, planes) of a cut on a machine."""
    extra = f"  cuts: {{c: {{boundary: {boundary}, exclusive: {{bandwidth: 1 TB/s}}, from: talk}}}}\n"
    found = load_text(spec_on(machine, extra=extra)).spec.platform.cuts["c"].boundary
    return found.nodes, found.ranks, found.level, found.planes


@pytest.mark.parametrize(
    ("machine", "boundary", "wanted"),
    [
        (RAILS, "leaf", (32, 256, "leaf", 1)),
        (RAILS, "{level: leaf, planes: 8}", (32, 256, "leaf", 8)),
        (RAILS, "{ranks: 512}", (64, 512, None, 1)),
        (RAILS, "{ranks: 4}", (1, 4, None, 1)),
        (RAILS, "{ranks: 8}", (1, None, None, 1)),
        (RAILS, "plane", (1, None, None, 8)),
        (RAILS, "bisection", (256, None, None, 1)),
        (SOCKETS, "box", (1, None, None, 1)),  # the node is called box there
        (SOCKETS, "node", (1, None, None, 1)),
        (SOCKETS, "switch", (1, 4, "switch", 1)),  # half of a node of eight
        (SHORT, "{ranks: 4}", (1, 4, None, 1)),
        (SHORT, "{ranks: 32}", (4, 32, None, 1)),
    ],
)
def test_a_boundary_is_a_level_or_so_many_ranks(
    machine: str, boundary: str, wanted: tuple[int, int | None, str | None, int]
) -> None:
    assert on(machine, boundary) == wanted


@pytest.mark.parametrize(
    ("machine", "boundary", "words"),
    [
        (RAILS, "leav", "'leav' is no boundary and no level; did you mean leaf?"),
        (
            RAILS,
            "{ranks: 12}",
            "units of 12 ranks lie across the borders of node, of 8; write a divisor or a multiple of",
        ),
        (RAILS, "{nodes: 3}", "units of 24 ranks lie across the borders of leaf, of 256"),
        (RAILS, "{nodes: 4, ranks: 32}", "nodes and ranks both say how large a unit is; remove one of the two"),
        (RAILS, "{level: leaf, nodes: 32}", "level and nodes both say how large a unit is; remove nodes"),
        (RAILS, "{ranks: none}", "'none' is not a whole number"),
        (SHORT, "rack", "'rack' is no boundary and no level; write node, plane, bisection, machine, {nodes: 32} or"),
    ],
)
def test_a_boundary_that_cannot_be_has_one_message(machine: str, boundary: str, words: str) -> None:
    extra = f"  cuts: {{c: {{boundary: {boundary}, exclusive: {{bandwidth: 1 TB/s}}, from: talk}}}}\n"
    found = messages(spec_on(machine, extra=extra))
    assert len(found) == 1, found
    assert ": platform.cuts.c.boundary" in found[0]
    assert words in found[0]


def test_an_uplink_of_a_level_carries_the_links_of_its_nodes_over_the_ratio() -> None:
    """Rail and spine leave by the same NIC of 50 GB/s: 256 of them at 2:1 are 6.4 TB/s."""
    rails = RAILS.replace(
        "rail: {wiring: rails,", "rail: {wiring: rails, link: {rate: 50 GB/s, per: rank, from: talk},"
    )
    extra = "  cuts: {up: {boundary: leaf, oversubscription: 2:1}}\n"
    found = load_text(spec_on(rails, extra=extra)).spec.platform.cuts["up"]
    assert found.exclusive.bandwidth.ends == (6.4e12, 6.4e12)


def test_the_bisection_is_half_of_the_platform_and_a_plane_one_rank_index() -> None:
    rail = "\n    rail: {boundary: plane, exclusive: {bandwidth: 48 GB/s}}"
    found = cuts("{boundary: bisection, exclusive: {bandwidth: 50 TB/s}}" + rail)
    assert (found["uplink"].boundary.nodes, found["uplink"].boundary.planes) == (256, 1)
    assert (found["rail"].boundary.nodes, found["rail"].boundary.planes) == (1, 8)
    odd = cuts("{boundary: bisection, exclusive: {bandwidth: 50 TB/s}}", "nodes: 512", "nodes: 513")
    assert odd["uplink"].boundary.nodes == 257


@pytest.mark.parametrize(
    ("new", "what"),
    [
        ("{boundary: {nodes: 32}, oversubscription: 1:2}", "'1:2' is below 1:1; write the nodes' side first"),
        ("{boundary: {nodes: 32}, oversubscription: two}", "'two' is no oversubscription; write 2:1"),
        ("{boundary: {nodes: 32}, oversubscription: ['3:1', '2:1']}", "is in the wrong order"),
        ("{boundary: node, oversubscription: 2:1}", "a node's own boundary is not oversubscribed"),
        (
            "{boundary: {nodes: 32}, oversubscription: 2:1, exclusive: {bandwidth: 1 TB/s}}",
            "uplink.exclusive: exclusive and oversubscription both say what leaves the unit; remove exclusive",
        ),
        (
            "{boundary: {nodes: 32}, oversubscription: 2:1}\n    b: {boundary: node, exclusive: {bandwidth: 1 GB/s}}",
            "several cuts surround one node (node_nics, b)",
        ),
        ("{boundary: {nodes: 32}}", "uplink.exclusive: is missing"),
        ("{boundary: {}, exclusive: {bandwidth: 1 TB/s}}", "a mapping is no boundary; write node, plane, bisection"),
        ("{boundary: {planes: 3}, exclusive: {bandwidth: 1 TB/s}}", "8 ranks of a node cannot share 3 planes evenly"),
        ("{boundary: {nodes: 0}, oversubscription: 2:1}", "'0' is too small"),
        ("{boundary: node, exclusive: {bandwidth: 1 TB/s}, in_network: maybe}", "in_network"),
    ],
)
def test_one_mistake_in_a_cut_gives_one_message(new: str, what: str) -> None:
    found = messages(varied(UPLINK, new))
    assert len(found) == 1, found
    assert what in found[0]


def test_a_broken_platform_does_not_blame_its_cuts() -> None:
    found = messages(
        varied(UPLINK, "{boundary: bisection, exclusive: {bandwidth: 1 TB/s}}", "nodes: 512", "nodes: many")
    )
    assert len(found) == 1, found
    assert "platform.nodes" in found[0]
    nics = "{boundary: node, exclusive: {bandwidth: 384 GB/s}"
    found = messages(varied(UPLINK, "{boundary: {nodes: 32}, oversubscription: 2:1}", nics, nics.replace("GB", "gb")))
    assert len(found) == 1, found
    assert "node_nics" in found[0]


def test_a_platform_of_one_node_has_no_halves() -> None:
    found = messages(varied(UPLINK, "{boundary: bisection, exclusive: {bandwidth: 1 TB/s}}", "nodes: 512", "nodes: 1"))
    assert any("a platform of one node has no halves" in message for message in found)


def test_a_unit_of_the_whole_platform_and_help_that_nothing_uses_have_no_effect() -> None:
    found = warnings(varied(UPLINK, UPLINK.replace("32", "512")))
    assert any("uplink.boundary: has no effect: a unit of 512 nodes holds the whole platform" in line for line in found)
    found = warnings(varied(UPLINK, UPLINK.replace("from: sheet", "in_network: true, from: sheet")))
    assert any("uplink.in_network: has no effect" in line for line in found)


@pytest.mark.parametrize(
    "new",
    [
        "{boundary: {nodes: 32}, oversubscription: 2:1, in_network: true}",
        "{boundary: {nodes: 32, planes: 8}, oversubscription: ['1.5:1', '2:1']}",
        "{boundary: bisection, exclusive: {bandwidth: 50 TB/s}}",
    ],
)
def test_the_schema_accepts_what_the_loader_accepts(new: str) -> None:
    text = varied(UPLINK, new)
    assert messages(text) == []
    assert [*Draft202012Validator(json_schema()).iter_errors(yaml.safe_load(text))] == []
