"""The lint of paths and of what operations share, on machines of several levels."""

import pytest

from estimator.errors import path_text
from estimator.estimate.table import estimate
from estimator.lint.run import lint
from estimator.spec.load import load_text
from tests.spec.machine.machines import MESH, RACKS, RAILS, SHARED, SHORT, SOCKETS, TORUS, spec_on

RULES = ("above-link", "idle-ports", "shared-nic", "idle-at-once", "one-channel", "assumed-messages", "assumed-alone")
SECOND = """
  again:
    collective: all_gather
    group: all
    tensor: {bytes: 1 MiB, semantics: output}
    algorithm: ring
"""


def found(machine: str, group: str, *changes: str, extra: str = "") -> dict[str, tuple[str, str]]:
    """Rule -> (place, message) of the rules about paths and sharing."""
    spec = load_text(spec_on(machine, group, *changes, extra=extra)).spec
    problems = lint(spec, estimate(spec), {})
    return {
        one.rule: (path_text(one.path), one.message.replace("\u00a0", " ")) for one in problems if one.rule in RULES
    }


@pytest.mark.parametrize("machine", [MESH, RAILS, RACKS, TORUS, SOCKETS, SHARED, SHORT])
def test_two_ranks_of_a_machine_in_order_have_no_finding(machine: str) -> None:
    assert found(machine, "{shape: [2]}") == {}


@pytest.mark.parametrize(
    ("machine", "changes", "rule", "place", "message"),
    [
        (
            MESH,
            ("ports: 7", "ports: 10"),
            "idle-ports",
            "hccs.link.ports",
            "10 ports and 7 peers in a mesh of 8, with 3 ports to nobody",
        ),
        (
            MESH,
            ("one_peer: 24 GB/s", "one_peer: 29 GB/s"),
            "above-link",
            "hccs.exclusive.one_peer",
            "29 GB/s is more than the link's 28 GB/s to one peer",
        ),
        (
            SOCKETS,
            ("upi: {through", "upi: {link: {rate: 6 GB/s, per: rank, from: talk}, through"),
            "above-link",
            "upi.exclusive.bandwidth",
            "28 GB/s per switch is more than the link's 6 GB/s per rank",
        ),
        (
            SHORT,
            ("ib: {", "ib: {link: {rate: 50 GB/s, per: rank, ports: 2, from: talk}, "),
            "idle-ports",
            "ib.link.ports",
            "2 ports for 512 nodes on a switch",
        ),
        (
            RACKS,
            ("45 GB/s, per: rank", "45 GB/s, per: rack"),
            "shared-nic",
            "ib.exclusive.per",
            "one NIC of 45 GB/s for 72",
        ),
    ],
)
def test_what_does_not_fit_on_a_path(
    machine: str, changes: tuple[str, ...], rule: str, place: str, message: str
) -> None:
    told = found(machine, "{shape: [2]}", *changes)
    assert told[rule][0] == f"platform.paths.{place}"
    assert message in told[rule][1]


@pytest.mark.parametrize(
    ("machine", "group", "nics"),
    [
        (RAILS, "{shape: [8, 4]}", "8 NICs"),
        (RAILS, "{shape: [8, 4, 2]}", "32 NICs"),
        (SHARED, "{shape: [8, 4]}", "7 NICs"),
        (SHARED, "{shape: [2, 4]}", ""),  # both ranks share one
        (MESH, "{shape: [1, 4]}", ""),
        (RACKS, "{shape: [8]}", ""),  # inside one rack
    ],
)
def test_a_single_ring_beside_several_nics_names_all_channels(machine: str, group: str, nics: str) -> None:
    told = found(machine, group).get("one-channel")
    assert (told is not None) is bool(nics)
    if told is not None:
        assert told[0] == "operations.sync.algorithm"
        assert f"ring leaves a unit by one of {nics}" in told[1]
    assert "one-channel" not in found(machine, group, "algorithm: ring", "algorithm: {name: ring, channels: all}")


def test_a_stride_on_a_ring_without_its_siblings_is_told() -> None:
    alone = found(TORUS, "{shape: [4], stride: {x: 4}}")["assumed-alone"]
    assert alone == ("groups.all", "every 4th unit of x, and groups like it share its links")
    assert "assumed-alone" not in found(TORUS, "{shape: [4], stride: {x: 4}, at_once: {x: 4}}")


def test_what_shares_a_node_s_nic_has_an_effect() -> None:
    beside = ("algorithm: ring\n", f"algorithm: ring\n    at_once_with: [again]\n{SECOND}")
    node = ("45 GB/s, per: rank", "45 GB/s, per: node")
    group = "{shape: [1, 4]}"
    assert "idle-at-once" in found(SHORT, group, *beside)
    assert "idle-at-once" not in found(SHORT, group, *beside, *node)
