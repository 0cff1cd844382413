"""The machine of a question: its levels with their rates, by the function that a spec's levels go through."""

from __future__ import annotations

from itertools import accumulate
from math import prod
from operator import mul
from typing import NamedTuple

from estimator.cost.key import Key
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Border
from estimator.cost.rates import Stated, level_with, rates_of
from estimator.errors import UserError
from estimator.estimate.asked.question import AskedLevels
from estimator.phrase import phrase

MOST_RANKS = 2**20
"""Ranks that are laid out on levels, as many as a rank layout has."""
CUT = "node"
"""The cut round each node, where its bandwidth is given."""


class AskedMachine(NamedTuple):
    """The group on the levels asked for, and the parameters of those levels: alpha [s], inverse rates [s/B]."""

    group: Group
    values: dict[Key, float]


def asked_machine(asked: AskedLevels, cut: bool) -> AskedMachine:
    """The levels of a question, innermost first: ``node`` and ``machine`` where there are two, else by number.

    Raises UserError for more ranks than can be laid out.
    """
    ranks = prod(asked.shape)
    if ranks > MOST_RANKS:
        raise UserError(
            phrase(
                "{ranks} ranks are more than the {most_ranks} that are laid out; give fewer",
                ranks=ranks,
                most_ranks=MOST_RANKS,
            )
        )
    count = len(asked.levels)
    names = ("node", "machine")[:count] if count < 3 else tuple(phrase("level {k}", k=k + 1) for k in range(count))
    inside = [1, *accumulate((level.units for level in asked.levels), mul)]
    levels, values = [], {}
    for k, (name, level) in enumerate(zip(names, asked.levels, strict=True)):
        stated = Stated(bandwidth=level.bandwidth, per=level.per)
        borders = (Border(CUT),) if cut and k == 1 else ()
        made = level_with(name, [stated], inside[k], wiring=level.wiring, units=level.units, cuts=borders)
        rates = rates_of(stated, made, inside[k], asked.shape[k])
        values[Key("alpha", name)] = level.alpha
        values |= {
            Key("beta", name): rates.port,
            Key("link", name): rates.link,
            Key("unit", name): rates.unit,
            Key("nic", name): rates.nic,
        }
        levels.append(made)
    return AskedMachine(Group.on(levels, asked.shape), values)
