"""The ranks of a cell are those of the layout, and groups at once share its nodes and no rank."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.spec.document import Spec
from estimator.tools.kit.places import KitPlaces, Numbering

PATH = {"location": "inter_node", "exclusive": {"alpha": "1 us", "bandwidth": "1 GB/s", "per": "rank"}}


PAIR = {"size": "2", "ranks_per_node": "2"}
TENSOR = {"bytes": "1 KiB", "dtype": "int8", "semantics": "message"}
ONE = {"collective": "p2p", "group": "pair", "algorithm": "direct", "tensor": TENSOR}


def spec(per_node: int, nodes: int, groups: dict[str, Any], **more: Any) -> Spec:
    paths = {"in": {**PATH, "location": "intra_node"}, "out": PATH}
    levels = {} if "levels" in more.get("platform", {}) else {"ranks_per_node": str(per_node), "nodes": str(nodes)}
    platform = {"name": "P", "paths": paths, **levels, **more.pop("platform", {})}
    inside = {} if "levels" in platform else {"levels": ["in", "out"]}
    named = {name: {**inside, **group} for name, group in {"pair": PAIR, **groups}.items()}
    return Spec.model_validate(
        {
            "commspec": "1",
            "document": {"id": "D", "version": "1", "title": "t", "status": "draft"},
            "platform": platform,
            "groups": named,
            "operations": {"one": ONE},
            **more,
        }
    )


TWO = spec(8, 2, {"four": {"size": "4", "ranks_per_node": "2", "at_once_per_node": "4"}})


def test_the_ranks_of_a_written_group_move_on_inside_its_nodes() -> None:
    """By hand: two ranks on each of two nodes of eight; four such groups fill both."""
    assert KitPlaces(Numbering(TWO), "four").groups(4) == ((0, 1, 8, 9), (2, 3, 10, 11), (4, 5, 12, 13), (6, 7, 14, 15))
    assert KitPlaces(Numbering(TWO), "four").groups(1) == ((0, 1, 8, 9),)


def test_free_groups_have_no_rank_of_those_that_run() -> None:
    where = KitPlaces(Numbering(TWO), "four")
    assert where.free(where.groups(2)) == ((4, 5, 12, 13), (6, 7, 14, 15))
    assert where.free(where.groups(4)) == ()


def test_no_more_groups_than_fit_are_named() -> None:
    full = spec(8, 2, {"all": {"size": "16", "ranks_per_node": "8"}})
    assert KitPlaces(Numbering(full), "all").groups(3) == (tuple(range(16)),)


def test_the_groups_of_a_layout_are_its_own() -> None:
    """World 16 = tp 2 x dp 8 on nodes of 8: a dp group is every second rank; two share both nodes."""
    laid = spec(
        8, 2, {"dp": {"from_layout": "dp"}, "tp": {"from_layout": "tp"}},
        layout={"order": "tp-dp", "world": "16", "tp": "2", "dp": "8"},
    )  # fmt: skip
    assert KitPlaces(Numbering(laid), "dp").groups(2) == (tuple(range(0, 16, 2)), tuple(range(1, 16, 2)))
    assert KitPlaces(Numbering(laid), "tp").groups(4) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert KitPlaces(Numbering(laid), "tp", rank=9).groups(2) == ((8, 9), (10, 11))


def test_ranks_are_numbered_by_hosts_whatever_a_node_is() -> None:
    """A rack of eight on hosts of four: rank 5 is device 1 of the second host."""
    rack = spec(
        8, 2, {"all": {"shape": ["8", "2"]}},
        platform={
            "ranks_per_host": "4",
            "levels": [{"name": "rack", "ranks": "8", "path": "in"}, {"name": "machine", "ranks": "16", "path": "out"}],
        },
    )  # fmt: skip
    assert KitPlaces(Numbering(rack), "all").groups(1) == (tuple(range(16)),)


@given(st.sampled_from([(2, 1), (2, 2), (4, 2), (8, 1), (8, 4)]), st.integers(1, 3), st.integers(1, 9))
def test_groups_at_once_are_alike_and_share_no_rank(held: tuple[int, int], nodes: int, at_once: int) -> None:
    per_node, own = held
    made = spec(per_node, nodes, {"g": {"size": str(own * nodes), "ranks_per_node": str(own)}})
    groups = KitPlaces(Numbering(made), "g").groups(at_once)
    flat = [rank for members in groups for rank in members]
    assert len(flat) == len(set(flat))
    assert set(flat) <= set(range(per_node * nodes))
    assert len(groups) == min(at_once, per_node // own)
    assert {tuple(sorted({rank // per_node for rank in members})) for members in groups} == {tuple(range(nodes))}


@pytest.mark.parametrize("rank", [0, 5])
def test_a_written_group_that_is_asked_for_by_a_rank_keeps_its_place(rank: int) -> None:
    assert KitPlaces(Numbering(TWO), "four", rank).groups(1) == ((0, 1, 8, 9),)
