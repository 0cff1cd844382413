"""The plan of a flat schedule on a group: what each of its rounds puts on every level it uses.

Interface::

    place(group, [Rotation(1, 1 / p, repeat=p - 1)])       # a ring, before channels
    place(group, [Messages(senders, receivers, sizes)])   # any round

A flat algorithm is written as rounds over the ranks 0 ... p - 1 (``placing.rounds``) and knows no levels.
"""

from __future__ import annotations

import itertools

from estimator.cost.placing.counting import counted
from estimator.cost.placing.group import Group
from estimator.cost.placing.rotations import Found, exchanged, rotated
from estimator.cost.placing.rounds import Exchange, Messages, Rotation, Round, Rounds
from estimator.cost.plan import Plan, Stage


def place(group: Group, rounds: Rounds) -> Plan:
    """The plan of rounds in sequence; rounds that put the same on every resource are one phase.

    Sixteen ranks on two switches of eight, a rotation by 1: every rank's port inside carries a message, and in the
    same round one message of each unit takes the port outside.
    """
    joined: dict[tuple[Stage, ...], float] = {}
    for kind, same in itertools.groupby(rounds, type):
        for stages, count in _found(group, kind, list(same)):
            if stages:
                joined[stages] = joined.get(stages, 0.0) + count
    return tuple(tuple(stage.times(count) for stage in stages) for stages, count in joined.items())


def _found(group: Group, kind: type, rounds: list[Round]) -> list[Found]:
    if kind is Rotation:
        return rotated(group, [one for one in rounds if isinstance(one, Rotation)])
    if kind is Exchange:
        return exchanged(group, [one for one in rounds if isinstance(one, Exchange)])
    listed = (one for one in rounds if isinstance(one, Messages))
    return [(counted(group, one), one.repeat) for one in listed if len(one.sender)]
