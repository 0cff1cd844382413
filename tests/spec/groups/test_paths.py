"""A level may have several paths, and a group takes one of them: times by hand, and what cannot be."""

import pytest

from estimator.estimate.table import estimate
from estimator.spec.load import load_text
from tests.spec.examples import messages, warnings

TEXT = """commspec: 1
document: {id: T, version: "0.1", title: two paths inside a node, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: cards on switches with a bridge
  ranks_per_host: 8
  knee: {k: 0, from: talk}
  levels:
    - {name: node, ranks: 8, path: switch, also: [bridge]}
    - {name: machine, ranks: 64, path: rail, also: [shared]}
  paths:
    switch: {exclusive: {alpha: 2 us, bandwidth: 200 GB/s, per: rank, from: talk}}
    bridge: {exclusive: {alpha: 5 us, bandwidth: 50 GB/s, per: rank, from: talk}}
    rail: {wiring: rails, exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank, from: talk}}
    shared: {exclusive: {alpha: 9 us, bandwidth: 96 GB/s, per: node, from: talk}}
groups:
  near: {shape: [2]}
  bridged: {shape: [2], paths: {node: bridge}}
  rails: {shape: [8, 2]}
  nic: {size: 16, ranks_per_node: 8, paths: {machine: shared}}
operations:
  a: {collective: p2p, group: near, tensor: {bytes: 1 GB, semantics: message}, algorithm: direct}
  b: {collective: p2p, group: bridged, tensor: {bytes: 1 GB, semantics: message}, algorithm: direct}
  c: {collective: all_reduce, group: rails, tensor: {bytes: 1 GB, semantics: input}, algorithm: hierarchical_rs_ar_ag}
  d: {collective: all_reduce, group: nic, tensor: {bytes: 1 GB, semantics: input}, algorithm: hierarchical_rs_ar_ag}
"""


def test_a_group_is_timed_on_the_paths_that_it_takes() -> None:
    found = estimate(load_text(TEXT).spec).operations
    assert found["a"].time.conservative == pytest.approx(2e-6 + 1e9 / 200e9)
    assert found["b"].time.conservative == pytest.approx(5e-6 + 1e9 / 50e9)
    inside = 14 * 2e-6 + 2 * 7 / 8 * 1e9 / 200e9
    # An eighth of 1 GB goes round two nodes in two rounds of half: 48 GB/s a rank, or 96 GB/s for all eight.
    assert found["c"].time.conservative == pytest.approx(inside + 2 * (8e-6 + 1e9 / 16 / 48e9))
    assert found["d"].time.conservative == pytest.approx(inside + 2 * (9e-6 + 1e9 / 2 / 96e9))
    assert dict(found["b"].paths) == {"node": "bridge"}
    assert dict(found["d"].paths) == {"node": "switch", "machine": "shared"}
    assert load_text(TEXT).spec.groups["nic"].levels == ("switch", "shared")


def test_a_spec_of_several_paths_a_level_is_in_order() -> None:
    assert warnings(TEXT) == []
    assert load_text(TEXT).spec.platform.paths["shared"].crosses_nodes


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "{node: bridge}",
            "{node: brigde}",
            "groups.bridged.paths.node: there is no path 'brigde'; did you mean bridge?",
        ),
        ("{node: bridge}", "{nodes: bridge}", "groups.bridged.paths: there is no level nodes; did you mean node?"),
        (
            "{node: bridge}",
            "{node: rail}",
            "groups.bridged.paths: rail does not join the units of node; write switch or bridge, or add it",
        ),
        ("{node: bridge}", "{node: [bridge]}", "groups.bridged.paths.node: "),
        ("also: [bridge]", "also: [brigde]", "levels[0].also[0]: there is no path 'brigde'; did you mean bridge?"),
        ("also: [bridge]", "also: [bridge, switch]", "levels[0].also[1]: switch joins the units of node already"),
        (
            "per: node, from",
            "per: nodes, from",
            "paths.shared.exclusive.per: per: nodes, and machine joins units of node",
        ),
        ("{shape: [2], paths", "{shape: [2], levels: [bridge], paths", "groups.bridged.levels: platform.levels says"),
    ],
)
def test_a_choice_that_cannot_be_is_one_message(old: str, new: str, what: str) -> None:
    assert old in TEXT
    found = messages(TEXT.replace(old, new, 1))
    assert len(found) == 1, found
    assert what in found[0]


def test_a_path_that_no_group_takes_is_told() -> None:
    found = warnings(TEXT.replace("{shape: [2], paths: {node: bridge}}", "{shape: [2]}"))
    assert len(found) == 1
    assert "platform.paths.bridge: has no effect: no group uses this path; write paths: {node: bridge} in" in found[0]
