"""Intervals worked out by hand with every factor; the expected figures never come from the code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from estimator.estimate.cell import cell_model
from estimator.estimate.result import End, OperationEstimate
from estimator.estimate.table import estimate
from tests.estimate.worked import CASES, spec

TIGHT = 1e-9
NAMES = {"scale_up": "path", "scale_out": "path", "node_nics": "cut"}


def operation(name: str = "moe_dispatch", **fields: Any) -> OperationEstimate:
    return estimate(spec(None, **{name: fields})).operations[name]


def transfers(end: End, n: float, cut: bool) -> list[float]:
    """Seconds that each phase (overlapped: each level) moves over its path, or through the cut, reductions included."""
    form = end.form
    seconds = np.vstack((form.rows, form.whole)) @ (form.theta(end.theta) * np.where(form.power == 1.0, n, 0.0))
    spans = list(zip(form.start, form.stop, strict=True))
    paths = [k for k, key in enumerate(form.resources) if not key.is_cut]
    if len(spans) == 1:
        through = max(seconds[k] for k, key in enumerate(form.resources) if key.is_cut)
        crossing = [form.resources[k].where == "machine" for k in paths]
        return [float(through) * crosses for crosses in crossing] if cut else [float(seconds[k]) for k in paths]
    rows = [[float(seconds[k]) for k in range(a, b) if form.resources[k].is_cut == cut] for a, b in spans]
    return [max(phase, default=0.0) for phase in rows]


def check(end: End, figures: dict[str, Any], n: float) -> None:
    """One end against its worked figures, factor by factor."""
    assert end.startup_s == pytest.approx(figures["startup_s"], rel=TIGHT)
    assert transfers(end, n, cut=False) == pytest.approx(figures["path_transfer_s"], rel=TIGHT)
    assert transfers(end, n, cut=True) == pytest.approx(figures["cut_transfer_s"], rel=TIGHT)
    assert end.core_s == pytest.approx(figures["core_s"], rel=TIGHT)
    assert end.knee_s == pytest.approx(figures["knee_s"], rel=TIGHT)
    assert end.launch_s == pytest.approx(figures["T0_s"], rel=TIGHT)
    assert end.reorder_s == pytest.approx(figures.get("reorder_s", 0.0), rel=TIGHT)
    assert end.sync_s == pytest.approx(figures.get("sync_s", 0.0), rel=TIGHT)
    assert end.total_s == pytest.approx(figures["total_s"], rel=TIGHT)
    limits = figures["limited_by"]
    expected = [limits] if isinstance(limits, str) else limits
    assert ["cut" if name == "node_nics" else name for name in end.limited_by] == expected


@pytest.mark.parametrize(
    ("case", "fields"),
    [
        ("moe_dispatch", {}),
        ("moe_dispatch_padded", {"padding": ["1", "8"]}),
        ("moe_dispatch_with_one_other", {"at_once_with": ["expert_gradient"]}),
    ],
)
def test_dispatch_has_the_worked_interval_at_both_ends(case: str, fields: dict[str, Any]) -> None:
    figures, found = CASES[case], operation(**fields)
    assert found.size.n == figures["n_bytes"]
    check(found.optimistic, figures["optimistic"], figures["n_bytes"])
    check(found.conservative, figures["conservative"], figures["n_bytes"])
    assert found.bound.seconds == pytest.approx(figures["bound_s"], rel=TIGHT)


def test_expert_gradient_has_the_worked_interval_at_both_ends() -> None:
    figures, found = CASES["expert_gradient"], operation("expert_gradient")
    assert found.size.n == figures["n_bytes"]
    check(found.optimistic, figures["optimistic"], figures["n_bytes"])
    check(found.conservative, figures["conservative"], figures["n_bytes"])
    assert found.bound.seconds == pytest.approx(figures["bound_s"], rel=TIGHT)


def test_forty_calls_are_forty_times_one_call_of_a_fortieth() -> None:
    figures, found = CASES["expert_gradient_40_calls"], operation("expert_gradient", calls="40")
    assert found.time == pytest.approx((figures["optimistic_s"], figures["conservative_s"]), rel=TIGHT)


@pytest.mark.parametrize("condition", ["exclusive", "multi_group"])
@pytest.mark.parametrize("skew", [1.0, 1.5])
def test_a_cell_has_the_worked_interval_under_its_own_condition_and_skew(condition: Any, skew: float) -> None:
    figures = CASES[f"cell_dispatch_{condition}_skew_{skew}"]
    model = cell_model(
        spec(), collective="all_to_all_v", algorithm="hierarchical_rail", group="ep", condition=condition, skew=skew
    )
    for end, side in zip(model.ends(figures["n_bytes"]), ("optimistic", "conservative"), strict=True):
        check(end, figures[side], figures["n_bytes"])
    assert model.at(figures["n_bytes"]).time.conservative == pytest.approx(
        figures["conservative"]["total_s"], rel=TIGHT
    )


def test_the_ranking_explains_the_exposed_width_of_the_step() -> None:
    table = estimate(spec())
    width = table.exposed.conservative - table.exposed.optimistic
    assert sum(item.seconds for item in table.ranking) == pytest.approx(width, rel=TIGHT)
    assert sum(item.share for item in table.ranking) == pytest.approx(1.0, rel=TIGHT)


def test_without_counts_the_ranking_explains_one_execution_of_each_operation() -> None:
    table = estimate(spec(None, moe_dispatch={"per_step": "0", "overlap": "0"}, expert_gradient={"per_step": "0"}))
    widths = [
        CASES[name]["conservative"]["total_s"] - CASES[name]["optimistic"]["total_s"] for name in table.operations
    ]
    assert not table.counted
    assert sum(item.seconds for item in table.ranking) == pytest.approx(sum(widths), rel=TIGHT)


def test_an_operation_without_skew_has_no_step_for_it() -> None:
    # path and cut start level at 48 GB/s a rank; the path falls to 35, the cut to 40 only: it never moves the time
    factors = [step.factor for step in operation("expert_gradient").waterfall]
    assert factors == ["alpha", "bandwidth", "reduce", "knee", "launch"]
