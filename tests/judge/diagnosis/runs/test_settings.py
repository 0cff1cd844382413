"""What a command line sets, and what alone tells two runs apart."""

from __future__ import annotations

import pytest

from estimator.judge.diagnosis.runs.settings import detours, kind_of, settings, told_apart
from estimator.tools.records import Table


def table(command: str, tool: str = "nccl-tests", **facts: object) -> Table:
    return Table("a.log", 1, 1, tool, command=command, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("NCCL_P2P_DISABLE", "place"),
        ("--bind-to", "place"),
        ("CUDA_VISIBLE_DEVICES", "place"),
        ("NCCL_IB_DISABLE", "network"),
        ("FI_PROVIDER", "network"),
        ("btl", "network"),
        ("NCCL_MAX_NCHANNELS", "algorithm"),
        ("HCCL_ALGO", "algorithm"),
        ("NCCL_DEBUG", None),
        ("NCCL_HOSTID", None),
    ],
)
def test_a_setting_rules_the_place_the_network_or_the_algorithm(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind


def test_settings_stand_in_front_behind_x_and_behind_options() -> None:
    line = (
        "NCCL_PROTO=LL mpirun --bind-to numa --mca btl tcp,self -x NCCL_IB_HCA=mlx5_0,mlx5_1 -x A=1 ./all_reduce_perf"
    )
    found = {"NCCL_PROTO": "LL", "NCCL_IB_HCA": "mlx5_0,mlx5_1", "--bind-to": "numa"}
    assert settings(table(line)) == found


def test_the_network_of_mpi_is_a_setting_of_benchmarks_of_mpi_alone() -> None:
    line = "OMPI_MCA_pml=ob1 mpirun -np 2 --mca btl tcp,self ./bench"
    assert settings(table(line)) == {}
    assert settings(table(line, "osu")) == {"pml": "ob1", "btl": "tcp,self"}
    assert detours(table(line, "osu")) == {"bandwidth": "btl=tcp,self"}


def test_a_network_is_no_detour_inside_a_node_unless_nothing_else_is_left() -> None:
    assert detours(table("NCCL_IB_DISABLE=1 ./a", ranks=8, nodes=1)) == {}
    alone = "NCCL_P2P_DISABLE=1 NCCL_SHM_DISABLE=1 NCCL_NET=Socket ./a"
    assert detours(table(alone, ranks=2, nodes=1))["bandwidth"] == "NCCL_NET=Socket"


def test_runs_are_told_apart_by_what_differs_alone() -> None:
    slow, fast = table("NCCL_P2P_DISABLE=1 NCCL_ALGO=Ring ./a"), table("NCCL_ALGO=Ring ./a")
    assert told_apart(slow, fast) == {"place": "NCCL_P2P_DISABLE: 1 / -"}
    assert told_apart(slow, slow) == {}


def test_a_log_without_its_command_tells_nothing_apart() -> None:
    assert told_apart(table("NCCL_P2P_DISABLE=1 ./a"), table("")) == {}


def test_a_detour_inside_a_node_is_topology_and_a_slow_network_bandwidth() -> None:
    assert detours(table("NCCL_P2P_DISABLE=1 ./a")) == {"topology": "NCCL_P2P_DISABLE=1"}
    assert detours(table("mpirun -x FI_PROVIDER=tcp ./a")) == {"bandwidth": "FI_PROVIDER=tcp"}
    assert detours(table("NCCL_P2P_DISABLE=0 NCCL_NET=IB ./a")) == {}


def test_what_only_ranks_of_one_node_use_is_no_detour_of_one_rank_a_node() -> None:
    assert detours(table("NCCL_SHM_DISABLE=1 ./a", ranks=2, nodes=2)) == {}
    assert detours(table("NCCL_SHM_DISABLE=1 ./a", ranks=4, nodes=2)) == {"topology": "NCCL_SHM_DISABLE=1"}
