"""Specs whose conditions or load factors are in the wrong order are refused with the place to mend."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.errors import SpecError, path_text
from estimator.estimate.table import estimate
from tests.estimate.worked import spec, spec_data


def places(data: dict[str, Any]) -> list[str]:
    with pytest.raises(SpecError) as caught:
        estimate(spec(data))
    return [path_text(problem.path) for problem in caught.value.problems]


def test_a_rate_per_node_may_not_give_a_rank_more_than_exclusive_gives_it() -> None:
    data = spec_data()
    # eight ranks share 400 GB/s: 50 GB/s each, more than the 48 GB/s that exclusive gives a rank
    data["platform"]["paths"]["scale_out"]["multi_group"] = {
        "alpha": ["10 us", "20 us"],
        "bandwidth": ["400 GB/s", "280 GB/s"],
        "per": "node",
    }
    assert places(data) == ["platform.paths.scale_out.multi_group.bandwidth"]


def test_parameters_of_one_algorithm_may_not_beat_its_exclusive_ones() -> None:
    data = spec_data()
    data["platform"]["paths"]["scale_out"]["only"] = [
        {"algorithm": "ring", "condition": "multi_group", "alpha": "7 us", "bandwidth": "30 GB/s", "per": "rank"}
    ]
    assert places(data) == ["platform.paths.scale_out.only[0].alpha"]


def test_padding_below_the_optimistic_skew_is_refused() -> None:
    data = spec_data()
    data["operations"]["moe_dispatch"] |= {"skew": ["1.2", "1.5"], "padding": ["1", "1.1"]}
    assert places(data) == ["operations.moe_dispatch.padding"]


def test_padding_is_held_against_the_optimistic_skew_alone() -> None:
    data = spec_data()
    data["operations"]["moe_dispatch"] |= {"skew": ["1.2", "1.5"], "padding": ["1", "1.3"]}
    found = estimate(spec(data)).operations["moe_dispatch"]
    assert (found.optimistic.skew, found.conservative.skew) == (1.2, 1.3)
