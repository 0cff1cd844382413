"""Every pair at once: counted by rank it is what counting each message gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from estimator.cost.placing.counting import counted
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.placing.pairs import by_message, every_pair
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Stage
from tests.cost.placing.machines import Prices, prices, uneven_groups


def _message_by_message(group: Group) -> tuple[Stage, ...]:
    pairs = [(a, b) for a in range(group.p) for b in range(group.p) if a != b]
    sender, receiver = np.array(pairs).T
    return counted(group, Messages(sender, receiver, 1 / group.p))


@settings(max_examples=150, deadline=None)
@given(uneven_groups(("switch",)), prices())
def test_counted_by_rank_it_takes_what_counting_each_message_gives(drawn: Group, price: Prices) -> None:
    group = replace(drawn, levels=tuple(replace(level, linked=False) for level in drawn.levels))
    assert not by_message(group)
    apart = _message_by_message(group)
    together = every_pair(group)
    assert price.phase(together) == pytest.approx(price.phase(apart), rel=1e-12)
    for stage in together:
        (same,) = [one for one in apart if (one.level, one.start) == (stage.level, stage.start)]
        assert (stage.messages, stage.posted, stage.on_rail) == (same.messages, same.posted, same.on_rail)


def test_ranks_of_a_small_node_send_to_all_of_the_large_one() -> None:
    group = Group.tree((Level("node"), Level("fabric")), (6, 2))
    assert not by_message(group)
    found = {stage.level: stage for stage in every_pair(group)}
    # inside: 5 peers of 8 in the large node; across: 6 of 8 from the small one
    assert found["node"].volume == pytest.approx(5 / 8)
    assert found["node"].messages == 5
    assert found["fabric"].volume == pytest.approx(6 / 8)
    assert found["fabric"].messages == 6


def test_very_many_unequal_nodes_are_counted_without_a_message_of_each_pair() -> None:
    held = [1 + node % 8 for node in range(8192)]
    found = {stage.level: stage for stage in every_pair(Group.tree((Level("node"), Level("fabric", unit=True)), held))}
    p = sum(held)
    assert found["fabric"].volume == pytest.approx((p - 1) / p)
    assert found["fabric"].egress == pytest.approx(8 * (p - 8) / p)
