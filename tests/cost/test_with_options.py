"""Plans with options and named models: hand sums, schedules message by message, laws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.algorithm import Algorithm
from estimator.cost.catalogue import find
from estimator.cost.cuts import must_move
from estimator.cost.options import Options
from estimator.cost.plan import Plan, stages
from estimator.cost.shape import Shape
from tests.cost.reference import every_shape, plan_on, seconds, total_egress
from tests.cost.schedules import Round, crossed

SHAPES = every_shape(64)
TWO_LEVEL = [shape for shape in SHAPES if shape.two_level]
NONE = {"intra": 0.0, "inter": 0.0}
ONE = {"intra": 1.0, "inter": 1.0}


def _found(collective: str, name: str) -> Algorithm:
    algorithm = find(collective, name)
    assert algorithm is not None
    return algorithm


def _plan(collective: str, name: str, shape: Shape, **options: object) -> Plan:
    return _found(collective, name).plan(shape, Options(**options))  # type: ignore[arg-type]


@given(st.integers(2, 64), st.integers(1, 200), st.floats(0, 1e-4), st.floats(0, 1e-8))
def test_a_chain_is_p_minus_2_plus_k_rounds_of_a_segment(ranks: int, k: int, alpha: float, beta: float) -> None:
    plan = _plan("broadcast", "chain_pipelined", Shape(ranks), segments=k)
    expected = (ranks - 2 + k) * (alpha + 1e6 / k * beta)
    assert seconds(plan, 1e6, {"intra": alpha}, {"intra": beta}) == pytest.approx(expected, rel=1e-12)


def test_a_chain_of_one_segment_passes_the_message_on_p_minus_1_times() -> None:
    for shape in (Shape(5), Shape(12, 4)):
        plan = _plan("broadcast", "chain_pipelined", shape, segments=1)
        assert seconds(plan, 1.0, NONE, ONE) == shape.ranks - 1
        assert total_egress(plan) == (0 if shape.nodes == 1 else 1)


def test_reductions_to_a_root_are_the_broadcasts_backwards_with_what_they_reduce() -> None:
    pairs = {
        "flat": ("flat", 7.0),
        "binomial": ("binomial", 3.0),
        "ring_reduce_scatter_gather": ("scatter_ring_allgather", 7 / 8),
        "bruck_reduce_scatter_gather": ("scatter_bruck_allgather", 7 / 8),
    }
    for name, (mirror, reduced) in pairs.items():
        there, back = _plan("broadcast", mirror, Shape(8)), _plan("reduce", name, Shape(8))
        assert seconds(back, 1.0, ONE, ONE) == pytest.approx(seconds(there, 1.0, ONE, ONE), rel=1e-15)
        assert sum(stage.reduced for stage in stages(back)) == pytest.approx(reduced, rel=1e-15)


def _torus_rounds(a: int, b: int) -> list[Round]:
    """One pass along the rows and one along the columns; rank = i + a j."""
    p = a * b
    rows = [[(r, r - r % a + (r + 1) % a, 1 / a) for r in range(p)] for _ in range(a - 1)]
    return rows + [[(r, (r + a) % p, 1 / p) for r in range(p)] for _ in range(b - 1)]


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.ranks in (6, 8, 12, 16, 24, 36) and s.nodes > 1], ids=str)
def test_a_torus_sends_over_a_node_what_its_messages_do(shape: Shape) -> None:
    p = shape.ranks
    for a in (a for a in range(1, p + 1) if p % a == 0):
        plan = _plan("all_reduce", "torus2d_ring", shape, dims=(a, p // a))
        simulated = crossed(_torus_rounds(a, p // a), shape.per_node)
        # The busiest node of the rows need not be the busiest of the columns.
        assert total_egress(plan) >= 2 * simulated.egress * (1 - 1e-12)
        assert total_egress(plan) <= 2 * simulated.egress * 1.5
        assert max(stage.senders for stage in stages(plan) if stage.level == "inter") == simulated.senders
        assert total_egress(plan) >= must_move("all_reduce", shape) * (1 - 1e-12)


def test_a_torus_of_rows_that_fill_a_node_is_the_hierarchical_form() -> None:
    for shape in TWO_LEVEL:
        torus = _plan("all_reduce", "torus2d_ring", shape, dims=(shape.per_node, shape.nodes))
        alpha, beta = {"intra": 1.0, "inter": 3.0}, {"intra": 1.0, "inter": 5.0}
        hierarchical = _plan("all_reduce", "hierarchical_rs_ar_ag", shape)
        assert seconds(torus, 7.0, alpha, beta, 0.5) == pytest.approx(
            seconds(hierarchical, 7.0, alpha, beta, 0.5), rel=1e-12
        )
        assert total_egress(torus) == pytest.approx(total_egress(hierarchical), rel=1e-12)


@given(st.integers(1, 64), st.integers(1, 64), st.floats(0, 1e-3), st.floats(0, 1e-8))
def test_a_torus_takes_the_same_time_either_way_round(a: int, b: int, alpha: float, beta: float) -> None:
    times = [
        seconds(_plan("all_reduce", "torus2d_ring", Shape(a * b), dims=d), 1e6, {"intra": alpha}, {"intra": beta})
        for d in ((a, b), (b, a))
    ]
    rounds, volume = 2 * (a - 1) + 2 * (b - 1), 2 * (a * b - 1) / (a * b)
    assert times == pytest.approx([rounds * alpha + volume * 1e6 * beta] * 2, rel=1e-12)


def _rings(shape: Shape, rings: int) -> tuple[float, float]:
    """Most a rank sends (across, inside) its node in an AllGather on rings that leave each node by another rank."""
    p, g = shape.ranks, shape.per_node
    across: Counter[int] = Counter()
    inside: Counter[int] = Counter()
    for ring in range(rings):
        order = [node * g + (ring + 1 + step) % g for node in range(shape.nodes) for step in range(g)]
        for rank, after in zip(order, order[1:] + order[:1], strict=True):
            (inside if rank // g == after // g else across)[rank] += 1
    share = (p - 1) / p / rings
    return max(across.values()) * share, max(inside.values()) * share


@pytest.mark.parametrize("shape", [s for s in TWO_LEVEL if s.ranks <= 24], ids=str)
def test_several_rings_load_the_ranks_as_their_edges_do(shape: Shape) -> None:
    for rings in range(1, shape.per_node + 1):
        ((across, inside),) = _plan("all_gather", "multi_ring", shape, rings=rings)
        assert (across.volume, inside.volume) == pytest.approx(_rings(shape, rings), rel=1e-12)
        assert across.senders == rings
        assert across.egress == pytest.approx((shape.ranks - 1) / shape.ranks, rel=1e-15)
    assert _plan("all_gather", "multi_ring", shape) == _plan("all_gather", "multi_ring", shape, rings=shape.per_node)


def test_one_of_several_rings_is_the_ring_where_the_inside_is_no_slower() -> None:
    alpha, beta = {"intra": 1e-6, "inter": 5e-6}, {"intra": 1e-11, "inter": 4e-11}
    for shape in TWO_LEVEL:
        for collective in ("all_gather", "reduce_scatter", "all_reduce"):
            one, several = _plan(collective, "ring", shape), _plan(collective, "multi_ring", shape, rings=1)
            assert seconds(several, 1e6, alpha, beta, 1e-12) == pytest.approx(
                seconds(one, 1e6, alpha, beta, 1e-12), rel=1e-12
            )


def test_eight_rings_over_two_machines_in_units_of_the_fast_path() -> None:
    # Across: 2 * 15/16 / 8 * 4 = 0.9375; inside: seven of eight rings, 2 * 15/16 * 7/8 = 1.640625.
    plan = _plan("all_reduce", "multi_ring", Shape(16, 8))
    assert seconds(plan, 1.0, NONE, {"intra": 1.0, "inter": 4.0}) == pytest.approx(1.640625, rel=1e-15)
    assert seconds(plan, 1.0, NONE, {"intra": 1.0, "inter": 8.0}) == pytest.approx(1.875, rel=1e-15)


@given(
    st.sampled_from(TWO_LEVEL),
    st.tuples(st.floats(0, 1e-4), st.floats(0, 1e-4)),
    st.tuples(st.floats(0, 1e-9), st.floats(0, 1e-9)),
    st.floats(0, 1e-9),
)
def test_the_pipelined_mesh_hides_one_level_behind_the_other(
    shape: Shape, alphas: tuple[float, float], betas: tuple[float, float], gamma: float
) -> None:
    alpha, beta = dict(zip(NONE, alphas, strict=True)), dict(zip(NONE, betas, strict=True))
    n, p, m = 1e6, shape.ranks, shape.nodes
    inner, outer = alphas[0] + n / p * betas[0], alphas[1] + n / p * betas[1]
    gather, scatter, both = (
        _plan(c, "hierarchical_pipeline_mesh", shape) for c in ("all_gather", "reduce_scatter", "all_reduce")
    )
    expected = (m - 1) * max(outer, inner) + inner
    assert seconds(gather, n, alpha, beta) == pytest.approx(expected, rel=1e-12)
    assert seconds(scatter, n, alpha, beta, gamma) == pytest.approx(expected + (p - 1) / p * n * gamma, rel=1e-12)
    assert seconds(both, n, alpha, beta) == pytest.approx(2 * expected, rel=1e-12)
    assert total_egress(gather) == pytest.approx(must_move("all_gather", shape), rel=1e-12)


@pytest.mark.parametrize(
    ("collective", "moved"), [("all_gather", 1), ("reduce_scatter", 1), ("all_to_all", 1), ("all_reduce", 2)]
)
def test_a_full_mesh_has_the_bandwidth_of_all_its_links(collective: str, moved: int) -> None:
    """A rank's (p-1)/p of n leave over p - 1 links: the bandwidth grows with the group."""
    for ranks in range(2, 65):
        time = seconds(_plan(collective, "full_mesh", Shape(ranks)), 1.0, NONE, {"intra": 1.0})
        bandwidth = moved * (ranks - 1) / ranks / time
        assert bandwidth == pytest.approx(ranks - 1, rel=1e-12)


def test_the_models_read_as_their_papers_at_full_efficiency() -> None:
    tree = _plan("all_reduce", "double_binary_tree", Shape(8), efficiency=1.0)
    switch = _plan("all_reduce", "in_network", Shape(8), efficiency=1.0)
    assert seconds(tree, 1.0, ONE, NONE) == 6
    assert seconds(tree, 1.0, NONE, ONE) == 2
    assert (seconds(switch, 1.0, ONE, NONE), seconds(switch, 1.0, NONE, ONE)) == (2, 1)
    rails = _plan("all_reduce", "hierarchical_in_network", Shape(16, 8), efficiency=0.5)
    assert seconds(rails, 1.0, NONE, {"intra": 1.0, "inter": 4.0}) == pytest.approx(1.75 + 4 / 8 / 0.5, rel=1e-15)


@pytest.mark.parametrize("name", ["double_binary_tree", "in_network", "hierarchical_in_network"])
def test_a_better_efficiency_is_faster_and_crosses_the_node_with_the_same_bytes(name: str) -> None:
    for shape in (Shape(16, 8), Shape(12, 3), Shape(9, 1)):
        plans = [_plan("all_reduce", name, shape, efficiency=share) for share in (0.3, 0.9, 1.0)]
        times = [seconds(plan, 1.0, ONE, ONE) for plan in plans]
        assert times[0] > times[1] > times[2]
        assert len({total_egress(plan) for plan in plans}) == 1


def test_what_the_network_reduces_leaves_a_node_once() -> None:
    for shape in TWO_LEVEL:
        least = must_move("all_reduce", shape, in_network=True)
        assert total_egress(_plan("all_reduce", "hierarchical_in_network", shape)) == pytest.approx(least, rel=1e-12)
        assert total_egress(_plan("all_reduce", "in_network", shape)) == shape.per_node
    assert _found("all_reduce", "in_network").in_network


@pytest.mark.parametrize(
    ("collective", "name", "shape", "options", "words"),
    [
        ("broadcast", "chain_pipelined", Shape(4), {}, "it needs segments, such as 16, or optimal"),
        ("reduce", "chain_pipelined", Shape(4), {"segments": 0}, "cannot be cut into 0 segments"),
        ("all_reduce", "torus2d_ring", Shape(8), {}, "it needs dims, such as 4x8"),
        ("all_reduce", "torus2d_ring", Shape(8), {"dims": (3, 3)}, "3x3 is not a torus of 8 ranks"),
        ("all_reduce", "torus2d_ring", Shape(8), {"dims": (-2, -4)}, "is not a torus"),
        ("all_gather", "multi_ring", Shape(8), {}, "several nodes of several ranks, and the group is on one node"),
        ("all_gather", "multi_ring", Shape(8, 1), {}, "the group has one rank on each node"),
        ("all_gather", "multi_ring", Shape(8, 4), {"rings": 5}, "5 rings cannot leave a node"),
        ("all_gather", "hierarchical_pipeline_mesh", Shape(8, 1), {}, "several nodes of several ranks"),
        ("all_reduce", "hierarchical_in_network", Shape(8), {}, "it needs several nodes, and the group is on one"),
        ("all_reduce", "in_network", Shape(8), {"efficiency": 0.0}, "not above 0 and at most 1"),
        ("all_reduce", "double_binary_tree", Shape(8), {"efficiency": float("nan")}, "not above 0 and at most 1"),
    ],
)
def test_what_cannot_run_says_why(
    collective: str, name: str, shape: Shape, options: dict[str, object], words: str
) -> None:
    algorithm, given_options = _found(collective, name), Options(**options)  # type: ignore[arg-type]
    assert words in str(algorithm.valid(shape, given_options))
    with pytest.raises(ValueError, match=words):
        algorithm.plan(shape, given_options)


def test_an_option_without_effect_is_told() -> None:
    ring, chain = _found("all_reduce", "ring"), _found("broadcast", "chain_pipelined")
    stated = Options(segments=4, rings=2)
    assert ring.unused(stated) == ("segments", "rings")
    assert chain.unused(stated) == ("rings",)
    assert plan_on(ring, Shape(8)) == ring.plan(Shape(8), stated)
