"""The what-if document: what the page's script gets, checked against the estimate by another evaluator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from estimator.estimate.result import EstimateTable, Origin
from estimator.estimate.setting import startup_and_slope
from estimator.estimate.table import cases_of, estimate
from estimator.report.whatif import knee_of, whatif_document
from tests.estimate.worked import spec


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


def test_the_parts_of_the_knee_are_those_of_the_paths_in_sequence() -> None:
    cases, table = cases_of(spec()), estimate(spec())
    found = 0
    for name, row in table.operations.items():
        knee = knee_of(row.conservative)
        if knee is None:
            continue
        found += 1
        values = row.conservative.theta
        startup, slope = startup_and_slope(cases[name].work, values)
        assert sum(c * values[key] for key, c in knee.a.items()) == pytest.approx(startup, rel=1e-12)
        assert sum(c * values[key] for key, c in knee.x.items()) == pytest.approx(
            slope * row.conservative.skew, rel=1e-12
        )
    assert found == 2


def test_an_end_without_a_knee_has_no_parts_of_it() -> None:
    assert knee_of(estimate(spec()).operations["expert_gradient"].optimistic) is None
