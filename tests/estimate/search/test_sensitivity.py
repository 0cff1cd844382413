"""Ten per cent on each assumption: re-evaluated by hand where a maximum, a tie or another condition takes over."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from estimator.estimate.result import Interval
from estimator.estimate.search.sensitivity import Sensitivity, Swing, exposed_swings, sensitivity, varied
from estimator.estimate.table import cases_of, estimate
from estimator.jobs.inputs.specs import open_spec
from estimator.spec.values.quantity import Pair
from tests.estimate.test_laws import worked
from tests.estimate.worked import spec, spec_data

TIGHT = 1e-9
EXAMPLES = Path(__file__).parents[3] / "specs"
# moe_dispatch as worked out in data/intervals.json: start-up, transfer inside the node and between nodes [s]
START, INTRA, INTER = 0.000273, 0.00242221056, 0.0103809024
OPTIMISTIC_START, OPTIMISTIC_INTER = 7.7e-5, 0.005046272
STEP, HIDDEN = 704, (0.8, 0.3)


def found(data: dict[str, Any] | None = None, **operations: dict[str, Any]) -> Sensitivity:
    return sensitivity(cases_of(spec(data, **operations)).values())


def named(swings: tuple[Swing, ...], assumption: str) -> Swing:
    return next(swing for swing in swings if swing.assumption == assumption)


def part(swing: Swing, condition: str) -> Swing:
    return next(one for one in swing.parts if condition in one.places[0])


def knee(transfer: float, start: float = START) -> float:
    return 1.7 * sqrt(start * transfer)


def test_one_condition_ten_per_cent_worse_moves_the_worked_conservative_end() -> None:
    swing = part(named(found().operations["moe_dispatch"], "scale_out.bandwidth"), "multi_group")
    slower = INTER / 0.9  # 35 GB/s is 31.5 GB/s: now worse than with_compute
    expected = slower - INTER + knee(INTRA + slower) - knee(INTRA + INTER)
    assert swing.worse.conservative == pytest.approx(expected, rel=TIGHT)
    assert swing.worse.optimistic == 0.0  # the optimistic end is exclusive


def test_one_of_two_equal_conditions_gains_nothing_alone_and_both_do_together() -> None:
    swing = named(found().operations["moe_dispatch"], "scale_out.bandwidth")
    assert part(swing, "multi_group").better == (0.0, 0.0)
    assert part(swing, "with_compute").better == (0.0, 0.0)
    quicker = INTER / 1.1  # 9.437 ms, still above the cut's 9.083 ms
    expected = quicker - INTER + knee(INTRA + quicker) - knee(INTRA + INTER)
    assert swing.better.conservative == pytest.approx(expected, rel=TIGHT)
    assert len(swing.places) == 3


def test_a_path_level_with_the_cut_loses_when_worse_and_gains_nothing_when_better() -> None:
    # 8 ranks x 48 GB/s are the cut's 384 GB/s: a tie at the optimistic end
    swings = found().operations["moe_dispatch"]
    for swing in (part(named(swings, "scale_out.bandwidth"), "exclusive"), named(swings, "node_nics.cut")):
        assert swing.worse.optimistic == pytest.approx(OPTIMISTIC_INTER / 0.9 - OPTIMISTIC_INTER, rel=TIGHT)
        assert swing.better.optimistic == 0.0


def test_a_worse_cut_that_stays_behind_the_path_moves_no_conservative_end() -> None:
    # loaded 320 -> 288 GB/s: 9.083 ms become 10.09 ms, the path still takes 10.38 ms
    assert named(found().operations["moe_dispatch"], "node_nics.cut").worse.conservative == 0.0


def test_an_interval_that_hangs_on_the_better_condition_feels_the_other_one_only_when_it_becomes_worse() -> None:
    # alpha inside: 6 us (multi_group), 9 us (with_compute) x 7 rounds; the first at 6.6 us changes nothing
    swing = named(found().operations["moe_dispatch"], "scale_up.alpha")
    assert part(swing, "multi_group").worse.conservative == 0.0
    start = START + 7 * 0.9e-6
    expected = start - START + knee(INTRA + INTER, start) - knee(INTRA + INTER)
    assert part(swing, "with_compute").worse.conservative == pytest.approx(expected, rel=TIGHT)


def test_skew_scales_what_it_scales_and_never_falls_below_even() -> None:
    swing = named(found().operations["moe_dispatch"], "moe_dispatch.skew")
    transfer = INTRA + INTER
    reorder = 0.00069206016
    expected = 0.1 * (transfer + reorder) + knee(1.1 * transfer) - knee(transfer)
    assert swing.worse.conservative == pytest.approx(expected, rel=TIGHT)
    assert swing.better.optimistic == 0.0  # 1.0 is even already
    assert swing.worse.optimistic == pytest.approx(0.1 * OPTIMISTIC_INTER, rel=TIGHT)


def test_the_hidden_share_moves_the_exposed_time_alone() -> None:
    table, swings = estimate(spec()), found()
    total = table.operations["moe_dispatch"].step.total
    swing = named(swings.exposed, "moe_dispatch.overlap")
    assert swing.worse == pytest.approx((0.08 * total.optimistic, 0.03 * total.conservative), rel=TIGHT)
    assert all(one.assumption != "moe_dispatch.overlap" for one in swings.total + swings.operations["moe_dispatch"])


def test_a_window_and_its_slowdown_move_the_exposed_time_alone() -> None:
    changes = {"overlap": {"window": ["6.5 ms", "4 ms"], "compute_slowdown": ["1", "1.2"]}}
    low, high = estimate(spec(moe_dispatch=changes)).operations["moe_dispatch"].step.time
    assert 5.85e-3 < low < 6.5e-3  # hidden whole at the optimistic end, but not with 10 % less of a window
    assert high > 4.4e-3
    swings = found(None, moe_dispatch=changes)
    window, slowed = (named(swings.exposed, f"moe_dispatch.{key}") for key in ("window", "compute_slowdown"))
    assert window.places == ("operations.moe_dispatch.overlap.window",)
    # 0.4 ms of the window less, of which 20 % were slowed down anyway.
    assert window.worse == pytest.approx((704 * (low - 5.85e-3), 704 * 0.4e-3 * 0.8), rel=TIGHT)
    assert slowed.worse == pytest.approx((704 * 0.1 * low, 704 * 0.12 * 4e-3), rel=TIGHT)
    assert slowed.better == pytest.approx((0.0, -704 * 0.12 * 4e-3), rel=TIGHT)
    assert all(not one.assumption.endswith((".window", ".compute_slowdown")) for one in swings.total)


def test_the_step_total_moves_by_the_sum_over_its_operations() -> None:
    # only the dispatch is hidden, so its total is under compute; launch is added to every call of both
    swing = named(found().total, "platform.launch")
    assert swing.worse == pytest.approx((0.0, (STEP + 1) * 1.2e-6), rel=TIGHT)


def test_a_change_is_that_of_a_spec_with_the_changed_value() -> None:
    data = spec_data()
    launch, knee_k = found(data).total, named(found().exposed, "platform.knee")
    data["platform"]["knee"]["k"] = ["0", "1.87"]
    before, after = estimate(spec()).exposed, estimate(spec(data)).exposed
    assert knee_k.worse == pytest.approx(tuple(b - a for a, b in zip(before, after, strict=True)), rel=1e-7)
    assert named(launch, "platform.launch").better.conservative < 0.0


def test_the_widest_comes_first_and_what_moves_nothing_is_left_out() -> None:
    swings = found().operations["expert_gradient"]
    spans = [swing.span for swing in swings]
    assert spans == sorted(spans, reverse=True)
    assert "expert_gradient.sync" not in [swing.assumption for swing in swings]  # 0 s x 1.1 is 0 s


def test_without_counts_the_exposed_swings_are_of_one_execution_each() -> None:
    swings = found(None, moe_dispatch={"per_step": "0", "overlap": "0"}, expert_gradient={"per_step": "0"})
    assert swings.total == ()
    assert named(swings.exposed, "platform.launch").worse == pytest.approx((0.0, 2 * 1.2e-6), rel=TIGHT)


def test_a_value_per_collective_is_moved_where_it_stands() -> None:
    data = spec_data()
    data["platform"]["launch"]["per_collective"] = {"reduce_scatter": {"time": ["0 us", "100 us"]}}
    swing = named(found(data).operations["expert_gradient"], "platform.launch")
    assert swing.places == ("platform.launch.per_collective.reduce_scatter.time",)
    assert swing.worse == pytest.approx(Interval(0.0, 1e-5), rel=1e-6)


@pytest.mark.parametrize(
    ("quantity", "pair", "worse", "better"),
    [
        ("bandwidth", (45.0, 35.0), (40.5, 31.5), (49.5, 38.5)),
        ("", (10.0, 20.0), (11.0, 22.0), (9.0, 18.0)),
        ("skew", (1.0, 1.5), (1.1, 1.65), (1.0, 1.35)),
        ("overlap", (0.95, 0.5), (0.855, 0.45), (1.0, 0.55)),
    ],
)
def test_worse_is_less_of_a_rate_and_more_of_a_time(quantity: str, pair: Any, worse: Any, better: Any) -> None:
    found = varied(quantity, Pair(*pair), 0.1)
    assert [one.ends for one in found] == [pytest.approx(worse), pytest.approx(better)]


def test_a_load_that_nobody_called_uneven_is_no_assumption() -> None:
    assert "expert_gradient.skew" not in [swing.assumption for swing in found().operations["expert_gradient"]]


@settings(max_examples=60, deadline=None)
@given(data=worked())
def test_worse_never_helps_and_better_never_hurts(data: dict[str, Any]) -> None:
    swings = sensitivity(cases_of(spec(data)).values())
    for swing in [*swings.exposed, *swings.total, *(one for found in swings.operations.values() for one in found)]:
        for one in (swing, *swing.parts):
            assert min(one.worse) >= -1e-15
            assert max(one.better) <= 1e-15


def oversubscribed(ratio: str = "2:1", carried: str = "384 GB/s") -> dict[str, Any]:
    data = spec_data()
    data["platform"]["cuts"]["uplink"] = {"boundary": {"nodes": "4"}, "oversubscription": ratio}
    data["platform"]["cuts"]["node_nics"] = {"boundary": "node", "exclusive": {"bandwidth": carried}}
    return data


@pytest.mark.parametrize(
    ("assumption", "changed"),
    [("uplink.cut", oversubscribed("2.2:1")), ("node_nics.cut", oversubscribed(carried="345.6 GB/s"))],
)
def test_an_oversubscribed_cut_follows_its_ratio_and_the_node_it_is_worked_out_from(
    assumption: str, changed: dict[str, Any]
) -> None:
    before, after = (estimate(spec(d)).operations["moe_dispatch"].time for d in (oversubscribed(), changed))
    swing = named(found(oversubscribed()).operations["moe_dispatch"], assumption)
    assert after.optimistic > before.optimistic
    assert swing.worse == pytest.approx(tuple(b - a for a, b in zip(before, after, strict=True)), rel=1e-7)


@pytest.mark.parametrize("name", ["moe_5t", "dense_training", "lesson"])
def test_the_exposed_swings_alone_are_those_of_the_whole_sensitivity(name: str) -> None:
    cases = list(cases_of(open_spec(EXAMPLES / f"{name}.yaml").spec).values())
    assert exposed_swings(cases) == sensitivity(cases, parts=False).exposed != ()
