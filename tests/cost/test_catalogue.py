"""Laws that hold for every entry of the catalogue."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.algorithm import Algorithm
from estimator.cost.catalogue import ALGORITHMS, COLLECTIVES, algorithms, find, names
from estimator.cost.collectives import EVEN, UNEVEN
from estimator.cost.cuts import must_move
from estimator.cost.plan import stages
from estimator.cost.shape import Shape
from tests.cost.reference import every_shape, plan_on, runs_on, seconds, total_egress

ENTRIES = [a for a in ALGORITHMS if a.collective not in UNEVEN]
SHAPES = every_shape(64)
FAST = {"intra": 1.0, "inter": 1.0}
TWO_LEVELS = ("multi_ring", "hierarchical_pipeline_mesh")
"""They use both paths at once."""
SEVERAL_NODES = (*TWO_LEVELS, "hierarchical_in_network")
"""They say nothing about a group on one node."""
NOTHING = {"intra": 0.0, "inter": 0.0}


def _label(algorithm: Algorithm) -> str:
    return f"{algorithm.collective}-{algorithm.name}"


def _valid(algorithm: Algorithm) -> list[Shape]:
    return [shape for shape in SHAPES if runs_on(algorithm, shape)]


def _plan_seconds(name: str, collective: str, shape: Shape, **path: float) -> float:
    """Time in units of n * beta_intra or of alpha, the other set to zero."""
    algorithm = find(collective, name)
    assert algorithm is not None
    alpha = {"intra": path.get("alpha", 0.0), "inter": path.get("alpha", 0.0)}
    beta = {"intra": path.get("beta", 0.0), "inter": path.get("slow", path.get("beta", 0.0))}
    return seconds(algorithm.plan(shape), 1.0, alpha, beta)


def test_every_collective_has_algorithms_and_every_name_is_found_once() -> None:
    assert len(COLLECTIVES) == 13
    for collective in COLLECTIVES:
        listed = names(collective.name)
        assert listed
        assert len(set(listed)) == len(listed)
        assert [a.collective for a in algorithms(collective.name)] == [collective.name] * len(listed)
    assert find("all_reduce", "no_such_thing") is None
    assert find("no_such_thing", "ring") is None


@pytest.mark.parametrize(("even", "uneven"), [(EVEN[name], name) for name in UNEVEN])
def test_shares_that_differ_use_the_algorithms_of_the_equal_ones(even: str, uneven: str) -> None:
    assert names(uneven) == names(even)
    for name in names(even):
        fixed, variable = find(even, name), find(uneven, name)
        assert fixed is not None
        assert variable is not None
        assert (fixed.en, fixed.terms, fixed.copies) == (variable.en, variable.terms, variable.copies)
        for shape in SHAPES:
            assert fixed.valid(shape) == variable.valid(shape)
            assert fixed.valid(shape) or fixed.plan(shape) == variable.plan(shape)
            assert must_move(even, shape) == must_move(uneven, shape)


@pytest.mark.parametrize("algorithm", ENTRIES, ids=_label)
def test_one_rank_takes_no_time(algorithm: Algorithm) -> None:
    if algorithm.name in SEVERAL_NODES:
        assert "it needs several nodes" in str(algorithm.valid(Shape(1)))
        return
    assert seconds(plan_on(algorithm, Shape(1)), 1e9, FAST, FAST, 1.0) == 0


@pytest.mark.parametrize("algorithm", ENTRIES, ids=_label)
def test_no_plan_sends_less_over_a_node_than_must_move(algorithm: Algorithm) -> None:
    crossing = [shape for shape in _valid(algorithm) if shape.nodes > 1]
    assert len(crossing) >= 15
    for shape in crossing:
        least = must_move(algorithm.collective, shape, algorithm.in_network)
        assert total_egress(plan_on(algorithm, shape)) >= least * (1 - 1e-12), shape


@pytest.mark.parametrize("algorithm", ENTRIES, ids=_label)
def test_coefficients_are_finite_and_fit_together(algorithm: Algorithm) -> None:
    for shape in _valid(algorithm):
        for phase in plan_on(algorithm, shape):
            moved = sum(stage.volume * (shape.ranks if stage.port == "link" else 1) for stage in phase)
            for stage in phase:
                assert 0 <= stage.rounds < 1e4
                assert 0 <= stage.reduced <= moved + 1e-12
                assert 1 <= stage.senders <= shape.per_node
                assert stage.messages >= (1 if stage.rounds else 0)
                assert stage.egress == 0 if stage.level == "intra" else shape.nodes > 1


@given(
    algorithm=st.sampled_from(ENTRIES),
    shape=st.sampled_from(SHAPES),
    n=st.floats(0, 1e12),
    more=st.floats(1, 100),
    alphas=st.tuples(st.floats(0, 1e-3), st.floats(0, 1e-3)),
    betas=st.tuples(st.floats(0, 1e-8), st.floats(0, 1e-8)),
    gamma=st.floats(0, 1e-8),
)
def test_time_grows_with_size_and_with_every_parameter(
    algorithm: Algorithm,
    shape: Shape,
    n: float,
    more: float,
    alphas: tuple[float, float],
    betas: tuple[float, float],
    gamma: float,
) -> None:
    if not runs_on(algorithm, shape):
        return
    plan = plan_on(algorithm, shape)
    alpha, beta = dict(zip(FAST, alphas, strict=True)), dict(zip(FAST, betas, strict=True))
    base = seconds(plan, n, alpha, beta, gamma)
    assert base <= seconds(plan, n * more, alpha, beta, gamma)
    assert base <= seconds(plan, n, alpha, beta, gamma * more)
    for level in FAST:
        assert base <= seconds(plan, n, alpha | {level: alpha[level] * more}, beta, gamma)
        assert base <= seconds(plan, n, alpha, beta | {level: beta[level] * more}, gamma)


@pytest.mark.parametrize("algorithm", ENTRIES, ids=_label)
def test_entries_say_what_they_are_in_both_languages(algorithm: Algorithm) -> None:
    assert all((algorithm.zh, algorithm.en, algorithm.source, algorithm.validity_zh, algorithm.validity_en))
    assert "per_expert" in algorithm.copies
    sequential = algorithm.name.startswith(("hierarchical", "torus")) and algorithm.name not in TWO_LEVELS
    assert algorithm.chunkable == sequential


def test_only_forms_that_reach_a_node_once_can_send_one_copy_a_node() -> None:
    able = {a.name for a in algorithms("all_to_all") if "per_node" in a.copies}
    assert able == {"hierarchical_rail_inter_first", "hierarchical_leader"}


def test_an_algorithm_that_needs_a_power_of_two_says_so() -> None:
    doubling, exchange = find("all_gather", "recursive_doubling"), find("all_to_all", "pairwise_xor")
    assert doubling is not None
    assert exchange is not None
    assert doubling.valid(Shape(6)) == "it needs p = 2^k, and p is 6"
    assert exchange.valid(Shape(12, 3)) is not None
    for algorithm in (doubling, exchange):
        with pytest.raises(ValueError, match=r"power|2\^k"):
            algorithm.plan(Shape(6))


def test_eight_rank_all_reduce_is_reduce_scatter_plus_all_gather() -> None:
    path = {"alpha": 5e-6, "beta": 1e-11}
    whole = _plan_seconds("ring", "all_reduce", Shape(8), **path)
    parts = sum(_plan_seconds("ring", collective, Shape(8), **path) for collective in ("reduce_scatter", "all_gather"))
    assert whole == pytest.approx(parts, rel=1e-15)


def test_a_flat_ring_of_two_machines_takes_30_sevenths_of_one_when_the_path_across_is_four_times_slower() -> None:
    one = _plan_seconds("ring", "all_reduce", Shape(8), beta=1.0)
    two = _plan_seconds("ring", "all_reduce", Shape(16, 8), beta=1.0, slow=4.0)
    assert one == pytest.approx(1.75, rel=1e-15)
    assert two == pytest.approx(7.5, rel=1e-15)
    assert two / one == pytest.approx(30 / 7, rel=1e-15)


def test_the_hierarchical_all_reduce_takes_2_25_with_eight_rails_and_5_75_when_they_share_the_node() -> None:
    rails = _plan_seconds("hierarchical_rs_ar_ag", "all_reduce", Shape(16, 8), beta=1.0, slow=4.0)
    shared = _plan_seconds("hierarchical_rs_ar_ag", "all_reduce", Shape(16, 8), beta=1.0, slow=4.0 * 8)
    assert rails == pytest.approx(2.25, rel=1e-15)
    assert shared == pytest.approx(5.75, rel=1e-15)
    algorithm = find("all_reduce", "hierarchical_rs_ar_ag")
    assert algorithm is not None
    (across,) = [stage for stage in stages(algorithm.plan(Shape(16, 8))) if stage.level == "inter"]
    # The node's boundary at four times the slowness carries egress 1, the same as eight rails sharing it.
    assert (across.senders, across.egress * 4.0) == (8, 4.0)


def test_sixty_four_ranks_start_63_messages_in_a_ring_and_6_by_doubling() -> None:
    assert _plan_seconds("ring", "all_gather", Shape(64), alpha=1.0) == 63
    assert _plan_seconds("recursive_doubling", "all_gather", Shape(64), alpha=1.0) == 6
    assert _plan_seconds("bruck", "all_gather", Shape(64), alpha=1.0) == 6


def test_the_order_of_stages_changes_what_crosses_by_the_ranks_of_a_node() -> None:
    for collective, cheap, dear in (
        ("all_gather", "hierarchical_inter_first", "hierarchical_intra_first"),
        ("reduce_scatter", "hierarchical_intra_first", "hierarchical_inter_first"),
    ):
        low, high = find(collective, cheap), find(collective, dear)
        assert low is not None
        assert high is not None
        for shape in (Shape(16, 8), Shape(15, 3), Shape(64, 4)):
            ratio = total_egress(high.plan(shape)) / total_egress(low.plan(shape))
            assert ratio == pytest.approx(shape.per_node)


def test_one_rank_a_node_asks_for_no_path_inside_a_node() -> None:
    for algorithm in ENTRIES:
        if algorithm.name in SEVERAL_NODES:
            continue
        for ranks in (2, 8):
            plan = plan_on(algorithm, Shape(ranks, 1))
            assert {stage.level for stage in stages(plan)} == {"inter"}, algorithm.name
        assert {stage.level for stage in stages(plan_on(algorithm, Shape(8)))} == {"intra"}, algorithm.name
