"""What an operation or a group says and nothing feels."""

import pytest

from tests.spec.examples import varied, warnings
from tests.spec.test_one_slip import TORUS


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ("    per_step: 704\n", "    per_step: 0\n", "operations.moe_dispatch.per_step", "it never runs in a step"),
    ],
)
def test_a_field_that_nothing_feels_is_told_at_its_place(old: str, new: str, place: str, what: str) -> None:
    found = [line for line in warnings(varied(old, new)) if f"{place}: has no effect: {what}" in line]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("group", "inside"),
    [
        ("{shape: [4], at_once: {node: 2}}", True),
        ("{shape: [8], at_once: {node: 1}}", True),
        ("{shape: [1, 4], at_once: {node: 2}}", False),
        ("{shape: [4, 2], at_once: {node: 2}}", False),
    ],
)
def test_a_group_crosses_no_border_of_what_holds_all_of_it(group: str, inside: bool) -> None:
    text = SPEC.replace("GROUP", group)
    told = [line for line in warnings(text) if "groups.g.at_once.node: has no effect: the group lies inside" in line]
    assert len(told) == inside


SPEC = """commspec: 1
document: {id: I, version: "0.1", title: inside, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: nodes
  ranks_per_host: 8
  levels: [{name: node, ranks: 8, path: up}, {name: pod, ranks: 64, path: out}]
  paths:
    up: {exclusive: {alpha: 3 us, bandwidth: 200 GB/s, per: rank, from: talk}}
    out: {exclusive: {alpha: 5 us, bandwidth: 40 GB/s, per: rank, unit: 200 GB/s, from: talk}}
groups: {g: GROUP, h: {shape: [8, 8]}}
operations:
  a: {collective: all_reduce, group: g, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring}
  b: {collective: all_reduce, group: h, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring}
requirements: {}
"""


def test_groups_at_once_on_a_ring_share_its_links() -> None:
    """Every second chip of x: two groups in one ring, though none leaves it."""
    strided = TORUS.replace("slice: {shape: [8, 8, 16]}", "slice: {shape: [4], stride: {x: 2}, at_once: {x: 2}}")
    assert not [line for line in warnings(strided) if "lies inside one" in line]
