"""Processes on each host: what a launcher is told, however hosts lie inside nodes or nodes inside hosts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.spec.groups.hosts import Hosts, host_blocks, hosts_of, packed_on
from estimator.spec.load import load_text
from tests.spec.machine.machines import ALL, DIES, MESH, RACKS, SHORT, TORUS, spec_on

# Racks of 72 ranks with hosts of 4; packages of two dies in pods of 384; a torus whose hosts are blocks of 2 x 2 chips.
HALF = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 4")
DOUBLE = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 16")


def found(machine: str, group: str, at_once: int = 1) -> Hosts:
    return hosts_of(load_text(spec_on(machine, group)).spec, "all", at_once)


@pytest.mark.parametrize(
    ("machine", "group", "processes", "devices"),
    [
        (SHORT, "{size: 64, ranks_per_node: 8, levels: [nvl, ib]}", (8,) * 8, tuple(range(8))),
        (HALF, "{size: 64, ranks_per_node: 8, levels: [nvl, ib]}", (4,) * 16, (0, 1, 2, 3)),
        (DOUBLE, "{size: 64, ranks_per_node: 8, levels: [nvl, ib]}", (16,) * 4, tuple(range(16))),
        (DOUBLE, "{size: 8, ranks_per_node: 1, stride_nodes: 2, levels: [ib]}", (1,) * 8, (0,)),
        (DOUBLE, "{size: 8, ranks_per_node: 1, levels: [ib]}", (2,) * 4, (0, 8)),
        (RACKS, "{shape: [16]}", (4,) * 4, (0, 1, 2, 3)),
        (RACKS, "{shape: [6]}", (4, 2), ()),
        (RACKS, "{shape: [1, 3]}", (1, 1, 1), (0,)),
        (MESH, "{units: {box: [0, 2, 3]}}", (3,), (0, 2, 3)),
        (DIES, "{shape: [1, 8]}", (8,), (0, 2, 4, 6, 8, 10, 12, 14)),
        (TORUS, "{shape: [4]}", (2, 2), (0, 1)),
        (TORUS, "{shape: [4, 4]}", (4,) * 4, (0, 1, 2, 3)),
        (TORUS, "{shape: [1, 4]}", (2, 2), (0, 2)),
        (TORUS, "{shape: [8], stride: {x: 2}}", (1,) * 8, (0,)),
    ],
)
def test_a_group_is_started_on_these_hosts(
    machine: str, group: str, processes: tuple[int, ...], devices: tuple[int, ...]
) -> None:
    assert found(machine, group) == Hosts(processes, devices)


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


def test_ranks_fill_hosts_one_by_one() -> None:
    assert packed_on(256, 8) == (8,) * 32
    assert packed_on(10, 4) == (4, 4, 2)
    assert packed_on(3, 4) == (3,)


def test_a_host_is_a_block_of_units() -> None:
    blocks = {name: host_blocks(load_text(spec_on(text, "{shape: [2]}")).spec.platform) for name, text in ALL.items()}
    assert (blocks["racks"], blocks["dies"], blocks["torus"]) == ((4, 1), (2, 8, 1), (2, 2, 1))


@given(st.sampled_from((1, 2, 4, 8, 16, 32)), st.integers(1, 8), st.integers(1, 32), st.integers(1, 8))
def test_no_host_starts_more_than_it_holds_and_none_is_left_out(host: int, held: int, nodes: int, once: int) -> None:
    once = min(once, 8 // held)
    machine = SHORT.replace("nodes: 512", f"nodes: 512\n  ranks_per_host: {host}")
    levels = "[nvl]" if nodes == 1 else "[ib]" if held == 1 else "[nvl, ib]"
    group = f"{{size: {held * nodes}, ranks_per_node: {held}, at_once_per_node: {once}, levels: {levels}}}"
    hosts = found(machine, group, once)
    assert hosts.ranks == held * nodes * once
    assert 0 < max(hosts.processes) <= host
