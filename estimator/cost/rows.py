"""A stage as rows of coefficients: one for each resource it puts something on, of which the slowest counts.

Interface: ``compile_plan(plan)`` gives the Form. Row keys: ``beta.<level>`` (port), ``link.<level>``, ``unit.<level>``,
``nic.<level>``, ``cut.<name>``, ``gap.<level>``, beside ``alpha.<level>``, ``hop.<level>`` and ``gamma``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from estimator.cost.form import Form, Row, Terms, compile_rows
from estimator.cost.key import GAMMA, Key
from estimator.cost.plan import Plan, Stage

Pace = Mapping[str, float]
"""Levels with a message rate -> messages of a round that it does not slow down."""
_UNLIMITED: Pace = {}


def compile_plan(
    plan: Plan, whole: Mapping[str, float] | None = None, extra: Terms | None = None, paced: Pace = _UNLIMITED
) -> Form:
    """Compile a placed plan.

    ``whole``: a cut that is no level's border -> D in units of n, one row over the whole call. ``extra``: parameter ->
    coefficient added outside. ``paced``: levels with a message rate; of eight messages a round, 1 free, seven count.
    """
    phases = [[row for stage in phase for row in rows_of_stage(stage, paced)] for phase in plan]
    over_all = [Row({Key("cut", name): load}, Key("cut", name)) for name, load in (whole or {}).items() if load > 0.0]
    return compile_rows(phases, over_all, extra)


def rows_of_stage(stage: Stage, paced: Pace = _UNLIMITED) -> list[Row]:
    """The rows of a stage; further runs of the same alternative are added to each, every choice of theirs apart."""
    own = list(_own_rows(stage, paced))
    for also in stage.also:
        own = [_both(row, more) for row, more in itertools.product(own, rows_of_stage(also, paced))]
    return own


def _own_rows(stage: Stage, paced: Pace) -> Iterator[Row]:
    base: Terms = {Key("alpha", stage.starts): stage.rounds} if stage.rounds else {}
    base |= {Key("hop", level): links for level, links in stage.hops}
    if stage.reduced:
        base[GAMMA] = stage.reduced
    loads = dict(_loads(stage, paced))
    for key, load in loads.items():
        yield Row(base | {key: load}, key)
    if not loads:
        yield Row(base, Key("alpha", stage.starts))


def _loads(stage: Stage, paced: Pace) -> Iterator[tuple[Key, float]]:
    """Every resource that a stage puts something on."""
    found = {"beta": stage.volume, "link": stage.link, "unit": stage.egress, "nic": stage.nic}
    for family in ("beta", "link", "unit", "nic"):
        if found[family]:
            yield Key(family, stage.level), found[family]
    for name, load in stage.cuts:
        yield Key("cut", name), load
    if stage.starts in paced:
        slowed = (stage.posted or stage.messages) - paced[stage.starts] * stage.rounds
        if slowed > 0.0:
            yield Key("gap", stage.starts), slowed


def _both(row: Row, more: Row) -> Row:
    terms = dict(row.terms)
    for key, value in more.terms.items():
        terms[key] = terms.get(key, 0.0) + value
    return Row(terms, row.resource)
