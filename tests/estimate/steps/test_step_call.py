"""One call of a step: its condition, its time at even load and full skew, and what a test of it leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.steps.step_call import StepCall
from estimator.estimate.table import estimate
from estimator.spec.document import Spec
from tests.estimate.worked import spec, spec_data

N = 276_824_064
REORDER = 2 * N / 1.2e12


def call(**dispatch: Any) -> StepCall:
    return call_of(spec(None, moe_dispatch=dispatch))


def call_of(found: Spec) -> StepCall:
    known = Assumptions(found.platform, found.sources)
    return StepCall(found, known, estimate(found).operations["moe_dispatch"])


def test_what_is_hidden_runs_under_compute_and_what_is_not_under_the_slowest_of_its_conditions() -> None:
    assert call().condition == "with_compute"
    # Start-ups of 30 us under compute, 20 us with other groups; the bandwidths are the same.
    assert call(overlap="0").condition == "with_compute"
    assert call(overlap="0", condition=["exclusive", "multi_group"]).condition == "multi_group"
    assert call(overlap={"window": "1 ms"}, condition="exclusive").condition == "with_compute"


@pytest.mark.parametrize("overlap", [["0.8", "0.3"], "0"])
def test_at_the_full_skew_it_takes_what_the_estimate_says(overlap: Any) -> None:
    fields = {"overlap": overlap, "calls": "4"}
    step = estimate(spec(None, moe_dispatch=fields)).operations["moe_dispatch"].step
    assert call(**fields).conservative[1] == pytest.approx(step.time.conservative / 4, rel=1e-12)


def test_at_even_load_it_takes_what_an_even_operation_takes() -> None:
    even = estimate(spec(None, moe_dispatch={"skew": "1"})).operations["moe_dispatch"].step
    assert call().skews == (1.0, 1.5)
    assert call().conservative[0] == pytest.approx(even.time.conservative, rel=1e-12)


def test_a_test_leaves_out_reorder_at_its_skew_and_sync() -> None:
    assert call().left_out(1.0) == pytest.approx(REORDER + 5e-6, rel=1e-9)
    assert call().left_out(1.5) == pytest.approx(1.5 * REORDER + 5e-6, rel=1e-9)
    # Four calls move a quarter each and wait for 5 us each.
    assert call(calls="4").left_out(1.0) == pytest.approx(REORDER / 4 + 5e-6, rel=1e-9)


def test_a_test_leaves_out_what_padding_adds() -> None:
    data = spec_data()
    data["platform"] |= {"knee": {"k": "0"}, "cuts": {}}
    fields = {"padding": ["1", "8"], "skew": "1", "condition": "with_compute", "overlap": "0"}
    padded = call_of(spec(data, moe_dispatch=fields))
    # Seven eighths of the bytes at 35 GB/s between the nodes and at 150 GB/s inside, eight times, and reorder.
    moved = N * 7 / 8 / 35e9 + N * 7 / 8 / 150e9
    assert padded.left_out(1.0) == pytest.approx(7 * moved + 8 * REORDER + 5e-6, rel=1e-9)
    assert padded.conservative[0] == padded.conservative[1]
