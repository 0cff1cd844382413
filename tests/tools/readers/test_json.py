"""Results as JSON: nccl-tests, flat rows of rccl-tests and mscclpp-test, nccom-test; and our own records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from estimator.tools import records as flags
from estimator.tools.readers.formats.json_text import BrokenJsonError, elements
from estimator.tools.records import Told
from tests.tools.readers.written import endings, events, records, refusals, times

SIDE = {"time": 35.0, "alg_bw": 29.959314, "bus_bw": 52.4288, "nwrong": 0.0}
NCCL: dict[str, Any] = {
    "version": 2,
    "args": ["./all_reduce_perf", "-b", "1M"],
    "env": ["A=results"],
    "nccl_version": 22907,
    "config": {
        "nthreads": 1,
        "ngpus": 1,
        "warmup_iters": 5,
        "iterations": 20,
        "devices": [
            {"rank": r, "group": 0, "hostname": f"n{r // 4}", "device": r, "device_info": "ASIC-X"} for r in range(8)
        ],
    },
    "results": [
        {
            "size": 1 << 20,
            "count": 1 << 18,
            "type": "float",
            "redop": "sum",
            "root": "    -1",
            "out_of_place": SIDE,
            "in_place": {"time": 40.0, "alg_bw": 26.2144, "bus_bw": 45.8752, "nwrong": None},
            "out_of_place_per_iter": {"times_us": [34.0, 36.0]},
            "actual_iterations": 20,
        }
    ],
    "out_of_bounds": {"count": 0, "okay": "true"},
}


def test_a_root_of_json_that_is_no_number_is_none() -> None:
    odd = {**NCCL, "results": [{**NCCL["results"][0], "root": " -  -1"}]}
    assert {record.table.root for record in records(json.dumps(odd))} == {None}


@pytest.mark.parametrize("indent", [None, 1])
def test_the_json_of_nccl_tests_gives_both_sides_devices_and_versions(indent: int | None) -> None:
    text = json.dumps(NCCL, indent=indent)
    out, in_place = records(text)
    assert (out.seconds, out.correct, out.in_place, out.times) == (35e-6, True, False, ((34e-6, 36e-6),))
    assert (in_place.seconds, in_place.correct, in_place.in_place) == (40e-6, None, True)
    table = out.table
    assert (table.tool, table.library, table.collective, table.ranks, table.nodes) == (
        *("nccl-tests", "NCCL 2.29.7", "all_reduce", 8, 2),
    )
    assert (table.warmup, table.iterations, table.units) == (5, 20, "decimal")
    lines = text.split("\n")
    assert '"size": 1048576' in lines[out.line - 1]
    assert '"time": 35.0' in lines[out.time_line - 1]
    assert '"time": 40.0' in lines[in_place.time_line - 1]


def test_the_json_of_a_run_that_broke_off_gives_what_came_before() -> None:
    two = {**NCCL, "results": [NCCL["results"][0], {**NCCL["results"][0], "size": 2 << 20, "count": 1 << 19}]}
    text = json.dumps(two)
    cut = text[: text.rindex('"in_place"')]
    assert times(records(cut)) == [(1 << 20, 35.0)]
    assert "the text ends inside this element" in refusals(cut)[0].reason


def test_json_results_that_do_not_add_up_are_refused() -> None:
    wrong = json.loads(json.dumps(NCCL))
    wrong["results"][0]["out_of_place"]["time"] = 53.0
    assert times(records(json.dumps(wrong))) == []
    assert len(records(json.dumps(wrong))) == 1
    assert endings(json.dumps({**NCCL, "out_of_bounds": {"count": 3, "okay": "false"}}))[0].flags == (flags.WRONG,)


def test_the_structured_output_of_a_branch_is_read_behind_other_lines() -> None:
    row = {"count": 1 << 17, "type": "float", "redop": "none", "root": "-1"}
    row |= {"oop_time": 35.0, "oop_algbw": 119.837257, "oop_busbw": 104.8576, "oop_error": 0.0}
    row |= {"ip_time": 40.0, "ip_algbw": 104.8576, "ip_busbw": 91.7504, "ip_error": "N/A"}
    data = {"identifier": "nccl-tests structured output", "version": "2.26.6", "benchmark": [{str(4 << 20): row}]}
    found = records(f"NCCL version 2.26.6\nwarning\n{json.dumps(data)}\n")
    assert [(r.size, r.seconds, r.in_place, r.line) for r in found] == [
        (4 << 20, 35e-6, False, 3),
        (4 << 20, 40e-6, True, 3),
    ]
    assert (found[0].table.collective, found[0].table.ranks) == ("all_to_all", 8)


def flat(in_place: int, **more: Any) -> dict[str, Any]:
    return {"name": "AllReduce", "ranks": 8, "ranksPerNode": 4, "size": 1 << 20, "type": "float", "redop": "sum"} | {
        "inPlace": in_place,
        "time": 35.0,
        "algBw": 29.959314,
        "busBw": 52.4288,
        "wrong": "0",
        **more,
    }


def test_flat_rows_name_collective_ranks_and_side_themselves() -> None:
    for text in (json.dumps([flat(0), flat(1)]), f"{json.dumps(flat(0))}\n{json.dumps(flat(1))}\n"):
        found = records(text)
        assert [(r.seconds, r.in_place, r.correct) for r in found] == [(35e-6, False, True), (35e-6, True, True)]
        assert (found[0].table.collective, found[0].table.ranks, found[0].table.nodes) == ("all_reduce", 8, 2)


def test_rows_of_nccom_test_have_the_names_of_its_columns_as_keys() -> None:
    row = {"size(B)": 33554432, "count(elems)": 33554432, "type": "uint8", "time:avg(us)": 768}
    text = json.dumps({"results": [row | {"algbw(GB/s)": 40.69, "busbw(GB/s)": 40.69}]})
    (one,) = records(text, Told(collective="all_reduce"))
    assert (one.seconds, one.table.tool, one.table.units, one.table.ranks) == (768e-6, "nccom-test", "binary", 2)


@pytest.mark.parametrize(
    "text", ["[1, 2]", '{"results": [[]]}', '{"results": [{"a": 1}]}', '{"results": 5}', '[{"time": 1, "busBw": 2}]']
)
def test_other_json_is_refused(text: str) -> None:
    assert records(text) == []
    assert refusals(text)


def test_a_json_text_is_taken_apart_with_the_line_of_each_element() -> None:
    text = '{"a": {"b": "x]}\\""},\n "results": [\n {"c": 1}, {"d": [2]}\n]\n, "e": null}'
    found = list(elements(enumerate(text.split("\n"), 1)))
    assert [(one.key, one.line, one.listed) for one in found] == [
        *(("a", 1, False), ("results", 3, True), ("results", 3, True), ("e", 5, False)),
    ]
    assert [json.loads(one.text) for one in found] == [{"b": 'x]}"'}, {"c": 1}, {"d": [2]}, None]
    with pytest.raises(BrokenJsonError, match="ends inside"):
        list(elements([(1, '{"results": [{"a": 1}, {"b": ')]))


OWN = (
    '{"commspec_records": 1, "tool": "run_plan", "hardware": "ASIC-X", "environment": {"driver": "1.2"}}\n'
    '{"collective": "all_reduce", "ranks": 8, "nodes": 2, "n": 1048576, "seconds": 3.5e-05, "wrong": 0}\n'
    '{"collective": "all_reduce", "ranks": 2, "n": 8, "times": [[1.1e-05, 1.2e-05], [1.3e-05, 1.2e-05]]}\n'
)


def test_our_own_records_are_json_lines_with_what_all_share_in_the_first() -> None:
    one, two = records(OWN)
    assert (one.n, one.seconds, one.correct, one.table.ranks_per_node) == (1 << 20, 3.5e-5, True, 4)
    assert (one.table.tool, one.table.hardware, one.table.environment) == ("run_plan", "ASIC-X", (("driver", "1.2"),))
    # The slowest rank of each iteration takes 13 and 12 us.
    assert two.seconds == pytest.approx(12.5e-6)
    assert (two.table.over_ranks, two.iterations, two.times[1]) == ("max", 2, (1.3e-5, 1.2e-5))
    assert [ending.records for ending in endings(OWN)] == [1, 1]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"collective": "all_redce", "n": 8, "seconds": 1e-6}', "collective"),
        ('{"collective": "all_reduce", "n": 8}', "neither seconds nor times"),
        ('{"collective": "all_reduce", "n": -8, "seconds": 1e-6}', "n: "),
        ('{"collective": "all_reduce", "n": 8, "seconds": 0}', "seconds: "),
        ('{"collective": "all_reduce", "n": 8, "seconds": NaN}', "seconds: "),
        ('{"collective": "all_reduce", "n": 8, "times": [[1e-6], [1e-6, 2e-6]]}', "as many iterations"),
        ('{"collective": "all_reduce", "n": 8, "seconds": 5e-6, "times": [[1e-6], [2e-6]]}', "outside its own times"),
        ('{"collective": "all_reduce", "n": 8, "seconds": 1e-6, "typo": 1}', "typo"),
        ('{"collective": "all_reduce", "n": 8, "seconds": 1e-6, "percentiles": {"99": 2e-6}}', "no share"),
        ("[1]", "no object"),
        ('{"collective": ', "no JSON object"),
    ],
)
def test_a_record_of_ours_that_is_wrong_is_refused_with_its_line(line: str, why: str) -> None:
    (one,) = refusals(OWN + line + "\n")
    assert one.line == 4
    assert why in one.reason
    assert len(records(OWN + line + "\n")) == 2


def test_our_own_csv_has_the_same_names() -> None:
    text = "collective,ranks,n,seconds,dtype,wrong\nall_reduce,8,1024,1e-5,fp32,0\n"
    text += "all_reduce,8,x,1e-5,fp32,\nall_reduce,8\n"
    (one,) = records(text)
    assert (one.n, one.seconds, one.table.dtype, one.correct) == (1024, 1e-5, "fp32", True)
    assert [(r.line, r.reason[:9]) for r in refusals(text)] == [(3, "n: Input "), (4, "2 cells u")]
    (lost,) = refusals("collective,ranks,n,seconds\nall_reduce,8,1024,1e-5\nall_reduce,8,\t048576,4e-5\n")
    assert (lost.line, lost.reason[:26]) == (3, "a number that begins with ")
    (broken,) = refusals("collective,ranks,n,seconds\nall_reduce,8,1024,1e-5\nall_reduce,8\r,1024,1e-5\n")
    assert (broken.line, broken.reason[:15]) == (3, "no line of CSV:")


def test_what_is_told_comes_before_what_our_records_say() -> None:
    assert records(OWN, Told(ranks=16, hardware="other"))[0].table.ranks == 16
    table = records(OWN, Told(over_ranks="mean", iterations=7, warmup=0, groups=4))[0].table
    assert (table.over_ranks, table.iterations, table.warmup, table.groups) == ("mean", 7, 0, 4)


def test_an_empty_or_foreign_text_is_one_refusal() -> None:
    for text in ("", "\n\n", "hello\nworld\n", '{"commspec_records": 1}\n'):
        assert len(events(text)) == 1
        assert refusals(text)[0].line == 1


RCCL_HEAD = "collective, ranks, rankspernode, gpusperrank, size, type, redop, inplace, time, algbw, busbw, #wrong\n"


def test_the_csv_of_rccl_tests_has_one_cell_more_than_its_header() -> None:
    """Two hosts of four processes with two devices each: 16 ranks; 1 MiB in 45.21 us, 15/8 of 23.19 GB/s."""
    text = RCCL_HEAD + (
        "AllReduce, 2, 8, 4, 2, 1048576, float, sum, 0, 45.21, 23.19, 43.48, 0\n"
        "AllReduce, 2, 8, 4, 2, 1048576, float, sum, 1, 44.21, 23.72, 44.48, N/A\n"
    )
    out, into = records(text)
    assert (out.table.tool, out.table.collective, out.table.ranks, out.table.nodes) == (
        "rccl-tests",
        "all_reduce",
        16,
        2,
    )
    assert [out.seconds, into.seconds] == pytest.approx([45.21e-6, 44.21e-6])
    assert (out.in_place, out.correct, out.line) == (False, True, 2)
    assert (into.in_place, into.correct, into.line) == (True, None, 3)


@pytest.mark.parametrize(
    "row",
    [
        "AllReduce, 2, 8, 4, 2, 1048576, float, sum, 0, 45.21, 23.19, 43.48",
        "AllReduce, 2, 8, 4, 2, 1048576, float, sum, 0, 45.21",
        "AllReduce, 2, 8, 4, 2, float, 1048576, sum, 0, 45.21, 23.19, 43.48, 0",
    ],
)
def test_a_row_of_that_csv_that_is_cut_or_shifted_is_no_row(row: str) -> None:
    assert records(RCCL_HEAD + row + "\n") == []
    assert refusals(RCCL_HEAD + row + "\n")


def test_the_csv_of_rccl_tests_without_mpi_names_devices_and_may_count_cycles() -> None:
    head = "numCycle, collective, gpus, size, type, redop, inplace, time, algbw, busbw, #wrong\n"
    rows = "0, AllReduce, 8, 1048576, float, sum, 0, 45.21, 23.19, 40.58, 0\n" * 2
    first, second = records(head + rows)
    assert (first.table.ranks, first.line, second.line) == (8, 2, 3)
