"""Plans of flat algorithms against schedules in which every message is counted."""

from __future__ import annotations

import pytest

from estimator.cost.catalogue import find
from estimator.cost.plan import stages
from estimator.cost.shape import Shape
from tests.cost.reference import every_shape
from tests.cost.schedules import SCHEDULES, critical_volume, crossed

SHAPES = [shape for shape in every_shape(26) if shape.ranks > 1] + [Shape(64, 8), Shape(63, 9), Shape(48, 6)]


@pytest.mark.parametrize(("collective", "name"), SCHEDULES)
def test_what_leaves_a_node_is_counted_exactly(collective: str, name: str) -> None:
    algorithm = find(collective, name)
    assert algorithm is not None
    checked = 0
    for shape in SHAPES:
        if algorithm.valid(shape) is not None:
            continue
        for stage, rounds in zip(stages(algorithm.plan(shape)), SCHEDULES[collective, name](shape.ranks), strict=True):
            expected = crossed(rounds, shape.per_node)
            assert stage.egress == pytest.approx(expected.egress, rel=1e-12), shape
            if shape.nodes > 1:
                assert stage.senders == expected.senders, shape
            checked += 1
    assert checked >= (15 if name == "recursive_doubling" and collective == "all_gather" else 60)


@pytest.mark.parametrize(("collective", "name"), SCHEDULES)
def test_rounds_and_critical_bytes_are_those_of_the_schedule(collective: str, name: str) -> None:
    algorithm = find(collective, name)
    assert algorithm is not None
    for ranks in [p for p in range(2, 71) if algorithm.valid(Shape(p)) is None]:
        schedule = SCHEDULES[collective, name](ranks)
        for stage, rounds in zip(stages(algorithm.plan(Shape(ranks))), schedule, strict=True):
            assert stage.rounds == len(rounds)
            assert stage.volume == pytest.approx(critical_volume(rounds), rel=1e-12)


def test_a_flat_schedule_over_nodes_pays_the_slow_path_in_every_round() -> None:
    for collective, name in SCHEDULES:
        algorithm = find(collective, name)
        assert algorithm is not None
        one, two = algorithm.plan(Shape(16)), algorithm.plan(Shape(16, 8))
        assert {stage.level for stage in stages(one)} == {"intra"}
        assert {stage.level for stage in stages(two)} == {"inter"}
        for inside, across in zip(stages(one), stages(two), strict=True):
            assert (inside.rounds, inside.volume) == (across.rounds, across.volume)
            assert inside.egress == 0
            assert across.egress > 0
