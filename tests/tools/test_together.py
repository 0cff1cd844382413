"""How processes of one launch fall into groups, against a count by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.require.workload import place_of
from estimator.spec.groups.hosts import Hosts
from estimator.spec.load import load_text
from estimator.tools.members import numbers_text
from estimator.tools.together import Together, split_of, together
from tests.spec.machine.machines import SHORT, spec_on

HALF = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 4")
DOUBLE = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 16")


def found(machine: str, group: str, at_once: int) -> Hosts:
    """The hosts of groups at once of a kind that the spec gives in numbers."""
    spec = load_text(spec_on(machine, group)).spec
    return together(spec, place_of(spec, "all", at_once), at_once).hosts


@pytest.mark.parametrize(
    ("colours", "split"),
    [
        ([0] * 8, ""),
        ([0, 0, 0, 0, 1, 1, 1, 1], "DIV 4"),
        ([0, 1, 2, 3, 0, 1, 2, 3], "MOD 4"),
        # Two ranks a node of two nodes: 0 1 | 2 3 on the first, 4 5 | 6 7 on the second.
        ([0, 0, 1, 1, 0, 0, 1, 1], "AND 0x2"),
        # Every other pair of bits: 0 2 8 10 | 1 3 9 11 | 4 6 12 14 | 5 7 13 15.
        ([0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3], "AND 0x5"),
        # Three ranks a node of two nodes and two groups: no operation of one number makes them.
        ([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1], None),
        # Nodes of six with groups of two a node.
        ([0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2], None),
    ],
)
def test_a_split_is_found_where_one_operation_makes_the_groups(colours: list[int], split: str | None) -> None:
    found = np.array(colours)
    assert split_of(found) == split
    assert split_of(found.max() - found) == split


def test_processes_are_numbered_host_by_host() -> None:
    """Groups 0 4 8 12 and 1 5 9 13 on hosts of eight: devices 0, 1, 4, 5 of two hosts."""
    found = Together(((0, 4, 8, 12), (1, 5, 9, 13)), 8, 2)
    assert found.ranks.tolist() == [0, 1, 4, 5, 8, 9, 12, 13]
    assert found.colours.tolist() == [0, 1] * 4
    assert (found.hosts.processes, found.hosts.devices) == ((4, 4), (0, 1, 4, 5))
    assert found.alone.ranks.tolist() == [0, 4, 8, 12]
    assert found.devices_of_each() == ((0, 4), (1, 5))


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([3], "3"),
        ([*range(64)], "0–63"),
        ([*range(0, 512, 8)], "0, 8, …, 504"),
        ([0, 4, 8], "0, 4, 8"),
        ([at + by for at in range(0, 64, 8) for by in (0, 1)], "0–1, 8–9, …, 56–57"),
        ([0, 1, 5, 9, 10, 11, 20], "0–1, 5, 9–11, 20"),
    ],
)
def test_ranks_are_said_in_short(numbers: list[int], text: str) -> None:
    assert numbers_text(numbers) == text


@pytest.mark.parametrize(
    ("machine", "group", "at_once", "processes"),
    [
        (SHORT, "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}", 8, (8,) * 8),
        (SHORT, "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}", 3, (3,) * 8),
        (HALF, "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}", 8, (4,) * 16),
        (HALF, "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}", 6, (4, 2) * 8),
        (DOUBLE, "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}", 8, (16,) * 4),
    ],
)
def test_groups_at_once_share_the_hosts(machine: str, group: str, at_once: int, processes: tuple[int, ...]) -> None:
    assert found(machine, group, at_once).processes == processes


@given(st.sampled_from((1, 2, 4, 8, 16, 32)), st.integers(1, 8), st.integers(1, 32), st.integers(1, 8))
def test_no_host_starts_more_than_it_holds_and_none_is_left_out(host: int, held: int, nodes: int, once: int) -> None:
    once = min(once, 8 // held)
    machine = SHORT.replace("nodes: 512", f"nodes: 512\n  ranks_per_host: {host}")
    levels = "[nvl]" if nodes == 1 else "[ib]" if held == 1 else "[nvl, ib]"
    group = f"{{size: {held * nodes}, ranks_per_node: {held}, at_once_per_node: {once}, levels: {levels}}}"
    hosts = found(machine, group, once)
    assert hosts.ranks == held * nodes * once
    assert 0 < max(hosts.processes) <= host
