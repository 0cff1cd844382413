"""A condition of one's own takes from the one it is like what a path or a cut leaves out, and never enters a step.

The sums: an AllGather of 16 GB by a ring over 16 nodes, 15 start-ups and 15 GB, on the path or eight times on the cut.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from estimator.errors import SpecError, path_text
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.order import harder
from estimator.estimate.assume.uncertain import places_of
from estimator.estimate.case import Case, case_of
from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from estimator.history.fingerprint import fingerprint
from estimator.spec.document import Spec
from tests.require.specs import changed

TEXT = (Path(__file__).parents[1] / "spec" / "data" / "one_plane_down.yaml").read_text("utf-8")
IB = "platform.paths.ib"
ROW = {"collective": "all_gather", "alpha": "9 us", "bandwidth": "40 GB/s", "per": "rank"}
STARTS, BYTES = 15, 15e9


def spec(changes: dict[str, Any] | None = None) -> Spec:
    return Spec.model_validate(changed(yaml.load(TEXT, yaml.BaseLoader), changes or {}))


def gather(condition: str | list[str], changes: dict[str, Any] | None = None) -> OperationEstimate:
    given = {"operations.gather.condition": condition, **(changes or {})}
    return estimate(spec(given)).operations["gather"]


def case(changes: dict[str, Any] | None = None) -> Case:
    found = spec(changes)
    return case_of(found, "gather", Assumptions(found.platform, found.sources))


def places(changes: dict[str, Any]) -> list[str]:
    with pytest.raises(SpecError) as caught:
        estimate(spec(changes))
    return [path_text(problem.path) for problem in caught.value.problems]


def test_a_start_up_that_is_left_out_is_that_of_the_condition_it_is_like() -> None:
    found = gather("plane_down")
    assert found.conservative.total_s == pytest.approx(STARTS * 5e-6 + BYTES / 24e9, rel=1e-12)
    assert found.optimistic.total_s == pytest.approx(STARTS * 5e-6 + BYTES / 48e9, rel=1e-12)
    origins = {key: origin.spec_path for key, origin in found.conservative.origins.items()}
    assert f"{IB}.exclusive.alpha" in origins.values()
    assert f"{IB}.plane_down.bandwidth" in origins.values()


def test_a_condition_without_parameters_has_all_of_them_from_the_one_it_is_like() -> None:
    assert gather("plane_down_busy").conservative.total_s == gather("plane_down").conservative.total_s


def test_the_worse_end_over_the_conditions_of_an_operation_counts() -> None:
    every = gather(["exclusive", "plane_down", "plane_down_busy"])
    assert every.conservative.total_s == gather("plane_down").conservative.total_s


def test_a_cut_carries_what_it_states_for_the_condition_and_for_those_like_it() -> None:
    fast = {f"{IB}.plane_down": {"alpha": "5 us"}}  # the path is as fast as ever, the cut is not
    assert gather("plane_down_busy", fast).conservative.total_s == pytest.approx(8 * BYTES / 192e9, rel=1e-3)


def test_a_cut_is_loaded_under_what_is_like_other_traffic() -> None:
    changes = {
        "platform.cuts.nics": {
            "boundary": "node",
            "exclusive": {"bandwidth": "384 GB/s"},
            "loaded": {"bandwidth": "128 GB/s"},
        },
        "conditions.plane_down.like": "multi_group",
        "conditions.plane_down_busy": None,
        f"{IB}.multi_group": {"alpha": "5 us", "bandwidth": "48 GB/s", "per": "rank"},
        f"{IB}.plane_down": None,
    }
    assert gather("plane_down", changes).conservative.total_s == pytest.approx(8 * BYTES / 128e9, rel=1e-3)
    assert gather("exclusive", changes).conservative.total_s == pytest.approx(STARTS * 5e-6 + BYTES / 48e9, rel=1e-12)


def test_an_entry_for_all_conditions_does_not_hold_where_the_path_states_its_own_rate() -> None:
    found = gather("plane_down", {f"{IB}.only": [ROW]})
    assert found.conservative.total_s == pytest.approx(STARTS * 9e-6 + BYTES / 24e9, rel=1e-12)


def test_an_entry_for_all_conditions_holds_where_the_path_states_nothing() -> None:
    found = gather("plane_down", {f"{IB}.only": [ROW], f"{IB}.plane_down": None, "platform.cuts": {}})
    assert found.conservative.total_s == pytest.approx(STARTS * 9e-6 + BYTES / 40e9, rel=1e-12)


def test_an_entry_of_the_condition_wins_over_the_path() -> None:
    found = gather("plane_down", {f"{IB}.only": [ROW | {"condition": "plane_down", "bandwidth": "12 GB/s"}]})
    assert found.conservative.total_s == pytest.approx(STARTS * 9e-6 + BYTES / 12e9, rel=1e-12)


def test_whose_the_bandwidth_is_may_be_left_to_the_condition_it_is_like() -> None:
    per_node = {"alpha": "5 us", "bandwidth": "384 GB/s", "per": "node"}
    found = gather("plane_down", {f"{IB}.exclusive": per_node, f"{IB}.plane_down": {"bandwidth": "192 GB/s"}})
    assert found.conservative.total_s == pytest.approx(STARTS * 5e-6 + BYTES / 24e9, rel=1e-12)


def test_an_efficiency_may_stand_under_a_condition_of_ones_own() -> None:
    changes = {f"{IB}.link": {"rate": "400 Gbit/s", "per": "rank"}, f"{IB}.plane_down": {"efficiency": "48 %"}}
    assert gather("plane_down", changes).conservative.total_s == pytest.approx(STARTS * 5e-6 + BYTES / 24e9, rel=1e-12)


def test_an_entry_that_makes_a_condition_better_than_the_one_it_is_like_is_refused_in_its_place() -> None:
    slow = ROW | {"condition": "exclusive", "alpha": "5 us", "bandwidth": "20 GB/s"}
    assert places({f"{IB}.only": [slow]}) == [f"{IB}.plane_down.bandwidth"]


def test_a_condition_between_that_no_operation_names_is_held_against_its_like_too() -> None:
    slow = ROW | {"condition": "exclusive", "alpha": "5 us", "bandwidth": "20 GB/s"}
    changes = {f"{IB}.only": [slow], "operations.gather.condition": "plane_down_busy"}
    assert places(changes) == [f"{IB}.plane_down.bandwidth"]


def test_a_step_is_never_taken_under_a_condition_of_ones_own() -> None:
    usual = STARTS * 5e-6 + BYTES / 48e9
    for condition in (["exclusive", "plane_down"], ["plane_down"]):
        found = gather(condition)
        assert found.conservative.total_s > 1.9 * usual
        assert found.step.exposed == pytest.approx((usual, usual), rel=1e-12)
        assert found.step.waterfall == ()


def test_what_is_hidden_in_a_step_is_hidden_under_compute_whatever_the_operation_runs_under() -> None:
    compute = {"alpha": "5 us", "bandwidth": "40 GB/s", "per": "rank"}
    changes = {f"{IB}.with_compute": compute, "operations.gather.overlap": ["0.5", "0.5"]}
    found = gather(["exclusive", "plane_down"], changes)
    assert found.step.total.conservative == pytest.approx(STARTS * 5e-6 + BYTES / 40e9, rel=1e-12)


def test_a_number_of_a_condition_is_an_assumption_that_can_be_moved() -> None:
    assert f"{IB}.plane_down.bandwidth" in {place.spec_path for place in places_of(case())}


def test_parameters_of_a_condition_belong_to_the_meaning_of_a_spec() -> None:
    slower = {f"{IB}.plane_down.bandwidth": "20 GB/s"}
    assert fingerprint(spec(slower)) != fingerprint(spec())
    written_otherwise = {f"{IB}.plane_down.bandwidth": "192 Gbit/s"}
    assert fingerprint(spec(written_otherwise)) == fingerprint(spec())


def orders(first: dict[str, Any], second: dict[str, Any]) -> tuple[bool, bool]:
    """Whether multi_group is the harder one, and whether with_compute is, with these parameters."""
    found = case({f"{IB}.multi_group": {"per": "rank"} | first, f"{IB}.with_compute": {"per": "rank"} | second})
    pairs = (("multi_group", "with_compute"), ("with_compute", "multi_group"))
    return tuple(harder(found.subject, found.known, found.call_n, *pair) for pair in pairs)  # type: ignore[return-value]


def test_parameters_order_the_two_conditions_that_no_word_orders() -> None:
    fast, slow = {"alpha": "6 us", "bandwidth": "40 GB/s"}, {"alpha": "7 us", "bandwidth": "30 GB/s"}
    assert orders(fast, slow) == (False, True)
    assert orders(slow, fast) == (True, False)
    assert orders(fast, fast) == (True, True)
    assert orders(fast, slow | {"alpha": "5 us"}) == (False, False)
    assert orders(fast, slow | {"alpha": ["5 us", "7 us"]}) == (False, False)


def test_what_the_spec_says_orders_conditions_whatever_their_parameters() -> None:
    found = case()
    assert harder(found.subject, found.known, found.call_n, "plane_down_busy", "exclusive")
    assert harder(found.subject, found.known, found.call_n, "plane_down_busy", "multi_group")
    assert not harder(found.subject, found.known, found.call_n, "plane_down", "multi_group")
