"""Command lines are pinned, and text of a spec stays a word of the shell."""

import shlex

import pytest

from estimator.spec.groups.hosts import Hosts
from estimator.tools.by_kit import by_kit
from estimator.tools.catalogue import TOOLS, commands, tool_named
from estimator.tools.tool import ToolRun, doubling, quoted
from tests.require.specs import Worked, one

NCCL = "-g 1 -w 20 -n 1000 -c 1 -d bfloat16"


def lines(worked: Worked) -> list[str]:
    return [command.line for command in commands(worked.spec, "R", worked.expanded["R"])]


def test_a_size_of_nothing_ends_its_chain() -> None:
    assert doubling([0, 1, 2]) == [(0,), (1, 2)]


def test_a_sweep_by_doubling_is_one_line_and_the_own_n_another() -> None:
    worked = one("collective_time", {"at_most": "1 s"}, operation="dense_grad", sweep={"sizes": "64 KiB .. 128 MiB"})
    assert lines(worked) == [
        f"mpirun -np 64 -N 8 ./build/all_reduce_perf -b 65536 -e 268435456 -f 2 {NCCL} -o sum -a 3 -R 1"
    ]
    worked = one(
        "collective_time", {"at_most": "1 s"}, operation="dense_grad", sweep={"sizes": ["1 MB", "2 MB", "4 MB"]}
    )
    assert [line.split(" -f ")[0] for line in lines(worked)] == [
        "mpirun -np 64 -N 8 ./build/all_reduce_perf -b 1000000 -e 4000000",
        "mpirun -np 64 -N 8 ./build/all_reduce_perf -b 268435456 -e 268435456",
    ]


def test_groups_at_once_are_split_by_the_tool() -> None:
    worked = one("collective_time", {"at_most": "1 s"}, operation="expert_param")
    assert lines(worked) == [
        "mpirun -np 64 -N 8 -x 'NCCL_TESTS_SPLIT=MOD 8' ./build/all_gather_perf -b 67108864 -e 67108864 -f 2 "
        f"{NCCL} -a 3 -R 1"
    ]


def test_a_slow_down_is_run_alone_and_all_at_once() -> None:
    worked = one("concurrency_slowdown", {"at_most": "1.25"}, operation="expert_param", at_once="all")
    assert [line.split(" ./")[0] for line in lines(worked)] == [
        "mpirun -np 8 -N 1",
        "mpirun -np 64 -N 8 -x 'NCCL_TESTS_SPLIT=MOD 8'",
    ]


def test_a_slow_down_by_a_condition_is_one_line_that_says_what_makes_each_condition() -> None:
    sweep = {"conditions": ["background"]}
    worked = one("concurrency_slowdown", {"at_most": "1.05"}, operation="dense_grad", against="exclusive", sweep=sweep)
    (found,) = commands(worked.spec, "R", worked.expanded["R"])
    assert found.note_en.startswith(
        "run the whole command 5 times; condition background: 10 % of traffic in the background, "
        "load: A stream of 10 % of each NIC between other nodes; condition exclusive: no other operation runs; "
        "run it under exclusive too; the times are divided"
    )
    assert (
        "条件 background：10 % 的背景流量，负载：其余节点之间占每块网卡 10 % 的流；条件 exclusive：不运行其他操作"
        in found.note_zh
    )


def test_a_command_of_the_spec_is_told_its_load_too() -> None:
    test = {"command": "bench", "load": {"zh": "背景流", "en": "a stream"}}
    worked = one("collective_time", {"at_most": "1 s"}, operation="expert_param", test=test)
    (found,) = commands(worked.spec, "R", worked.expanded["R"])
    assert (found.line, found.note_zh, found.note_en) == (
        "bench",
        "条件 exclusive：负载：背景流",
        "condition exclusive: load: a stream",
    )


def test_scaling_runs_the_base_group_too() -> None:
    sweep = {"groups": ["edp", "edp7"]}
    worked = one("scaling", {"at_least": "90 %"}, operation="expert_param", base_group="pp", sweep=sweep)
    assert [shlex.split(line)[2] for line in lines(worked)] == ["64", "56", "16"]


def test_sizes_in_no_long_chain_are_run_in_a_loop() -> None:
    sweep = {"sizes": ["3 MB", "5 MB", "7 MB"]}
    worked = one("collective_time", {"at_most": "1 s"}, operation="dense_grad", sweep=sweep)
    assert lines(worked) == [
        "for n in 3000000 5000000 7000000 268435456; do "
        'mpirun -np 64 -N 8 ./build/all_reduce_perf -b "$n" -e "$n" -f 2 '
        f"{NCCL} -o sum -a 3 -R 1; done"
    ]


def test_hccl_test_names_its_own_types_and_devices_of_a_node() -> None:
    test = {"tool": "hccl_test", "warmup": "10", "iterations": "20", "repeats": "1"}
    worked = one(
        "collective_time", {"at_most": "1 s"}, operation="dense_grad", test=test, sweep={"sizes": "64 KiB .. 128 MiB"}
    )
    assert lines(worked) == [
        "mpirun -f hostfile -n 64 ./bin/all_reduce_test -b 65536 -e 268435456 -f 2 -d bfp16 -o sum "
        "-n 20 -w 10 -p 8 -c 1"
    ]
    found = commands(worked.spec, "R", worked.expanded["R"])
    # 64 ranks of bf16 are one more than the tool can check the sum of.
    assert found[0].note_en == "the tool does not check sums of bf16 beyond 63 ranks"
    test |= {"check": "false"}
    worked = one("collective_time", {"at_most": "1 s"}, operation="expert_param", test=test)
    assert lines(worked) == [
        "mpirun -f hostfile -n 8 ./bin/all_gather_test -b 67108864 -e 67108864 -f 2 -d bfp16 -n 20 -w 10 -p 1 -c 0"
    ]
    assert commands(worked.spec, "R", worked.expanded["R"])[0].note_en == (
        "condition exclusive: no other operation runs, with 7 more groups of edp on its nodes; "
        "start it in 8 groups at once: on each host the devices 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7"
    )


def test_uneven_loads_and_stated_items_have_no_line() -> None:
    even = one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch", sweep={"skews": ["1.0"]})
    uneven = one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch", sweep={"skews": ["1.5"]})
    assert [shlex.split(line)[5] for line in lines(even)] == ["./build/alltoall_perf"]
    assert lines(uneven) == []
    assert lines(one("algorithm_report", None)) == []
    assert (
        lines(one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch", test={"tool": "a2av_bench"})) == []
    )


def test_a_command_of_the_spec_stands_as_written() -> None:
    test = {"command": "a2av_bench --skew zipf:1.5"}
    worked = one("collective_time", {"at_most": "1 s"}, operation="moe_dispatch", test=test)
    assert lines(worked) == ["a2av_bench --skew zipf:1.5"]


def test_a_line_says_what_it_leaves_open() -> None:
    worked = one("no_fixed_length_all_to_all", {"at_most": "1.05"}, operation="moe_dispatch", sweep={"skews": ["1.0"]})
    found = commands(worked.spec, "R", worked.expanded["R"])[0]
    assert found.note_en == (
        "run the whole command 5 times; condition multi_group: while other groups communicate; condition with_compute: "
        "while training compute runs; bytes on the wire are read from the NIC counters; read the out-of-place columns"
    )
    assert found.note_zh == (
        "整条命令重复 5 遍；条件 multi_group：同时运行其他组的通信；条件 with_compute：同时运行训练计算；"
        "线上字节由网卡计数器读出；取非原地一栏"
    )
    assert (found.group, found.cells) == ("ep", 2)


@pytest.mark.parametrize("word", ["a b", "$(rm -rf ~)", "`id`", "x;y", "'", '"', "a\nb", "|", ">f"])
def test_a_word_stays_one_word(word: str) -> None:
    assert shlex.split(quoted(["tool", word, "-x"])) == ["tool", word, "-x"]


def test_chains_double_and_cover_every_size_once() -> None:
    assert doubling([4, 1, 3, 2, 2]) == [(1, 2, 4), (3,)]
    assert doubling([]) == []


def test_tools_are_found_by_name_and_alias_and_report_a_mean_only() -> None:
    assert {name: sorted(tool.statistics) for name, tool in TOOLS.items()} == {
        "nccl-tests": ["mean"],
        "hccl_test": ["mean"],
        "osu": ["mean"],
    }
    assert tool_named("rccl-tests") is TOOLS["nccl-tests"]
    assert tool_named("HCCL-test") is TOOLS["hccl_test"]
    assert tool_named("unheard-of") is None
    assert tool_named("OMB") is TOOLS["osu"]


def made(tool: str, collective: str, sizes: tuple[int, ...], redop: str | None = None) -> list[str]:
    asked = ToolRun(collective, 64, 1, Hosts((8,) * 8), sizes, "fp32", redop, 20, 100, True, "mean")
    return [line for line, _ in TOOLS[tool].lines(asked)]


def test_a_message_of_the_mpi_benchmarks_is_one_ranks_share_of_n() -> None:
    start = "mpirun -np 64 -N 8"
    assert made("osu", "all_gather_v", (64 * 1024, 64 * 2048)) == [
        f"{start} ./osu_allgatherv -m 1024:2048 -x 20 -i 100 -c"
    ]
    assert made("osu", "all_to_all_v", (64 * 1024,)) == [f"{start} ./osu_alltoallv -m 1024:1024 -x 20 -i 100 -c"]
    assert made("osu", "reduce_scatter_v", (65536,), "sum") == [
        f"{start} ./osu_reduce_scatter -m 65536:65536 -x 20 -i 100 -c -T mpi_float"
    ]


def test_the_mpi_benchmarks_are_told_of_buffers_beyond_their_512_mib() -> None:
    """They would run a smaller size in its place; a message between two ranks has no such limit."""
    start = "mpirun -np 64 -N 8"
    assert made("osu", "all_to_all", (2**30,)) == [
        f"{start} ./osu_alltoall -m 16777216:16777216 -M 1073741824 -x 20 -i 100 -c"
    ]
    assert made("osu", "broadcast", (2**29 + 1,))[0].count("-M 536870913") == 1
    assert "-M" not in made("osu", "broadcast", (2**29,))[0]
    assert "-M" not in made("osu", "p2p", (2**30,))[0]


def test_a_line_says_which_n_it_runs_whatever_the_tool_is_told() -> None:
    sizes = (64 * 1024, 64 * 2048, 64 * 3000)
    asked = ToolRun("all_gather", 64, 1, Hosts((8,) * 8), sizes, "fp32", None, 20, 100, True, "mean")
    assert [ran for _, ran in TOOLS["osu"].lines(asked)] == [sizes]  # a loop: 1024, 2048 and 3000 are no chain


def test_a_barrier_has_no_size_on_its_command_line() -> None:
    assert made("osu", "barrier", (0,)) == ["mpirun -np 64 -N 8 ./osu_barrier -x 20 -i 100"]


def test_shares_that_differ_have_programs_of_their_own_in_hccl_test() -> None:
    programs = [made("hccl_test", name, (2**20,))[0].split()[5] for name in ("all_gather_v", "reduce_scatter_v")]
    assert programs == ["./bin/all_gatherv_test", "./bin/reduce_scatterv_test"]


def test_a_percentile_that_the_tool_cannot_report_is_left_to_the_kit() -> None:
    worked = one("collective_time", {"at_most": "1 s"}, operation="dense_grad", metric={"statistic": "p99"})
    assert lines(worked) == []
    (left,) = by_kit(worked.spec, "R", worked.expanded["R"])
    assert left.en.startswith(
        "to be run by the test kit: ranks 0\u201363 of ep; warm-up 20, iterations 1000, repeats 5"
    )
    tail = one("tail_ratio", {"at_most": "1.5"}, operation="dense_grad")
    assert lines(tail) == []
    assert by_kit(tail.spec, "R", tail.expanded["R"]) != ()
