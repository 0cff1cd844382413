"""nccl-tests in the shapes that real logs have; sizes and times are those that were written."""

from __future__ import annotations

import pytest

from estimator.tools import records as flags
from estimator.tools.records import Told
from tests.tools.readers.written import (
    HEAD,
    OLD_HEAD,
    POINTS,
    devices,
    endings,
    nccl_log,
    nccl_rows,
    records,
    refusals,
    side,
    times,
)

OUT = [(size, time) for size, time, _ in POINTS]
IN = [(size, time) for size, _, time in POINTS]


def whole(text: str) -> None:
    """Every row of the text is read on both sides, and nothing is refused."""
    found = records(text)
    assert (times(found), times(found, in_place=True)) == (OUT, IN)
    assert refusals(text) == []


def test_a_whole_log_says_collective_ranks_nodes_tool_and_iterations() -> None:
    text = nccl_log(ranks=8, nodes=2)
    whole(text)
    table = records(text)[0].table
    assert (table.tool, table.version, table.collective, table.benchmark) == (
        *("nccl-tests", "2.18.0", "all_reduce", "all_reduce_perf"),
    )
    assert (table.ranks, table.nodes, table.ranks_per_node) == (8, 2, 4)
    assert (table.dtype, table.redop, table.root, table.hardware) == ("fp32", "sum", None, "ASIC-X")
    assert (table.warmup, table.iterations, table.statistic, table.units) == (5, 20, "mean", "decimal")
    assert table.placement == "n0:0-3 n1:4-7"
    assert table.notes == ()


@pytest.mark.parametrize(("option", "over"), [("", "mean"), (" -a 1", "mean"), (" -a 2", "min"), (" -a 3", "max")])
def test_a_command_line_says_how_the_times_of_the_ranks_were_joined(option: str, over: str) -> None:
    text = f"$ mpirun -np 8 -N 4 ./build/all_reduce_perf -b 8 -e 1G -f 2 -g 1{option}\n" + nccl_log(ranks=8, nodes=2)
    assert {record.table.over_ranks for record in records(text)} == {over}


def test_what_a_log_does_not_say_of_its_run_can_be_told() -> None:
    told = Told(over_ranks="max", iterations=1000, warmup=0, groups=8)
    table = records(nccl_log(ranks=8), told)[0].table
    assert (table.over_ranks, table.iterations, table.warmup, table.groups) == ("max", 1000, 0, 8)


def test_the_line_of_a_record_is_that_of_its_row() -> None:
    text = nccl_log()
    lines = text.split("\n")
    for record in records(text):
        assert lines[record.line - 1].split()[0] == str(record.size)
    assert lines.index(nccl_rows().splitlines()[0]) + 1 == records(text)[0].line


@pytest.mark.parametrize(
    "prefix",
    ["[1,0]<stdout>:", "[1,0]<stdout>: ", "0: ", " 0: ", "[0] ", "[0]: ", "[rank0]: ", "node-1: ", "worker-0  | "],
)
def test_a_launchers_label_before_each_line_is_taken_off(prefix: str) -> None:
    whole("".join(prefix + line + "\n" for line in nccl_log().splitlines()))


@pytest.mark.parametrize(
    "prefix",
    [
        *("2026-01-02T03:04:05.678901234Z ", "2026-01-02T03:04:05Z stdout F ", "[2026-01-02 03:04:05] ", "> ", "    "),
        *("Mon Jan  2 03:04:05 2026[1,0]<stdout>:", "[03:04:05] ", "[pod/launcher-x/main] "),
    ],
)
def test_a_time_stamp_or_quote_before_each_line_is_taken_off(prefix: str) -> None:
    whole("".join(prefix + line + "\n" for line in nccl_log().splitlines()))


def test_colours_line_ends_and_byte_order_marks_do_not_matter() -> None:
    whole(nccl_log().replace("\n", "\r\n"))
    whole("".join(f"\x1b[32m{line}\x1b[0m\n" for line in nccl_log().splitlines()))
    whole("\ufeff" + nccl_log())


def test_html_of_a_mailing_list_and_json_with_escaped_breaks_are_read() -> None:
    whole("".join(f"<br>\n{line.replace(' ', '&nbsp;')}<br>\n" for line in nccl_log().splitlines()))
    escaped = nccl_log().replace("\n", "\\n")
    found = records(f'{{"stdout": "{escaped}", "rc": 0}}\n')
    assert (times(found), {record.line for record in found}) == (OUT, {1})
    wrapped = "".join(
        f'{{"log":"{line}\\n","stream":"stdout","time":"2026-01-02T03:04:05Z"}}\n' for line in nccl_log().splitlines()
    )
    whole(wrapped)


def test_lines_of_the_library_between_rows_are_passed_over() -> None:
    noise = "n0:100:120 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"
    whole(nccl_log().replace("\n", f"\n{noise}"))


def test_a_row_cut_in_two_by_the_librarys_lines_is_put_together_and_both_lines_are_cited() -> None:
    size, time, in_place = POINTS[1]
    lead = nccl_rows([POINTS[1]]).split("35.00")[0].rstrip()
    noise = "[0] n0:100:120 [0] NCCL INFO 1048576 Bytes -> Algo 0 proto 0 time 25.2\n"
    cut = f"[0]{lead}{noise}{noise}[0]{side(size, time, 1.75, '0')}\n"
    text = "".join(f"[0] {line}\n" for line in HEAD.splitlines()) + cut + "[0] " + nccl_rows([POINTS[2]])
    found = records(text)
    assert times(found) == [OUT[1], OUT[2]]
    assert (found[0].line, found[0].time_line) == (4, 6)
    assert times(found, in_place=True) == [IN[2]]
    assert in_place == IN[1][1]


def test_a_cut_row_without_a_header_is_known_by_its_root() -> None:
    lead = nccl_rows([POINTS[1]]).split("35.00")[0].rstrip()
    noise = "[0] n0:100:120 [0] NCCL INFO 1048576 Bytes -> Algo 0 proto 0 time 25.2\n"
    text = f"[0]{lead}{noise}[0]{side(1 << 20, 35.0, 1.75, '0')}\n"
    assert times(records(text)) == [OUT[1]]


def test_the_old_header_has_no_root_and_an_error_instead_of_a_count() -> None:
    points = ((1 << 20, 35.0, 40.0), (256 << 20, 11812.0, 11919.0))
    text = OLD_HEAD + nccl_rows(points, root=None, wrong="5e-07")
    found = records(text)
    assert times(found) == [(1 << 20, 35.0), (256 << 20, 11812.0)]
    assert [record.correct for record in found] == [True] * 4
    # Over the tool's own bound for float, 1e-5, the result is wrong.
    found = records(OLD_HEAD + nccl_rows(points, root=None, wrong="3e+02"))
    assert {record.flags for record in found} == {(flags.WRONG,)}


def test_a_header_with_redop_over_rows_without_it_is_that_of_the_old_alltoall() -> None:
    text = OLD_HEAD + nccl_rows(POINTS, "alltoall", redop="", root=None)
    found = records(text)
    assert (times(found), found[0].table.redop) == (OUT, "")
    assert found[0].table.collective is None  # all_gather prints the same
    assert "all_gather, all_to_all" in found[0].table.notes[0]


@pytest.mark.parametrize("heading", ["alltoall result", "## 4 nodes, All-to-All", "AlltoAll:"])
def test_a_heading_over_the_table_tells_what_its_numbers_leave_open(heading: str) -> None:
    table = OLD_HEAD + nccl_rows(POINTS, "alltoall", redop="", root=None, wrong="0e+00", in_place_wrong="1e+00")
    first, *_, last = records(f"{heading}\n{table}\n{table}")
    assert (first.table.collective, last.table.collective) == ("all_to_all", None)
    assert "all_to_all by the heading" in first.table.notes[0]


def test_a_heading_that_the_numbers_contradict_is_not_believed() -> None:
    assert records("all_gather result\n" + HEAD + nccl_rows())[0].table.collective == "all_reduce"


def test_an_exchange_in_place_is_not_wrong_for_its_send_buffer_is_overwritten() -> None:
    rows = nccl_rows(POINTS, "alltoall", redop="", root=None, wrong="0e+00", in_place_wrong="1e+00")
    found = records("$ mpirun -np 8 ./alltoall_perf\n" + OLD_HEAD + rows)
    assert [one.correct for one in found] == [True, None] * len(POINTS)
    assert {one.flags for one in found} == {()}


def test_a_root_is_told_from_a_time_without_decimals() -> None:
    # The header names a root; the rows leave it blank and their times have no decimals.
    points = ((256 << 20, 11812.0, 11919.0), (512 << 20, 23000.0, 23001.0))
    text = HEAD + nccl_rows(points, root="")
    assert times(records(text)) == [(256 << 20, 11812.0), (512 << 20, 23000.0)]
    text = HEAD + nccl_rows(points, collective="broadcast", redop="none", root="3", ranks=2)
    assert [record.table.root for record in records(text)] == [3] * 4


@pytest.mark.parametrize("lead", [("sum", "-1"), ("sum", None)])
def test_rows_without_any_header_are_known_by_their_form_and_checked_by_the_bandwidth(
    lead: tuple[str, str | None],
) -> None:
    text = nccl_rows(redop=lead[0], root=lead[1])
    found = records(text)
    assert times(found) == OUT
    assert found[0].table.collective == "all_reduce"
    assert found[0].table.ranks == 8
    assert "no header was seen: columns by the form of the rows" in found[0].table.notes


def test_a_last_row_that_is_cut_keeps_the_side_that_is_whole() -> None:
    text = nccl_log().split("# Out")[0].rstrip()
    for cut in (1, 2, 8, 15):
        found = records(text[:-cut])
        assert times(found) == OUT
        assert times(found, in_place=True) == (IN if cut == 0 else IN[:2])
    cut_early = text[: text.rindex("1342.2") + 4]
    assert times(records(cut_early)) == OUT[:2]
    assert "cut off" in refusals(cut_early)[0].reason


def test_several_types_under_one_header_are_tables_of_their_own() -> None:
    text = HEAD + nccl_rows(dtype="half", width=2) + nccl_rows(dtype="float") + nccl_rows(dtype="float", redop="max")
    tables = {record.table.number: record.table for record in records(text)}
    assert [(table.dtype, table.redop) for table in tables.values()] == [
        ("fp16", "sum"),
        ("fp32", "sum"),
        ("fp32", "max"),
    ]


def test_the_same_run_twice_is_two_tables_that_count_as_repeats() -> None:
    tables = [ending.table for ending in endings(nccl_log() + nccl_log())]
    assert [(table.number, table.repeat) for table in tables] == [(1, 1), (2, 2)]
    other = nccl_log() + nccl_log(nodes=2)
    assert [ending.table.repeat for ending in endings(other)] == [1, 1]


def test_headings_tell_runs_apart() -> None:
    text = f"### default\n{nccl_log()}### NCCL_PROTO=Simple\n{nccl_log()}"
    assert [(e.table.label, e.table.repeat) for e in endings(text)] == [("default", 1), ("NCCL_PROTO=Simple", 1)]


def test_in_place_columns_that_come_first_are_known_by_the_line_above() -> None:
    head = (
        "#                                        in-place                       out-of-place\n"
        "#       size         count     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n"
        "#        (B)    (elements)     (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)\n"
    )
    text = (
        f"# Setting up the connection in MSCCL++\n{head}{1 << 20:12d}  {1 << 18:12d}{side(1 << 20, 35.0, 1.875, '0')}\n"
    )
    found = records(text)
    assert times(found, in_place=True) == [(1 << 20, 35.0)]
    assert times(found) == []
    assert (found[0].table.tool, found[0].table.collective, found[0].table.ranks) == ("mscclpp-test", "all_reduce", 16)


def test_numbers_under_the_second_columns_alone_are_in_place() -> None:
    size, time, _ = POINTS[1]
    row = nccl_rows([POINTS[1]]).rstrip("\n")
    width = len(side(size, time, 1.75, "0"))
    blank = row[: -2 * width] + " " * width + side(size, time, 1.75, "0")
    found = records(HEAD + blank + "\n" + nccl_rows([POINTS[2]]))
    assert times(found, in_place=True) == [OUT[1], IN[2]]


def test_columns_of_each_iteration_and_a_time_stamp_are_read_by_their_header() -> None:
    names = "     time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%"
    head = f"#       size         count      type   redop    root{names}{names}           timestamp\n"
    one = side(1 << 20, 35.0, 1.75, "0") + "    34.50    36.50    36.40     1.20"
    row = f"{1 << 20:12d}  {1 << 18:12d}     float     sum      -1{one}{one}  2026-01-02 03:04:05\n"
    out, in_place = records(head + row)
    assert (out.seconds, out.low, out.high, out.percentiles) == (35e-6, 34.5e-6, 36.5e-6, ((0.99, 36.4e-6),))
    assert in_place.in_place


def test_the_first_library_printed_milliseconds() -> None:
    head = (
        "# Using devices\n#   Rank  0 uses device  0 [0x01] TITAN X\n#   Rank  1 uses device  1 [0x02] TITAN X\n"
        "#      bytes             N    type      op     time  algbw  busbw      res     time  algbw  busbw      res\n"
    )
    row = "      100000         25000   float     sum    0.250   0.40   0.40    0e+00    0.200   0.50   0.50    0e+00\n"
    found = records(head + row)
    assert [record.seconds for record in found] == [250e-6, 200e-6]
    assert (found[0].table.collective, found[0].table.ranks) == ("all_reduce", 2)


def test_the_line_below_the_header_states_the_unit_of_times() -> None:
    head = HEAD.replace("(us)", "(ms)")
    rows = f"{1 << 20:12d}  {1 << 18:12d}     float     sum      -1" + "    0.250    4.19    7.34      0" * 2 + "\n"
    assert records(head + rows)[0].seconds == 250e-6


def test_wrong_results_zero_sizes_one_rank_and_failures_are_flagged() -> None:
    found = records(HEAD + nccl_rows([POINTS[0]]) + nccl_rows([POINTS[1]], wrong="237858"))
    assert [record.flags for record in found] == [(), (), (flags.WRONG,), (flags.WRONG,)]
    assert found[2].wrong == 237858
    assert records(HEAD + nccl_rows([(0, 0.33, 0.36), POINTS[1]]))[0].flags == (flags.ZERO_SIZE,)
    one = f"# nThread 1 nGpus 1 minBytes 8\n{devices(1)}{HEAD}{nccl_rows(ranks=1)}"
    assert {record.flags[0] for record in records(one)} == {flags.ONE_RANK}
    failed = nccl_log().split("# Out")[0] + "n0: Test NCCL failure common.cu:1204 'unhandled cuda error'\n"
    assert endings(failed)[0].flags == (flags.FAILED,)
    counted = nccl_log().replace("values : 0 OK", "values : 3 FAILED")
    assert endings(counted)[0].flags == (flags.WRONG,)


def test_results_that_were_not_checked_are_neither_right_nor_wrong() -> None:
    assert {record.correct for record in records(HEAD + nccl_rows(wrong="N/A"))} == {None}


def test_a_header_without_rows_and_a_run_that_fails_are_refused_by_line() -> None:
    assert [(one.line, one.reason) for one in refusals(HEAD)] == [(2, "a header without rows")]
    start = "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20\n"
    assert [(one.line, one.reason) for one in refusals(start)] == [(1, "a run without rows")]
    failed = "# Collective test starting: all_reduce_perf\nTest NCCL failure common.cu:1204 'x'\n"
    assert [(one.line, one.reason) for one in refusals(failed)] == [(2, "the run failed before its table")]


def test_elisions_and_texts_in_other_languages_around_are_passed_over() -> None:
    rows = nccl_rows([POINTS[0]]) + "...\n[... 3 行省略 ...]\n" + nccl_rows(POINTS[1:])
    whole("实测结果如下：\n\n" + nccl_log(rows=rows) + "\n以上。ケーブルを直結\n")


def test_linear_and_unaligned_sizes_are_read() -> None:
    points = tuple((8 + k * 2**20, 100.0 + 30 * k, 101.0 + 30 * k) for k in range(1, 5))
    assert times(records(HEAD + nccl_rows(points))) == [(size, time) for size, time, _ in points]


def test_tables_side_by_side_are_two_tables() -> None:
    left, right = nccl_rows().splitlines(), nccl_rows([(s, t * 2, u * 2) for s, t, u in POINTS]).splitlines()
    head = HEAD.splitlines()[1]
    text = f"{head:<130}{head}\n" + "".join(f"{a:<128}| {b}\n" for a, b in zip(left, right, strict=True))
    found = records(text)
    first = {record.table.number for record in found if record.seconds == 35e-6}
    second = {record.table.number for record in found if record.seconds == 70e-6}
    assert len(first) == len(second) == 1
    assert first != second
    assert len(found) == 12


@pytest.mark.parametrize(("words", "launch", "way"), [
    ("agg iters: 1 validation: 1 graph: 0", "host", "one"),
    ("agg iters: 1 validation: 1 graph: 4", "graph", "one"),
    ("agg iters: 16", "", "aggregated"),
])  # fmt: skip
def test_the_head_says_who_starts_the_calls_and_whether_several_are_timed_as_one(
    words: str, launch: str, way: str
) -> None:
    table = records(nccl_log().replace("agg iters: 1", words))[0].table
    assert (table.launch, table.way, table.iterations) == (launch, way, 20)


def test_words_in_bold_are_labels_under_the_last_heading() -> None:
    text = f"### NCCL_PROTO=LL\n**Small sizes**\n{nccl_log()}**Large sizes**\n{nccl_log()}### default\n{nccl_log()}"
    labels = ["NCCL_PROTO=LL, Small sizes", "NCCL_PROTO=LL, Large sizes", "default"]
    assert [one.table.label for one in endings(text)] == labels
    assert [one.table.label for one in endings(f"**one**\n{nccl_log()}**two**\n{nccl_log()}")] == ["one", "two"]
