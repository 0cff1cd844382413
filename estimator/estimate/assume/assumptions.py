"""Which parameter holds: the platform's numbers by path, condition, collective, algorithm and size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from estimator.cost.key import Family
from estimator.cost.placing.level import Level
from estimator.cost.rates import rates_of
from estimator.cost.rows import Gap
from estimator.estimate.assume.path_parameters import Query, Side, Stating, in_force, most_specific, stretched
from estimator.estimate.result import Origin
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.launch import Knee, LaunchTime, OnlyKnee, Reduce, Selector
from estimator.spec.machine.path import StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.resources import RATES, as_stated, whose
from estimator.spec.machine.valid import Valid
from estimator.spec.source import Basis, Source
from estimator.spec.values.base import CONDITIONS, Condition
from estimator.spec.values.quantity import Pair, SizeSweep
from estimator.spec.workload import OperationLaunch

ROOT_AT = 2.0**20
"""Bytes at which the origin of a root tells the time it adds."""
ASSUMED_MESSAGE = (0.0, 0.6e-6)
"""Start-up of each further peer in a direct exchange where nobody states one, at both ends [s]."""
FREE_MESSAGES = 8.0
"""Peers whose messages start at once with the first, where nobody says what a message takes."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a call is started: what the operation states of it, and the operation's id."""

    operation: str = ""
    stated: OperationLaunch | None = None


PLATFORM = Start()
"""Started as the platform says."""


class Joined(NamedTuple):
    """What a path joins for a group: the level, the machine's ranks in a joined unit, and the group's units there."""

    level: Level
    ranks: int
    held: int


@dataclass(frozen=True, slots=True)
class FoundLaunch:
    """A T0 and where in the spec it stands; ``time`` None: nobody states one, and it counts as 0.

    ``of_its_own``: stated for the operation, its collective or its algorithm, not for every call of the platform.
    """

    time: Pair | None
    where: str
    source: str | None
    spec_path: str
    of_its_own: bool
    valid: Valid | None = None


_Asked = tuple[str, Joined, tuple[Condition, ...], Query | None, Side]


class Assumptions:
    """The platform's parameters as an estimate asks for them. Values are SI: s, B/s, messages/s."""

    def __init__(self, platform: Platform, sources: Mapping[str, Source]) -> None:
        self.platform = platform
        self.sources = sources
        self._asked: dict[str, bool] = {}
        self._worst: dict[_Asked, Mapping[Family, tuple[float, Origin]]] = {}
        self._known: dict[tuple[str, Condition, Query | None], tuple[Stating, ...]] = {}

    def by_size(self, paths: Iterable[str]) -> bool:
        """Whether parameters of these paths, T0, the knee, reductions or cuts change with the size."""
        return any(self.sizes_of(paths)) or any(valid.sizes is not None for valid in self.valid_of(paths))

    def sizes_of(self, paths: Iterable[str]) -> Iterator[SizeSweep]:
        """The size ranges of ``only`` entries, between which parameters jump."""
        entries: list[Selector] = [entry for path in paths for entry in self.platform.paths[path].only]
        entries += [*(self.platform.launch.only if self.platform.launch else ()), *self.platform.knee.only]
        return (entry.sizes for entry in entries if entry.sizes is not None)

    def valid_of(self, paths: Iterable[str]) -> Iterator[Valid]:
        """Where the numbers of these paths, T0, the knee, reductions and cuts hold, as far as that is stated."""
        platform = self.platform
        stated: list[StatedParameters | LaunchTime | Knee | OnlyKnee | Reduce | Cut | None] = [platform.reduce]
        for path in paths:
            spec = platform.paths[path]
            stated += [*(spec.stated(condition) for condition in (*CONDITIONS, *spec.named)), *spec.only]
        if platform.launch is not None:
            stated += [platform.launch, *platform.launch.only, *platform.launch.per_collective.values()]
        stated += [platform.knee, *platform.knee.only, *platform.cuts.values()]
        return (each.valid for each in stated if each is not None and each.valid is not None)

    def worst(
        self, path: str, joined: Joined, conditions: Sequence[Condition], query: Query, side: Side
    ) -> Mapping[Family, tuple[float, Origin]]:
        """The worst of each parameter over the conditions, with its origin: what a row of the form multiplies.

        alpha and hop [s], the inverse rates of port, link, unit and NIC [s/B] (0: no such limit), gap [s/message] and
        root [s/B^0.5] where they are stated. A condition of one's own has what it does not state from the one that it
        is like; what no condition states of the optional ones is that of exclusive. Raises SpecError where the path
        lacks a condition.
        """
        asked = query if self._by_call(path) else None
        key = path, joined, tuple(conditions), asked, side
        if key not in self._worst:
            self._worst[key] = self._worst_of(path, joined, conditions, query, side)
        return self._worst[key]

    def _by_call(self, path: str) -> bool:
        """Whether what a path states depends on the call that asks for it."""
        if path not in self._asked:
            spec = self.platform.paths[path]
            stated = (spec.stated(condition) for condition in (*CONDITIONS, *spec.named))
            self._asked[path] = bool(spec.only) or any(each is not None and each.valid is not None for each in stated)
        return self._asked[path]

    def _worst_of(
        self, path: str, joined: Joined, conditions: Sequence[Condition], query: Query, side: Side
    ) -> Mapping[Family, tuple[float, Origin]]:
        worst: dict[Family, tuple[float, Origin]] = {}
        for condition in conditions:
            stated = {found.quantity: found for found in self._in_force(path, condition, query)}
            for family, value, source in self._values(path, joined, stated, query, side):
                known = worst.get(family)
                if known is None or value > known[0]:
                    worst[family] = value, source()
        return worst

    def gap(self, path: str, conditions: Iterable[Condition], query: Query) -> Gap | None:
        """How messages start up on a path where it says so; None where it says nothing."""
        for condition in conditions:
            for stating in self._in_force(path, condition, query):
                if stating.quantity in ("messages", "message_rate"):
                    return Gap(of_unit=stating.quantity == "message_rate" and whose(stating.per) == "unit")
        return None

    def assumed_message(self, path: str) -> Origin:
        """Where a start-up of a further peer comes from that nobody states."""
        place = f"platform.paths.{path}.exclusive.messages"
        return self.origin("messages", path, "", ASSUMED_MESSAGE[1], None, place)

    def _values(
        self, path: str, joined: Joined, stated: Mapping[str, Stating], query: Query, side: Side
    ) -> Iterator[tuple[Family, float, Callable[[], Origin]]]:
        """Each parameter of a path under one condition, and what tells its origin."""

        def origin(quantity: str) -> Callable[[], Origin]:
            return lambda: self._path_origin(stated[quantity], query, side)

        def end(quantity: str) -> float | None:
            return stated[quantity].value(query, side) if quantity in stated else None

        alpha = end("alpha")
        yield "alpha", alpha or 0.0, origin("alpha")
        for family, quantity in (("hop", "hop"), ("gap", "messages"), ("root", "root")):
            value = end(quantity)
            if value is not None:
                yield family, value, origin(quantity)  # type: ignore[misc]
        rate = end("message_rate")
        if rate is not None:
            yield "gap", 1.0 / rate, origin("message_rate")
        link = self.platform.paths[path].link
        found = {quantity: end(quantity) for quantity in RATES}
        said = as_stated(link, {name: rate for name, rate in found.items() if rate}, stated["bandwidth"].per)
        rates = rates_of(said, joined.level, joined.ranks, joined.held)
        capped = link is not None and said.link_per == "rank" and rates.port == 1.0 / float(link.rate)
        own = self._link_origin(path) if capped and said.bandwidth != said.link_rate else origin("bandwidth")
        yield "beta", rates.port, own
        yield "link", rates.link, origin("one_peer") if "one_peer" in stated else origin("bandwidth")
        yield "unit", rates.unit, origin("unit") if "unit" in stated and said.per != "unit" else origin("bandwidth")
        yield "nic", rates.nic, origin("nic") if "nic" in stated and said.per != "nic" else origin("bandwidth")

    def _link_origin(self, path: str) -> Callable[[], Origin]:
        """A port that its link caps."""
        link = self.platform.paths[path].link
        assert link is not None  # noqa: S101 - asked for a capped port only
        place = f"platform.paths.{path}.link.rate"
        return lambda: self.origin("link", path, "", float(link.rate), link.source, place)

    def _in_force(self, path: str, condition: Condition, query: Query) -> tuple[Stating, ...]:
        """Each quantity of a path under a condition; looked up once, for both ends and every figure of a call ask."""
        key = path, condition, query if self._by_call(path) else None
        if key not in self._known:
            self._known[key] = tuple(in_force(self.platform, path, condition, query))
        return self._known[key]

    def _path_origin(self, stating: Stating, query: Query, side: Side) -> Origin:
        found, quantity = stating.found, stating.quantity
        key = "efficiency" if quantity == "bandwidth" and found.parameters.efficiency is not None else quantity
        place = f"{found.spec_path}.{key}" + (".time" if quantity == "root" else "")
        value = stating.value(query, side) * (ROOT_AT**0.5 if quantity == "root" else 1.0)
        widened = stretched(found.parameters.valid, query, side)
        return self.origin(quantity, found.path, found.condition, value, found.parameters.source, place, widened)

    def cut(
        self, name: str, conditions: Sequence[Condition], side: Side, query: Query | None = None
    ) -> tuple[float, Origin]:
        """The worst aggregate bandwidth [B/s] of a cut over conditions, with its origin.

        ``query``: what it is used for; None leaves its range alone, as a bound does.
        """
        cut = self.platform.cuts[name]
        carried = [cut.under(self.platform.lineage(condition)) for condition in conditions]
        value, key = min(((pair.ends[side], key) for key, pair in carried), key=lambda item: item[0])
        widened = 1.0 if query is None else stretched(cut.valid, query, side)
        value /= widened
        place = "oversubscription" if cut.oversubscription is not None else f"{key}.bandwidth"
        return value, self.origin("cut", name, key, value, cut.source, f"platform.cuts.{name}.{place}", widened)

    def launch(self, query: Query, side: Side, own: Start = PLATFORM) -> tuple[float, Origin]:
        """T0 [s] of one call: the operation's own, or the platform's most specific for its launch mode."""
        found = self.launch_in_force(query, own)
        if found.time is None:
            return 0.0, self.origin("launch", "platform", "", 0.0, None)
        widened = stretched(found.valid, query, side)
        value = found.time.ends[side] * widened
        return value, self.origin("launch", found.where, "", value, found.source, found.spec_path, widened)

    def launch_in_force(self, query: Query, own: Start = PLATFORM) -> FoundLaunch:
        """Which T0 holds for a call."""
        launch, stated = self.platform.launch, own.stated
        if stated is not None and stated.time is not None:
            place = f"operations.{own.operation}.launch.time"
            return FoundLaunch(stated.time, own.operation, stated.source, place, of_its_own=True)
        if launch is None:
            return FoundLaunch(None, "platform", None, "", of_its_own=False)
        mode = (stated.mode if stated is not None else None) or launch.mode
        best = most_specific(launch.only, query, lambda entry: (entry.mode or mode) == mode)
        each = launch.per_collective.get(query.collective)  # type: ignore[call-overload]
        chosen, path = (each, f"per_collective.{query.collective}.") if each else (launch, "")
        named = each is not None
        if best is not None:
            chosen, path = best[1], f"only[{best[0]}]."
            named = best[1].collective is not None or best[1].algorithm is not None
        return FoundLaunch(chosen.time, "platform", chosen.source, f"platform.launch.{path}time", named, chosen.valid)

    def gamma(self, query: Query, side: Side) -> tuple[float, Origin]:
        """Seconds per reduced byte [s/B]; 0 where the platform states no reduction speed."""
        reduce = self.platform.reduce
        if reduce is None:
            return 0.0, self.origin("reduce", "platform", "", 0.0, None)
        widened = stretched(reduce.valid, query, side)
        value = reduce.bandwidth.ends[side] / widened
        place = "platform.reduce.bandwidth"
        return 1.0 / value, self.origin("reduce", "platform", "", value, reduce.source, place, widened)

    def knee(self, query: Query, side: Side) -> tuple[float, Origin]:
        """The knee factor k [1]."""
        knee = self.platform.knee
        best = most_specific(knee.only, query, lambda entry: True)
        chosen, path = (best[1], f"only[{best[0]}].") if best is not None else (knee, "")
        widened = stretched(chosen.valid, query, side)
        value = chosen.k.ends[side] * widened
        return value, self.origin("knee", "platform", "", value, chosen.source, f"platform.knee.{path}k", widened)

    def origin(
        self,
        quantity: str,
        where: str,
        condition: str,
        value: float,
        source: str | None,
        spec_path: str = "",
        widened: float = 1.0,
    ) -> Origin:
        """An origin with the basis of its source; a number without a source is an assumption."""
        basis: Basis = self.sources[source].basis if source is not None and source in self.sources else "assumed"
        return Origin(quantity, where, condition, value, source or "", basis, spec_path, widened)
