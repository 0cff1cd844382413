"""hccl_test, hccl_demo, OSU, IMB, nccom-test, ucc_perftest, mscclpp, DeepEP: tables, units, meaning of sizes."""

from __future__ import annotations

import pytest

from estimator.tools import records as flags
from estimator.tools.records import Told
from tests.tools.readers.written import endings, osu_log, records, refusals, times

HCCL_HEAD = "data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:\n"


def hccl(size: int, time: float, unit: float = 1e9, check: str = "success") -> str:
    return f"{size:<18d}| {time:>9.2f}      | {size / time * 1e6 / unit:>12.5f}        | {check}\n"


def test_hccl_test_prints_pipes_and_the_command_names_collective_ranks_type_and_reduction() -> None:
    text = (
        "# mpirun -n 8 ./bin/all_reduce_test -b 8K -e 64M -f 2 -d fp32 -o sum -p 8\n"
        "the minbytes is 8192, maxbytes is 67108864, iters is 20, warmup_iters is 5\n"
    )
    rows = hccl(8192, 764.55) + hccl(1 << 20, 1778.3, check="NULL") + hccl(64 << 20, 2630.2, check="failed")
    found = records(text + HCCL_HEAD + rows)
    assert times(found, in_place=None) == [(8192, 764.55), (1 << 20, 1778.3), (64 << 20, 2630.2)]
    assert [record.correct for record in found] == [True, None, False]
    assert found[2].flags == (flags.WRONG,)
    table = found[0].table
    assert (table.tool, table.collective, table.ranks, table.dtype, table.units) == (
        *("hccl_test", "all_reduce", 8, "fp32", "decimal"),
    )
    assert (table.warmup, table.iterations) == (5, 20)


def test_bandwidths_of_hccl_test_may_be_binary_under_a_decimal_name() -> None:
    found = records(HCCL_HEAD.replace("aveg", "avg") + hccl(8192, 764.55, 2.0**30) + hccl(64 << 20, 2630.2, 2.0**30))
    assert {record.table.units for record in found} == {"binary"}
    assert found[1].algbw == pytest.approx((64 << 20) / 2630.2e-6)


def test_columns_of_hccl_test_are_found_by_name_in_any_order() -> None:
    head = "check_result: | data_size(Bytes): | avg_time(us): | alg_bandwidth(GB/s):\n"
    assert times(records(head + "success | 1024 | 10.5 | 0.09752\n"), in_place=None) == [(1024, 10.5)]


def test_hccl_test_without_a_table_says_why() -> None:
    text = "the minbytes is 8192, maxbytes is 64, iters is 20, warmup_iters is 5\n"
    text += "hccl interface return err x.cc:538, retcode: 7\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [(2, "the run failed before its table")]
    assert records(text) == []


def test_hccl_demo_prints_bandwidths_alone_and_their_ratio_gives_the_ranks() -> None:
    one = (
        "[BENCHMARK] hcclAllReduce(src!=dst, data_size=33554432, count=8388608, dtype=float, iterations=1000)\n"
        "[BENCHMARK]     NW Bandwidth   : 258.209121 GB/s\n[BENCHMARK]     Algo Bandwidth : 147.548069 GB/s\n"
    )
    found = records("####\n" + one + "####\n" + one.replace("33554432", "1073741824"))
    assert [(r.size, r.seconds, r.rate, r.line, r.time_line) for r in found] == [
        (33554432, None, 147.548069e9, 2, 4),
        (1073741824, None, 147.548069e9, 6, 8),
    ]
    assert (found[0].table.collective, found[0].table.ranks, found[0].table.iterations) == ("all_reduce", 8, 1000)
    assert len({record.table.number for record in found}) == 1


def test_an_all_gather_of_hccl_demo_is_sized_by_one_rank() -> None:
    # Its network bandwidth is p-1 times the algorithm's: 7 times on eight ranks, n = 8 s.
    text = (
        "[BENCHMARK] hcclAllGather(src!=dst, data_size=1048576, count=262144, dtype=float, iterations=10)\n"
        "[BENCHMARK]     NW Bandwidth   : 70.000000 GB/s\n[BENCHMARK]     Algo Bandwidth : 10.000000 GB/s\n"
    )
    (one,) = records(text)
    assert (one.size, one.n, one.table.ranks, one.table.size_is) == (1 << 20, 8 << 20, 8, "share")


def test_the_summary_of_hccl_demo_is_in_milliseconds_with_units_in_its_rows() -> None:
    head = (
        "(src!=dst, collective=all_reduce, iterations=1000)\n\n"
        "size              count             type              redop             time             "
        " algoBW            nw_bw\n"
        "(B)               (elements)                                            (ms)             "
        " (GB/s)            (GB/s)\n"
    )
    row = (
        "1048576           262144            float             sum               0.020 "
        "ms          52.428800 GB/s    91.750400 GB/s\n"
    )
    (one,) = records(head + row)
    assert (one.seconds, one.table.collective, one.table.ranks) == (20e-6, "all_reduce", 8)


@pytest.mark.parametrize(
    ("title", "collective", "times_p"),
    [
        ("Allreduce", "all_reduce", False),
        ("Allgather", "all_gather", True),
        ("Allgatherv", "all_gather_v", True),
        ("Reduce_scatter", "reduce_scatter", False),
        ("All-to-All Personalized Exchange", "all_to_all", True),
        ("All-to-Allv Personalized Exchange", "all_to_all_v", True),
        ("Broadcast", "broadcast", False),
        ("Reduce", "reduce", False),
        ("Gather", "gather", True),
        ("Scatter", "scatter", True),
        ("Non-blocking Allgather", "all_gather", True),
    ],
)
def test_osu_sizes_of_exchanging_and_gathering_collectives_are_of_one_rank(
    title: str, collective: str, times_p: bool
) -> None:
    launch = "time mpirun -np 16 -map-by ppr:4:node ./collective/osu_x\n"
    found = records(launch + osu_log(title, ((4, 2.63), (1024, 3.82))))
    assert found[0].table.collective == collective
    assert (found[0].table.ranks, found[0].table.nodes, found[0].table.ranks_per_node) == (16, 4, 4)
    assert [record.n for record in found] == ([64, 16384] if times_p else [4, 1024])


def test_an_osu_size_is_no_n_where_nobody_says_the_ranks() -> None:
    (one,) = records(osu_log("Allgather", ((4, 2.63),)))
    assert (one.size, one.n, one.flags) == (4, None, (flags.UNKNOWN_N,))
    (one,) = records(osu_log("Allgather", ((4, 2.63),)), Told(ranks=8))
    assert one.n == 32


def test_osu_statistics_over_ranks_and_percentiles_are_read_by_name() -> None:
    text = (
        "# OSU MPI-CUDA Allreduce Latency Test v7.4\n# Datatype: MPI_CHAR.\n"
        "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations   P99 Tail Lat(us)\n"
        "1024                   31.04             28.92             32.38        1000              33.10\n"
    )
    (one,) = records(text)
    assert (one.seconds, one.low, one.high, one.iterations) == (31.04e-6, 28.92e-6, 32.38e-6, 1000)
    assert one.percentiles == ((0.99, 33.1e-6),)
    assert one.table.dtype == "int8"
    assert (
        refusals(text.replace("31.04", "41.04"))[0].reason == "the mean is not between the least and the largest time"
    )


def test_point_to_point_of_osu_is_half_a_round_trip_a_window_or_both_ways() -> None:
    assert records(osu_log("X").replace("X Latency", "Latency"))[0].table.collective == "p2p"
    rate = "# OSU MPI {} Test v5.9\n# Size      Bandwidth (MB/s)\n1               8.13\n4194304             22919.91\n"
    found = records(rate.format("Bi-Directional Bandwidth"))
    assert [(r.size, r.seconds, r.rate) for r in found] == [(1, None, 8.13e6), (4194304, None, 22919.91e6)]
    assert (found[0].table.collective, found[0].table.way, found[0].table.ranks) == ("p2p", "both", 2)
    assert records(rate.format("Bandwidth"))[0].table.way == "window"


@pytest.mark.parametrize(
    "title",
    ["MPI Multiple Bandwidth / Message Rate", "MPI_Put Latency", "MPI Multi-threaded Latency", "MPI Get Latency"],
)
def test_what_is_no_collective_and_no_single_message_is_read_but_takes_part_in_no_fit(title: str) -> None:
    found = records(f"# OSU {title} Test v5.8\n# Size          Latency (us)\n1   2.00\n2   3.00\n")
    assert times(found, in_place=None) == [(1, 2.0), (2, 3.0)]
    assert {record.flags for record in found} == {(flags.UNKNOWN_COLLECTIVE,)}
    assert "no collective" in found[0].table.notes[0]


def test_an_osu_table_without_its_title_is_refused() -> None:
    assert "without the line that names the test" in refusals("# Size       Avg Latency(us)\n4   2.63\n")[0].reason


def test_many_osu_tables_with_a_shells_times_between_are_kept_apart() -> None:
    shell = "real 0.81\nuser 0.15\nsys 0.08\nEnd run 1 of 20\n"
    text = "".join(f"time jsrun -n {p} -a 1 -r 1 ./osu_allreduce\n{osu_log()}{shell}" for p in (4, 16, 4))
    tables = [ending.table for ending in endings(text)]
    assert [(table.ranks, table.nodes, table.repeat) for table in tables] == [(4, 4, 1), (16, 16, 1), (4, 4, 2)]
    assert {ending.records for ending in endings(text)} == {3}


def test_a_stray_line_of_two_numbers_is_no_row_of_osu() -> None:
    text = osu_log() + "12 34\n"
    assert len(records(text)) == 3
    assert "smaller size" in refusals(text)[0].reason


def test_the_last_osu_number_of_a_cut_file_counts_only_with_its_decimals() -> None:
    text = osu_log().rstrip("\n")
    assert len(records(text)) == 3
    assert len(records(text[:-1])) == 2
    assert "cut off" in refusals(text[:-1])[0].reason


def test_osu_logs_of_diff_side_by_side_are_two_tables() -> None:
    head = "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iter          "
    text = (
        "# OSU MPI Allreduce Latency Test v5.8                                  # OSU MPI Allreduce Latency Test v5.8\n"
        f"{head}{head.rstrip()}\n"
        "256                    75.00             58.08             87.41          |     256      "
        "            1835.82           1826.81           1849.30\n"
        "512                   135.99            107.54            158.90          |     512      "
        "            1772.42           1762.96           1784.71\n"
    )
    found = records(text)
    assert {(r.table.number, r.size, r.seconds) for r in found} == {
        *((1, 256, 75e-6), (1, 512, 135.99e-6), (2, 256, 1835.82e-6), (2, 512, 1772.42e-6)),
    }


IMB = (
    "#    Intel(R) MPI Benchmarks 2021.2, MPI-1 part\n# List of Benchmarks to run:\n# Alltoall\n# Bcast\n"
    "#----\n# Benchmarking {}\n# #processes = 4\n# ( 2 additional processes waiting in MPI_Barrier)\n#----\n"
    "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
    "            0         1000         0.07         0.07         0.07\n"
    "         1024         1000         1.81         6.31         4.06\n"
)


def test_imb_gives_the_mean_over_its_ranks_and_sizes_of_one_rank() -> None:
    zero, one = records(IMB.format("Alltoall"))
    assert (one.size, one.n, one.seconds, one.low, one.high, one.iterations) == (
        1024,
        4096,
        4.06e-6,
        1.81e-6,
        6.31e-6,
        1000,
    )
    assert zero.flags == (flags.ZERO_SIZE,)
    table = one.table
    assert (table.tool, table.version, table.collective, table.ranks) == ("imb", "2021.2", "all_to_all", 4)
    assert table.notes == ("2 more processes waited meanwhile",)
    assert records(IMB.format("Allreduce"))[1].n == 1024


def test_imb_bandwidths_are_checked_with_what_each_benchmark_counts() -> None:
    # Sendrecv counts both directions by the slowest rank, in 2**20 bytes: 2 * 4 MiB / 68.961 ms = 116.01.
    text = (
        "# Benchmarking Sendrecv\n# #processes = 2\n"
        "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
        "      2097152           20     33664.50     33790.90     33727.70       118.38\n"
        "      4194304           10     68766.19     68961.41     68863.80       {}\n"
    )
    found = records(text.format("116.01"))
    assert [record.seconds for record in found] == [33727.7e-6, 68863.8e-6]
    assert (found[0].table.units, found[0].table.way) == ("binary", "both")
    assert len(records(text.format("216.01"))) == 1


def test_an_imb_table_in_html_after_a_bare_name_is_read() -> None:
    text = (
        "# Bcast\n<br>\n&nbsp;&nbsp;#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n<br>\n"
        "&nbsp;&nbsp;&nbsp;1           34    546807.94    626743.09    565196.07\n<br>\n"
    )
    (one,) = records(text)
    assert (one.table.collective, one.size, one.seconds) == ("broadcast", 1, 0.56519607)


def test_groups_of_imb_that_ran_at_once_are_counted() -> None:
    text = IMB.format("Allreduce").replace(
        "( 2 additional", "( 3 groups of 4 processes each running simultaneous )\n# ( 2 additional"
    )
    table = records(text)[0].table
    assert (table.groups, table.ranks) == (3, 4)


def test_nccom_test_names_its_collective_in_the_command_and_counts_binary() -> None:
    text = (
        "nccom-test -r 2 allr\n"
        "     size(B)    count(elems)     type    time(us)    algbw(GB/s)    busbw(GB/s)\n"
        "    33554432        33554432    uint8         768          40.69          40.69\n"
        "Avg bus bandwidth:      40.6901GB/s\n"
    )
    (one,) = records(text)
    assert (one.seconds, one.table.collective, one.table.ranks, one.table.units) == (768e-6, "all_reduce", 2, "binary")
    newer = text.replace("time(us)", "time:avg(us)").replace("40.69 ", "43.69 ").replace("40.69\n", "43.69\n")
    assert records(newer)[0].table.units == "decimal"


UCC = (
    "Collective:             Alltoall\nMemory type:            cuda\nDatatype:               float32\n"
    "Reduction:              N/A\nInplace:                0\nWarmup:\n  small                 100\n\n"
    "       Count        Size                Time, us                                 Bandwidth, GB/s\n"
    "                                 avg         min         max         avg         max         min\n"
    "       65536      262144      100.00       90.00      110.00       {0:.2f}       {0:.2f}       {0:.2f}\n"
)


def test_ucc_perftest_sizes_an_exchange_by_peer_or_whole_as_its_bandwidth_tells() -> None:
    # Eight ranks: bus bandwidth s (p-1) / t of a block for each peer, s (p-1)/p / t of the whole buffer.
    peer = records(UCC.format(262144 * 7 / 100e-6 / 1e9), Told(ranks=8))
    assert [(r.size, r.n, r.low, r.high) for r in peer] == [(262144, 8 * 262144, 90e-6, 110e-6)]
    whole = records(UCC.format(262144 * 7 / 8 / 100e-6 / 1e9), Told(ranks=8))
    assert whole[0].n == 262144
    assert (peer[0].table.tool, peer[0].table.collective, peer[0].table.dtype, peer[0].in_place) == (
        *("ucc_perftest", "all_to_all", "fp32", False),
    )


def test_an_output_of_ucc_perftest_that_is_commented_out_is_read() -> None:
    head = (
        "#     Count   Size      Time, us                   Bandwidth, GB/s\n#           avg  min  max  avg  max  min\n"
    )
    (one,) = records(head + "#     16384   65536   10.00   9.00   11.00   19.66   21.85   17.87\n")
    assert (one.size, one.seconds, one.low, one.high) == (65536, 10e-6, 9e-6, 11e-6)


def test_ucc_perftest_without_bandwidths_is_sized_by_the_tools_custom() -> None:
    text = UCC.split("       Count")[0].replace("Alltoall", "Allreduce") + (
        "       Count        Size                Time, us\n"
        "                                 avg         min         max\n"
        "           2           8       10.00        9.00       11.00\n"
    )
    (one,) = records(text)
    assert (one.n, one.seconds, one.table.collective) == (8, 10e-6, "all_reduce")


def test_mscclpps_bench_prints_two_libraries_in_one_table_with_sizes_in_words() -> None:
    text = (
        "+--------------+-----------+\n"
        "| Size (fp32)  | Time (us) | AlgBW (GB/s) | Correctness | NCCL Time (us) | NCCL AlgBW "
        "(GB/s) | NCCL Correctness | Speed Up |\n"
        "|   4.0 KiB    |    7.00   |     0.59     |     PASS    |      14.00     |        0.29   "
        "    |       PASS       |   2.00   |\n"
        "|   1.0 MiB    |   35.00   |    29.96     |     FAIL    |      70.00     |       14.98   "
        "    |       PASS       |   2.00   |\n"
    )
    found = records(text, Told(collective="all_reduce", ranks=8))
    assert [(r.size, r.seconds, r.correct) for r in found] == [
        *((4096, 7e-6, True), (4096, 14e-6, True), (1 << 20, 35e-6, False), (1 << 20, 70e-6, True)),
    ]


def test_deep_ep_prints_times_and_bandwidths_without_sizes() -> None:
    text = (
        "[config] num_tokens=4096, hidden=7168, num_topk=8\n"
        "[tuning] SMs 24, NVL chunk 20, RDMA chunk 4: 25.68 GB/s (RDMA), 83.83 GB/s (NVL)\n"
        "[tuning] Best dispatch (FP8): SMs 24, NVL chunk 24, RDMA chunk 8: 437 + 2412 us, 50.08 "
        "GB/s (RDMA), 99.93 GB/s (NVL)\n"
        "[tuning] Best combine: SMs 24, NVL chunk 15: 451.55 GB/s (NVL), t: 1040.33 us\n"
        "[rank 3] Dispatch + combine bandwidth: 46.36 GB/s, avg_t=315.54 us, min_t=300.00 us, max_t=330.12 us\n"
        "[rank 3] Dispatch bandwidth: 40.00 GB/s, avg_t=77.10 us | Combine bandwidth: 50.00 GB/s, avg_t=119.40 us\n"
    )
    found = [(r.table.benchmark, r.table.dtype, r.seconds, r.rate, r.line) for r in records(text)]
    assert found == [
        ("dispatch (RDMA)", "fp8_e4m3", 2412e-6, 50.08e9, 3),
        ("dispatch (NVL)", "fp8_e4m3", 2412e-6, 99.93e9, 3),
        ("combine (NVL)", "", pytest.approx(1040.33e-6), 451.55e9, 4),
        ("dispatch + combine", "", pytest.approx(315.54e-6), 46.36e9, 5),
        ("dispatch (kernel)", "", pytest.approx(77.1e-6), 40e9, 6),
        ("combine (kernel)", "", pytest.approx(119.4e-6), 50e9, 6),
    ]
    assert {record.table.collective for record in records(text)} == {"all_to_all_v"}
    assert records(text)[0].table.label == "num_tokens=4096, hidden=7168, num_topk=8"


REPORT = (
    "## 1. 全尺寸对比（p50 µs）\n\n| size | Simple | **LL** |\n|---|---|---|\n"
    "| 1KB | 54.5 | (首轮未采集) |\n| **131KB** | **240** | 1315 🎯 |\n\n1. **8KB**: 12 | 13\n"
)


def test_a_reports_table_is_refused_until_its_time_column_and_units_are_told() -> None:
    assert [(one.line, one.reason.split(":")[0]) for one in refusals(REPORT)] == [(3, "a table of no known tool")]
    told = Told(time_column="Simple", size_unit=4.0, size_kilo=1024.0, time_unit=1e-6, statistic="p50", ranks=4)
    found = records(REPORT, told)
    # Counts of fp32 elements under a K of 1024: 131 * 1024 * 4 bytes.
    assert [(r.size, r.seconds) for r in found] == [(4096, 54.5e-6), (536576, 240e-6)]
    assert (found[0].table.statistic, found[0].table.label) == ("p50", "1. 全尺寸对比（p50 µs）, Simple")
    other = Told(time_column="LL", size_unit=4.0, size_kilo=1024.0, time_unit=1e-6)
    assert [(r.size, r.seconds) for r in records(REPORT, other)] == [(536576, 1315e-6)]
    assert refusals(REPORT, other)[0].line == 5


def test_rows_of_a_told_table_may_start_with_a_word() -> None:
    text = "kind,cards,bytes,time_us\nall_reduce,8,8192,45.2\nall_reduce,8,1048576,120.1\n"
    assert refusals(text)[0].reason.split(":")[0] == "a table of no known tool"
    found = records(text, Told(time_column="time_us", time_unit=1e-6))
    assert [(r.size, r.seconds) for r in found] == [(8192, 45.2e-6), (1048576, 120.1e-6)]


def test_of_a_cell_with_two_numbers_the_first_is_read() -> None:
    text = "| size | r1 avg/p50 |\n|---|---|\n| 2M | 1061/1185 |\n"
    (one,) = records(text, Told(time_column="r1 avg/p50", size_kilo=1000.0, time_unit=1e-6))
    assert (one.size, one.seconds) == (2_000_000, 1061e-6)


def test_a_size_that_says_k_without_saying_of_how_many_is_refused() -> None:
    told = Told(time_column="Simple", time_unit=1e-6)
    assert records(REPORT, told) == []
    assert "without saying of how many" in refusals(REPORT, told)[0].reason
    assert "the unit of the column Simple is not told" in refusals(REPORT, Told(time_column="Simple"))[0].reason


def test_an_osu_title_may_lack_its_version() -> None:
    (one,) = records("# OSU NCCL-CUDA Allreduce Latency Test\n# Size       Avg Latency(us)\n1048576       51.20\n")
    assert (one.table.collective, one.table.library, one.table.version) == ("all_reduce", "NCCL-CUDA", "")


def test_the_collective_of_nccom_test_may_stand_between_its_options() -> None:
    text = (
        "nccom-test -r 32 allr -b 1M -e 1M -f 2\n"
        "     size(B)    count(elems)     type    time:avg(us)    algbw(GB/s)    busbw(GB/s)\n"
        "     1048576         524288     fp16         120.10           8.13          15.75\n"
    )
    (one,) = records(text)
    assert (one.table.collective, one.table.ranks) == ("all_reduce", 32)


def test_deep_ep_of_one_node_may_leave_the_link_out() -> None:
    (one,) = records("[tuning] Best dispatch (FP8): SMs 24, NVL chunk 32: 308.11 GB/s, t: 354.04 us\n")
    assert (one.table.benchmark, one.rate) == ("dispatch", 308.11e9)
    assert one.seconds == pytest.approx(354.04e-6)
