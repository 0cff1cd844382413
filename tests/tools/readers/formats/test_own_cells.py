"""Records of a test kit agree with the cell they cite; what is missing of them is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tools.readers.written import events, records, refusals

FIRST = '{"commspec_records": 1, "tool": "run_plan"}\n'
ROW: dict[str, Any] = {
    "cell": "R-1/ep/exclusive/skew=1.5/at_once=2/n=1000",
    "requirement": "R-1",
    "collective": "all_to_all_v",
    "group": "ep",
    "condition": "exclusive",
    "skew": 1.5,
    "ranks": 2,
    "groups": 2,
    "members": [[0, 4], [1, 5]],
    "n": 1000,
    "repeat": 1,
    "repeats": 1,
    "times": [[1e-5, 2e-5], [1e-5, 3e-5], [1e-5, 1e-5], [1e-5, 1e-5]],
    "wrong": 0,
}
SIX = [1.1e-5, 1.3e-5, 1.2e-5, 1.5e-5, 1.7e-5, 1.6e-5]


def text(*rows: dict[str, Any]) -> str:
    return FIRST + "".join(json.dumps(row) + "\n" for row in rows)


def test_a_record_that_agrees_is_taken_with_the_slowest_of_all_groups() -> None:
    """By hand: the mean of 10 us and 30 us."""
    (one,) = records(text(ROW))
    assert one.seconds == pytest.approx(20e-6)
    assert one.members == ((0, 4), (1, 5))
    assert refusals(text(ROW)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"group": "tp"}, "the cell is of group ep, and the record of tp"),
        ({"groups": 4}, "4 groups at once, and 2 are named"),
        ({"group": ""}, "the cell is of group ep, and the record of none"),
        ({"condition": "multi_group"}, "the cell is of condition exclusive, and the record of multi_group"),
        ({"requirement": "R-2"}, "the cell is of requirement R-1, and the record of R-2"),
        ({"skew": 2.0}, "the cell is of skew 1.5, and the record of 2"),
        ({"n": 1017}, "the cell is of n 1000, and the record of 1017"),
        ({"members": [[0, 4]]}, "2 ranks are named, and there are times of 4"),
        ({"members": [[0, 4, 1, 5]]}, "a group of 2 ranks names 4"),
        ({"alone": [[1e-5]]}, "4 ranks are named, and there are times of"),
        ({"members": None, "times": [[1e-5, 2e-5]] * 3}, "times of 3 ranks are no groups of 2"),
        ({"times": [SIX, SIX[::-1], [*SIX[1:], 9e-5], SIX]}, "ranks 0 and 3 have the same time of every iteration"),
    ],
)
def test_a_record_of_another_cell_is_refused(change: dict[str, Any], said: str) -> None:
    assert records(text(ROW | change)) == []
    assert any(said in one for one in map(str, refusals(text(ROW | change))))


def test_a_size_may_be_rounded_to_whole_elements_of_every_rank() -> None:
    assert len(records(text(ROW | {"n": 1016}))) == 1


def test_repeats_that_are_missing_are_named() -> None:
    rows = [ROW | {"repeat": repeat, "repeats": 5} for repeat in (1, 3)]
    assert len(records(text(*rows))) == 2
    assert "repeat 2, 4, 5 of 5 is missing" in str(refusals(text(*rows)))


def test_what_was_not_run_is_told_until_it_is_run() -> None:
    left = {"cell": ROW["cell"], "requirement": "R-1", "repeat": 1, "not_run": "it needs 2 nodes"}
    assert "not run: it needs 2 nodes" in str(refusals(text(left)))
    assert refusals(text(left, ROW)) == []
    assert len(records(text(left, ROW))) == 1
    assert "repeat" not in str(refusals(text(left | {"repeat": 2}, ROW | {"repeats": 2}))).replace("repeat 2'", "")


def test_a_record_may_be_longer_than_a_block_of_the_file() -> None:
    """Times of 64 ranks and 4000 iterations: 2.5 million characters on one line, read block by block."""
    times = [[1.2345e-5] * 4000] * 64
    row = {key: value for key, value in ROW.items() if key != "members"} | {"ranks": 64, "groups": 1, "times": times}
    whole = text(row, ROW)
    from estimator.tools.readers.logs import read_log
    from estimator.tools.readers.text.lines import numbered
    from estimator.tools.records import Record

    blocks = [whole[at : at + 2**18] for at in range(0, len(whole), 2**18)]
    found = [event for event in read_log(numbered(blocks), "r.jsonl") if isinstance(event, Record)]
    assert [len(one.times) for one in found] == [64, 4]


def test_a_repeat_of_a_cell_ends_with_its_row_so_that_no_log_is_too_long() -> None:
    found = events(text(ROW, ROW | {"cell": ROW["cell"].replace("n=1000", "n=2000"), "n": 2000}))
    assert [type(event).__name__ for event in found] == ["Record", "Ended"] * 2


@pytest.mark.parametrize(
    ("column", "value", "taken"),
    [
        ("algbw", 29.959e9, True),
        ("algbw", 29.96, True),
        ("algbw", 239.7, False),
        ("algbw", 27.9, False),
        ("time_us", 35, True),
        ("time_us", 0.035, False),
    ],
)
def test_a_column_beside_the_time_must_be_of_it(column: str, value: float, taken: bool) -> None:
    """By hand: 1 MiB in 35 us are 29.959 GB/s, which are 239.7 Gbit/s and 27.9 GiB/s."""
    row = {"collective": "all_reduce", "ranks": 2, "n": 2**20, "seconds": 35e-6, column: value}
    csv = ",".join(row) + "\n" + ",".join(map(str, row.values())) + "\n"
    for log in (text(row), csv):
        assert len(records(log)) == taken
        assert any(column in one.reason for one in refusals(log)) is not taken
