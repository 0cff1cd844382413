"""Rotations over switches in classes: what is asked together is what is asked alone."""

from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.placing.on_switches import plain, rows_on_switches
from tests.cost.placing.machines import even_groups, uneven_groups


@given(st.one_of(even_groups(wirings=("switch",)), uneven_groups(wirings=("switch",))), st.data())
def test_each_distance_has_the_stages_that_it_has_by_itself(group: Group, data: st.DataObject) -> None:
    if not plain(group) or group.p == 1:
        return
    distances = data.draw(st.lists(st.integers(1, group.p - 1), min_size=1, max_size=9))
    rows, kinds = rows_on_switches(group, distances)
    for distance, kind in zip(distances, kinds, strict=True):
        (alone,), _ = rows_on_switches(group, [distance])
        assert rows[kind] == alone


def test_distances_that_load_a_border_alike_are_one_class() -> None:
    # Four nodes of four ranks: over the border of a node go 1, 2 and 3 messages of each at distances 1, 2 and 3, from 4
    # to 12 all four; 13 is 3 the other way round.
    group = Group.on((Level("node"), Level("net", unit=True)), (4, 4))
    rows, kinds = rows_on_switches(group, range(1, 16))
    crossing = [max(stage.egress for stage in rows[kind]) for kind in kinds]
    assert crossing == [1, 2, 3, *[4] * 9, 3, 2, 1]
    assert kinds[0] == kinds[14]
    assert kinds[4] == kinds[5]
