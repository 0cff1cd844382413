"""The dense 70B model: what its budget leaves a call, and whether the set closes, worked out by hand."""

from __future__ import annotations

import pytest

from estimator.estimate.steps.need import Needs
from estimator.require.closure import closure
from tests.examples.opened import worked

WORKED = worked("dense_training")
FOUND = closure(Needs(WORKED.opened.spec, WORKED.table), WORKED.expanded)
LAYERS, MICRO_BATCHES = 10, 32
GATHERS, SCATTERS = LAYERS * MICRO_BATCHES * 6, LAYERS * MICRO_BATCHES * 4


@pytest.mark.parametrize(
    ("operation", "allowed", "limit", "requirement"),
    [
        ("tp_all_gather", 0.950 / GATHERS / (1 - 0.3), 706e-6, "DEN-TP-04"),  # 30 % hidden
        ("tp_reduce_scatter", 0.870 / SCATTERS - 0.08 * 200e-6 + 200e-6, 863e-6, "DEN-TP-05"),  # a window, slowed
        ("dp_gradient", 0.100 / LAYERS / (1 - 0.5), 20e-3, "DEN-DP-04"),  # a bucket of each layer
    ],
)
def test_a_limit_is_what_the_share_leaves_a_call(
    operation: str, allowed: float, limit: float, requirement: str
) -> None:
    row = FOUND.operations[operation].shown
    assert row.allowed_call_s == pytest.approx(allowed, rel=1e-9)
    assert row.requirement == requirement
    assert row.limit_s is not None
    assert row.limit_s == pytest.approx(limit, rel=1e-9)
    assert 0.998 * allowed < row.limit_s <= allowed * (1 + 1e-9)


def test_every_must_just_met_closes_the_step() -> None:
    """40 % of the AllGather is hidden as DEN-TP-03 asks; what no must limits stands at its conservative end."""
    gathers = GATHERS * 706e-6 * (1 - 0.4)
    scatters = SCATTERS * (863e-6 - 200e-6 + 0.08 * 200e-6)
    gradient = LAYERS * 20e-3 * (1 - 0.5)
    rest = sum(WORKED.table.operations[name].step.exposed.conservative for name in ("pp_send", "dp_parameters"))
    norm = FOUND.operations["grad_norm"].full.exposed_s
    assert norm < 60e-6
    even, skewed = FOUND.musts_met
    assert even == skewed == pytest.approx(gathers + scatters + gradient + rest + norm, rel=1e-6)
    assert FOUND.allotment.allowed_s == pytest.approx(0.3 * 7.0)
    assert FOUND.closes == "yes"
    assert FOUND.allotment.other_s == pytest.approx(0.090, rel=1e-9)
