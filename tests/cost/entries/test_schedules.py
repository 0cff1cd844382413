"""Flat algorithms on any machine against schedules written apart, message by message, their data tracked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.cost.entries.catalogue import find
from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from tests.cost.placing.machines import Prices, even_groups, prices, uneven_groups
from tests.cost.schedules import SCHEDULES, Round

OWN_ORDER = {("all_reduce", "rabenseifner"), ("all_reduce", "ring"), ("reduce_scatter", "ring"), ("all_gather", "ring")}
"""Rabenseifner reduces nearest first, which on one level takes the same; a ring has orders of its own."""


def _messages(round_: Round) -> Messages:
    sender, receiver, size = (np.array(column) for column in zip(*round_, strict=True))
    return Messages(sender, receiver, size.astype(np.float64))


@pytest.mark.parametrize(("collective", "name"), sorted(set(SCHEDULES) - OWN_ORDER))
@settings(max_examples=40)
@given(group=st.one_of(even_groups(most=4), uneven_groups()), drawn=prices())
def test_a_plan_puts_on_every_level_what_the_messages_of_the_schedule_do(
    collective: str, name: str, group: Group, drawn: Prices
) -> None:
    entry = find(collective, name)
    assert entry is not None
    if group.p == 1 or entry.refusal(group) is not None:
        return
    if "scatter_ring" in name and any(s.wired or s.linked or s.nics or s.has_planes for s in group.levels):
        return  # the ring part has an order of its own
    priced = Prices(drawn.without("messages", "posted").of)  # reductions are not in the schedules
    parts = [[_messages(one) for one in part if one] for part in SCHEDULES[collective, name](group.p)]
    expected = sum(priced.seconds(place(group, part)) for part in parts)
    assert priced.seconds(entry.on(group)) == pytest.approx(expected, rel=1e-9)
