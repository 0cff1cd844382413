"""A stage as rows of coefficients: one for each resource it puts something on, of which the slowest counts.

Row keys: ``beta.<level>`` (port), ``link.<level>``, ``unit.<level>``, ``nic.<level>``, ``cut.<name>``,
``gap.<level>``, beside ``alpha.<level>``, ``hop.<level>`` and ``gamma``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from estimator.cost.form import Row, Terms
from estimator.cost.key import GAMMA, Family, Key
from estimator.cost.plan import Stage

ON_PATHS: tuple[Family, ...] = ("beta", "link", "unit", "nic")
"""The resources of a path: a rank's port, a link, the border of a unit, a shared NIC."""


class MessageGap(NamedTuple):
    """How messages start on a level: of one round and rank ``free`` cost nothing; each counts ``senders`` times.

    ``of_unit``: the rate is that of a whole joined unit, whose senders share it.
    """

    free: float = 0.0
    of_unit: bool = False
    senders: float = 1.0


Gaps = Mapping[str, MessageGap]
NONE: Gaps = {}


def rows_of_stage(stage: Stage, gaps: Gaps = NONE) -> list[Row]:
    """The rows of a stage; further runs of the same alternative are added to each, every choice of theirs apart."""
    own = list(_own_rows(stage, gaps))
    for also in stage.also:
        own = [_both(row, more) for row, more in itertools.product(own, rows_of_stage(also, gaps))]
    return own


def _own_rows(stage: Stage, gaps: Gaps) -> Iterator[Row]:
    base: Terms = {Key("alpha", stage.starts): stage.rounds} if stage.rounds else {}
    base |= {Key("hop", level): links for level, links in stage.hops}
    if stage.reduced:
        base[GAMMA] = stage.reduced
    loads = dict(_loads(stage, gaps))
    for key, load in loads.items():
        yield Row(base | {key: load}, key)
    if not loads and base:
        yield Row(base, Key("alpha", stage.starts))


def _loads(stage: Stage, gaps: Gaps) -> Iterator[tuple[Key, float]]:
    """Every resource that a stage puts something on."""
    for family, load in zip(ON_PATHS, (stage.volume, stage.link, stage.egress, stage.nic), strict=True):
        if load:
            yield Key(family, stage.level), load
    for name, load in stage.cuts:
        if load:
            yield Key("cut", name), load
    gap = gaps.get(stage.starts)
    if gap is not None:
        slowed = (stage.messages - gap.free * stage.rounds) * gap.senders
        if slowed > 0.0:
            yield Key("gap", stage.starts), slowed


def _both(row: Row, more: Row) -> Row:
    terms = dict(row.terms)
    for key, value in more.terms.items():
        terms[key] = terms.get(key, 0.0) + value
    return Row(terms, row.resource)
