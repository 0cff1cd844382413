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
