"""The plan of every example is complete in itself: fits its schema, names every cell, and tells every send matrix."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from estimator.cli import main as cli
from estimator.jobs.work import Worked, work_out
from estimator.layout.skewed import Skewed
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.kit.plan import plan_schema
from estimator.tools.kit.whole import kit_of, plan_text
from tests.tools.kit.small import broadcast, lesson, uneven

SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))
assert len(SPECS) >= 6
MASK = 2**64 - 1


@cache
def worked_out(path: Path) -> Worked:
    return work_out(path)


@cache
def planned(path: Path) -> dict[str, Any]:
    worked = worked_out(path)
    kit = kit_of(worked.opened.spec, worked.expanded, worked.opened.sources_sha256, "0")
    found: dict[str, Any] = json.loads(plan_text(kit.plan))
    return found


@pytest.fixture(scope="module", params=SPECS, ids=lambda path: path.stem)
def example(request: pytest.FixtureRequest) -> tuple[Path, dict[str, Any]]:
    path: Path = request.param
    return path, planned(path)


def test_the_plan_of_an_example_fits_the_published_schema(example: tuple[Path, dict[str, Any]]) -> None:
    schema = plan_schema()
    Draft202012Validator.check_schema(schema)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(example[1])] == []


def test_every_cell_of_an_example_is_run_or_left_with_a_reason(example: tuple[Path, dict[str, Any]]) -> None:
    path, plan = example
    worked = worked_out(path)
    judged = {key for cell in plan["cells"] for key in cell["judges"]}
    assert len({cell["id"] for cell in plan["cells"]}) == len(plan["cells"])
    left = {one["requirement"] for one in plan["left"]}
    for name, one in worked.expanded.items():
        missing = [cell.key for cell in one.criteria if cell.key not in judged]
        assert not missing or name in left, missing[:3]
        if not isinstance(worked.opened.spec.requirements[name], MeasurableRequirement):
            assert name in left


def test_groups_of_a_place_have_the_ranks_of_the_machine_and_share_none(example: tuple[Path, dict[str, Any]]) -> None:
    plan = example[1]
    assert plan["places"]
    for name, place in plan["places"].items():
        flat = [rank for members in place["groups"] for rank in members]
        assert len(set(flat)) == len(flat), name
        assert max(flat) < plan["machine"]["ranks"], name
    assert {cell["place"] for cell in plan["cells"]} == set(plan["places"])


def alone(cell: dict[str, Any], ranks: int) -> list[list[int]]:
    """A send matrix [elements] from the words in the plan's schema alone, by a reader who knows nothing of ours."""
    rule, total = cell["matrix"], cell["elements"]
    places, state = [*range(ranks)], rule["seed"]
    for last in reversed(range(1, ranks)):
        state = (state * 6364136223846793005 + 1442695040888963407) & MASK
        swapped = (state >> 32) % (last + 1)
        places[last], places[swapped] = places[swapped], places[last]
    served = ranks - rule["zero_peers"]
    low, high = 0.0, 1000.0
    while rule["skew"] > 1 and high - low > 1e-14 * high:
        middle = (low + high) / 2
        first = 1 / sum(rank**-middle for rank in range(1, served + 1))
        low, high = (middle, high) if first < rule["skew"] / ranks else (low, middle)
    weights = [(place + 1) ** -low if place < served else 0.0 for place in range(ranks)]
    if rule["skew"] == 1:
        weights = [1.0] * ranks
    exact = [total * weight / sum(weights) for weight in weights]
    counts = [int(one) for one in exact]
    for place in sorted(range(ranks), key=lambda at: counts[at] - exact[at])[: total - sum(counts)]:
        counts[place] += 1
    row = [0] * ranks
    for place, rank in enumerate(places):
        row[rank] = counts[place]
    return [row] * ranks


def test_each_send_matrix_can_be_rebuilt_from_the_plan_alone(tmp_path: Path) -> None:
    """Held against the matrix that ``commspec cost --write-send-matrix`` writes for the same load."""
    (tmp_path / "uneven.yaml").write_text(uneven(8))
    seen: set[tuple[object, ...]] = set()
    for path in (tmp_path / "uneven.yaml", *SPECS):
        plan = planned(path)
        for cell in (cell for cell in plan["cells"] if cell["matrix"]):
            ranks, rule = len(plan["places"][cell["place"]]["groups"][0]), cell["matrix"]
            key = (ranks, cell["elements"], *rule.values())
            if key not in seen and len(seen) < 200:
                made = Skewed(ranks, rule["skew"], rule["seed"], rule["zero_peers"])
                assert alone(cell, ranks) == [list(row) for row in made.matrix(cell["elements"])]
                seen.add(key)
    assert len(seen) > 40
    assert len({key[3] for key in seen}) > 1, "more than one seed"


def test_the_matrix_of_a_cell_is_the_one_that_cost_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "uneven.yaml").write_text(uneven(8))
    plan = planned(tmp_path / "uneven.yaml")
    cell = next(cell for cell in plan["cells"] if cell["requirement"] == "SKEW" and cell["matrix"]["skew"] == 1.5)
    rule, out = cell["matrix"], tmp_path / "matrix.json"
    asked = ["cost", "all_to_all_v", "--ranks", "8", "--size", f"{cell['bytes']} B", "--alpha", "1 us"]
    asked += ["--bandwidth", "1 GB/s", "--algorithm", "pairwise", "--skew", "1.5", "--seed", str(rule["seed"])]
    asked += ["--zero-peers", str(rule["zero_peers"]), "--dtype", "bf16", "--write-send-matrix", str(out)]
    assert cli.run(asked) == 0, capsys.readouterr().err
    assert [[2 * count for count in row] for row in alone(cell, 8)] == json.loads(out.read_text())


def test_a_condition_has_the_load_that_makes_it(tmp_path: Path) -> None:
    """All eight ranks are in the group, so its neighbour is a second communicator of the same ranks."""
    (tmp_path / "uneven.yaml").write_text(uneven(8))
    plan = planned(tmp_path / "uneven.yaml")
    loads = {cell["condition"]: cell["load"] for cell in plan["cells"] if cell["requirement"] == "A2AV"}
    assert loads["exclusive"] == []
    (beside,) = loads["multi_group"]
    assert (beside["kind"], beside["groups"], beside["collective"]) == ("groups", [[*range(8)]], "all_to_all_v")
    assert [load["kind"] for load in loads["with_compute"]] == ["compute"]


def test_the_other_groups_of_a_kind_are_the_load_where_the_nodes_hold_any(tmp_path: Path) -> None:
    """Two of the four ranks of a node are measured; the load runs on the other two."""
    (tmp_path / "lesson.yaml").write_text(lesson(8))
    plan = planned(tmp_path / "lesson.yaml")
    cells = {cell["id"]: cell for cell in plan["cells"]}
    near = cells["LES-P2P-01/near/multi_group/skew=1/at_once=1/n=1024"]
    assert plan["places"][near["place"]]["groups"] == [[0, 1]]
    assert near["load"][0]["groups"] == [[2, 3]]


def test_what_a_cell_is_set_against_is_run_too(tmp_path: Path) -> None:
    (tmp_path / "uneven.yaml").write_text(uneven(8))
    plan = planned(tmp_path / "uneven.yaml")
    slow = {cell["id"]: cell["judges"] for cell in plan["cells"] if cell["requirement"] == "SLOW"}
    judged = "SLOW/rail/exclusive/skew=1/at_once=4/n=4096"
    assert slow == {judged: [judged], "SLOW/rail/exclusive/skew=1/at_once=1/n=4096": [judged]}
    even = [cell for cell in plan["cells"] if cell["id"].startswith("SKEW/all/exclusive/skew=1/")]
    assert even[0]["judges"] == ["SKEW/all/exclusive/skew=1.5/at_once=1/n=65536"]


def test_weights_that_an_operation_brings_go_in_its_calls(tmp_path: Path) -> None:
    """128 KiB by broadcasts of 64 KiB are two calls on all ranks."""
    (tmp_path / "broadcast.yaml").write_text(broadcast(8))
    plan = planned(tmp_path / "broadcast.yaml")
    (cell,) = plan["cells"]
    assert (cell["collective"], cell["calls"], cell["elements"], cell["bytes"]) == ("broadcast", 2, 32768, 131072)
    assert plan["places"][cell["place"]]["groups"] == [[*range(8)]]
    assert cell["way"] == ""


def test_messages_of_a_large_group_are_exchanged_pair_by_pair(tmp_path: Path) -> None:
    text = lesson(8).replace("- near\n", "- cards8\n", 1)
    (tmp_path / "lesson.yaml").write_text(text)
    cells = [cell for cell in planned(tmp_path / "lesson.yaml")["cells"] if "/pair=" in cell["id"]]
    assert {cell["id"].rpartition("/")[2] for cell in cells} == {
        f"pair={one}-{other}" for one in range(4) for other in range(one + 1, 4)
    }


def test_the_time_of_a_cell_is_that_of_all_its_calls(tmp_path: Path) -> None:
    """alpha 5 us and 10 GB/s at both ends: one call of 64 KiB on 8 ranks takes 7 x 5 us + 7/8 x 64 KiB / 10 GB/s."""
    (tmp_path / "uneven.yaml").write_text(uneven(8))
    plan = planned(tmp_path / "uneven.yaml")
    cell = next(cell for cell in plan["cells"] if cell["id"] == "A2AV/all/exclusive/skew=1/at_once=1/n=65536")
    calls = cell["procedure"]["repeats"] * (cell["procedure"]["warmup"] + cell["procedure"]["iterations"])
    assert cell["seconds"][0] == pytest.approx(calls * (7 * 5e-6 + 7 / 8 * 65536 / 1e10), rel=1e-3)
    text = uneven(8).replace("iterations: '4'", "iterations: '4'\n      duration: 3 s", 1)
    (tmp_path / "longer.yaml").write_text(text)
    longer = next(one for one in planned(tmp_path / "longer.yaml")["cells"] if one["id"] == cell["id"])
    assert longer["procedure"]["duration"] == 3.0
    assert longer["seconds"] == pytest.approx([6.0, 6.0], rel=1e-3), "two repeats of three seconds"
    assert plan["seconds"][0] == pytest.approx(sum(one["seconds"][0] for one in plan["cells"]), rel=1e-3)
