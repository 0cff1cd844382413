"""Groups on nodes, against published cases and against counting group by group."""

from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.grid import LayoutError, RankLayout, rank_layout
from estimator.layout.groups import KINDS, ranks_of
from estimator.layout.placement import Placement, placement, placements
from tests.layout.oracle import LAYOUTS, laid_out, slow_placement
from tests.layout.test_groups import layouts

LARGE = rank_layout(4096, tp=4, cp=2, ep=64, etp=1, pp=8)


def fields(found: Placement) -> dict[str, Any]:
    return {
        "count": found.count,
        "size": found.size,
        "nodes_spanned": list(found.spans),
        "ranks_per_node": [list(pair) for pair in found.spread],
        "path": found.path,
        "concurrent_groups_per_node": found.at_once,
        "concurrent_groups_crossing_node": found.crossing,
    }


@pytest.mark.parametrize("case", LAYOUTS["cases"], ids=lambda case: case["id"])
def test_groups_lie_on_nodes_as_in_the_published_cases(case: dict[str, Any]) -> None:
    layout = laid_out(case)
    assert case["groups"]
    for kind, wanted in case["groups"].items():
        found = fields(placement(layout, kind, case["rpn"]))
        assert found == {key: wanted[key] for key in found}, kind


@given(layouts(), st.sampled_from(sorted(set(KINDS) - {"pp_pair"})), st.integers(1, 9))
def test_any_number_of_ranks_per_node_gives_what_counting_gives(layout: RankLayout, kind: str, per_node: int) -> None:
    found = placement(layout, kind, per_node)
    slow = slow_placement({tuple(ranks) for ranks in ranks_of(layout, kind).tolist()}, per_node)
    assert {key: getattr(found, key) for key in slow} == slow
    assert sum(found.node_ranks) == found.size
    assert (min(found.node_ranks), max(found.node_ranks)) in found.spread


def test_the_large_example_as_worked_out_by_hand() -> None:
    """Experts: 64 consecutive ranks fill eight nodes. Their copies: one rank on every eighth node, eight at once."""
    ep, edp = placement(LARGE, "ep", 8), placement(LARGE, "edp", 8)
    assert (ep.spans, ep.spread, ep.at_once, ep.stride_nodes) == ((8,), ((8, 8),), 1, 1)
    assert (edp.spans, edp.spread, edp.at_once, edp.stride_nodes) == ((8,), ((1, 1),), 8, 8)
    assert placement(LARGE, "pp_pair", 8).stride_nodes == 64
    four = placement(rank_layout(4096, tp=4, cp=2, ep=64, etp=4, pp=8), "ep", 8)
    assert (four.spans, four.spread, four.crossing) == ((32,), ((2, 2),), 4)


def test_groups_that_straddle_nodes_are_uneven_and_give_the_list() -> None:
    edp = placement(LARGE, "edp", 384)
    assert edp.uneven
    assert sorted(edp.node_ranks) == [2, 6]
    assert not placement(LARGE, "ep", 384).uneven
    tp = placement(rank_layout(24, tp=4), "tp", 6)
    assert (tp.uneven, tp.spans, tp.node_ranks) == (True, (1, 2), (2, 2))


def test_pairs_of_stages_count_where_they_send_from() -> None:
    """Sixteen ranks, stages four apart, nodes of eight: 4 to 8 crosses, 0 to 4 does not."""
    pairs = placement(rank_layout(16, tp=2, pp=4), "pp_pair", 8)
    assert (pairs.count, pairs.size, pairs.at_once, pairs.crossing) == (12, 2, 8, 4)
    assert placement(rank_layout(4, tp=4), "pp_pair", 8).path == "single"


def test_nodes_that_do_not_lie_evenly_have_no_stride() -> None:
    assert placement(LARGE, "ep_etp_pp", 8).stride_nodes is None


def test_a_hundred_thousand_ranks_take_well_under_a_second() -> None:
    layout = rank_layout(98304, tp=4, cp=2, ep=64, etp=1, pp=8)
    start = perf_counter()
    found = placements(layout, 8)
    assert perf_counter() - start < 2.0  # 0.3 s alone; room for a shared machine
    assert set(found) == set(KINDS)


def test_a_node_holds_at_least_one_rank() -> None:
    with pytest.raises(LayoutError, match="1 or more"):
        placement(LARGE, "ep", 0)
