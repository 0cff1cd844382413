"""An interval with the parameters put in is that of the table, at one size and over many."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.cost.evaluate import Line, Lines, scalar
from estimator.errors import UserError
from estimator.estimate.interval import interval
from estimator.estimate.table import estimate
from tests.estimate.worked import CASES, spec, spec_data


def test_a_dispatch_has_its_worked_interval() -> None:
    figures = CASES["moe_dispatch"]
    model = interval(spec(), "moe_dispatch")
    expected = figures["optimistic"]["total_s"], figures["conservative"]["total_s"]
    assert model(figures["n_bytes"]) == pytest.approx(expected, rel=1e-9)
    low, high = model(np.array([[figures["n_bytes"]]]))
    assert (low[0, 0], high[0, 0]) == pytest.approx(expected, rel=1e-9)


def test_calls_share_the_size() -> None:
    figures = CASES["expert_gradient_40_calls"]
    model = interval(spec(None, expert_gradient={"calls": "40"}), "expert_gradient")
    n = CASES["expert_gradient"]["n_bytes"]
    assert model(n) == pytest.approx((figures["optimistic_s"], figures["conservative_s"]), rel=1e-9)
    assert model(np.array([n]))[1] == pytest.approx([figures["conservative_s"]], rel=1e-9)


def test_parameters_of_a_size_range_hold_in_it_only() -> None:
    data = spec_data()
    data["platform"]["knee"]["only"] = [{"sizes": "1 GiB .. 2 GiB", "k": "0"}]
    model = interval(spec(data), "moe_dispatch")
    sizes = np.array([2.0**20, 1.5 * 2**30])
    low, high = model(sizes)
    for n, optimistic, conservative in zip(sizes.tolist(), low, high, strict=True):
        changed = spec(data, moe_dispatch={"tensor": {"bytes": f"{n:.0f} B", "semantics": "input"}})
        assert estimate(changed).operations["moe_dispatch"].time == pytest.approx((optimistic, conservative))
        assert model(n) == (optimistic, conservative)


def test_an_unknown_operation_is_named_with_the_nearest() -> None:
    with pytest.raises(UserError, match="did you mean moe_dispatch"):
        interval(spec(), "moe_dispach")


@pytest.mark.parametrize(
    ("n", "seconds"),
    # 1 + n, then the larger of 2 + sqrt(n) and 2 n, against 8 n over the call; 0.5 outside
    [(4.0, 32.5), (0.0, 3.5), (0.01, 1.01 + 2.1 + 0.5)],
)
def test_lines_at_one_size_are_the_hand_sum(n: float, seconds: float) -> None:
    phases = ((Line(1.0, 0.0, 1.0),), (Line(2.0, 1.0, 0.0), Line(0.0, 0.0, 2.0)))
    assert scalar(Lines(phases, (Line(0.0, 0.0, 8.0),), Line(0.5, 0.0, 0.0)), n) == pytest.approx(seconds)
