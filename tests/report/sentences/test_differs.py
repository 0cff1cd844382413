"""Beside a limit the card says why the operation's conservative end is another number."""

import pytest

from estimator.report.sentences.differs import FactorDifference, factors
from tests.require.specs import changed, one, read, work_out


def test_a_cell_under_other_conditions_differs_in_them_and_in_what_a_test_leaves_out() -> None:
    sweep = {"conditions": ["exclusive"], "skews": ["1.0"], "sizes": ["1 MiB"]}
    worked = one("collective_time", {"at_most": "estimate.conservative"}, operation="moe_dispatch", sweep=sweep)
    small, own = worked.expanded["R"].criteria
    found = factors(own, worked.table.operations["moe_dispatch"])
    assert [difference[:3] for difference in found.differ[:2]] == [
        ("condition", "multi_group, with_compute", "exclusive"),
        ("skew", 1.5, 1.0),
    ]
    # Two passes over 1.5 times 276.8 MB at 1.2 TB/s, and 5 us.
    assert {difference.what: difference.operation for difference in found.differ[2:]} == {
        "reorder": pytest.approx(2 * 1.5 * 276_824_064 / 1.2e12),
        "sync": pytest.approx(5e-6),
    }
    assert (
        FactorDifference("size", 276_824_064.0, 2.0**20)
        in factors(small, worked.table.operations["moe_dispatch"]).differ
    )


def test_what_a_test_leaves_out_is_told_for_one_call() -> None:
    limit = {"at_most": "estimate.conservative"}
    requirement = {"kind": "collective_time", "title": "t", "operation": "moe_dispatch", "limit": limit}
    changes = {"requirements": {"R": requirement}, "operations.moe_dispatch.calls": "4"}
    worked = work_out(changed(read("kinds.yaml"), changes))
    found = factors(worked.expanded["R"].criteria[0], worked.table.operations["moe_dispatch"])
    assert {d.what: d.operation for d in found.differ if d.what in ("reorder", "sync", "size")} == {
        "reorder": pytest.approx(2 * 1.5 * 276_824_064 / 4 / 1.2e12),
        "sync": pytest.approx(5e-6),
    }


def test_a_cell_that_is_the_operation_differs_in_nothing() -> None:
    worked = one("collective_time", {"at_most": "estimate.conservative"}, operation="expert_param")
    cell = worked.expanded["R"].criteria[0]
    found = factors(cell, worked.table.operations["expert_param"])
    assert found.differ == ()
    assert found.conservative_s == pytest.approx(cell.limit)
