"""What one path gives an end: the parameter of each family with its origin, the worst over the conditions that hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.cost.key import Family
from estimator.cost.placing.level import Level
from estimator.cost.rates import rates_of
from estimator.cost.rows import MessageGap
from estimator.estimate.assume.path_parameters import Query, Side, Stating, in_force, optional_of, stretched
from estimator.estimate.result import Origin
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.resources import RATES, as_stated, whose
from estimator.spec.source import Basis, Source
from estimator.spec.values.base import CONDITIONS, Condition

ROOT_AT = 2.0**20
"""Bytes at which the origin of a root tells the time it adds."""
PLAIN: tuple[tuple[Family, str], ...] = (("alpha", "alpha"), ("hop", "hop"), ("gap", "messages"), ("root", "root"))
"""Families whose value is the quantity as stated."""

Numbers = Mapping[Family, tuple[float, Origin]]


class Joined(NamedTuple):
    """What a path joins for a group: the level, the machine's ranks in a joined unit, and the group's units there."""

    level: Level
    ranks: int
    held: int


@dataclass(slots=True)
class _Kept:
    """What is known of a path under one condition, by the call that asked for it; None: they are alike for all."""

    stated: dict[Hashable, Mapping[str, Stating]] = field(default_factory=dict)
    numbers: dict[tuple[Joined, Hashable, Side], Numbers] = field(default_factory=dict)


class PathNumbers:
    """One path of a platform, looked up once for all calls that it cannot tell apart. Values are SI: s, B/s."""

    def __init__(self, platform: Platform, path: str, sources: Mapping[str, Source]) -> None:
        self.platform, self.path, self.sources = platform, path, sources
        self.spec = platform.paths[path]
        stated = [self.spec.stated(condition) for condition in (*CONDITIONS, *self.spec.named)]
        self.by_call = bool(self.spec.only) or any(each is not None and each.valid is not None for each in stated)
        ranged = [each.valid for each in (*stated, *self.spec.only) if each is not None]
        self._by_range = any(ranged) or any(entry.sizes is not None for entry in self.spec.only)
        self._optional = optional_of(self.spec)
        self._kept: dict[Condition, _Kept] = {}

    def on(self, platform: Platform) -> PathNumbers:
        """The same path of a platform with other numbers, under the same conditions; what is as it was is kept."""
        if platform.paths[self.path] is self.spec:
            return self
        found = PathNumbers(platform, self.path, self.sources)
        found._kept = {name: kept for name, kept in self._kept.items() if found._rests_on(name) == self._rests_on(name)}
        return found

    def _rests_on(self, condition: Condition) -> list[object]:
        """The objects of the spec that decide what the path gives under a condition."""
        spec = self.spec
        optional = [getattr(spec.exclusive, quantity) for quantity in self._optional]
        stated = [spec.stated(name) for name in self.platform.lineage(condition)]
        return [id(each) for each in (spec.link, spec.only, *optional, *stated)]

    def worst(self, joined: Joined, conditions: Sequence[Condition], query: Query, side: Side) -> Numbers:
        """The worst of each parameter over the conditions, with its origin: what a row of the form multiplies.

        alpha and hop [s], the inverse rates of port, link, unit and NIC [s/B] (0: no such limit), gap [s/message] and
        root [s/B^0.5] where they are stated. A condition of one's own has what it does not state from the one that it
        is like; what no condition states of the optional ones is that of exclusive. Raises SpecError where the path
        lacks a condition.
        """
        under = [self.under(condition, joined, query, side) for condition in conditions]
        return under[0] if len(under) == 1 else _worst(item for numbers in under for item in numbers.items())

    def under(self, condition: Condition, joined: Joined, query: Query, side: Side) -> Numbers:
        """The same under one condition."""
        key = joined, self._telling(query), side
        kept = self._of(condition).numbers
        if key not in kept:
            kept[key] = _worst(self._values(joined, self.stating(condition, query), query, side))
        return kept[key]

    def gap(self, conditions: Iterable[Condition], query: Query) -> MessageGap | None:
        """How messages start up on the path where it says so; None where it says nothing."""
        for condition in conditions:
            stated = self.stating(condition, query)
            for quantity in ("messages", "message_rate"):
                if quantity in stated:
                    return MessageGap(of_unit=quantity == "message_rate" and whose(stated[quantity].per) == "unit")
        return None

    def stating(self, condition: Condition, query: Query) -> Mapping[str, Stating]:
        """Each quantity under a condition."""
        key = self._telling(query)
        kept = self._of(condition).stated
        if key not in kept:
            kept[key] = in_force(self.platform, self.path, condition, query, self._optional)
        return kept[key]

    def _telling(self, query: Query) -> Hashable:
        """What of a call the path can tell it from others by."""
        if self._by_range:
            return query
        return (query.collective, query.algorithm, query.rails) if self.by_call else None

    def _of(self, condition: Condition) -> _Kept:
        if condition not in self._kept:
            self._kept[condition] = _Kept()
        return self._kept[condition]

    def _values(
        self, joined: Joined, stated: Mapping[str, Stating], query: Query, side: Side
    ) -> Iterator[tuple[Family, tuple[float, Origin]]]:
        """Each parameter of the path under one condition, with its origin."""
        found = {quantity: stating.value(query, side) for quantity, stating in stated.items()}
        origins = {quantity: self._origin(stating, query, side) for quantity, stating in stated.items()}
        for family, quantity in PLAIN:
            if quantity in found:
                yield family, (found[quantity], origins[quantity])
        if "message_rate" in found:
            yield "gap", (1.0 / found["message_rate"], origins["message_rate"])
        link, own = self.spec.link, origins["bandwidth"]
        said = as_stated(link, {name: found[name] for name in RATES if found.get(name)}, stated["bandwidth"].per)
        rates = rates_of(said, joined.level, joined.ranks, joined.held)
        capped = link is not None and said.link_per == "rank" and rates.port == 1.0 / float(link.rate)
        yield "beta", (rates.port, self._link_origin() if capped and said.bandwidth != said.link_rate else own)
        yield "link", (rates.link, origins.get("one_peer", own))
        yield "unit", (rates.unit, origins.get("unit", own) if said.per != "unit" else own)
        yield "nic", (rates.nic, origins.get("nic", own) if said.per != "nic" else own)

    def _link_origin(self) -> Origin:
        """A port that its link caps."""
        link = self.spec.link
        assert link is not None  # noqa: S101 - asked for a capped port only
        place = f"platform.paths.{self.path}.link.rate"
        return origin_of(self.sources, "link", self.path, "", float(link.rate), link.source, place)

    def _origin(self, stating: Stating, query: Query, side: Side) -> Origin:
        found, quantity = stating.found, stating.quantity
        key = "efficiency" if quantity == "bandwidth" and found.parameters.efficiency is not None else quantity
        place = f"{found.spec_path}.{key}" + (".time" if quantity == "root" else "")
        value = stating.value(query, side) * (ROOT_AT**0.5 if quantity == "root" else 1.0)
        widened = stretched(found.parameters.valid, query, side)
        source = found.parameters.source
        return origin_of(self.sources, quantity, self.path, found.condition, value, source, place, widened)


def _worst(given: Iterable[tuple[Family, tuple[float, Origin]]]) -> Numbers:
    """The largest of each family, the first of equal ones."""
    worst: dict[Family, tuple[float, Origin]] = {}
    for family, found in given:
        known = worst.get(family)
        if known is None or found[0] > known[0]:
            worst[family] = found
    return worst


def origin_of(
    sources: Mapping[str, Source],
    quantity: str,
    where: str,
    condition: str,
    value: float,
    source: str | None,
    spec_path: str = "",
    widened: float = 1.0,
) -> Origin:
    """An origin with the basis of its source; a number without a source is an assumption."""
    basis: Basis = sources[source].basis if source is not None and source in sources else "assumed"
    return Origin(quantity, where, condition, value, source or "", basis, spec_path, widened)
