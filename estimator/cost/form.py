"""The compiled form of a plan: a small matrix over named parameters, evaluated at the pace of bare numpy.

T(n) = max( sum over phases of max over rows, whole-call rows ) + extra, each row a dot product
row . theta * n^power with power 0, 1/2 or 1 per column. Everything that asks "how long, why, what if" reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.key import GAMMA, POWER, Key
from estimator.cost.plan import Plan, Stage, stages
from estimator.cost.planes import Crossers, through

Array = NDArray[np.float64]
Terms = dict[Key, float]


class Row(NamedTuple):
    """One alternative of a phase: what it costs in each parameter, and which resource it is the time of."""

    terms: Terms
    resource: Key


@dataclass(frozen=True, slots=True)
class Form:
    """A compiled plan. K parameters, R rows in phases, W rows over the whole call.

    ``keys`` (K,) the parameters; ``power`` (K,) the power of n beside each; ``rows`` (R, K) >= 0; ``start`` first row
    of each phase; ``whole`` (W, K); ``extra`` (K,) added outside the maxima; ``resources`` (R + W,) the resource each
    row is the time of.
    """

    keys: tuple[Key, ...]
    power: Array
    rows: Array
    start: tuple[int, ...]
    whole: Array
    extra: Array
    resources: tuple[Key, ...]

    def theta(self, values: Mapping[Key, float]) -> Array:
        """The parameter vector (K,) from the values by key. Raises KeyError when one is missing."""
        return np.array([values[key] for key in self.keys])

    @property
    def stop(self) -> tuple[int, ...]:
        """One past the last row of each phase."""
        return (*self.start[1:], len(self.rows)) if self.start else ()


def beta_senders(plan: Plan, keys: Sequence[Key] | None = None) -> dict[Key, int]:
    """Each inverse-bandwidth parameter of a plan and the ranks of a node that send at once on it."""
    return {key: stage.senders for stage, key in zip(stages(plan), keys or beta_keys(plan), strict=True)}


def beta_keys(plan: Plan) -> tuple[Key, ...]:
    """The key of each stage's inverse bandwidth [s/B], in the order of ``stages``.

    Stages of one level whose senders differ get keys of their own (``beta.intra/1``), since a bandwidth given per
    node means another rate to each of them.
    """
    found = stages(plan)
    senders: dict[tuple[str, str], set[int]] = {}
    for stage in found:
        senders.setdefault((stage.level, stage.port), set()).add(stage.senders)
    return tuple(_beta_key(stage, len(senders[stage.level, stage.port]) > 1) for stage in found)


def _beta_key(stage: Stage, mixed: bool) -> Key:
    return Key("beta" if stage.port == "port" else "link", stage.level, stage.senders if mixed else 0)


def compile_form(
    plan: Plan,
    cuts: Mapping[str, Crossers] | None = None,
    whole: Mapping[str, float] | None = None,
    extra: Mapping[Key, float] | None = None,
    overlap: bool = False,
    rate_limited: frozenset[str] = frozenset(),
    keys: Sequence[Key] | None = None,
) -> Form:
    """Compile a plan with its cuts.

    ``cuts``: node-boundary cut -> groups that cross it at once, and planes where it has them; a phase that leaves the
    node gets one more row with egress * groups, or the busiest plane's share of it. ``whole``: any other cut -> D in
    units of n, one row over the whole call. ``extra``: parameter -> coefficient added outside. ``overlap``: start-ups
    add up, transfers of different resources run at once. ``rate_limited``: levels with a message-rate limit.
    ``keys``: ``beta_keys(plan)`` where they are known already.
    """
    cuts, whole, extra = cuts or {}, whole or {}, extra or {}
    keys = keys or beta_keys(plan)
    if overlap:
        phases = [_overlapped(zip(stages(plan), keys, strict=True), cuts, rate_limited)] if plan else []
    else:
        named = iter(keys)
        phases = [_alternatives([(s, next(named)) for s in phase], cuts, rate_limited) for phase in plan]
    over_all = [Row({Key("cut", name): load}, Key("cut", name)) for name, load in whole.items() if load > 0.0]
    return compile_rows(phases, over_all, dict(extra))


def _alternatives(
    phase: Iterable[tuple[Stage, Key]], cuts: Mapping[str, Crossers], limited: frozenset[str]
) -> list[Row]:
    found: list[Row] = []
    for stage, key in phase:
        base: Terms = {Key("alpha", stage.level): stage.rounds}
        reduced: Terms = {GAMMA: stage.reduced} if stage.reduced else {}
        found.append(Row(base | reduced | {key: stage.volume}, key))
        if stage.egress:
            named = ((Key("cut", name), crossers) for name, crossers in cuts.items())
            found += [Row(base | reduced | {cut: through(stage, crossers)}, cut) for cut, crossers in named]
        if stage.messages and stage.level in limited:
            gap = Key("gap", stage.level)
            found.append(Row(base | reduced | {gap: stage.messages}, gap))
    return found


def _overlapped(keyed: Iterable[tuple[Stage, Key]], cuts: Mapping[str, Crossers], limited: frozenset[str]) -> list[Row]:
    base: Terms = {}
    resources: dict[Key, Terms] = {}
    for stage, key in keyed:
        _add(base, Key("alpha", stage.level), stage.rounds)
        terms = resources.setdefault(key, {})
        _add(terms, key, stage.volume)
        if stage.reduced:
            _add(terms, GAMMA, stage.reduced)
        for name, crossers in cuts.items() if stage.egress else ():
            cut = Key("cut", name)
            _add(resources.setdefault(cut, {}), cut, through(stage, crossers))
        if stage.messages and stage.level in limited:
            gap = Key("gap", stage.level)
            _add(resources.setdefault(gap, {}), gap, stage.messages)
    return [Row(base | terms, name) for name, terms in resources.items()]


def _add(terms: Terms, key: Key, value: float) -> None:
    terms[key] = terms.get(key, 0.0) + value


def compile_rows(phases: Sequence[Sequence[Row]], over_all: Sequence[Row] = (), extra: Terms | None = None) -> Form:
    """The form of phases of alternative rows, rows over the whole call, and what is added outside."""
    extra = extra or {}
    rows = [row for phase in phases for row in phase]
    every = [*rows, *over_all]
    keys = tuple(dict.fromkeys(key for terms in (*(r.terms for r in every), extra) for key in terms))
    listed = [[row.terms.get(key, 0.0) for key in keys] for row in every]
    listed.append([extra.get(key, 0.0) for key in keys])
    matrix = np.array(listed).reshape(len(listed), len(keys))
    start, at = [], 0
    for phase in phases:
        start.append(at)
        at += len(phase)
    power = np.array([POWER[key.family] for key in keys], dtype=np.float64)
    resources = tuple(row.resource for row in every)
    return Form(keys, power, matrix[: len(rows)], tuple(start), matrix[len(rows) : -1], matrix[-1], resources)
