"""Copies of a token: by counting every choice, by drawing, and by what was worked out elsewhere."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.shape import Shape
from estimator.layout.moe import (
    capacity,
    copies_factor,
    copies_per_token,
    expected_distinct,
    reached,
)

EIGHT_BY_EIGHT = Shape(64, 8)


def counted(shape: Shape, experts: int, top_k: int) -> tuple[float, float]:
    """Mean distinct nodes and ranks over every choice of experts."""
    each = experts // shape.ranks
    choices = list(combinations(range(experts), top_k))
    nodes = [len({expert // (each * shape.per_node) for expert in choice}) for choice in choices]
    ranks = [len({expert // each for expert in choice}) for choice in choices]
    return sum(nodes) / len(choices), sum(ranks) / len(choices)


@pytest.mark.parametrize(
    ("shape", "experts", "top_k"), [(Shape(4, 2), 8, 3), (Shape(6, 3), 12, 4), (Shape(6, 2), 6, 2), (Shape(4), 12, 5)]
)
def test_the_closed_form_and_the_drawing_are_the_mean_over_every_choice(shape: Shape, experts: int, top_k: int) -> None:
    nodes, ranks = counted(shape, experts, top_k)
    assert expected_distinct(shape.nodes, experts, top_k) == pytest.approx(nodes, rel=1e-12)
    assert expected_distinct(shape.ranks, experts, top_k) == pytest.approx(ranks, rel=1e-12)
    found = reached(shape, experts, top_k)
    assert (found.nodes, found.ranks) == pytest.approx((nodes, ranks), rel=1e-12)


def test_a_node_limit_keeps_the_nodes_of_the_best_experts() -> None:
    """Draw scores, keep the nodes with the highest ones, take the best experts there: 40,000 tokens."""
    scores = np.random.default_rng(7).random((40_000, 8, 32))
    kept = np.argsort(-scores.max(axis=2), axis=1)[:, :4]
    masked = np.zeros_like(scores)
    rows = np.arange(len(scores))[:, None]
    masked[rows, kept] = scores[rows, kept]
    best = np.argpartition(-masked.reshape(len(scores), -1), 8, axis=1)[:, :8]
    found = reached(EIGHT_BY_EIGHT, 256, 8, node_limit=4)
    for places, expected in ((8, found.nodes), (64, found.ranks)):
        held = np.sort(best // (256 // places), axis=1)
        drawn = 1 + (np.diff(held, axis=1) > 0).sum(axis=1)
        assert float(drawn.mean()) == pytest.approx(expected, abs=4 * float(drawn.std()) / 200)
    assert found.nodes < 4


@given(st.integers(1, 6), st.integers(1, 4), st.integers(1, 4), st.integers(1, 6), st.integers(1, 8))
def test_fewer_nodes_allowed_never_means_more_copies(nodes: int, per_node: int, each: int, limit: int, k: int) -> None:
    shape, experts = Shape(nodes * per_node, per_node), nodes * per_node * each
    limit = min(limit, nodes)
    top_k = min(k, per_node * each * limit)
    less, free = reached(shape, experts, top_k, limit), reached(shape, experts, top_k)
    assert 1 - 1e-12 <= less.nodes <= min(limit, free.nodes) + 1e-9
    assert less.nodes - 1e-12 <= less.ranks <= min(top_k, free.ranks) + 1e-9


def test_the_large_example() -> None:
    """5.27 distinct nodes and 7.61 distinct ranks of 64, 768 experts, top 8: worked out independently."""
    assert copies_per_token("per_node", EIGHT_BY_EIGHT, 768, 8) == pytest.approx(5.2655086233678805, rel=1e-12)
    assert copies_per_token("per_rank", EIGHT_BY_EIGHT, 768, 8) == pytest.approx(7.608767275346068, rel=1e-12)
    assert copies_per_token("per_expert", EIGHT_BY_EIGHT, 768, 8) == 8
    assert copies_factor("per_node", EIGHT_BY_EIGHT, 768, 8) == pytest.approx(5.2655086233678805 / 8, rel=1e-12)
    assert copies_factor("per_node", EIGHT_BY_EIGHT, 768, 8, node_limit=4) < 0.5
    assert copies_factor("per_node", EIGHT_BY_EIGHT, 768, 8, node_limit=8) == copies_factor(
        "per_node", EIGHT_BY_EIGHT, 768, 8
    )


def test_a_limit_that_leaves_too_few_experts_is_refused() -> None:
    with pytest.raises(ValueError, match="8 of 64 experts on 1 of 16 nodes"):
        reached(Shape(16, 1), 64, 8, node_limit=1)


def test_a_slot_holds_the_rows_of_its_capacity_factor() -> None:
    assert capacity(4096, 768, 8, 1.25) == 54
    assert capacity(4096, 768, 8, 1.5) == 64
