"""Where the ranks of a group sit."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.cost.placing.around import closes, furthest, links_between, sharing, stride
from estimator.cost.placing.group import Group, seats
from estimator.cost.placing.level import Level, passed
from tests.cost.placing.machines import group_of_ranks

NODES = (Level("node", units=8), Level("rail", units=64))


def test_a_shape_counts_units_of_each_level_from_the_innermost() -> None:
    group = Group.on(NODES, (8, 4))
    assert (group.p, group.shape, group.widths) == (32, (8, 4), (1, 8, 32))
    assert group.outermost(np.array([0, 0, 3]), np.array([7, 8, 3])).tolist() == [0, 1, -1]
    assert Group.on(NODES, (4,)).shape == (4, 1)
    with pytest.raises(ValueError, match="no shape on 2 levels"):
        Group.on(NODES, (8, 4, 2))
    with pytest.raises(ValueError, match="3 units of node are named"):
        Group.on(NODES, (2,), units={"node": [0, 2, 3]})


def test_an_uneven_group_lies_in_a_product_of_which_it_holds_some_places() -> None:
    group = Group.tree(NODES, (6, 2))
    assert (group.p, group.even, group.shape) == (8, False, (6, 2))
    assert group.ids(1).tolist() == [0] * 6 + [1] * 2
    assert (group.most(0), group.most(1), group.held(1)) == (6, 2, 6)
    three = Group.tree((*NODES, Level("fabric")), (((2, 2), (2,))))
    assert [three.ids(level).tolist() for level in (1, 2)] == [[0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1]]


def test_ranks_of_a_layout_are_the_shape_they_fill() -> None:
    assert group_of_ranks(NODES, range(16)) == Group.on(NODES, (8, 2))
    assert group_of_ranks(NODES, [1, 9, 17]).at == ((0,), (0, 1, 2))
    # Two ranks of each node at other indexes: even, where no level asks for the index.
    assert group_of_ranks(NODES, [6, 7, 8, 9]) == Group.on(NODES, (2, 2))
    rails = (NODES[0], Level("rail", "rails", units=64))
    assert group_of_ranks(rails, [6, 7, 8, 9]).even is False
    assert group_of_ranks(rails, [1, 9, 17]).at == ((1,), (0, 1, 2))


def test_equal_groups_are_one_key() -> None:
    made = {Group.on(NODES, (8, 4)): "plan"}
    assert made[Group.on(NODES, (8, 4))] == "plan"
    assert Group.on(NODES, (8, 4), at_once={"node": 2}) not in made


def test_a_level_may_pass_through_several() -> None:
    chain = (Level("a"), Level("b", through="a"), Level("c", through="b"))
    assert passed(chain, 2) == (2, 1, 0)
    with pytest.raises(ValueError, match="no inner level"):
        passed((Level("a", through="b"), Level("b")), 0)


def test_the_index_of_a_place_in_the_machine_follows_its_units() -> None:
    group = Group.on(NODES, (2, 3), stride={"node": 4})
    assert seats(group, 1, group.at).tolist() == [0, 4]
    assert seats(group, 2, group.at).tolist() == [0, 4, 8, 12, 16, 20]


@pytest.mark.parametrize(
    ("level", "shape", "step", "closed"),
    [
        (Level("x", "ring", units=8), 8, 1, True),
        (Level("x", "ring", units=8, of=16), 8, 1, False),
        (Level("x", "ring", units=16), 8, 2, True),
        (Level("x", "ring", units=16), 4, 2, False),
        (Level("x", "ring", units=8, wrap=False), 8, 1, False),
        (Level("x", "ring", units=8, of=16, wrap=4), 8, 1, True),
        (Level("x", "ring", units=8, of=16, wrap=4), 6, 1, False),
        (Level("x", "ring", units=8, of=16, wrap=4), 4, 2, True),
        (Level("x", "ring", units=8, of=16, wrap=4), 2, 2, False),
    ],
)
def test_a_ring_closes_where_the_group_goes_all_the_way_round(
    level: Level, shape: int, step: int, closed: bool
) -> None:
    assert closes(Group.on((level,), (shape,), stride={"x": step}), 0) is closed


def test_a_hop_of_a_stride_passes_as_many_links() -> None:
    ring = Level("x", "ring", units=16)
    closed, line = Group.on((ring,), (8,), stride={"x": 2}), Group.on((ring,), (3,), units={"x": [0, 1, 5]})
    ends = (np.array([0, 0, 0]), np.array([1, 4, 7]))
    assert links_between(closed, 0, *ends).tolist() == [2, 8, 2]
    assert (stride(closed, 0), furthest(closed, 0)) == (2, 8)
    assert links_between(line, 0, np.array([1, 2]), np.array([2, 0])).tolist() == [4, 5]
    assert (stride(line, 0), furthest(line, 0)) == (0, 5)


def test_groups_with_a_stride_share_links_and_others_do_not() -> None:
    ring = (Level("x", "ring", units=16),)
    beside = [((1, 3, 5, 7, 9, 11, 13, 15),)]
    assert sharing(Group.on(ring, (8,), stride={"x": 2}, beside=beside), 0) == 2
    assert sharing(Group.on(ring, (4,), stride={"x": 2}, beside=[((8, 10, 12, 14),)]), 0) == 1
    assert sharing(Group.on(ring, (8,), stride={"x": 2}, at_once={"x": 3}), 0) == 3
    assert sharing(Group.on(ring, (8,), at_once={"x": 3}), 0) == 1


def test_a_border_is_crossed_by_the_groups_that_lie_on_the_same_units() -> None:
    beside = [((1,), (0, 1)), ((2,), (0, 1)), ((0,), (2, 3))]
    assert Group.on(NODES, (1, 2), beside=beside).crossing(1) == 3
    assert Group.on(NODES, (1, 2), beside=beside, at_once={"node": 8}).crossing(1) == 8
    assert Group.on(NODES, (1, 2)).crossing(1) == 1
