"""The file of records: what is read of a plan, how a run goes on, and what is said where it cannot."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools.kit.program import loaded

RUN = loaded()
Json = dict[str, Any]
CELL = {
    **dict.fromkeys(RUN.NEEDED, 0),
    "id": "A/x",
    "requirement": "A",
    "place": "p",
    "seconds": [1.0, 2.0],
    "elements": 10**8,
    "procedure": {"repeats": 2},
}


def head(hardware: str = "one", digest: str = "d") -> Json:
    return {"commspec_records": 1, "hardware": hardware, "command": "x", "environment": {"plan_sha256": digest}}


def record(cell: str, repeat: int, wrong: int = 0) -> Json:
    return {"cell": cell, "repeat": repeat, "times": [[1.0]], "wrong": wrong, "warmup": 5, "iterations": 20}


def lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_run_that_goes_on_adds_what_is_missing_after_the_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    first = RUN.Records(str(path), "d")
    first.begin(head())
    first.write(record("A/x", 1))
    with path.open("ab") as stream:
        stream.write(b'{"cell":"A/x","rep')
    again = RUN.Records(str(path), "d")
    again.begin(head() | {"command": "y"})
    again.write(record("A/x", 2, wrong=3))
    assert again.done == {("A/x", 1): (True, 5, 20)}
    assert RUN.Records(str(path), "d").done == {("A/x", 1): (True, 5, 20), ("A/x", 2): (False, 5, 20)}
    assert [line.get("repeat") for line in lines(path)] == [None, 1, 2]


def test_what_goes_on_with_another_device_or_other_settings_says_so_in_a_first_line_of_its_own(tmp_path: Path) -> None:
    """Otherwise the records of two machines would stand under the name of the first."""
    path = tmp_path / "records.jsonl"
    for hardware, repeat in (("one", 1), ("two", 2), ("two", 3)):
        records = RUN.Records(str(path), "d")
        records.begin(head(hardware))
        records.write(record("A/x", repeat))
    assert [line.get("hardware", line.get("repeat")) for line in lines(path)] == ["one", 1, "two", 2, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(head(digest="other")) + "\n", "records of another plan"),
        (json.dumps(head()) + "\n" + json.dumps(head(digest="other")) + "\n", "records of another plan"),
        ("size time\n", "no records of this program"),
        ('{"cell": "A/x", "repeat": 1, "times": [[1.0]]}\n', "records of another plan"),
    ],
)
def test_what_else_a_file_holds_is_left_alone(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(text)
    with pytest.raises(RUN.CannotRunError, match=said):
        RUN.Records(str(path), "d")
    assert path.read_text() == text


def test_a_place_that_takes_no_file_is_told_before_anything_is_run(tmp_path: Path) -> None:
    library = SimpleNamespace(rank=0)
    assert RUN.opened_records(library, str(tmp_path), "d") == (
        None,
        f"{tmp_path}: Is a directory; choose another --out",
    )
    none = tmp_path / "none" / "records.jsonl"
    assert RUN.opened_records(library, str(none), "d")[1].startswith(f"{none}: No such file or directory")


def test_a_full_disk_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = RUN.Records(str(tmp_path / "records.jsonl"), "d")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RUN.UnwrittenError, match=r"records\.jsonl: No space left on device"):
        records.write(record("A/x", 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file or directory; name the plan with --plan"),
        ("{", "no JSON"),
        ("[]", "no plan of version 1"),
        ('{"commspec_plan": 2, "cells": []}', "no plan of version 1"),
        ('{"commspec_plan": 1, "cells": [{"id": "A/x"}]}', "cell A/x has no bytes, calls, .* from one kit"),
    ],
)
def test_a_plan_that_cannot_be_run_is_told(text: str | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(RUN.CannotRunError, match=said):
        RUN.read_plan(str(path))


def test_a_requirement_without_a_cell_is_sent_to_what_shows_it() -> None:
    plan = {
        "cells": [CELL],
        "scripts": [{"requirement": "S", "file": "S.sh"}],
        "left": [{"requirement": "L", "en": "answered, with its evidence"}],
    }
    assert RUN.chosen(plan, ["A"]) == RUN.chosen(plan, ["A/x"]) == RUN.chosen(plan, []) == [CELL]
    for name, said in (("S", "run S.sh"), ("L", "answered, with its evidence"), ("N", "no such requirement or cell")):
        with pytest.raises(RUN.CannotRunError, match=f"--only {name}: .*{said}"):
            RUN.chosen(plan, ["A", name])


def test_cells_of_one_place_follow_one_another_in_each_repeat() -> None:
    """Groups are made once for them, as a process keeps only some."""
    cells = [CELL | {"id": name, "place": place} for name, place in (("a", "p"), ("b", "q"), ("c", "p"))]
    found = [(cell["id"], repeat) for cell, repeat in RUN.turns(cells, SimpleNamespace(repeats=None))]
    assert found == [("a", 1), ("c", 1), ("b", 1), ("a", 2), ("c", 2), ("b", 2)]


@pytest.mark.parametrize(
    ("asked", "told", "stands"),
    [
        ((5, 20), {}, True),
        ((5, 21), {}, False),
        ((6, 20), {}, False),
        ((5, 1000), {"iterations": 2}, True),
        ((20, 10), {"warmup": 0}, True),
    ],
)
def test_a_record_of_a_run_to_try_it_out_does_not_stand_for_the_test(
    asked: tuple[int, int], told: dict[str, int], stands: bool
) -> None:
    """5 calls before and 20 that are timed, where the plan or the command line asks for so many."""
    cell = CELL | {"procedure": {"warmup": asked[0], "iterations": asked[1]}}
    options = SimpleNamespace(**({"warmup": None, "iterations": None} | told))
    assert RUN.holds(RUN.Measured(True, 5, 20), cell, options) is stands
    assert not RUN.holds(None, cell, options)


def test_the_time_of_a_repeat_is_its_calls_and_what_comes_with_them() -> None:
    """1.5 s of calls in two repeats, 50 ms of odds and ends, a second for a hundred million elements."""
    assert RUN.mean_seconds(CELL) == pytest.approx(0.75 + 0.05 + 1.0)


def test_now_and_then_a_run_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of four equal ones are done after 200 s: as much is ahead."""
    clock = iter([0.0, 10.0, 200.0, 210.0, 400.0])
    monkeypatch.setattr(RUN.time, "monotonic", lambda: next(clock))
    progress = RUN.Progress([1.0] * 4)
    for _ in range(4):
        progress.tell()
    assert capsys.readouterr().err == "2 of 4 run in 3 min, about 3 min left\n"
