"""All-to-All-v from a send matrix, against sums written out message by message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.bounds.load import cut_load, matrix_load
from estimator.cost.entries.catalogue import algorithms, find
from estimator.cost.options import Matrix, Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan, stages
from estimator.cost.schedules.send_matrix import crossed, matrix_bytes
from tests.cost.entries.samples import every_shape, on_nodes, options_of

SMALL: Matrix = ((0, 4, 1), (2, 0, 3), (0, 5, 0))
SHAPES = every_shape(12)


@st.composite
def matrices(draw: st.DrawFn) -> tuple[Group, Matrix]:
    """Whole bytes, some rows zero."""
    group = draw(st.sampled_from(SHAPES))
    row = st.lists(st.integers(0, 10**7), min_size=group.p, max_size=group.p)
    empty = st.just([0] * group.p)
    rows = draw(st.lists(st.one_of(row, empty), min_size=group.p, max_size=group.p))
    return group, tuple(tuple(float(value) for value in found) for found in rows)


def _options(entry_name: str, group: Group, matrix: Matrix | None) -> Options:
    entry = find("all_to_all_v", entry_name)
    assert entry is not None
    return Options(dims=options_of(entry, group).dims, send_matrix=matrix)


def _plan(name: str, group: Group, matrix: Matrix | None = None) -> Plan | None:
    entry = find("all_to_all_v", name)
    assert entry is not None
    options = _options(name, group, matrix)
    return entry.on(group, options) if entry.refusal(group, options) is None else None


def _crossing(matrix: Matrix, group: Group) -> float:
    """Bytes over the border of the busiest node, counted message by message."""
    node = group.ids(1).tolist()
    out, into = [0.0] * group.shape[1], [0.0] * group.shape[1]
    for i, row in enumerate(matrix):
        for j, size in enumerate(row):
            if node[i] != node[j]:
                out[node[i]] += size
                into[node[j]] += size
    return max([*out, *into])


def _egress(plan: Plan) -> float:
    return sum(max(stage.egress for stage in phase) for phase in plan)


def test_a_round_lasts_as_long_as_its_largest_message() -> None:
    plan = _plan("pairwise", on_nodes(3), SMALL)
    assert plan is not None
    assert matrix_bytes(SMALL) == 5
    # Round 1: 0->1 4, 1->2 3, 2->0 0; round 2: 0->2 1, 1->0 2, 2->1 5.
    assert sum(stage.volume for stage in stages(plan)) * 5 == pytest.approx(9)


def test_all_messages_at_once_take_as_long_as_the_busiest_port() -> None:
    plan = _plan("direct", on_nodes(3), SMALL)
    assert plan is not None
    ((stage,),) = plan
    # Rank 1 receives 4 and 5.
    assert stage.volume * 5 == pytest.approx(9)


@given(matrices())
def test_every_exchange_sends_at_least_what_the_matrix_must_move(drawn: tuple[Group, Matrix]) -> None:
    group, matrix = drawn
    n = max(sum(row) for row in matrix)
    if n == 0:
        return
    least = float(crossed(matrix, group.ids(1)).max())
    assert least * n == pytest.approx(_crossing(matrix, group))
    busiest = max(max(sum(row) - row[i], sum(other[i] for other in matrix) - row[i]) for i, row in enumerate(matrix))
    for entry in algorithms("all_to_all_v"):
        plan = _plan(entry.name, group, matrix)
        if plan is not None:
            assert _egress(plan) >= least * (1 - 1e-9)
            assert sum(stage.volume for stage in stages(plan)) * n >= busiest * (1 - 1e-9), entry.name


@pytest.mark.parametrize("group", SHAPES, ids=lambda group: str(group.shape))
def test_equal_blocks_are_the_even_exchange(group: Group) -> None:
    even: Matrix = ((2.0,) * group.p,) * group.p
    for entry in algorithms("all_to_all_v"):
        plain, from_matrix = _plan(entry.name, group), _plan(entry.name, group, even)
        if plain is None or from_matrix is None:
            continue
        for kind in ("rounds", "volume", "egress"):
            one, two = (sum(max(getattr(s, kind) for s in phase) for phase in plan) for plan in (plain, from_matrix))
            assert one == pytest.approx(two), entry.name


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
    levels = (Level("node", units=per_node), Level("fabric", units=64))
    group = Group.on(levels, (per_node, nodes), stride={"fabric": stride}, at_once={"node": at_once})
    even: Matrix = ((1.0,) * group.p,) * group.p
    unit = held * stride * per_node
    assert matrix_load(even, group, unit) == pytest.approx(cut_load("all_to_all_v", group, unit))


def test_nothing_to_send_takes_the_start_ups_only() -> None:
    zero: Matrix = ((0.0,) * 4,) * 4
    for entry in algorithms("all_to_all_v"):
        plan = _plan(entry.name, on_nodes(4, 2), zero)
        assert plan is not None
        assert sum(stage.volume + stage.egress for stage in stages(plan)) == 0, entry.name


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
    for entry in algorithms("all_to_all_v"):
        assert words in str(entry.refusal(on_nodes(2), _options(entry.name, on_nodes(2), matrix)))
    uneven = Group.tree(on_nodes(8, 4).levels, (6, 2))
    pairwise = find("all_to_all_v", "pairwise")
    assert pairwise is not None
    assert "hold equally many" in str(pairwise.refusal(uneven, Options(send_matrix=((1.0,) * 8,) * 8)))
