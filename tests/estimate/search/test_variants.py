"""Tables of one workload side by side, held against hand sums."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.search.variants import Comparison, compared
from estimator.estimate.table import estimate
from tests.estimate.worked import spec, spec_data

# moe_dispatch: optimistic start-up and transfer of both cut and path at 48 GB/s a rank [s]
START, TRANSFER = 7.7e-5, 0.005046272


def slower() -> dict[str, Any]:
    data = spec_data()
    data["platform"]["cuts"]["node_nics"]["exclusive"]["bandwidth"] = "192 GB/s"
    data["platform"]["cuts"]["node_nics"]["loaded"]["bandwidth"] = "160 GB/s"
    return data


def both() -> Comparison:
    return compared({"a": estimate(spec()), "b": estimate(spec(slower()))})


def test_half_the_cut_takes_twice_the_transfer() -> None:
    row = both().operations[0]
    first, second = row.figures
    assert (row.name, first.same) == ("moe_dispatch", True)
    assert second.time.optimistic == pytest.approx(START + 2 * TRANSFER, rel=1e-9)
    assert second.ratio[0] == pytest.approx((START + 2 * TRANSFER) / (START + TRANSFER), rel=1e-9)
    assert (first.limited_by, second.limited_by) == (("scale_up", "scale_out"), ("scale_up", "node_nics"))


def test_the_step_is_compared_as_a_whole() -> None:
    found = both()
    total, exposed = found.step
    assert (total.name, exposed.name) == ("total", "exposed")
    assert [figure.time for figure in total.figures] == [table.total for table in found.tables.values()]
    assert not exposed.figures[1].same


def test_nothing_beside_nothing_is_the_same_and_something_has_no_ratio() -> None:
    none, some = (
        estimate(spec(None, moe_dispatch={"per_step": "0"}, expert_gradient={"per_step": "0"})),
        estimate(spec()),
    )
    figures = compared({"a": none, "b": none, "c": some}).step[0].figures
    assert [figure.ratio for figure in figures] == [(1.0, 1.0), (1.0, 1.0), (None, None)]
    assert [figure.same for figure in figures] == [True, True, False]
