"""Every must just met: three operations whose times, limits and sums are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.steps.need import Needs
from estimator.require.carried import carried
from estimator.require.closure import Closure, closure, verdict
from estimator.require.limits.bounded import allowed
from tests.require.specs import Worked, one, work_out

N = 2_000_000
"""Bytes of an exchange between two ranks: half of it crosses, at 1 GB/s in 1 ms."""


def path(alpha: str, bandwidth: str) -> dict[str, Any]:
    parameters = {"alpha": alpha, "bandwidth": bandwidth, "per": "rank"}
    return {"location": "inter_node", "exclusive": parameters, "with_compute": parameters}


def operation(group: str, **fields: Any) -> dict[str, Any]:
    """One round of a start-up and N / 2 through the path."""
    tensor = {"bytes": f"{N} B", "semantics": "input"}
    return {"collective": "all_to_all_v", "group": group, "tensor": tensor, "algorithm": "pairwise", **fields}


def must(name: str, limit: str, skews: list[str], conditions: list[str], tolerance: str = "0 %") -> dict[str, Any]:
    return {
        "kind": "collective_time",
        "title": "t",
        "operation": name,
        "limit": {"at_most": limit, "tolerance": tolerance},
        "sweep": {"skews": skews, "conditions": conditions},
    }


STEP = ["with_compute"]
REQUIREMENTS = {
    "X-1": must("x", "12 ms", ["1.0"], STEP, "5 %"),
    "X-2": must("x", "15 ms", ["1.5"], STEP),
    "X-3": must("x", "11 ms", ["1.0"], ["exclusive"]),
    "Z-1": must("z", "18 ms", ["1.0"], STEP),
}


def three(requirements: dict[str, Any], budget: dict[str, Any] | None = None, **changes: Any) -> Worked:
    """x: 14 + 3 ms and 1 ms of reorder, half hidden; y: 50 ms; z: 15 + 10 ms, 40 % hidden. x and z skewed up to 1.5."""
    groups = {name: {"size": "2", "ranks_per_node": "1", "levels": [name]} for name in "xyz"}
    reorder = {"reorder": {"passes": "1", "bandwidth": "2 GB/s"}}
    skew = ["1", "1.5"]
    operations = {
        "x": operation("x", per_step="100", skew=skew, overlap=["0.9", "0.5"], around=reorder),
        "y": operation("y", per_step="10"),
        "z": operation("z", per_step="40", skew=skew, overlap=["0.9", "0.4"]),
    }
    for name, fields in changes.items():
        operations[name] |= fields
    data = {
        "commspec": "1",
        "document": {"id": "T", "version": "1", "title": "three", "rounding": "12"},
        "platform": {
            "name": "P",
            "ranks_per_node": "1",
            "nodes": "2",
            "knee": {"k": "0"},
            "paths": {
                "x": path("14 ms", "333333333.3333333 B/s"),
                "y": path("0 ms", "20 MB/s"),
                "z": path("15 ms", "100 MB/s"),
            },
        },
        "groups": groups,
        "operations": operations,
        "requirements": requirements,
        "budget": budget or {"step": "10 s", "exposed_communication": "15 %"},
    }
    return work_out(data)


def closed(worked: Worked) -> Closure:
    return closure(Needs(worked.spec, worked.table), worked.expanded)


def test_every_must_is_just_met_at_even_load_and_at_the_full_skew() -> None:
    found = closed(three(REQUIREMENTS))
    even = {name: row.even.call_s for name, row in found.operations.items()}
    full = {name: row.full.call_s for name, row in found.operations.items()}
    # 12 ms and 5 %, with the reorder of 1 ms; the exclusive one does not count. Skewed 15 ms with 1.5 ms of reorder.
    assert even == pytest.approx({"x": 13.6e-3, "y": 50e-3, "z": 18e-3}, rel=1e-9)
    assert full == pytest.approx({"x": 16.5e-3, "y": 50e-3, "z": 30e-3}, rel=1e-9)
    # Half of 100, all of 10, 60 % of 40 calls.
    assert found.musts_met == pytest.approx((1.612, 2.045), rel=1e-9)
    assert found.closes == "no"
    assert found.operations["x"].shown.requirement == "X-2"
    assert found.operations["z"].shown.requirement == "Z-1"
    assert found.operations["y"].shown.limit_s is None


def test_without_a_must_every_call_stands_at_its_conservative_end() -> None:
    worked = three({})
    found = closed(worked)
    assert found.musts_met[1] == pytest.approx(worked.table.exposed.conservative, rel=1e-12)
    # 18, 50 and 25 ms at even load; 20, 50 and 30 ms skewed.
    assert found.musts_met == pytest.approx((0.9 + 0.5 + 0.6, 1.0 + 0.5 + 0.72), rel=1e-9)


@pytest.mark.parametrize("change", [{"priority": "should"}, {"metric": {"statistic": "p99"}}])
def test_only_musts_on_a_mean_are_added_up(change: dict[str, Any]) -> None:
    found = closed(three({name: {**fields, **change} for name, fields in REQUIREMENTS.items()}))
    assert found.musts_met == closed(three({})).musts_met


def test_a_must_of_another_group_size_or_number_at_once_is_not_on_this_call() -> None:
    elsewhere = {
        "A": {**REQUIREMENTS["X-1"], "operation": "y", "sweep": {"groups": ["x"], "conditions": STEP}},
        "B": {**REQUIREMENTS["X-1"], "at_once": "3"},
        "C": {**REQUIREMENTS["X-1"], "limit": {"at_most": "1 ms", "at": "1 MB"}},
        "D": {**REQUIREMENTS["X-1"], "dtype": "fp32"},
    }
    other = {"tensor": {"bytes": "4 MB", "semantics": "input"}}
    same = {"tensor": {"shape": ["1000000"], "dtype": "bf16", "semantics": "input"}}
    assert closed(three(elsewhere, y=other, x=same)).operations["x"].even.limit_s is None
    elsewhere["D"]["dtype"] = "bf16"
    assert closed(three(elsewhere, y=other, x=same)).operations["x"].even.requirement == "D"


def test_a_must_on_the_overlap_takes_the_place_of_the_conservative_one() -> None:
    hidden = {"kind": "compute_overlap", "title": "t", "operation": "x", "limit": {"at_least": "60 %"}}
    found = closed(three({**REQUIREMENTS, "X-4": hidden}))
    assert found.operations["x"].even.exposed_s == pytest.approx(0.544, rel=1e-9)


def test_musts_from_every_share_add_up_to_the_shares() -> None:
    needed = {
        name: {**must(name, "1 ms", ["1.0", "1.5"], STEP), "limit": {"derive": "budget"}} for name in ("x", "y", "z")
    }
    needed["y"]["sweep"] = {"conditions": ["exclusive"]}
    shares = {"x": "0.6 s", "y": "0.4 s", "z": "0.5 s"}
    budget = {"step": "10 s", "exposed_communication": "15 %", "operations": shares}
    found = closed(three(needed, budget))
    assert found.musts_met == pytest.approx((1.5, 1.5), rel=1e-9)
    assert found.closes == "yes"


def test_shares_in_proportion_add_up_to_what_is_allowed() -> None:
    found = closed(three({}, {"step": "10 s", "exposed_communication": "15 %", "allocate": "proportional"}))
    assert sum(row.share_s or 0.0 for row in found.operations.values()) == pytest.approx(1.5, rel=1e-12)
    assert found.allotment.other_s == 0.0


@pytest.mark.parametrize(
    ("allowed_s", "optimistic", "musts_met", "closes"),
    [
        (9.0, 2.468, 11.56, "no"),
        (9.0, 2.468, 8.9, "yes"),
        (9.0, 9.5, 8.0, "never"),
        (9.0, 2.468, 9.0 + 1e-12, "yes"),
        (None, 2.468, 8.9, None),
    ],
)
def test_the_set_closes_when_every_must_just_met_is_within(
    allowed_s: float | None, optimistic: float, musts_met: float, closes: str | None
) -> None:
    assert verdict(allowed_s, optimistic, musts_met) == closes


def test_a_floor_on_a_bandwidth_is_a_bound_on_the_time() -> None:
    # Ring AllReduce of 256 MiB on eight ranks, at least 160 GB/s less 2 %: 1.75 n / 156.8 GB/s.
    metric = {"name": "busbw"}
    limit = {"at_least": "160 GB/s", "tolerance": "2 %"}
    fields = {"collective": "all_reduce", "algorithm": "ring", "metric": metric}
    sweep = {"sizes": ["256 MiB"], "groups": ["edp"], "conditions": ["exclusive"]}
    (block,) = one("large_message_bandwidth", limit, sweep=sweep, **fields).expanded["R"].blocks
    seconds = allowed(block)
    assert seconds is not None
    assert seconds.tolist() == pytest.approx([0.0029959314285714286], rel=1e-12)


def test_a_ratio_to_a_time_is_a_bound_on_the_time() -> None:
    sweep = {"conditions": ["exclusive"], "skews": ["1.0"]}
    for kind, limit in (("cut_ratio", "1.5"), ("hierarchical_efficiency", "1.2")):
        (block,) = one(kind, {"at_most": limit}, operation="moe_dispatch", sweep=sweep).expanded["R"].blocks
        assert block.model is not None
        base = block.model.bound if kind == "cut_ratio" else block.model.conservative
        seconds = allowed(block)
        assert seconds is not None
        assert seconds.tolist() == pytest.approx((float(limit) * base).tolist(), rel=1e-12)


@pytest.mark.parametrize("kind", ["concurrency_slowdown", "tail_ratio", "compute_overlap", "no_dip_curve"])
def test_other_metrics_bound_no_time(kind: str) -> None:
    limit = {"at_least": "50 %"} if kind == "compute_overlap" else {"at_most": "2" if kind != "no_dip_curve" else "5 %"}
    worked = one(kind, limit, operation="moe_dispatch", sweep={"sizes": ["1 MiB"]})
    assert worked.expanded["R"].blocks
    assert {allowed(block) is None for block in worked.expanded["R"].blocks} == {True}


def test_a_limit_is_carried_over_in_the_proportion_of_the_models_times() -> None:
    assert carried(6e-3, 8e-3, 6.33e-3) == pytest.approx(0.007582938388625593, rel=1e-12)


def test_the_least_stated_limit_of_an_easier_condition_or_skew_is_carried_over() -> None:
    found = closed(three({"X-3": REQUIREMENTS["X-3"], "Z-1": REQUIREMENTS["Z-1"]}))
    # 11 ms of 17 at even load and alone; at 18.5 ms of skew 1.5 that is 11.97 ms, and 1.5 ms of reorder.
    x = found.operations["x"]
    assert x.full.limit_s is None
    assert x.carried is not None
    assert x.carried.requirement == "X-3"
    assert x.carried.seconds == pytest.approx(11e-3 * 18.5 / 17, rel=1e-9)
    assert x.carried_s == pytest.approx(50 * (11e-3 * 18.5 / 17 + 1.5e-3), rel=1e-9)
    # 18 ms of 25, where the full skew takes 30.
    z = found.operations["z"].carried
    assert z is not None
    assert z.requirement == "Z-1"
    assert z.seconds == pytest.approx(21.6e-3, rel=1e-9)
    assert found.carried_over_s == pytest.approx(x.carried_s + 0.5 + 24 * 21.6e-3, rel=1e-9)


def test_a_limit_under_more_skew_than_the_step_has_is_not_carried_over() -> None:
    beyond = must("x", "11 ms", ["2.0"], ["exclusive"])
    assert closed(three({"X-5": beyond})).operations["x"].carried is None
    within = must("x", "11 ms", ["1.2"], ["exclusive"])
    assert closed(three({"X-5": within})).operations["x"].carried is not None


def test_a_derived_limit_is_never_carried_over() -> None:
    derived = {**REQUIREMENTS["X-3"], "limit": {"at_most": "estimate.conservative"}}
    assert closed(three({"X-3": derived})).operations["x"].carried is None
