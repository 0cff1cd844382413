"""Processes on each host: what a launcher is told, however hosts lie inside nodes or nodes inside hosts."""

import pytest

from estimator.spec.groups.hosts import Hosts, host_blocks, hosts_of
from estimator.spec.load import load_text
from tests.spec.machine.machines import ALL, DIES, MESH, RACKS, SHORT, TORUS, spec_on

# Racks of 72 ranks with hosts of 4; packages of two dies in pods of 384; a torus whose hosts are blocks of 2 x 2 chips.
HALF = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 4")
DOUBLE = SHORT.replace("nodes: 512", "nodes: 512\n  ranks_per_host: 16")


def found(machine: str, group: str) -> Hosts:
    return hosts_of(load_text(spec_on(machine, group)).spec, "all")


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


def test_a_host_is_a_block_of_units() -> None:
    blocks = {name: host_blocks(load_text(spec_on(text, "{shape: [2]}")).spec.platform) for name, text in ALL.items()}
    assert (blocks["racks"], blocks["dies"], blocks["torus"]) == ((4, 1), (2, 8, 1), (2, 2, 1))
