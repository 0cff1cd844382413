"""All-to-All-v from a send matrix, against sums written out message by message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.catalogue import algorithms, find
from estimator.cost.cuts import cut_load, must_move
from estimator.cost.options import Matrix, Options
from estimator.cost.plan import stages
from estimator.cost.send_matrix import matrix_bytes, sent_through, skew_of
from estimator.cost.shape import Shape
from tests.cost.reference import every_shape, seconds, total_egress

SMALL: Matrix = ((0, 4, 1), (2, 0, 3), (0, 5, 0))
SHAPES = every_shape(12)
PATHS = {"intra": 1e-11, "inter": 3e-11}


@st.composite
def matrices(draw: st.DrawFn) -> tuple[Shape, Matrix]:
    """Whole bytes, some rows zero."""
    shape = draw(st.sampled_from(SHAPES))
    row = st.lists(st.integers(0, 10**7), min_size=shape.ranks, max_size=shape.ranks)
    empty = st.just([0] * shape.ranks)
    rows = draw(st.lists(st.one_of(row, empty), min_size=shape.ranks, max_size=shape.ranks))
    return shape, tuple(tuple(float(value) for value in found) for found in rows)


def _longest(matrix: Matrix) -> float:
    p = len(matrix)
    return sum(max(matrix[i][(i + k) % p] for i in range(p)) for k in range(1, p))


def _node_crossing(matrix: Matrix, per_node: int) -> float:
    p = len(matrix)
    out: dict[int, float] = {}
    into: dict[int, float] = {}
    for i in range(p):
        for j in range(p):
            if i // per_node != j // per_node:
                out[i // per_node] = out.get(i // per_node, 0) + matrix[i][j]
                into[j // per_node] = into.get(j // per_node, 0) + matrix[i][j]
    return max([*out.values(), *into.values(), 0.0])


def test_a_round_lasts_as_long_as_its_largest_message() -> None:
    pairwise = find("all_to_all_v", "pairwise")
    assert pairwise is not None
    plan = pairwise.plan(Shape(3), Options(send_matrix=SMALL))
    assert matrix_bytes(SMALL) == 5
    # Round 1: 0->1 4, 1->2 3, 2->0 0; round 2: 0->2 1, 1->0 2, 2->1 5.
    assert seconds(plan, 5, {"intra": 0.0}, {"intra": 1.0}) == pytest.approx(9, rel=1e-15)


def test_the_skew_is_the_busiest_over_the_mean() -> None:
    # Sent 5, 5, 5; received 2, 9, 4: mean 5. One rank a node: the same.
    assert skew_of(SMALL, 1) == (1.8, 1.8)
    assert skew_of(SMALL, 3) == (1.8, 1.0)
    assert skew_of(((1, 1), (1, 1)), 1) == (1.0, 1.0)
    assert skew_of(((9, 0), (0, 9)), 1) == (1.0, 1.0)


@given(matrices())
def test_pairwise_takes_the_sum_of_the_largest_messages(drawn: tuple[Shape, Matrix]) -> None:
    shape, matrix = drawn
    pairwise = find("all_to_all_v", "pairwise")
    assert pairwise is not None
    plan, n = pairwise.plan(shape, Options(send_matrix=matrix)), max(sum(row) for row in matrix)
    alpha = {"intra": 1e-6, "inter": 3e-6}
    expected = (shape.ranks - 1) * alpha[shape.flat_level] + _longest(matrix) * PATHS[shape.flat_level]
    assert seconds(plan, n, alpha, PATHS) == pytest.approx(expected, rel=1e-12)
    assert total_egress(plan) * n == pytest.approx(_node_crossing(matrix, shape.per_node), rel=1e-12)


@given(matrices())
def test_every_exchange_sends_at_least_what_the_matrix_must_move(drawn: tuple[Shape, Matrix]) -> None:
    shape, matrix = drawn
    options, n = Options(send_matrix=matrix), max(sum(row) for row in matrix)
    least = sent_through(matrix, shape)
    assert least * n == pytest.approx(_node_crossing(matrix, shape.per_node), rel=1e-12)
    busiest = max(max(sum(row) - row[i], sum(other[i] for other in matrix) - row[i]) for i, row in enumerate(matrix))
    for algorithm in algorithms("all_to_all_v"):
        if algorithm.valid(shape, options) is None:
            plan = algorithm.plan(shape, options)
            assert total_egress(plan) >= least * (1 - 1e-12)
            moved = sum(s.volume * (shape.ranks - 1 if s.port == "link" else 1) for s in stages(plan))
            assert moved * n >= busiest * (1 - 1e-9), algorithm.name


@given(matrices(), st.floats(0.1, 10))
def test_a_matrix_in_another_unit_is_the_same_plan(drawn: tuple[Shape, Matrix], by: float) -> None:
    shape, matrix = drawn
    scaled = tuple(tuple(value * by for value in row) for row in matrix)
    for algorithm in algorithms("all_to_all_v"):
        if algorithm.valid(shape) is None:
            one, two = (algorithm.plan(shape, Options(send_matrix=m)) for m in (matrix, scaled))
            for a, b in zip(stages(one), stages(two), strict=True):
                assert (a.volume, a.egress) == pytest.approx((b.volume, b.egress), rel=1e-9)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_equal_blocks_are_the_even_exchange(shape: Shape) -> None:
    even: Matrix = ((2.0,) * shape.ranks,) * shape.ranks
    assert sent_through(even, shape) == pytest.approx(must_move("all_to_all_v", shape), rel=1e-12)
    for algorithm in algorithms("all_to_all_v"):
        # Pairwise in the lesson's form counts the own block; a matrix does not change that.
        if algorithm.valid(shape) is None:
            plans = algorithm.plan(shape), algorithm.plan(shape, Options(send_matrix=even))
            for a, b in zip(*(stages(plan) for plan in plans), strict=True):
                assert (a.rounds, a.volume, a.egress) == pytest.approx((b.rounds, b.volume, b.egress), rel=1e-12)


@given(
    nodes=st.sampled_from([2, 4, 6, 8]),
    per_node=st.integers(1, 3),
    held=st.sampled_from([1, 2]),
    stride=st.integers(1, 4),
    at_once=st.integers(1, 3),
)
def test_equal_blocks_load_a_boundary_like_the_even_exchange(
    nodes: int, per_node: int, held: int, stride: int, at_once: int
) -> None:
    shape = Shape(nodes * per_node, per_node)
    even: Matrix = ((1.0,) * shape.ranks,) * shape.ranks
    expected = cut_load("all_to_all_v", shape, held * stride, at_once, stride)
    assert sent_through(even, shape, held * stride, at_once, stride) == pytest.approx(expected, rel=1e-12)


def test_nothing_to_send_takes_the_start_ups_only() -> None:
    zero: Matrix = ((0.0,) * 4,) * 4
    assert sent_through(zero, Shape(4, 2)) == 0
    for algorithm in algorithms("all_to_all_v"):
        plan = algorithm.plan(Shape(4, 2), Options(send_matrix=zero))
        assert sum(stage.volume + stage.egress for stage in stages(plan)) == 0, algorithm.name


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        (((1, 2),), "p is 2"),
        (((1,), (1,)), "p is 2"),
        (((1, 2), (3,)), "p is 2"),
        (((1, 2), (3, -1)), "not 0 or more"),
        (((1, 2), (3, float("nan"))), "not 0 or more"),
    ],
)
def test_a_matrix_that_does_not_fit_is_refused(matrix: Matrix, words: str) -> None:
    options = Options(send_matrix=matrix)
    for algorithm in algorithms("all_to_all_v"):
        assert words in str(algorithm.valid(Shape(2), options))
        with pytest.raises(ValueError, match=words):
            algorithm.plan(Shape(2), options)
