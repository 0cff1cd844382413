"""Rank layouts: sizes that follow, and what cannot be."""

from typing import Any

import pytest

from estimator.layout.grid import LayoutError, rank_layout
from tests.layout.oracle import LAYOUTS, laid_out


@pytest.mark.parametrize("case", LAYOUTS["cases"], ids=lambda case: case["id"])
def test_the_sizes_that_follow_are_the_published_cases(case: dict[str, Any]) -> None:
    layout = laid_out(case)
    assert (layout.dp, layout.edp, layout.etp) == (case["dp"], case["edp"], case["etp"])


@pytest.mark.parametrize("case", LAYOUTS["negative"], ids=lambda case: case["id"])
def test_the_cases_to_refuse_are_refused_with_the_numbers(case: dict[str, Any]) -> None:
    with pytest.raises(LayoutError, match=f"{case['world']} ranks do not fill the .* grid"):
        laid_out(case)


def test_experts_take_the_tensor_parallel_size_of_the_rest_unless_told() -> None:
    assert rank_layout(32, tp=2, pp=2, ep=8).etp == 2
    assert rank_layout(32, tp=2, pp=2, ep=8, etp=1).edp == 2


def test_axes_that_the_order_leaves_out_must_have_one_rank() -> None:
    assert rank_layout(16, "tp-dp-pp", tp=2, pp=4).order == ("tp", "dp", "pp", "ep", "cp")
    assert rank_layout(16, "TP-PP-DP", tp=2, pp=4).dp == 2
    with pytest.raises(LayoutError, match="does not say where cp"):
        rank_layout(16, "tp-dp-pp", tp=2, pp=2, cp=2)


@pytest.mark.parametrize(
    ("sizes", "key", "words"),
    [
        ({"tp": 2, "dp": 3}, "dp", "write dp 16"),
        ({"tp": 0}, "tp", "1 or more"),
        ({"world": 0}, "world", "1 or more"),
        ({"world": 10**12}, "world", "at most 1048576"),
        ({"order": "tp-cp-ep-dp-xp"}, "order", "'xp' in the order is no axis"),
        ({"order": ""}, "order", "is no axis"),
        ({"order": "tp-tp-dp-pp"}, "order", "tp stands twice"),
        ({"order": "pp-cp-ep", "tp": 1, "pp": 4}, "order", "does not say where dp"),
        # tp 1 needs no place, but the experts' dp does.
        ({"order": "tp-cp-pp", "tp": 4, "cp": 4, "pp": 2, "etp": 2}, "order", "does not say where dp"),
        ({"order": "cp-dp-pp", "etp": 2}, "order", "does not say where tp"),
        ({"order": "tp-pp-dp-ep", "tp": 2, "pp": 2, "ep": 8, "etp": 1}, "order", r"dp \(2\) must equal .* \(8\)"),
        # The same dp on both sides, but the stages of dense layers lie 4 ranks apart, those of experts 1.
        ({"order": "tp-pp-ep-dp", "tp": 4, "pp": 2, "ep": 4, "etp": 1}, "order", "4 ranks apart in dense layers, 1"),
    ],
)
def test_a_layout_that_cannot_be_says_what_to_mend(sizes: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(LayoutError, match=words) as caught:
        rank_layout(**({"world": 32} | sizes))
    assert caught.value.key == key


def test_the_order_may_end_elsewhere_when_both_grids_agree() -> None:
    """tp x cp = etp x ep: the pipelines are the same whatever follows them."""
    assert rank_layout(32, "tp-cp-ep-pp-dp", tp=2, cp=2, ep=4, etp=1, pp=2).edp == 4
    assert rank_layout(16, "tp-ep-dp", tp=2, ep=4, etp=1).edp == 4
