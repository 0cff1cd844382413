"""A kit runs in earnest: every cell on real processes, every record read, every planted fault caught."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from estimator.tools.readers.formats.own_format import json_schema
from estimator.tools.records import WRONG
from tests.tools.kit.small import broadcast, lesson, uneven
from tests.tools.kit.start import Done, made, read, run

pytestmark = [pytest.mark.kit, pytest.mark.slow]


def plan_of(kit: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((kit / "plan.json").read_text("utf-8"))
    return found


def whole(done: Done, plan: dict[str, Any]) -> None:
    """Every repeat of every cell has a record that says what the plan asked for, with the times of every rank."""
    cells = {cell["id"]: cell for cell in plan["cells"]}
    wanted = {(name, repeat) for name, cell in cells.items() for repeat in range(1, cell["procedure"]["repeats"] + 1)}
    assert {(one.table.cell, one.table.repeat) for one in done.records} == wanted
    assert len(done.records) == len(wanted)
    for one in done.records:
        cell, table = cells[one.table.cell], one.table
        place = plan["places"][cell["place"]]
        groups = place["groups"]
        assert (table.collective, table.dtype) == (cell["collective"], cell["dtype"])
        assert (table.condition, table.group) == (cell["condition"], place["group"])
        assert (table.ranks, one.n) == (place["ranks"], cell["bytes"])
        assert table.groups == (1 if cell["way"] == "shards" else len(groups))
        assert [len(times) for times in one.times] == [cell["procedure"]["iterations"]] * sum(map(len, groups))
        assert one.wrong == 0
        assert one.correct
    assert done.rejections == []


@pytest.mark.parametrize("ranks", [4, 8])
@pytest.mark.parametrize("spec", [lesson, uneven])
def test_every_cell_runs_on_mpi_and_is_read(spec: Any, ranks: int, tmp_path: Path) -> None:
    kit = made(spec(ranks), tmp_path)
    done = run(kit, ranks)
    assert done.code == 0, done.said
    whole(done, plan_of(kit))
    valid = Draft202012Validator(json_schema())
    lines = [json.loads(line) for line in done.path.read_text("utf-8").splitlines()]
    assert [error.message for line in lines for error in valid.iter_errors(line)] == []
    assert lines[0]["environment"]["plan_sha256"]
    assert lines[0]["library"]


def test_an_overlap_has_the_times_of_both_sides_alone(tmp_path: Path) -> None:
    """Together they take no less than the computation, which is chosen to last longer than the call."""
    done = run(made(uneven(4), tmp_path), 4, "--only", "OVER", "--iterations", "20")
    for one in done.records:
        assert [len(rows) for rows in (one.alone, one.compute, one.times)] == [4] * 3
        for compute, both in zip(one.compute, one.times, strict=True):
            assert median(both) > 0.5 * median(compute)
    assert len(done.records) == 2


def test_weights_are_brought_by_an_operation_in_several_calls(tmp_path: Path) -> None:
    kit = made(broadcast(4), tmp_path)
    done = run(kit, 4)
    assert done.code == 0, done.said
    whole(done, plan_of(kit))
    assert {(one.table.collective, one.n) for one in done.records} == {("broadcast", 131072)}


def test_a_test_lasts_as_long_as_it_must(tmp_path: Path) -> None:
    head, rsv = uneven(4).split("  RSV:")
    text = head + "  RSV:" + rsv.replace("iterations: '4'", "iterations: '4'\n      duration: 200 ms", 1)
    done = run(made(text, tmp_path), 4, "--only", "RSV", "--repeats", "1")
    assert len(done.records) == 2
    for one in done.records:
        assert one.seconds is not None
        assert one.iterations is not None
        assert one.iterations > 4
        assert one.iterations * one.seconds > 0.02, "calls before may have taken longer than those that are timed"


def test_a_run_that_was_cut_off_goes_on_where_it_stood(tmp_path: Path) -> None:
    kit = made(uneven(4), tmp_path)
    done = run(kit, 4, "--only", "AGV", "--only", "RSV")
    every = done.path.read_bytes()
    kept = every.splitlines(keepends=True)[:3]
    done.path.write_bytes(b"".join(kept) + b'{"cell":"AGV/all/excl')
    again = run(kit, 4, "--only", "AGV", "--only", "RSV")
    assert again.path.read_bytes().startswith(b"".join(kept))
    assert len(again.records) == len(done.records) == 8
    assert again.rejections == []
    assert "6 run, 2 from before" in again.said


def test_records_of_another_plan_are_not_mixed_in(tmp_path: Path) -> None:
    kit = made(uneven(4), tmp_path)
    run(kit, 4, "--only", "RSV")
    (kit / "plan.json").write_text((kit / "plan.json").read_text() + "\n")
    before = (kit / "records.jsonl").read_bytes()
    done = run(kit, 4, "--only", "RSV")
    assert done.code == 2
    assert "records of another plan" in done.said
    assert (kit / "records.jsonl").read_bytes() == before


def test_a_cell_that_needs_more_than_was_started_is_left_out_with_the_reason(tmp_path: Path) -> None:
    done = run(made(uneven(8), tmp_path), 4, "--only", "SLOW", "--only", "RSV")
    assert done.code == 1
    assert {one.reason for one in done.rejections} == {"not run: it needs 3 ranks on a node, and one has 2"}
    assert {one.table.cell for one in done.records} == {"SLOW/rail/exclusive/skew=1/at_once=1/n=4096"}


def test_a_condition_that_is_made_by_hand_waits_for_the_hand(tmp_path: Path) -> None:
    own = "commspec: 1\nconditions: {plane_down: {like: exclusive, load: Pull it.}}\n"
    head, rsv = uneven(4).replace("commspec: 1\n", own).split("  RSV:")
    kit = made(head + "  RSV:" + rsv.replace("- exclusive", "- plane_down", 1), tmp_path)
    waiting = run(kit, 4, "--only", "RSV")
    assert waiting.code == 2, "nothing was run"
    assert "make it, then start again with --made plane_down" in waiting.rejections[0].reason
    going = run(kit, 4, "--only", "RSV", "--made", "plane_down")
    assert going.code == 0
    assert {one.table.condition for one in going.records} == {"plane_down"}
    assert going.rejections == [], "what was left out before is there now"


MOVED = ("all_gather", "all_gather_v", "all_to_all", "all_to_all_v", "broadcast", "scatter", "gather")
ADDED = ("all_reduce", "reduce_scatter", "reduce_scatter_v", "reduce")
REDOPS = ("sum", "min", "max", "prod")
CARRIERS = {
    **{name: size for size, names in ((1, ("int8", "uint8")), (2, ("int16", "uint16"))) for name in names},
    "int32": 4,
    "uint32": 4,
    "int64": 8,
    "uint64": 8,
    "bf16": 2,
    "fp16": 2,
    "fp32": 4,
    "fp64": 8,
}


def every_call(kit: Path) -> int:
    """Put a plan in the kit that has every collective, type and reduction; how many cells there are."""
    plan = plan_of(kit)
    one = next(cell for cell in plan["cells"] if cell["requirement"] == "AGV" and "skew=1.5" in cell["id"])
    calls: list[tuple[str, str, str | None]] = [("barrier", "uint8", None)]
    calls += [(name, carrier, None) for name in MOVED for carrier in (*CARRIERS, "fp8_e4m3", "fp8_e5m2")]
    calls += [(name, carrier, redop) for name in ADDED for carrier in CARRIERS for redop in REDOPS]
    cells = []
    for name, carrier, redop in calls:
        elements = 0 if name == "barrier" else 4 * 250
        cells.append(
            one
            | {
                "id": f"{name}.{carrier}.{redop}",
                "collective": name,
                "dtype": carrier,
                "carrier": carrier,
                "redop": redop,
            }
            | {"elements": elements, "bytes": elements * CARRIERS.get(carrier, 1), "n": elements, "load": []}
            | {"matrix": one["matrix"] if name.endswith("_v") else None}
            | {"procedure": one["procedure"] | {"in_place": redop == "max", "warmup": 0, "iterations": 1, "repeats": 1}}
        )
    (kit / "plan.json").write_text(json.dumps(plan | {"cells": cells}), "utf-8")
    return len(cells)


@pytest.mark.parametrize("ranks", [3, 4])
def test_every_collective_moves_and_adds_every_type_right_on_mpi(ranks: int, tmp_path: Path) -> None:
    """On three ranks too, where no schedule of powers of two fits."""
    kit = made(uneven(4), tmp_path)
    count = every_call(kit)
    plan = plan_of(kit)
    for place in plan["places"].values():
        place["groups"] = [[*range(ranks)]]
    elements = {cell["id"]: 250 * ranks for cell in plan["cells"]}
    cells = [cell | {"elements": cell["elements"] and elements[cell["id"]]} for cell in plan["cells"]]
    machine = {"ranks": 8, "ranks_per_host": 8, "ranks_per_node": 8}
    (kit / "plan.json").write_text(json.dumps(plan | {"cells": cells, "machine": machine}), "utf-8")
    done = run(kit, ranks, "--ranks-per-node", "8")
    assert done.code == 0, done.said
    assert len(done.lines()) == count
    assert {line["collective"] for line in done.lines()} == {*MOVED, *ADDED, "barrier"}
    assert all(line["wrong"] == 0 for line in done.lines())
    assert all("in_place" in line for line in done.lines() if line["collective"] == "all_reduce")


def test_what_gloo_moves_and_adds_is_right_in_every_type(tmp_path: Path) -> None:
    kit = made(uneven(4), tmp_path)
    count = every_call(kit)
    done = run(kit, 4, torch=True)
    ran = [line for line in done.lines() if "times" in line]
    assert len(done.lines()) == count
    assert {line["collective"] for line in ran} >= {"all_reduce", "reduce", "all_to_all_v", "scatter", "barrier"}
    assert {line["dtype"] for line in ran if line["collective"] == "all_reduce"} >= {"int32", "fp32", "fp64"}
    assert [line["cell"] for line in ran if line["wrong"]] == []


BY_TURNS = """
before = run_plan.Nodes.__init__
def by_turns(self, hosts, per_node):
    before(self, ["a", "b"] * (len(hosts) // 2), None)
run_plan.Nodes.__init__ = by_turns
"""


@pytest.mark.parametrize("torch", [False, True], ids=["MPI", "torch"])
def test_processes_that_were_started_host_by_turns_run_right(torch: bool, tmp_path: Path) -> None:
    """Even processes are on one host, odd ones on the other."""
    done = run(made(uneven(4), tmp_path), 4, "--only", "A2AV", "--repeats", "1", fault=BY_TURNS, torch=torch)
    assert done.code == 0, done.said
    expected = ((0, 1, 2, 3),) if torch else ((0, 2, 1, 3),)
    assert {one.members for one in done.records} == {expected}
    assert all(one.wrong == 0 for one in done.records)


SLOW = """
before = run_plan.OnMpi.operation
def slower(self, group, members, work, plan, send, recv):
    call = before(self, group, members, work, plan, send, recv)
    return (lambda: (call(), time.sleep(0.02))) if self.rank == 2 else call
run_plan.OnMpi.operation = slower
"""
SPOILT = """
before = run_plan.OnMpi.operation
def spoilt(self, group, members, work, plan, send, recv):
    call = before(self, group, members, work, plan, send, recv)
    def wrong():
        call()
        if self.rank == 1 and plan.recv:
            recv[0] += 1
    return wrong
run_plan.OnMpi.operation = spoilt
"""
SWAPPED = """
before = run_plan.traffic
run_plan.Nodes.placed = lambda self, groups, per_host: {rank: rank ^ 1 for group in groups for rank in group}
"""


BROKEN = """
before = run_plan.OnMpi.operation
def broken(self, group, members, work, plan, send, recv):
    call = before(self, group, members, work, plan, send, recv)
    calls = []
    def breaks():
        calls.append(1)
        if self.rank == 1 and len(calls) > 3:
            raise RuntimeError("link down")
        call()
    return breaks
run_plan.OnMpi.operation = broken
"""


def test_a_rank_that_fails_in_the_middle_ends_all_and_leaves_what_was_measured(tmp_path: Path) -> None:
    kit = made(uneven(4), tmp_path)
    before = run(kit, 4, "--only", "SLOW", "--only", "RSV")
    done = run(kit, 4, "--only", "AGV", fault=BROKEN)
    assert done.code == 3
    assert "link down" in done.said
    assert len(done.records) == len(before.records)


def test_a_slow_rank_is_told_and_stands_in_the_records(tmp_path: Path) -> None:
    done = run(made(uneven(4), tmp_path), 4, "--only", "AGV", "--iterations", "12", fault=SLOW)
    assert "process 2 takes" in done.said
    for one in done.records:
        medians = [median(times) for times in one.times]
        assert max(range(4), key=medians.__getitem__) == 2
        assert medians[2] > 0.02
        assert one.seconds is not None
        assert one.seconds > 0.02, "the slowest rank counts"


@pytest.mark.parametrize("name", ["AGV", "RSV", "A2AV", "SLOW"])
def test_a_wrong_result_is_caught(name: str, tmp_path: Path) -> None:
    done = run(made(uneven(4), tmp_path), 4, "--only", name, fault=SPOILT)
    assert done.code == 1
    assert "wrong elements" in done.said
    caught = [one for one in done.records if one.wrong]
    assert caught
    assert all(WRONG in one.flags for one in caught)


def test_ranks_that_run_in_each_others_place_are_seen(tmp_path: Path) -> None:
    """The group is [0, 1, 2, 3] by the plan; run with neighbours swapped the record names the processes that ran."""
    done = run(made(uneven(4), tmp_path), 4, "--only", "AGV", fault=SWAPPED)
    assert {one.members for one in done.records} == {((1, 0, 3, 2),)}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Records in which nothing is wrong."""
    return run(made(uneven(4), tmp_path_factory.mktemp("good")), 4, "--only", "SLOW", "--only", "AGV")


def changed(good: Done, path: Path, change: Any) -> Done:
    """The records with every line changed; a line that becomes None goes."""
    first, *rest = good.path.read_text("utf-8").splitlines()
    lines = [change(json.loads(line)) for line in rest]
    path.write_text("\n".join([first, *(json.dumps(line) for line in lines if line is not None)]) + "\n", "utf-8")
    return read(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: None if line["repeat"] == 2 else line, "repeat 2 of 2 is missing"),
        (lambda line: line | {"group": "rail" if line["group"] == "all" else "all"}, "the cell is of group"),
        (lambda line: line | {"condition": "multi_group"}, "the cell is of condition exclusive"),
        (lambda line: line | {"skew": 3.0}, "the cell is of skew"),
        (lambda line: line | {"n": line["n"] * 2}, "the cell is of n"),
        (lambda line: line | {"times": line["times"][:-1]}, "ranks are named, and there are times of"),
        (lambda line: line | {"members": [line["members"][0][:-1]]}, "ranks are named, and there are times of"),
        (lambda line: line | {"ranks": line["ranks"] + 1}, "ranks names"),
    ],
)
def test_a_record_that_is_not_of_its_cell_is_refused(change: Any, said: str, good: Done, tmp_path: Path) -> None:
    assert good.rejections == []
    found = changed(good, tmp_path / "changed.jsonl", change)
    assert found.rejections
    assert all(said in one.reason for one in found.rejections[:-1] or found.rejections)


@pytest.mark.parametrize("spec", [lesson, uneven])
def test_what_gloo_has_runs_on_torch_and_the_rest_is_left_out_with_its_reason(spec: Any, tmp_path: Path) -> None:
    """In fp32, as Gloo adds no bf16."""
    kit = made(spec(4).replace("bf16", "fp32"), tmp_path)
    done = run(kit, 4, "--repeats", "1", torch=True)
    cells = {cell["id"]: cell for cell in plan_of(kit)["cells"]}
    ran = {cells[one.table.cell]["collective"] for one in done.records}
    assert ran >= ({"p2p", "all_reduce", "all_gather", "all_to_all"} if spec is lesson else {"p2p", "all_to_all_v"})
    assert all(one.wrong == 0 for one in done.records)
    assert len(done.records) + len(done.rejections) == len(cells)
    assert all(one.reason.startswith("not run: ") for one in done.rejections)
    assert "gloo" in str(dict(done.records[0].table.environment))
