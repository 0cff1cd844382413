"""Groups of very many ranks: worked out in closed form, or refused in words; never an array of every pair."""

from __future__ import annotations

import pytest

from estimator.cost.entries.catalogue import find
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level, Wiring

MILLION = (16, 1024, 64)


def _million(*wirings: Wiring, sizes: tuple[int, ...] = MILLION) -> Group:
    return Group.on([Level(f"l{i}", wiring, units=sizes[i]) for i, wiring in enumerate(wirings)], sizes)


@pytest.mark.parametrize(
    ("wirings", "collective", "name", "said"),
    [
        # 2^20 messages of the round by eight units of the outer ring: 2^23 links, above the 2^22 that are followed
        (("switch", "switch", "ring"), "all_reduce", "recursive_doubling", "its messages pass 8,388,608 links of l2"),
        (("mesh", "mesh", "switch"), "reduce_scatter", "pairwise", "different patterns of 65,536 messages"),
    ],
)
def test_messages_that_are_too_many_to_follow_are_refused(
    wirings: tuple[Wiring, ...], collective: str, name: str, said: str
) -> None:
    entry = find(collective, name)
    assert entry is not None
    assert said in (entry.refusal(_million(*wirings)) or "")


def test_the_same_algorithms_run_on_switches() -> None:
    for collective, name in (("all_reduce", "recursive_doubling"), ("reduce_scatter", "pairwise")):
        entry = find(collective, name)
        assert entry is not None
        assert entry.refusal(_million("switch", "switch", "switch", sizes=(16, 64, 64))) is None


def test_too_many_orders_of_a_ring_are_refused_with_the_most_that_may_be_written() -> None:
    entry = find("all_reduce", "ring")
    assert entry is not None
    group = _million("switch", "switch", "switch")
    assert entry.refusal(group, Options(channels="all")) == (
        "16384 channels over 1048576 ranks are more than are laid out; write channels: 4 or fewer"
    )
    assert entry.refusal(group, Options(channels=4)) is None
