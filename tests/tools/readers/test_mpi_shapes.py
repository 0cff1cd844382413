"""Odd shapes of OSU and IMB logs: columns that a header leaves out, mails that wrap lines, calls that do not block."""

from __future__ import annotations

from tests.tools.readers.written import endings, records, refusals, times

IMB_HEAD = "# Benchmarking {}\n# #processes = 4\n       #bytes #repetitions "


def test_a_non_blocking_benchmark_of_imb_gives_the_time_of_the_call_alone() -> None:
    columns = "t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]      defects\n"
    text = IMB_HEAD.format("Iallreduce") + columns + "       1024         1000        12.50         7.20         7.10"
    (one,) = records(text + "        25.00         0.00\n")
    assert (one.size, one.seconds, one.correct) == (1024, 7.2e-06, True)
    assert (one.table.collective, one.table.ranks, one.table.notes) == ("all_reduce", 4, ("non-blocking call",))


def test_its_pure_table_is_of_the_same_collective() -> None:
    text = IMB_HEAD.format("Ireduce_scatter_pure") + " t_min[usec]  t_max[usec]  t_avg[usec]\n"
    (one,) = records(text + "       1024         1000         6.00         8.00         7.00\n")
    assert (one.table.collective, one.seconds, one.low, one.high) == ("reduce_scatter", 7e-06, 6e-06, 8e-06)


def test_a_last_column_that_a_mail_put_on_lines_of_its_own_is_left_out() -> None:
    text = IMB_HEAD.format("Sendrecv") + " t_min[usec]  t_max[usec]  t_avg[usec]\nMbytes/sec\n"
    text += "      1024         1000        12.34        12.35        12.34\n158.21\n"
    text += "      2048         1000        20.00        20.20        20.10\n193.38\n"
    assert times(records(text), in_place=None) == [(1024, 12.34), (2048, 20.1)]
    assert refusals(text) == []


def test_a_heading_of_the_benchmarks_name_and_a_colon_names_the_table() -> None:
    text = "Exchange\uff1a\n#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec\n~~~~~\n"
    (one,) = records(text + "1048576 40 581.32 797.35 711.64 5260.33 <- drops\n")
    assert (one.size, one.table.benchmark, one.table.way) == (1 << 20, "Exchange", "both")


def test_a_barrier_is_refused_for_it_has_no_size() -> None:
    reason = "a barrier moves no bytes: it has no size to go by"
    imb = "# Benchmarking Barrier\n# #processes = 4\n #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
    osu = "# OSU MPI Barrier Latency Test v5.8\n# Avg Latency(us)\n"
    assert [(one.line, one.reason) for one in refusals(imb + "  1000  12.74  12.74  12.74\n")] == [(3, reason)]
    assert [(one.line, one.reason) for one in refusals(osu + "             3.11\n")] == [(2, reason)]
    call = (
        "# OSU MPI Non-blocking Barrier Latency Test v5.6.3\n  Overall(us)  Compute(us)  Pure Comm.(us)  Overlap(%)\n"
    )
    assert [(one.line, one.reason) for one in refusals(call + "     3.18     1.73     1.20     0.00\n")] == [
        (2, reason)
    ]


def test_columns_that_osu_adds_by_an_option_are_read_although_its_header_leaves_them_out() -> None:
    title = "# OSU MPI-CUDA Reduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n"
    rows = "1024   54.57   23.78   136.56   1000\n2048   58.17   25.93   167.34   1000\n"
    found = records("mpirun -np 96 ./osu_reduce -d cuda -f\n" + title + rows)
    assert [(one.size, one.low, one.high, one.iterations) for one in found] == [
        (1024, 2.378e-05, 13.656e-05, 1000),
        (2048, 2.593e-05, 16.734e-05, 1000),
    ]
    assert [one.reason for one in refusals("mpirun -np 96 ./osu_reduce\n" + title + rows)] == [
        *["more numbers than the header has columns"] * 2,
        "a header without rows",
    ]


def test_the_line_below_an_osu_header_may_name_the_type() -> None:
    head = "# OSU MPI-CUDA Bandwidth Test v7.2\n# Size      Bandwidth (MB/s)\n# Datatype: MPI_CHAR.\n"
    (one,) = records(head + "1048576             73675.19\n")
    assert (one.table.dtype, one.rate) == ("int8", 73675.19e6)


def test_perftest_is_refused_by_name() -> None:
    text = " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
    text += " 65536      5000             0.00               11728.47             0.187656\n"
    assert [(one.line, one.reason) for one in refusals(text)] == [
        (1, "perftest times one connection, no library's call")
    ]


def test_rows_of_numbers_before_any_header_are_refused_once() -> None:
    cut = "524288               3213.63              Pass\n1048576              5688.27              Pass\n\n"
    assert [(one.line, one.reason) for one in refusals(cut)] == [(1, "rows of numbers under no header")]


def test_one_ccl_heads_its_tables_as_imb_does() -> None:
    text = (
        "datatype: float32\nreduction: sum\n\n# Benchmarking: allgather \n# #processes: 4\n\n"
        "        #bytes  #repetitions   t_min[usec]   t_max[usec]   t_avg[usec]  stddev[%]\n"
        "          1024            16         30.50         30.86         30.68       0.59\n"
    )
    (one,) = records(text)
    assert (one.table.tool, one.table.collective, one.table.ranks, one.table.dtype) == (
        *("oneccl", "all_gather", 4, "fp32"),
    )
    assert (one.size, one.n, one.seconds, one.low) == (1024, 4096, 30.68e-06, 30.5e-06)


def test_pairs_that_play_ping_pong_at_once_are_groups_of_two() -> None:
    head = "# Benchmarking PingPong\n# #processes = 4\n  #bytes #repetitions  t[usec]   Mbytes/sec      Msg/sec\n"
    (one,) = records(head + "     4096       100000       224.05        36.43         8894\n")
    assert (one.seconds, one.table.collective, one.table.ranks, one.table.groups) == (224.05e-06, "p2p", 2, 2)


def test_runs_under_other_sentences_before_their_fenced_text_are_no_repeats() -> None:
    run = "```\n# OSU MPI Bandwidth Test v5.8\n# Size      Bandwidth (MB/s)\n1    1.35\n1048576   {}\n```\n\n"
    text = f"With library 1.11:\n\n{run.format(19095.27)}With library 1.12\n\n{run.format(9095.27)}"
    assert [(one.table.label, one.table.repeat) for one in endings(text)] == [("", 1), ("With library 1.12", 1)]
    again = f"As before:\n\n{run.format(19095.27)}{run.format(19077.1)}"
    assert [one.table.repeat for one in endings(again)] == [1, 2]


def test_another_module_that_is_loaded_between_is_another_run() -> None:
    head = "# OSU MPI Allreduce Latency Test v5.6.2\n# Size  Avg Latency(us)\n"
    run = f"~> mpiexec -n 6 -ppn 6 ./osu_allreduce\n{head}8  {{}}\n"
    first, second = endings(f"{run.format(17.74)}\n~> module load mpi/2\n{run.format(61.02)}")
    assert (first.table.repeat, second.table.repeat) == (1, 1)
    assert second.table.environment == (("module load", "mpi/2"),)
