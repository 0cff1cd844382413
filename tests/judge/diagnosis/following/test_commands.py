"""What is to be measured next, as command lines of the tool that wrote the log."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.series import Key
from estimator.judge.diagnosis.following.commands import command
from estimator.judge.diagnosis.following.forced import forced
from estimator.judge.diagnosis.runs.run import DiagnosedRun, Sample, Seen
from estimator.judge.diagnosis.runs.view import View, views_of
from estimator.tools.records import Table


def view(
    tool: str,
    collective: str = "all_gather",
    ranks: int = 16,
    nodes: int = 2,
    requirement: str = "",
    environment: tuple[tuple[str, str], ...] = (),
) -> View:
    each = ranks // nodes
    facts = {"ranks": ranks, "nodes": nodes, "ranks_per_node": each, "requirement": requirement}
    facts["environment"] = environment
    table = Table("log", 1, 1, tool, collective=collective, **facts)  # type: ignore[arg-type]
    samples = tuple(Sample(n, 1e-5 + n / 1e10) for n in (1024.0, 2.0**20, 2.0**26))
    (found,) = views_of(Seen((DiagnosedRun(Key(collective), table, samples),)), None)
    return found


def test_the_pair_across_is_one_rank_on_each_of_two_nodes() -> None:
    assert command("p2p", view("nccl-tests")).startswith("mpirun -np 2 -N 1 ./build/sendrecv_perf -b 8 ")
    assert command("p2p", view("nccl-tests", nodes=1)).startswith("mpirun -np 2 -N 2 ")
    assert " -f" not in command("p2p", view("osu"))  # which only collectives of OSU know


def test_a_tool_without_messages_between_two_ranks_gathers_from_two() -> None:
    assert command("p2p", view("hccl_test")).startswith("mpirun -f hostfile -n 2 ./bin/all_gather_test ")


def test_sizes_are_those_that_the_tool_is_told() -> None:
    # 16 ranks that gather 1 KiB give 64 B each.
    assert "-m 64:4194304" in command("alone", view("osu"))
    assert "-b 1024 -e 67108864" in command("alone", view("nccl-tests"))


def test_of_two_nodes_three_are_asked_for_and_of_three_two() -> None:
    assert "-np 24 -N 8" in command("fewer", view("nccl-tests"))
    assert "-np 16 -N 8" in command("fewer", view("nccl-tests", ranks=24, nodes=3))
    assert "-np 8 -N 8" in command("fewer", view("nccl-tests", nodes=1))


def test_a_tool_that_is_not_of_the_catalogue_is_stood_in_for() -> None:
    assert "./osu_allgather" in command("alone", view("imb"))
    assert "./build/all_gather_perf" in command("alone", view(""))


def test_a_requirement_of_the_kit_is_run_again_by_the_kit() -> None:
    assert command("repeat", view("run_plan", requirement="R-1")) == (
        "mpirun -np 16 python3 run_plan.py --only R-1 --out again.jsonl"
    )


@pytest.mark.parametrize(
    ("told", "program"),
    [
        (("mpi", "Open MPI v4.1.4"), "./osu_latency"),
        (("ccl", "hccl"), "./bin/all_gather_test"),
        (("ccl", "nccl"), "./build/sendrecv_perf"),
    ],
)
def test_what_the_kit_does_not_run_is_asked_of_a_tool_of_its_library(told: tuple[str, str], program: str) -> None:
    assert program in command("p2p", view("run_plan", requirement="R-1", environment=(told,)))


@pytest.mark.parametrize(
    ("tool", "collective", "algorithm", "words"),
    [
        ("nccl-tests", "all_reduce", "ring", "NCCL_ALGO=Ring NCCL_PROTO=Simple"),
        ("nccl-tests", "all_reduce", "double_binary_tree", "NCCL_ALGO=Tree NCCL_PROTO=Simple"),
        ("nccl-tests", "all_to_all", "pairwise", "NCCL_MIN_P2P_NCHANNELS=4 NCCL_MAX_P2P_NCHANNELS=4"),
        ("hccl_test", "all_reduce", "ring", 'HCCL_ALGO="level0:ring;level1:ring"'),
        ("hccl_test", "all_to_all", "direct", 'HCCL_ALGO="level0:NA;level1:pairwise"'),
        (
            "osu",
            "all_gather",
            "bruck",
            "OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_allgather_algorithm=2",
        ),
        ("osu", "gather", "flat", "OMPI_MCA_coll_tuned_use_dynamic_rules=1"),
    ],
)
def test_an_algorithm_is_forced_by_the_words_of_its_library(
    tool: str, collective: str, algorithm: str, words: str
) -> None:
    assert forced(tool, collective, algorithm) == words


def test_larger_sizes_lie_beyond_those_of_the_log() -> None:
    table = Table("log", 1, 1, "nccl-tests", collective="all_reduce", ranks=8, nodes=1)
    samples = tuple(Sample(2.0**k, 2.0**k / 1e10) for k in (29, 30, 31))
    (found,) = views_of(Seen((DiagnosedRun(Key("all_reduce"), table, samples),)), None)
    assert "-b 536870912 -e 17179869184" in command("larger_sizes", found)


def test_where_nobody_says_how_many_ranks_there_are_sizes_are_those_printed() -> None:
    table = Table("log", 1, 1, "osu", collective="all_to_all")
    samples = (Sample(1.0, 478e-6), Sample(256.0, 70e-3))
    (found,) = views_of(Seen((DiagnosedRun(Key("all_to_all"), table, samples),)), None)
    assert "-m 1:256 " in command("alone", found)


def test_a_benchmark_of_no_known_collective_is_not_run_as_another_one() -> None:
    table = Table("log", 1, 1, "osu", benchmark="Multi-threaded Latency")
    (found,) = views_of(Seen((DiagnosedRun(Key(""), table, (Sample(8.0, 1e-6),)),)), None)
    assert command("alone", found) == ""


def test_sixteen_ranks_of_which_nobody_says_the_nodes_are_eight_a_node() -> None:
    table = Table("log", 1, 1, "nccl-tests", collective="all_reduce", ranks=16)
    (found,) = views_of(Seen((DiagnosedRun(Key("all_reduce"), table, (Sample(8.0, 1e-5), Sample(1e6, 1e-4))),)), None)
    assert command("alone", found).startswith("mpirun -np 16 -N 8 ")
    assert command("p2p", found).startswith("mpirun -np 2 -N 1 ")


def test_forced_algorithms_are_tried_in_turn_and_handed_to_every_host() -> None:
    line = command("forced_algorithm", view("nccl-tests", "all_reduce"))
    loops = "for a in Ring Tree; do for p in LL Simple; do mpirun -x NCCL_ALGO=$a -x NCCL_PROTO=$p -np 16 -N 8 "
    assert line.startswith(loops)
    assert line.endswith("; done; done")
    assert "for p in LL Simple; do mpirun -x NCCL_ALGO=Ring -x NCCL_PROTO=$p " in command(
        "forced_algorithm", view("rccl-tests", "all_gather")
    )
    exchange = command("forced_algorithm", view("nccl-tests", "all_to_all"))
    assert exchange.startswith("mpirun -x NCCL_MIN_P2P_NCHANNELS=4 -x NCCL_MAX_P2P_NCHANNELS=4 -np 16 ")


def test_half_of_many_ranks_of_which_nobody_says_the_nodes_are_eight_a_node_too() -> None:
    table = Table("log", 1, 1, "nccl-tests", collective="all_reduce", ranks=32)
    (found,) = views_of(Seen((DiagnosedRun(Key("all_reduce"), table, (Sample(8.0, 1e-5), Sample(1e6, 1e-4))),)), None)
    assert command("fewer", found).startswith("mpirun -np 16 -N 8 ")
