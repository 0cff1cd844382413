"""The parameters of one end of a call, each as the numbers of the spec that it is made of.

It goes the way of ``assume.settings``: whatever holds there holds here, with the numbers left open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from estimator.cost.key import GAMMA, T0, Family, Key
from estimator.estimate.assume.assumptions import ASSUMED_MESSAGE, PLATFORM, Assumptions, CallStart
from estimator.estimate.assume.path_numbers import Joined
from estimator.estimate.assume.path_parameters import TIMES, Query, Side, Stating, stretched
from estimator.estimate.assume.settings import SHARED
from estimator.estimate.groups.subject import Subject
from estimator.estimate.live.rates import rates_of
from estimator.estimate.live.shape import Shapes
from estimator.estimate.live.value import Factor, Places, Product, Stated, Value, constant, largest, scaled
from estimator.spec.machine.path import Link
from estimator.spec.machine.resources import RATES, as_stated
from estimator.spec.source import Basis
from estimator.spec.values.base import Condition
from estimator.spec.values.quantity import Pair

PLAIN: tuple[tuple[Family, str], ...] = (("alpha", "alpha"), ("hop", "hop"), ("gap", "messages"), ("root", "root"))


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked up: the subject under conditions at one side of the pairs, a call of ``n`` [byte].

    ``sharing``: operations that share cuts, unit borders and NICs; ``start``: how the call is started.
    """

    subject: Subject
    conditions: Sequence[Condition]
    side: Side
    n: float
    sharing: int = 1
    start: CallStart = PLATFORM

    @property
    def query(self) -> Query:
        """As the platform's numbers are looked up."""
        one = self.subject
        return Query(one.collective, one.algorithm.name, self.n, one.shape.ranks)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The platform's numbers as places; every one that is looked up is added to them."""

    known: Assumptions
    places: Places
    shapes: Shapes = field(default_factory=Shapes)
    _kept: dict[tuple[object, ...], tuple[Subject, dict[Key, Value]]] = field(default_factory=dict)

    _paths: dict[tuple[object, ...], Mapping[Family, Value]] = field(default_factory=dict)
    _borders: dict[tuple[int, float | None], tuple[Subject, list[Any]]] = field(default_factory=dict)

    def size(self, subject: Subject, n: float) -> float | None:
        """The size of a call [byte] where some number of its paths depends on it."""
        return n if self.known.by_size(subject.paths.values()) else None

    def borders(self, subject: Subject, n: float, made: Callable[[], list[Any]]) -> list[Any]:
        """What ``made`` gives for a subject, once for all sizes where these do not matter."""
        key = id(subject), self.size(subject, n)
        if key not in self._borders:
            self._borders[key] = subject, made()
        return self._borders[key][1]

    def values(self, asked: Asked) -> Mapping[Key, Value]:
        """alpha, hop, gap, root, the inverse rates, cuts, gamma and T0 of one end, by key; made once for all alike."""
        start = asked.start.operation if asked.start.stated is not None else ""
        size = self.size(asked.subject, asked.n)
        key = id(asked.subject), tuple(asked.conditions), asked.side, asked.sharing, start, size
        if key not in self._kept:
            self._kept[key] = asked.subject, self._values(asked)
        return self._kept[key][1]

    def _values(self, asked: Asked) -> dict[Key, Value]:
        subject, query, found = asked.subject, asked.query, dict[Key, Value]()
        for level, path in subject.paths.items():
            there = replace(query, rails=subject.rails[level])
            for family, value in self.of_path(path, subject.joined[level], asked.conditions, there, asked.side).items():
                found[Key(family, level)] = scaled(value, asked.sharing) if family in SHARED else value
            if Key("gap", level) not in found and subject.algorithm.direct:
                found[Key("gap", level)] = constant(ASSUMED_MESSAGE[asked.side])
        for name in subject.loads:
            found[Key("cut", name)] = scaled(self.cut(name, asked.conditions, asked.side, query), asked.sharing)
        found[GAMMA] = self._gamma(query, asked.side)
        paths = tuple(dict.fromkeys(subject.paths.values()))
        found[T0] = self._launch(replace(query, paths=paths), asked.side, asked.start)
        return found

    def of_path(
        self, path: str, joined: Joined, conditions: Sequence[Condition], query: Query, side: Side
    ) -> Mapping[Family, Value]:
        """The parameters of one path, the worst over the conditions."""
        key = path, joined, tuple(conditions), side, query if self.known.by_call(path) else None
        if key not in self._paths:
            found: dict[Family, list[Value]] = {}
            for condition in conditions:
                for family, value in self._under(path, joined, condition, query, side):
                    found.setdefault(family, []).append(value)
            self._paths[key] = {family: largest(values) for family, values in found.items()}
        return self._paths[key]

    def _under(
        self, path: str, joined: Joined, condition: Condition, query: Query, side: Side
    ) -> Iterator[tuple[Family, Value]]:
        stated = self.known.stating(path, condition, query)
        made = {name: self._stated(path, one, query, side) for name, one in stated.items()}
        for family, name in PLAIN:
            if name in made:
                yield family, made[name]
        if "message_rate" in made:
            yield "gap", made["message_rate"]
        numbers = {name: stated[name].value(query, side) for name in RATES if name in stated}
        inverse = {name: made[name] for name, number in numbers.items() if number}
        link = self.known.platform.paths[path].link
        if link is not None:
            inverse["line"] = (Product(1.0, (Factor(self._line(path, link), side, -1.0),)),)
        said = as_stated(link, numbers, stated["bandwidth"].per)
        yield from rates_of(said, inverse, joined.level, joined.ranks, joined.held).items()

    def _stated(self, path: str, one: Stating, query: Query, side: Side) -> Value:
        """A time as it is, of a rate its inverse; worse where it is used beyond its range."""
        parameters, quantity = one.found.parameters, one.quantity
        key, pair, number = quantity, one.pair, stretched(parameters.valid, query, side)
        link, more = self.known.platform.paths[path].link, tuple[Factor, ...]()
        if quantity == "bandwidth" and parameters.efficiency is not None and link is not None:
            key, pair, more = "efficiency", parameters.efficiency, (Factor(self._line(path, link), side, -1.0),)
        if parameters.root is not None and quantity == "root":
            key, pair = "root.time", parameters.root.time
            number /= float(parameters.root.at) ** 0.5
        place = f"{one.found.spec_path}.{key}"
        known = self.place(quantity, path, one.found.condition, pair, parameters.source, place)
        return (Product(number, (Factor(known, side, 1.0 if quantity in TIMES else -1.0), *more)),)

    def _line(self, path: str, link: Link) -> int:
        """The place of a link's rate, one number for both ends."""
        rate, place = float(link.rate), f"platform.paths.{path}.link.rate"
        return self.place("link", path, "", Pair(rate, rate), link.source, place)

    def cut(self, name: str, conditions: Sequence[Condition], side: Side, query: Query | None = None) -> Value:
        """The inverse bandwidth of a cut [s/B]; ``query`` as for ``Assumptions.cut``."""
        cut = self.known.platform.cuts[name]
        stated = (cut.under(self.known.platform.lineage(condition)) for condition in conditions)
        widened = 1.0 if query is None else stretched(cut.valid, query, side)
        return largest(self._carried(name, key, pair, side, widened) for key, pair in stated)

    def _carried(self, name: str, key: str, pair: Pair, side: Side, widened: float) -> Value:
        cut, cuts = self.known.platform.cuts[name], self.known.platform.cuts
        if cut.oversubscription is None:
            known = self.place("cut", name, key, pair, cut.source, f"platform.cuts.{name}.{key}.bandwidth")
            return (Product(widened, (Factor(known, side, -1.0),)),)
        ratio = cut.oversubscription
        known = self.place("cut", name, key, ratio, cut.source, f"platform.cuts.{name}.oversubscription")
        number, factors = widened / pair.ends[side] / ratio.ends[side], [Factor(known, side, 1.0)]
        own = [one for one, each in cuts.items() if each.boundary.single and each.oversubscription is None]
        states = (
            {"exclusive": cuts[own[0]].exclusive, "loaded": cuts[own[0]].loaded, **cuts[own[0]].named} if own else {}
        )
        node = states.get(key) if key == "exclusive" or own else None
        if own and node is not None:
            place = f"platform.cuts.{own[0]}.{key}.bandwidth"
            number *= node.bandwidth.ends[side]
            factors.append(
                Factor(self.place("cut", own[0], key, node.bandwidth, cuts[own[0]].source, place), side, -1.0)
            )
        return (Product(number, tuple(factors)),)

    def _gamma(self, query: Query, side: Side) -> Value:
        reduce = self.known.platform.reduce
        if reduce is None:
            return ()
        known = self.place("reduce", "platform", "", reduce.bandwidth, reduce.source, "platform.reduce.bandwidth")
        return (Product(stretched(reduce.valid, query, side), (Factor(known, side, -1.0),)),)

    def _launch(self, query: Query, side: Side, own: CallStart) -> Value:
        found = self.known.launch_in_force(query, own)
        if found.time is None:
            return ()
        known = self.place("launch", found.where, "", found.time, found.source, found.spec_path)
        return (Product(stretched(found.valid, query, side), (Factor(known, side, 1.0),)),)

    def knee(self, query: Query, side: Side) -> Value:
        """The factor k of the knee [1]."""
        chosen, place = self.known.knee_in_force(query)
        known = self.place("knee", "platform", "", chosen.k, chosen.source, place)
        return (Product(stretched(chosen.valid, query, side), (Factor(known, side, 1.0),)),)

    def one(
        self, quantity: str, where: str, pair: Pair, source: str | None, path: str, side: Side, power: float = 1.0
    ) -> Value:
        """A number of an operation, as it is or inverted."""
        return (Product(1.0, (Factor(self.place(quantity, where, "", pair, source, path), side, power),)),)

    def place(self, quantity: str, where: str, condition: str, pair: Pair, source: str | None, path: str) -> int:
        """The number of a place of the spec."""
        sources = self.known.sources
        basis: Basis = sources[source].basis if source is not None and source in sources else "assumed"
        return self.places.add(Stated(path, quantity, where, condition, pair.ends, source or "", basis))
