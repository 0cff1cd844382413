"""Balance point and regime of one end, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from tests.estimate.worked import gradient, scale_out, spec, spec_data

# Ring AllReduce of 64 ranks, 5 us and 100 GB/s: 126 rounds and 126/64 of n balance at 64 * 5 us * 100 GB/s.
BALANCE = 32e6


def all_reduce(size: str) -> OperationEstimate:
    """A ring over 64 nodes of one rank at 5 us and 100 GB/s, without cuts, knee and reduction."""
    data = spec_data()
    data["platform"] |= {"cuts": {}, "knee": {"k": "0"}, "launch": {"time": "0 us"}}
    del data["platform"]["reduce"]
    data["platform"] |= scale_out(exclusive={"alpha": "5 us", "bandwidth": "100 GB/s", "per": "rank"})
    data["groups"]["wide"] = {"size": "64", "ranks_per_node": "1", "levels": ["scale_out"]}
    tensor = {"bytes": size, "semantics": "input"}
    sums = {"collective": "all_reduce", "group": "wide", "algorithm": "ring", "tensor": tensor}
    data["operations"] = {"sums": sums}
    return estimate(spec(data)).operations["sums"]


@pytest.mark.parametrize(("size", "regime"), [("31.9 MB", "latency"), ("32.1 MB", "bandwidth")])
def test_the_balance_point_parts_latency_from_bandwidth(size: str, regime: str) -> None:
    for end in (all_reduce(size).optimistic, all_reduce(size).conservative):
        assert end.n_half == pytest.approx(BALANCE, rel=1e-12)
        assert end.regime == regime


def test_a_skew_moves_the_balance_point_to_smaller_messages() -> None:
    data = spec_data()
    dispatch = estimate(spec(data)).operations["moe_dispatch"]
    # Seven rounds inside and seven across; 7/8 of n on each path, half as much again at the conservative end.
    low = (7 * 3e-6 + 7 * 8e-6) / (7 / 8 / 200e9 + 7 / 8 / 48e9)
    high = (7 * 9e-6 + 7 * 30e-6) / (7 / 8 / 150e9 + 7 / 8 / 35e9) / 1.5
    assert (dispatch.optimistic.n_half, dispatch.conservative.n_half) == pytest.approx((low, high), rel=1e-12)


@pytest.mark.parametrize(("size", "regime"), [("0.9 MB", "latency"), ("1.1 MB", "cut")])
def test_a_cut_in_force_limits_a_call_once_its_start_up_is_the_smaller_part(size: str, regime: str) -> None:
    # Eight groups through 100 GB/s a node: 12.5 GB/s each, below the path's 43; 70 us against 71 us a MB.
    cuts: dict[str, Any] = {"nics": {"boundary": "node", "exclusive": {"bandwidth": "100 GB/s"}}}
    found = gradient({"cuts": cuts}, tensor={"bytes": size, "semantics": "input"}).conservative
    assert found.limited_by == ("nics",)
    assert found.regime == regime
