"""Shares of a budget and what they leave for one call: figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.result import Interval
from estimator.estimate.steps.budget import shared
from estimator.estimate.steps.need import Needs
from estimator.estimate.table import estimate
from tests.estimate.worked import spec, spec_data

EXPOSED = {"b": Interval(0.2, 0.6), "c": Interval(0.1, 0.1), "d": Interval(0.0, 0.3)}


def test_what_is_left_goes_by_the_middle_of_the_estimates_where_it_is_shared_out() -> None:
    # 0.8 s are left; the middles are 0.4, 0.1 and 0.15 s.
    found = shared(2.0, {"a": 1.2}, EXPOSED, proportional=True)
    assert found.shares == pytest.approx({"a": 1.2, "b": 0.8 * 40 / 65, "c": 0.8 * 10 / 65, "d": 0.8 * 15 / 65})
    assert sum(found.shares.values()) == pytest.approx(2.0, rel=1e-12)
    assert found.other_s == 0.0


def test_without_that_it_is_left_to_the_others_together() -> None:
    found = shared(2.0, {"a": 1.2}, EXPOSED, proportional=False)
    assert found.shares == {"a": 1.2}
    assert found.other_s == pytest.approx(0.8, rel=1e-12)


def test_what_nobody_can_take_stays_left() -> None:
    assert shared(2.0, {}, {"b": Interval(0.0, 0.0)}, proportional=True) == shared(2.0, {}, {}, proportional=False)


def needs(share: str, **dispatch: Any) -> Needs:
    """A budget with a share for the dispatch, which has no reorder, no sync and no skew but where it is said."""
    data = spec_data()
    data["budget"] = {"step": "20 s", "exposed_communication": "15 %", "operations": {"moe_dispatch": share}}
    plain = {"around": {}, "skew": "1", "overlap": "0"}
    found = spec(data, moe_dispatch={**plain, **dispatch})
    return Needs(found, estimate(found))


@pytest.mark.parametrize(
    ("share", "fields", "longest"),
    [
        ("2.6 s", {"per_step": "704", "overlap": ["0.9", "0.7"]}, 0.012310606060606058),
        ("0.3 s", {"per_step": "0.25"}, 1.2),
        ("1 s", {"per_step": "10", "overlap": "1"}, None),
        ("1 s", {"per_step": "0", "overlap": "0.5"}, None),
        ("0.5 s", {"per_step": "25", "calls": "4", "overlap": {"window": "10 ms"}}, 15e-3),
        ("50 ms", {"per_step": "100", "overlap": {"window": "10 ms", "compute_slowdown": "1.08"}}, 6.25e-3),
        (
            "0.5 s",
            {
                "per_step": "100",
                "overlap": {"window": ["12 ms", "10 ms"], "compute_slowdown": ["1", "1.08"]},
                "around": {"sync": "1 ms"},
            },
            13.2e-3,
        ),
    ],
)
def test_a_call_may_take_its_part_of_the_share_less_what_its_test_leaves_out(
    share: str, fields: dict[str, Any], longest: float | None
) -> None:
    found = needs(share, **fields).longest("moe_dispatch", 1.0)
    assert found is None if longest is None else found == pytest.approx(longest, rel=1e-12)


def test_an_operation_without_a_share_has_no_such_time() -> None:
    assert needs("1 s", per_step="10").longest("expert_gradient", 1.0) is None
