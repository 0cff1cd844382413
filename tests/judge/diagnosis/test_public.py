"""Sizes and times of public logs whose fault is known, without any spec: the fault first, or the right question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from estimator.judge.diagnosis.causes.cause import Diagnosis
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.run import MOST_RUNS, seen
from estimator.tools.records import Ended, Event, Record, Table
from tests.tools.readers.written import HEAD, events, nccl_log, nccl_rows

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "public.json").read_text("utf-8"))
SURE = 0.7
ASKED = {"algorithm": "forced_algorithm", "contention": "alone"}


def told(runs: list[dict[str, Any]]) -> list[Event]:
    """The events of runs given as (size [byte], time out of place, in place [us])."""
    found: list[Event] = []
    for place, run in enumerate(runs):
        facts = {name: value for name, value in run.items() if name not in ("rows", "source") and value is not None}
        each = run["ranks"] // run["nodes"] if run["ranks"] and run["nodes"] else None
        table = Table(f"{place}.log", 1, 1, ranks_per_node=each, **facts)
        rows = 0
        for size, *times in run["rows"]:
            for in_place, time in zip((False, True), times, strict=True):
                if time is not None:
                    rows += 1
                    found.append(Record(table, rows, rows, size, size, time * 1e-6, in_place=in_place))
        found.append(Ended(table, rows))
    return found


def diagnosed(text: str) -> Diagnosis:
    """The diagnosis of one log without a spec."""
    return diagnosis(seen(events(text)), None)


def test_the_cases_are_there() -> None:
    assert len(CASES) == 14


@pytest.mark.parametrize("name", CASES)
def test_the_known_fault_of_a_public_log_is_first(name: str) -> None:
    case = CASES[name]
    found = diagnosis(seen(told(case["runs"])), None)
    first = found.causes[0]
    assert first.name in case["causes"]
    others = [cause for cause in found.causes if cause.name not in (*case["causes"], "cannot_tell")]
    assert all(cause.confidence < SURE for cause in others)
    assert found.next
    if first.name in ASKED:
        assert ASKED[first.name] in [one.measure for one in found.next]


def test_an_unaligned_size_asks_for_aligned_ones() -> None:
    found = diagnosis(seen(told(CASES["sizes that are not aligned"]["runs"])), None)
    assert [one.measure for one in found.next] == ["aligned_sizes"]


def test_small_sizes_alone_ask_for_larger_ones_and_the_pair() -> None:
    found = diagnosis(seen(told(CASES["only small sizes of a slow machine"]["runs"])), None)
    assert [one.measure for one in found.next] == ["larger_sizes", "p2p"]


def test_a_cliff_asks_for_a_forced_algorithm() -> None:
    found = diagnosis(seen(told(CASES["cliff of a plug-in"]["runs"])), None)
    assert found.next[0].measure == "forced_algorithm"


def test_wrong_results_are_no_question_of_performance() -> None:
    # NVIDIA/nccl#1184: 237858 wrong elements from 512 KiB on over a bonded NIC.
    rows = nccl_rows([(8, 130.1, 118.6), (262144, 325.1, 325.3)], ranks=2)
    rows += nccl_rows([(524288, 663.1, 569.4)], ranks=2, wrong="237858")
    found = diagnosed(nccl_log(ranks=2, nodes=2, rows=rows))
    assert found.causes[0].name == "not_performance"
    assert found.causes[0].confidence > 0.9


def test_a_table_followed_by_failures_is_no_question_of_performance() -> None:
    # NVIDIA/nccl-tests#322: out of memory beyond 16 GiB.
    rows = nccl_rows([(2**30, 19355.0, 19189.0), (2**31, 20218.0, 19883.0), (2**32, 25377.0, 25456.0)])
    found = diagnosed(HEAD + rows + "node0: Promise NCCL failure common.cu:1204 'unhandled cuda error'\n")
    assert found.causes[0].name == "not_performance"
    assert found.next[0].measure == "checked"


def test_a_head_without_rows_is_no_question_of_performance() -> None:
    # CANN FAQ: left-over processes on a peer.
    text = (
        "the minbytes is 8192, maxbytes is 2147483648, iters is 20, warmup_iters is 5\n"
        "hccl interface return err ./common/src/hccl_test_common.cc:538, retcode: 7\n"
        "This is an error in init_hcclComm.\n"
    )
    assert diagnosed(text).causes[0].name == "not_performance"


def test_an_empty_log_cannot_tell() -> None:
    found = diagnosed("")
    assert [cause.name for cause in found.causes] == ["cannot_tell"]


def test_of_very_many_tables_the_first_are_judged_and_the_rest_counted() -> None:
    rows = [[8, 10.0, None], [1 << 20, 80.0, None]]
    run = {"tool": "osu", "collective": "all_reduce", "ranks": 8, "nodes": 1, "rows": rows}
    found = seen(told([run] * (MOST_RUNS + 7)))
    assert (len(found.runs), found.left_out) == (MOST_RUNS, 7)


def table_of(command: str, rows: str, ranks: int = 4) -> str:
    """A log of nccl-tests on one node, started by a command line; rows of (size, time) in us."""
    points = [(int(size), float(time), float(time)) for size, time in (row.split() for row in rows.splitlines())]
    return f"{command}\n" + nccl_log(ranks=ranks, nodes=1, rows=nccl_rows(points, ranks=ranks))


LINKS = "1073741824 7163.5\n2147483648 13989\n4294967296 27672\n8589934592 54894"
NO_LINKS = "1073741824 309766\n2147483648 619555\n4294967296 1239398\n8589934592 2479229"


def test_a_path_that_a_setting_alone_takes_away_is_topology() -> None:
    # A guide to NVLink on four A100: with it, and with NCCL_P2P_DISABLE=1.
    fast = table_of("./build/all_reduce_perf -b 1G -e 8G -f 2 -g 4", LINKS)
    slow = table_of("NCCL_P2P_DISABLE=1 ./build/all_reduce_perf -b 1G -e 8G -f 2 -g 4", NO_LINKS)
    found = diagnosed(fast + slow).causes[0]
    assert (found.name, found.evidence[0].code) == ("topology", "other_setting")
    assert found.evidence[0].numbers["words"] == "NCCL_P2P_DISABLE: 1 / -"


def test_a_network_that_a_setting_alone_changes_is_bandwidth() -> None:
    fast = table_of("mpirun -np 4 -x NCCL_IB_HCA=mlx5_0 ./build/all_reduce_perf -b 1G -e 8G", LINKS)
    slow = table_of("mpirun -np 4 -x NCCL_IB_DISABLE=1 ./build/all_reduce_perf -b 1G -e 8G", NO_LINKS)
    assert diagnosed(fast + slow).causes[0].name == "bandwidth"


def test_large_sizes_that_differ_alike_are_no_start_up() -> None:
    # SkyPilot on CoreWeave: 16 H200 with and without InfiniBand, from 512 MiB on, without a command line.
    fast = nccl_log(ranks=16, nodes=2, rows=nccl_rows([(2**29, 2387.7, 2325.5), (2**30, 4416.5, 4425.1)], ranks=16))
    fast = fast.replace("# Out of bounds", f"{nccl_rows([(2**31, 8562.4, 8581.4)], ranks=16)}# Out of bounds")
    slow = nccl_rows(
        [(2**29, 269865.0, 267004.0), (2**30, 536466.0, 539227.0), (2**31, 1071841.0, 1078080.0)], ranks=16
    )
    found = diagnosed(fast + nccl_log(ranks=16, nodes=2, rows=slow))
    assert found.causes[0].name in ("bandwidth", "cannot_tell")
    assert "startup" not in [cause.name for cause in found.causes]


def test_programs_that_count_their_ranks_from_0_each_are_no_group() -> None:
    # NVIDIA/nccl-tests#182: a benchmark built without MPI, started on two hosts.
    lines = "".join(
        f"#  Rank  {rank} Group  0 Pid   {pid} on   {host} device  {rank} [0x03] NVIDIA A100-PCIE-40GB\n"
        for host, pid in (("gpu1", 3591), ("gpu2", 2451))
        for rank in (0, 1)
    )
    rows = nccl_rows([(8, 40.64, 45.02), (16, 49.66, 48.21), (8, 46.8, 56.22), (32, 47.28, 48.67)], ranks=2)
    found = diagnosed(f"# Using devices\n{lines}{HEAD}{rows}")
    assert found.causes[0].name == "not_performance"
    assert found.causes[0].evidence[0].numbers["programs"] == 2


@pytest.mark.parametrize(
    "line",
    [
        # HCCL-VM questions and answers E001; two NICs of other NUMA domains that were to be one.
        "acl interface return err ./common/src/hccl_test_common.cc:861, retcode: 100000.\nThis is an error.",
        "Test NCCL failure common.cu:212 'invalid argument (run with NCCL_DEBUG=WARN for details) / '",
    ],
)
def test_a_failure_of_a_benchmark_before_any_table_is_no_question_of_performance(line: str) -> None:
    found = diagnosed(f"some words before\n{line}\n")
    assert found.causes[0].name == "not_performance"
    assert [one.measure for one in found.next] == ["checked"]


def test_one_slow_size_in_one_run_asks_for_repeats() -> None:
    rows = nccl_rows([(2**k, 2113.56 if k == 14 else 20.0 + k / 9, 20.0 + k / 9) for k in range(10, 27)])
    found = diagnosed(nccl_log(rows=rows))
    assert "one_size" in [one.code for cause in found.causes for one in cause.evidence]
    assert found.next[0].measure == "repeat"


def test_a_slow_size_that_the_other_side_shows_too_is_a_switch() -> None:
    # Figures of an HPC-X plug-in on 4 nodes of 2: 1 MiB takes 1473 us in both, 256 KiB 168 and 4 MiB 403 us.
    points = [(16, 151.3, 68.64), (1024, 81.29, 45.97), (65536, 150.2, 174.9), (2**18, 167.6, 154.1)]
    points += [(2**20, 1473.4, 1471.6), (2**22, 402.7, 423.4), (2**24, 1378.9, 1271.1), (2**26, 5421.8, 5835.6)]
    found = diagnosed(nccl_log(ranks=8, nodes=4, rows=nccl_rows(points)))
    assert found.causes[0].name == "algorithm"
    assert found.next[0].measure == "forced_algorithm"


def test_a_table_that_nobody_can_read_asks_for_one_that_can_be() -> None:
    found = diagnosed("| Size | Before | After |\n|---|---|---|\n| 1 | 14,276.09 | 14,388.25 |\n")
    assert [one.measure for one in found.next] == ["readable_log"]


def one_run(rows: list[tuple[int, float]], ranks: int = 4, nodes: int = 1, **facts: Any) -> Diagnosis:
    """The diagnosis of one run of AllReduce without a spec; rows of (size, time) in us."""
    points = [[size, time, None] for size, time in rows]
    run = {"tool": "nccl-tests", "collective": "all_reduce", "ranks": ranks, "nodes": nodes, "rows": points}
    return diagnosis(seen(told([run | facts])), None)


V100 = [(2**k, 22.5 if k < 15 else 22.5 + 1.5 * 2**k / 7230) for k in range(3, 31)]


def test_devices_whose_own_links_carry_far_more_take_a_detour() -> None:
    # Four V100 with NVLink of 150 GB/s each: 7.2 GB/s of bus bandwidth, 22.5 us of start-up.
    found = one_run(V100, hardware="Tesla V100-SXM2-16GB")
    assert (found.causes[0].name, found.causes[0].evidence[0].code) == ("topology", "links_unused")
    assert found.causes[0].confidence < SURE
    assert "links_unused" not in codes(one_run(V100, hardware="Tesla V100-PCIE-16GB"))
    assert "links_unused" not in codes(one_run(V100, nodes=4, hardware="Tesla V100-SXM2-16GB"))


def test_nodes_that_exchange_what_an_ethernet_carries_go_over_it() -> None:
    # An H100 and an A100 on two hosts over TCP: 1.17 GB/s of 1.25 GB/s.
    rows = [(8, 91.44), (1024, 142.62), (2**18, 427.58), (2**20, 1021.15), (2**24, 14518.0), (2**28, 228738.0)]
    found = one_run(rows, ranks=2, nodes=2)
    assert (found.causes[0].name, found.causes[0].evidence[0].code) == ("bandwidth", "as_ethernet")
    assert found.causes[0].confidence < SURE
    assert "as_ethernet" not in codes(one_run(rows, ranks=2))


def test_a_setting_that_takes_a_path_away_is_the_first_guess_of_a_run_alone() -> None:
    rows = [(2**30, 1121937.0), (2**31, 2262057.0), (2**32, 4613311.0), (2**33, 9542917.0)]
    found = one_run(rows, command="CUDA_VISIBLE_DEVICES=0,1,6,7 NCCL_P2P_DISABLE=1 ./build/all_reduce_perf -b 1G -g 4")
    assert found.causes[0].name == "topology"
    assert "healthy" not in [cause.name for cause in found.causes]


def test_a_floor_with_noise_up_to_hundreds_of_mebibytes_is_start_up() -> None:
    # GKE on two a3-megagpu nodes, AllGather: 4 to 8 ms from 1 MiB to 1 GiB.
    times = (4654.5, 4117.2, 6417.4, 7872.1, 6990.7, 8254.0, 5546.3, 6507.3, 6744.1, 8939.8, 8241.7)
    found = one_run([(2 ** (20 + k), time) for k, time in enumerate(times)], ranks=16, nodes=2)
    assert found.causes[0].name == "startup"


def test_a_faster_log_is_a_reference() -> None:
    rows = [[2**k, 2**k / 5e3, None] for k in range(20, 31, 2)]
    slow = [[size, 10 * time, None] for size, time, _ in rows]
    runs = [
        {"tool": "nccl-tests", "collective": "all_reduce", "ranks": 16, "nodes": 2, "rows": each, "label": label}
        for each, label in ((rows, "with"), (slow, "without"))
    ]
    found = diagnosis(seen(told(runs)), None)
    assert found.causes[0].name == "bandwidth"
    without = [
        one for cause in found.causes for one in cause.evidence if one.code in ("no_reference", "nothing_strange")
    ]
    assert not any(one.run.startswith("1.log") for one in without)


def codes(found: Diagnosis) -> list[str]:
    """All that a diagnosis found."""
    return [one.code for cause in found.causes for one in cause.evidence]


def test_a_protocol_for_small_messages_forced_on_large_ones_is_the_first_guess() -> None:
    # eunomia-bpf/nccl-eBPF, ReduceScatter with LL forced: 8.7 ms at 1 MiB, 35 ms at 4 MiB.
    rows = [(2**20, 8744.42), (2**21, 17476.4), (2**22, 34950.0)]
    found = one_run(rows, ranks=2, command="NCCL_PROTO=LL ./build/all_reduce_perf -b 1M -e 4M -f 2 -g 2")
    assert (found.causes[0].name, found.causes[0].evidence[0].code) == ("algorithm", "choice_forced")
    assert "choice_forced" not in codes(one_run(rows, ranks=2, command="NCCL_PROTO=Simple ./build/all_reduce_perf"))


def test_small_sizes_that_take_time_by_their_bytes_are_copied_by_a_protocol() -> None:
    # openucx/ucx#10552, an exchange of 8 GPUs: 6.5 us to 64 B, then 0.025 us a byte.
    times = (6.47, 6.46, 6.78, 7.72, 12.23, 18.78, 31.04, 54.36, 104.6)
    found = one_run([(2 ** (4 + k), time) for k, time in enumerate(times)], ranks=8, nodes=8)
    assert found.causes[0].name == "algorithm"
    assert found.next[0].measure == "forced_algorithm"


def test_a_slow_group_over_pcie_takes_a_detour_rather_than_a_narrow_link() -> None:
    # Two consumer devices whose driver blocks P2P: 3.1 GB/s of the 15.8 GB/s of PCIe 3 x16.
    rows = [(2**k, 10.0 + 2**k / 3100) for k in range(3, 26)]
    found = one_run(rows, ranks=2, hardware="NVIDIA GeForce RTX 2080 Ti, PCIe3 x16")
    assert found.causes[0].name == "topology"


def test_two_ranks_of_which_one_only_sends_do_not_contend() -> None:
    # IMB Alltoall of two: the fast rank takes 0.65 us, the slow one 6.1 us, at every size.
    table = Table("imb.log", 1, 1, "imb", collective="all_to_all", ranks=2, nodes=1)
    rows: list[Event] = [Record(table, 1, 1, n, n, 3.4e-6, low=0.65e-6, high=6.1e-6) for n in (2, 4, 8, 16, 32, 64)]
    assert "contention" not in [cause.name for cause in diagnosis(seen([*rows, Ended(table, 6)]), None).causes]


def test_unaligned_sizes_are_told_where_only_one_of_two_logs_says_its_ranks() -> None:
    # NVIDIA/nccl-tests#104: 37,748,744 B take 11.7 ms and 37,748,736 B 6.5 ms; the first table has no head.
    runs = [
        {"tool": "nccl-tests", "collective": "p2p", "ranks": ranks, "nodes": nodes, "rows": [[size, time, None]]}
        for ranks, nodes, size, time in ((None, None, 37748744, 11732.0), (2, 1, 37748736, 6485.7))
    ]
    found = diagnosis(seen(told(runs)), None)
    assert [one.measure for one in found.next] == ["aligned_sizes"]
