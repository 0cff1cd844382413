"""What a subject sends through each cut, worked out by hand."""

from __future__ import annotations

from math import comb

import pytest

from estimator.estimate.table import estimate
from tests.estimate.worked import spec, spec_data

N = 4096 * 8 * 8192 + 4 * 4096 * 8 * 8192 // 128  # the dispatch: FP8 elements and their scales


def test_one_copy_a_rank_lowers_the_bound_by_the_experts_that_share_a_rank() -> None:
    found = estimate(spec(None, moe_dispatch={"copies": "per_rank"})).operations["moe_dispatch"]
    # Eight of 768 experts, 12 on each of 64 ranks: the chance that a rank holds one of a token's experts.
    reached = 1 - comb(768 - 12, 8) / comb(768, 8)
    # 56 ranks lie on other nodes, where one copy an expert would be 7.
    assert 56 * reached / 7 == pytest.approx(0.9511, abs=5e-5)
    assert found.bound.seconds == pytest.approx(56 * reached / 7 * 7 * N / 384e9, rel=1e-12)


@pytest.mark.parametrize(("nodes", "limits"), [("512", False), ("256", True)])
def test_nothing_leaves_a_unit_that_holds_the_whole_platform(nodes: str, limits: bool) -> None:
    data = spec_data()
    data["platform"]["cuts"] = {"all": {"boundary": {"nodes": nodes}, "exclusive": {"bandwidth": "1 GB/s"}}}
    # Groups of three nodes one after another: in units of 256 nodes some group straddles two units.
    data["groups"]["ep"] |= {"size": "24"}
    data["operations"]["moe_dispatch"]["algorithm"] = "pairwise"
    assert (estimate(spec(data)).operations["moe_dispatch"].bound.cut == "all") is limits
