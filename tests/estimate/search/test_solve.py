"""What a parameter would have to be: values worked out by hand, and laws of the search."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.errors import Path
from estimator.estimate.search.place import value_at
from estimator.estimate.search.solve import Solution, Solver, crossing
from estimator.estimate.search.trial import Target
from estimator.estimate.table import cases_of, estimate
from estimator.spec.document import Spec
from tests.estimate.worked import spec_data

N = 1e9
BUDGET = Target("exposed", "", 1.0)


def ring(alpha: Any = None, bandwidth: Any = None, path: dict[str, Any] | None = None, **operation: Any) -> Spec:
    """A ring AllReduce of 1 GB on eight ranks, 100 a step, nothing but start-up and transfer."""
    alone = {"alpha": alpha or ["5 us", "8 us"], "bandwidth": bandwidth or ["150 GB/s", "150 GB/s"], "per": "rank"}
    return Spec.model_validate(
        {
            "commspec": "1",
            "document": {"id": "T", "version": "1", "title": "ring"},
            "platform": {
                "name": "P",
                "ranks_per_node": "8",
                "nodes": "1",
                "knee": {"k": "0"},
                "paths": {"nv": {"location": "intra_node", "exclusive": alone, **(path or {})}},
            },
            "groups": {"tp": {"size": "8", "ranks_per_node": "8", "levels": ["nv"]}},
            "operations": {
                "ar": {
                    "collective": "all_reduce",
                    "group": "tp",
                    "tensor": {"bytes": "1000000000 B", "semantics": "input"},
                    "algorithm": "ring",
                    "per_step": "100",
                    **operation,
                }
            },
        }
    )


def solved(spec: Spec, path: Path, target: Target = BUDGET) -> Solution:
    solver = Solver(spec, estimate(spec), cases_of(spec))
    owner = spec.platform if path[0] == "platform" else spec.operations[str(path[1])]
    stated = value_at(owner, path[1:] if path[0] == "platform" else path[2:])
    return solver.solve(solver.place(path, stated), target)


def nv(*rest: str) -> Path:
    return ("platform", "paths", "nv", *rest)


def test_the_bandwidth_that_the_budget_needs() -> None:
    # 10 ms a call less 14 start-ups of 5 or 8 us are left for 1.75 GB.
    found = solved(ring(), nv("exclusive", "bandwidth"))
    assert found.value == pytest.approx((176233635448.13696, 176982200647.24918), rel=1e-12)
    assert found.felt
    assert found.raised == {}


def test_no_start_up_is_small_enough_where_the_transfer_alone_takes_too_long() -> None:
    # 1.75 GB at 150 GB/s take 11.67 ms of 10.
    assert solved(ring(), nv("exclusive", "alpha")).value == (None, None)


def test_each_end_has_an_answer_of_its_own() -> None:
    # 1.75 GB take 8.75 ms at 200 GB/s, which leaves 1.25 ms for 14 start-ups; at 170 GB/s they take 10.29 ms.
    found = solved(ring(bandwidth=["200 GB/s", "170 GB/s"]), nv("exclusive", "alpha")).value
    assert found.optimistic == pytest.approx(1.25e-3 / 14, rel=1e-12)
    assert found.conservative is None


def test_a_target_that_is_met_at_every_value_is_met_at_any() -> None:
    found = solved(ring(overlap=["1", "1"], path={"with_compute": ALONE}), nv("with_compute", "alpha"))
    assert found.value == ("any", "any")


ALONE = {"alpha": ["6 us", "9 us"], "bandwidth": ["140 GB/s", "120 GB/s"], "per": "rank"}


def test_what_runs_under_compute_is_looked_for_under_compute_at_both_ends() -> None:
    # Half is hidden: 20 ms a call, less 14 start-ups of 6 or 9 us.
    found = solved(ring(overlap="0.5", path={"with_compute": ALONE}), nv("with_compute", "bandwidth"))
    assert found.value == pytest.approx(tuple(1.75 * N / (20e-3 - 14 * alpha) for alpha in (6e-6, 9e-6)), rel=1e-12)


def test_easier_conditions_go_along_where_their_order_asks_for_it() -> None:
    # A quarter is hidden: 13.33 ms a call, so 132 GB/s are needed, more than 120 and less than the 150 alone.
    spec = ring(overlap="0.25", path={"with_compute": ALONE})
    assert solved(spec, nv("with_compute", "bandwidth")).raised == {}
    # Nothing of it hidden, and the path alone has to be no worse.
    spec = ring(overlap=["0.1", "0"], path={"with_compute": ALONE})
    found = solved(spec, nv("with_compute", "bandwidth"), Target("exposed", "", 0.9))
    needed = 1.75 * N / (9e-3 - 14 * 9e-6)
    assert found.value.conservative == pytest.approx(needed, rel=1e-12)
    pair = found.raised[nv("exclusive", "bandwidth")][1]
    assert pair is not None
    assert pair.ends == pytest.approx((needed, needed), rel=1e-12)


def test_a_value_of_an_easier_condition_that_goes_along_counts_where_the_step_uses_it() -> None:
    data = spec_data()
    data["platform"] |= {"cuts": {}, "knee": {"k": "0"}}
    data["operations"]["expert_gradient"]["condition"] = "exclusive"
    spec = Spec.model_validate(data)
    path = ("platform", "paths", "scale_out", "with_compute", "bandwidth")
    now = estimate(spec).exposed.conservative
    found = solved(spec, path, Target("exposed", "", 0.6 * now)).value.conservative
    assert isinstance(found, float)
    for condition in ("exclusive", "multi_group", "with_compute"):
        held = data["platform"]["paths"]["scale_out"][condition]
        held["bandwidth"] = [f"{max(found, float(held['bandwidth'][0][:2]) * 1e9)} B/s", f"{max(found, 43e9)} B/s"]
    data["platform"]["paths"]["scale_out"]["with_compute"]["bandwidth"] = f"{found} B/s"
    assert estimate(Spec.model_validate(data)).exposed.conservative == pytest.approx(0.6 * now, rel=1e-9)


def test_a_value_beyond_the_link_is_called_so() -> None:
    found = solved(ring(path={"link": {"rate": "176.5 GB/s", "per": "rank"}}), nv("exclusive", "bandwidth"))
    assert found.beyond_link == (False, True)


def test_a_bandwidth_of_a_node_is_held_against_the_links_of_all_its_ranks() -> None:
    # The needed 176.98 GB/s of a rank are those of an eighth of its node, beside eight links of 180 or 176.5 GB/s.
    for rate, beyond in (("180 GB/s", False), ("176.5 GB/s", True)):
        alone = {"alpha": ["5 us", "8 us"], "bandwidth": "1200 GB/s", "per": "node"}
        path = {"location": "inter_node", "exclusive": alone, "link": {"rate": rate, "per": "rank"}}
        data = ring().model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)
        data["platform"] |= {"nodes": 8, "paths": {"nv": path}}
        data["groups"]["tp"]["ranks_per_node"] = 1
        found = solved(Spec.model_validate(data), nv("exclusive", "bandwidth"))
        assert found.value.conservative == pytest.approx(8 * 176982200647.24918, rel=1e-9)
        assert found.beyond_link[1] is beyond


def test_a_start_up_that_must_fall_takes_those_of_easier_conditions_along() -> None:
    # Nothing of it hidden: of 12.6 ms a call 1.75 GB at 140 and 12.5 GB/s are left for 14 start-ups.
    spec = ring(alpha=["5 us", "8 us"], overlap=["0.1", "0"], path={"with_compute": {**ALONE, "bandwidth": "140 GB/s"}})
    found = solved(spec, nv("with_compute", "alpha"), Target("exposed", "", 1.2505))
    needed = (12.505e-3 - 1.75 * N / 140e9) / 14
    assert needed < 5e-6
    assert found.value.conservative == pytest.approx(needed, rel=1e-9)
    pair = found.raised[nv("exclusive", "alpha")][1]
    assert pair is not None
    assert pair.ends == pytest.approx((needed, needed), rel=1e-9)


@pytest.mark.parametrize(
    ("fields", "path", "values"),
    [
        # 11.74 and 11.78 ms a call are to leave 10.
        ({"overlap": "0.1"}, ("operations", "ar", "overlap"), (1 - 10 / 11.73666667, 1 - 10 / 11.77866667)),
        # 1.74 ms have to lie inside the window, which is not slowed down.
        ({"overlap": {"window": "1 ms"}}, ("operations", "ar", "overlap", "window"), (1.73666667e-3, 1.77866667e-3)),
    ],
)
def test_what_compute_has_to_hide(fields: dict[str, Any], path: Path, values: tuple[float, float]) -> None:
    spec = ring(path={"with_compute": {"alpha": ["5 us", "8 us"], "bandwidth": "150 GB/s", "per": "rank"}}, **fields)
    assert solved(spec, path).value == pytest.approx(values, rel=1e-6)


@pytest.mark.parametrize(
    ("figure", "operation", "seconds", "bandwidth"),
    [
        # One of four calls of 250 MB each.
        ("time", "ar", 5e-3, 1.75 * N / 4 / (5e-3 - 14 * 8e-6)),
        ("total", "ar", 2.0, 1.75 * N / (20e-3 - 4 * 14 * 8e-6)),
        ("exposed", "ar", 2.0, 1.75 * N / (20e-3 - 4 * 14 * 8e-6)),
        ("total", "", 2.0, 1.75 * N / (20e-3 - 4 * 14 * 8e-6)),
    ],
)
def test_a_target_of_its_own(figure: Any, operation: str, seconds: float, bandwidth: float) -> None:
    found = solved(ring(calls="4"), nv("exclusive", "bandwidth"), Target(figure, operation, seconds))
    assert found.value.conservative == pytest.approx(bandwidth, rel=1e-12)


def test_what_the_step_does_not_use_is_not_felt() -> None:
    spec = ring(overlap="0.5", path={"with_compute": ALONE})
    found = solved(spec, nv("exclusive", "bandwidth"))
    assert not found.felt
    assert found.value == ("any", "any")  # half of 12.6 and 14.7 ms is within
    assert solved(spec, nv("exclusive", "bandwidth"), Target("exposed", "", 0.5)).value == (None, None)


def test_a_number_that_matters_beyond_where_it_stands_is_felt() -> None:
    # 11.74 and 11.78 ms a call lie inside a window of 50 ms; at 10 % of slow-down even all of it inside is too much.
    stated = {"window": ["50 ms", "40 ms"], "compute_slowdown": ["1", "1.1"]}
    spec = ring(
        path={"with_compute": {"alpha": ["5 us", "8 us"], "bandwidth": "150 GB/s", "per": "rank"}}, overlap=stated
    )
    found = solved(spec, ("operations", "ar", "overlap", "window"), Target("exposed", "", 0.1))
    assert found.felt
    # 1 ms of each of the hundred calls may lie outside, where nothing is slowed down.
    assert found.value.optimistic == pytest.approx(11.73666667e-3 - 1e-3, rel=1e-6)
    assert found.value.conservative is None


def test_the_step_is_the_main_one_and_an_operation_has_its_own() -> None:
    data = ring().model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)
    again = {**data["operations"]["ar"], "step": "decode"}
    data["operations"] = {"ar": data["operations"]["ar"], "token": again}
    spec = Spec.model_validate(data)
    assert solved(spec, nv("exclusive", "bandwidth")).value == solved(ring(), nv("exclusive", "bandwidth")).value
    of_token = solved(spec, nv("exclusive", "bandwidth"), Target("exposed", "token", 1.0))
    assert of_token.value == solved(ring(), nv("exclusive", "bandwidth")).value


def test_a_frontier_gives_the_second_value_for_each_of_the_first() -> None:
    spec = ring()
    solver = Solver(spec, estimate(spec), cases_of(spec))
    places = [
        solver.place(nv("exclusive", key), value_at(spec.platform.paths["nv"].exclusive, (key,)))
        for key in ("alpha", "bandwidth")
    ]
    points = solver.frontier(places[0], (0.0, 10e-6, 1.0), places[1], BUDGET)
    expected = [1.75 * N / 10e-3, 1.75 * N / (10e-3 - 14 * 10e-6)]
    assert [point.value.conservative for point in points[:2]] == pytest.approx(expected, rel=1e-12)
    assert points[2].value == (None, None)  # 14 s of start-up
    turned = solver.frontier(places[0], (2.0, 0.0, 1.0), places[1], BUDGET)
    assert [(point.first, point.value) for point in turned] == [
        (2.0, (None, None)),
        (0.0, points[0].value),
        (1.0, (None, None)),
    ]


def test_a_number_of_one_operation_moves_no_other() -> None:
    """A ring that takes 11.67 ms, half of it hidden, exposes under 1 s in 100 steps whatever runs beside another."""
    computing = {"with_compute": {"alpha": ["5 us", "8 us"], "bandwidth": "150 GB/s", "per": "rank"}}
    spec = ring(path=computing, overlap=["0.5", "0.5"])
    window = ring(path=computing, overlap={"window": ["1 ms", "1 ms"], "compute_slowdown": ["1", "1"]}).operations["ar"]
    spec = spec.model_copy(update={"operations": {**spec.operations, "other": window}})
    solver = Solver(spec, estimate(spec), cases_of(spec))
    first, second = (
        solver.place(("operations", "other", "overlap", key), value_at(window.overlap, (key,)))
        for key in ("window", "compute_slowdown")
    )
    points = solver.frontier(first, (1e-3, 2e-3), second, Target("exposed", "ar", 1.0))
    assert [point.value for point in points] == [("any", "any")] * 2


@given(st.floats(1e-3, 1e3), st.floats(0.1, 10.0), st.floats(1e-6, 1e6))
def test_a_crossing_is_found_from_the_side_that_meets_the_target(at: float, power: float, beyond: float) -> None:
    found = crossing(lambda x: x**power - at**power, 0.0, at * (1.0 + beyond))
    assert found == pytest.approx(at, rel=1e-12)
