"""The ranks of every group, against published cases and against counting one rank at a time."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.grid import LayoutError, RankLayout, rank_layout
from estimator.layout.groups import KINDS, kind_named, ranks_of
from tests.layout.oracle import LAYOUTS, laid_out, slow_groups

SMALL = st.integers(1, 3)


@st.composite
def layouts(draw: st.DrawFn) -> RankLayout:
    """Any layout that ends in pp: sizes of both grids with the same product."""
    tp, cp, pp, etp, ep = (draw(SMALL) for _ in range(5))
    order = [*draw(st.permutations(["tp", "cp", "ep", "dp"])), "pp"]
    return rank_layout(tp * cp * etp * ep * pp * draw(SMALL), "-".join(order), tp=tp, cp=cp, ep=ep, etp=etp, pp=pp)


@pytest.mark.parametrize("case", LAYOUTS["cases"], ids=lambda case: case["id"])
def test_rank_lists_are_those_of_the_published_cases(case: dict[str, Any]) -> None:
    layout = laid_out(case)
    seen = {kind: found["groups"] for kind, found in case["groups"].items() if "groups" in found}
    assert {kind: ranks_of(layout, kind).tolist() for kind in seen} == seen


def test_the_published_cases_hold_rank_lists_of_seven_layouts() -> None:
    listed = [kind for case in LAYOUTS["cases"] for kind, found in case["groups"].items() if "groups" in found]
    assert len(listed) == 7 * 11
    assert set(listed) < set(KINDS)


@given(layouts(), st.sampled_from(sorted(KINDS)))
def test_groups_hold_the_ranks_that_agree_on_every_other_axis(layout: RankLayout, kind: str) -> None:
    found = KINDS[kind]
    sizes = {"tp": layout.tp, "cp": layout.cp, "ep": 1, "dp": layout.dp, "pp": layout.pp}
    if found.grid == "expert":
        sizes = {"tp": layout.etp, "cp": 1, "ep": layout.ep, "dp": layout.edp, "pp": layout.pp}
    whole = slow_groups(layout.order, sizes, set(found.axes))
    if found.stages == "ends":
        whole = {(group[0], group[-1])[: len(group)] for group in whole}
    if found.stages == "neighbours" and layout.pp > 1:
        whole = {pair for group in whole for pair in pairwise(group)}
    assert {tuple(sorted(ranks)) for ranks in ranks_of(layout, kind).tolist()} == whole


def test_kinds_go_by_the_names_people_write() -> None:
    written = ["ep", "dp-cp", "cp_dp", "DP_CP", "mp", "tp-pp", "mp(tp-pp)", "etp-ep", "pp-pair"]
    meant = ["ep", "dp_cp", "dp_cp", "dp_cp", "mp(tp-pp)", "mp(tp-pp)", "mp(tp-pp)", "ep_etp", "pp_pair"]
    assert [kind_named(text) for text in written] == meant
    with pytest.raises(LayoutError, match="'pd' is no kind of group; write one of tp, cp"):
        kind_named("pd")
