"""With its numbers left open a call is made of the spec's own: at the stated values it is what the estimate has."""

from __future__ import annotations

import pytest

from estimator.cost.evaluate import at
from estimator.cost.key import Key
from estimator.estimate.live.call import SAMPLES, End, joined
from estimator.estimate.live.carried import Carried
from estimator.estimate.live.operation import LiveOperation, live_operations
from estimator.estimate.live.value import Ends, Places
from estimator.estimate.table import cases_of, estimate
from estimator.spec.document import Spec
from tests.estimate.live.amounts import amount
from tests.estimate.live.catalogue import every_algorithm
from tests.estimate.worked import spec


def live(found: Spec) -> tuple[Places, dict[str, LiveOperation]]:
    numbers, operations = live_operations(found, estimate(found), cases_of(found))
    return numbers.places, {one.name: one for one in operations}


def ends(places: Places) -> list[Ends]:
    return [one.ends for one in places.listed]


def test_a_port_is_the_longer_of_its_bandwidth_and_of_its_link() -> None:
    """200 and 180 GB/s beside a link of 224 GB/s: 1 / 200 GB/s; at 400 GB/s the link's 1 / 224 GB/s holds."""
    places, operations = live(spec())
    port = operations["moe_dispatch"].own.low.values[Key("beta", "node")]
    stated = ends(places)
    assert amount(port, stated) == pytest.approx(1 / 200e9, rel=1e-12)
    path = "platform.paths.scale_up.exclusive.bandwidth"
    doubled = [(400e9, 360e9) if one.path == path else one.ends for one in places.listed]
    assert amount(port, doubled) == pytest.approx(1 / 224e9, rel=1e-12)


def test_of_several_conditions_the_worst_holds_whichever_becomes_it() -> None:
    """30 us under compute and 20 us beside other groups: 30 us, and 40 us once those take 40 us."""
    places, operations = live(spec())
    start = operations["moe_dispatch"].own.high.values[Key("alpha", "machine")]
    assert amount(start, ends(places)) == pytest.approx(30e-6, rel=1e-12)
    path = "platform.paths.scale_out.multi_group.alpha"
    slower = [(40e-6, 40e-6) if one.path == path else one.ends for one in places.listed]
    assert amount(start, slower) == pytest.approx(40e-6, rel=1e-12)


@pytest.mark.parametrize("root", [False, True])
def test_every_parameter_of_every_algorithm_is_that_of_the_estimate(root: bool) -> None:
    found = spec(every_algorithm(root=root))
    places, operations = live(found)
    cases, stated, checked = cases_of(found), ends(places), 0
    for name, one in operations.items():
        for end, setting in ((one.own.low, cases[name].low), (one.own.high, cases[name].high)):
            for key, value in setting.values.items():
                assert amount({**end.values, **end.own}.get(key, ()), stated) == pytest.approx(value, rel=1e-12), (
                    name,
                    key,
                )
                checked += 1
            assert amount(end.skew, stated) == pytest.approx(setting.skew, rel=1e-12)
            assert amount(end.knee, stated) == pytest.approx(setting.knee_k, rel=1e-12)
    assert checked > 1000


def carried(one: Carried, stated: list[Ends]) -> float:
    if one.kind == "rate":
        return one.number / amount(one.inverse, stated)
    parts = [carried(part, stated) for part in one.parts]
    return one.number * (sum(parts) if one.kind == "sum" else min(parts))


def test_the_slowest_border_or_cut_is_the_bound_of_the_table() -> None:
    found = spec(every_algorithm())
    table, (places, operations) = estimate(found), live(found)
    stated, seen = ends(places), 0
    for name, row in table.operations.items():
        bound = operations[name].bound
        if bound.held:
            continue
        crossings = [one.moved / carried(one.carried, stated) for one in bound.borders]
        slowest = max([*crossings, *(amount(cut, stated) for cut in bound.cuts)], default=0.0)
        assert slowest == pytest.approx(row.bound.seconds, rel=1e-9), name
        seen += 1
    assert seen > 60


def scheduled(found: dict[str, LiveOperation]) -> list[End]:
    return [end for one in found.values() for end in (one.own.low, one.own.high) if end.cut is not None]


@pytest.mark.parametrize("root", [False, True])
def test_a_plan_in_segments_is_told_by_three_parts_at_any_number_of_them(root: bool) -> None:
    """Of sixteen ranks in a chain k segments take 14 + k rounds of n / k each."""
    places, operations = live(spec(every_algorithm(root=root)))
    found = scheduled(operations)
    assert len(found) == 4  # broadcast and reduce, both ends
    assert not any(end.held for one in operations.values() for end in (one.own.low, one.own.high))
    for end in found:
        assert end.cut is not None
        theta = {key: amount(value, ends(places)) for key, value in end.values.items()}
        form = joined(end.cut.startup, 40)
        started = at(form, form.theta(theta), 1.0)
        alphas = [theta[Key("alpha", level)] for level in ("node", "machine")]
        assert min(alphas) * (14 + 40) <= started <= max(alphas) * (14 + 40)
    assert 40 not in SAMPLES


def test_what_no_step_counts_has_no_overlap_to_move() -> None:
    places, _ = live(spec(moe_dispatch={"per_step": "0", "overlap": "0"}))
    assert "operations.moe_dispatch.overlap" not in {one.path for one in places.listed}
    assert "operations.expert_gradient.overlap" in {one.path for one in places.listed}


def test_a_quantity_is_listed_under_each_condition_that_states_it() -> None:
    places, _ = live(spec())
    listed = {one.path for one in places.listed}
    assert {f"platform.paths.scale_up.{name}.alpha" for name in ("exclusive", "multi_group", "with_compute")} <= listed
