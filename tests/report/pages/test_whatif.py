"""The what-if document: what the page's script gets, checked against the estimate by another evaluator."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any

import pytest

from estimator.cost.collectives import MOVING, WHOLE_MESSAGE
from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.estimate.assume.uncertain import pair_at, places_of, with_value
from estimator.estimate.operation import times_of
from estimator.estimate.result import EstimateTable, Origin
from estimator.estimate.table import cases_of, estimate
from estimator.report.pages.whatif import whatif_document
from estimator.spec.values.quantity import Pair
from tests.estimate.worked import spec, spec_data


def document(table: EstimateTable, **limits: int) -> dict[str, Any]:
    def label(origin: Origin) -> str:
        return origin.assumption

    found: dict[str, Any] = json.loads(json.dumps(whatif_document(table, lambda op: op.id, label, **limits)))
    return found


def seconds(op: dict[str, Any], end: dict[str, Any]) -> float:
    """The rule of the compiled form, written out in plain loops."""
    weighted = [t * op["n"] ** p for t, p in zip(end["theta"], end["power"], strict=True)]

    def dot(row: list[float]) -> float:
        return float(sum(c * w for c, w in zip(row, weighted, strict=True)))

    phases = sum(max(dot(row) for row in phase) for phase in end["phases"])
    return float(op["calls"] * (max([phases, *(dot(row) for row in end["whole"])]) + dot(end["extra"])))


def test_both_ends_of_every_operation_come_out_as_estimated() -> None:
    table = estimate(spec(moe_dispatch={"calls": "2"}))
    found = document(table)
    assert [op["id"] for op in found["ops"]] == list(table.operations)
    for op in found["ops"]:
        times = [seconds(op, end) for end in op["ends"]]
        assert times == pytest.approx(list(table.operations[op["id"]].time), rel=1e-12)


def exposed(op: dict[str, Any], k: int) -> float:
    """What an operation adds to the step at one end, the two forms of an overlap written out."""
    call = op["under"][k] * seconds(op, op["ends"][k]) / op["calls"]
    hidden = op["hidden"][k]
    if "share" in hidden:
        left = call - hidden["share"] * call
    else:
        beside = min(call, hidden["window"])
        left = call - beside + beside * hidden["slowdown"] - beside
    return float(op["count"] * op["calls"] * left)


@pytest.mark.parametrize(
    "overlap", [["0.8", "0.3"], {"window": ["5 ms", "4 ms"], "compute_slowdown": ["1", "1.08"]}, "0"]
)
def test_the_hidden_shares_and_windows_give_the_step_of_the_table(overlap: Any) -> None:
    table = estimate(spec(moe_dispatch={"overlap": overlap, "calls": "2"}))
    ops = document(table)["ops"]
    step = [sum(exposed(op, k) for op in ops) for k in (0, 1)]
    assert step == pytest.approx(list(table.exposed), rel=1e-12)


def test_the_sliders_are_the_assumptions_that_make_up_most_of_the_time() -> None:
    found = document(estimate(spec()), sliders=3)
    assert len(found["sliders"]) == 3
    assert found["sliders"][0]["label"] in {"scale_out.bandwidth", "node_nics.cut", "uplink.cut"}
    assert {rule for op in found["ops"] for end in op["ends"] for rule in end["rule"]} <= {-1, 0, 1, 2}


def test_only_the_heaviest_operations_are_kept_in_the_order_of_the_table() -> None:
    table = estimate(spec())
    heaviest = max(table.operations.values(), key=lambda op: op.step.exposed.conservative).id
    assert [op["id"] for op in document(table, operations=1)["ops"]] == [heaviest]


def moved(op: dict[str, Any], end: dict[str, Any], slider: int, factor: float) -> float:
    """The time with the parameters of one slider multiplied, the knee made anew, written out in plain loops."""

    def scaled(values: list[float], rules: list[int]) -> list[float]:
        return [value * (factor if rule == slider else 1.0) for value, rule in zip(values, rules, strict=True)]

    def total(part: dict[str, Any]) -> float:
        theta = scaled(part["theta"], part["rule"])
        dots = ([sum(c * t for c, t in zip(row, theta, strict=True)) for row in rows] for rows in part["phases"])
        return float(sum(max(phase) for phase in dots))

    if "others" in end:
        alone = {key: value for key, value in end.items() if key != "others"}
        return min(moved(op, plan, slider, factor) for plan in (alone, *end["others"]))
    theta = scaled(end["theta"], end["rule"])
    if "knee" in end:
        knee = end["knee"]
        (k,) = scaled([knee["k"]], [knee["rule"]])
        theta[knee["column"]] = k * sqrt(total(knee["a"]) * total(knee["x"]))
    return seconds(op, end | {"theta": theta})


TWO = Group.on((Level("node", units=8), Level("machine", units=2)), (8, 2))


def algorithms_on_two_levels(root: bool) -> dict[str, Any]:
    """Every algorithm of the catalogue that runs on two nodes of eight without options, each an operation."""
    data = spec_data()
    data["groups"] = {"pair": {"size": "16", "ranks_per_node": "8", "levels": ["scale_up", "scale_out"]}}
    data["operations"] = {}
    if root:
        data["platform"]["paths"]["scale_up"]["exclusive"]["root"] = {"time": "20 us", "at": "1 MiB"}
    for entry in ALGORITHMS:
        if not entry.needs and entry.refusal(TWO) is None:
            semantics = "message" if entry.collective in (*WHOLE_MESSAGE, "p2p") else "input"
            operation: dict[str, Any] = {"collective": entry.collective, "group": "pair", "condition": ["exclusive"]}
            if entry.collective in MOVING:
                operation["tensor"] = {"bytes": "8 MiB", "semantics": semantics}
            data["operations"][f"{entry.collective}-{entry.name}"] = operation | {"algorithm": {"name": entry.name}}
    return data


@pytest.mark.parametrize("root", [False, True])
def test_a_moved_slider_gives_what_the_changed_spec_gives_for_every_algorithm(root: bool) -> None:
    found = spec(algorithms_on_two_levels(root))
    table, cases = estimate(found), cases_of(found)
    page = document(table, sliders=20, operations=100)
    assert len(page["ops"]) == len(table.operations) > 30
    checked = 0
    for k, slider in enumerate(page["sliders"]):
        for op in page["ops"]:
            case = cases[op["id"]]
            places = [place for place in places_of(case) if place.assumption == slider["label"]]
            for place in places:
                pair = pair_at(case, place.path)
                assert pair is not None
                factor = 0.25 if slider["kind"] == "bandwidth" else 4.0
                case = with_value(case, place.path, Pair(pair.optimistic * factor, pair.conservative * factor))
            expected = times_of(case)
            checked += len(places)
            assert [moved(op, end, k, 4.0) for end in op["ends"]] == pytest.approx(list(expected), rel=1e-9), op["id"]
    assert checked > 100


def test_what_if_of_many_rings_and_of_a_root_is_the_hand_checked_one() -> None:
    """AllReduce of 8 MiB, 32 ranks on four nodes, bandwidth between nodes at a quarter: 1.391 and 1.465 ms."""
    for root, expected in ((None, 1.391e-3), ({"time": "20 us", "at": "1 MiB"}, 1.465e-3)):
        data = spec_data()
        up = {"alpha": ["3 us", "5 us"], "bandwidth": ["200 GB/s", "170 GB/s"], "per": "rank"}
        out = {"alpha": ["8 us", "10 us"], "bandwidth": ["48 GB/s", "43 GB/s"], "per": "rank"}
        paths = {
            "up": {"location": "intra_node", "exclusive": up | ({"root": root} if root else {})},
            "out": {"location": "inter_node", "exclusive": out},
        }
        data["platform"] = {"name": "pod", "ranks_per_node": "8", "nodes": "4", "paths": paths}
        data["platform"]["knee"] = {"k": ["0", "1.7"]}
        data["groups"] = {"dp": {"size": "32", "ranks_per_node": "8", "levels": ["up", "out"]}}
        tensor = {"bytes": "8 MiB", "semantics": "input"}
        operation = {"collective": "all_reduce", "group": "dp", "tensor": tensor, "algorithm": {"name": "multi_ring"}}
        data["operations"] = {"op": operation}
        page = document(estimate(spec(data)))
        slider = next(k for k, one in enumerate(page["sliders"]) if one["label"] == "out.bandwidth")
        (op,) = page["ops"]
        assert moved(op, op["ends"][1], slider, 4.0) == pytest.approx(expected, rel=5e-4)
