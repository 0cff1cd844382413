"""Which parameter holds: the platform's numbers by path, condition, collective, algorithm and size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from estimator.cost.entries.catalogue import canonical
from estimator.cost.key import Family
from estimator.cost.placing.level import Level
from estimator.cost.rates import rates_of
from estimator.cost.rows import Gap
from estimator.errors import Problem, SpecError
from estimator.estimate.result import Origin
from estimator.estimate.validity import widening
from estimator.spec.base import CONDITIONS, Condition
from estimator.spec.document import Basis, Source
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.launch import Knee, LaunchTime, OnlyKnee, Reduce, Selector
from estimator.spec.machine.path import OnlyParameters, PathSpec, StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.resources import RATES, as_stated, whose
from estimator.spec.machine.valid import Valid
from estimator.spec.quantity import Pair, SizeSweep
from estimator.spec.workload import OperationLaunch

ROOT_AT = 2.0**20
"""Bytes at which the origin of a root tells the time it adds."""
NEEDED = ("alpha", "bandwidth")
OPTIONAL = ("one_peer", "unit", "nic", "hop", "messages", "message_rate", "root")
TIMES = ("alpha", "hop", "messages", "root")
"""Quantities of which less is better."""
"""What a path must state under every condition that is used, and what it may."""
ASSUMED_MESSAGE = (0.0, 0.6e-6)
"""Start-up of each further peer in a direct exchange where nobody states one, at both ends [s]."""
FREE_MESSAGES = 8.0
"""Peers whose messages start at once with the first, where nobody says what a message takes."""
Side = int
"""0: the optimistic end of a pair, 1: the conservative one."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a parameter is looked up for.

    ``n`` is the mean size of one call [byte]; ``ranks`` of the group; ``rails`` of traffic between nodes, None inside
    one.
    """

    collective: str
    algorithm: str
    n: float
    ranks: int
    rails: Literal["cross", "aligned"] | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """How a call is started: what the operation states of it, and the operation's id."""

    operation: str = ""
    stated: OperationLaunch | None = None


PLATFORM = Start()
"""Started as the platform says."""


@dataclass(frozen=True, slots=True)
class Found:
    """Parameters of one path that one condition states, and where in the spec they stand."""

    parameters: StatedParameters
    path: str
    condition: Condition
    spec_path: str


class Joined(NamedTuple):
    """What a path joins for a group: the level, the machine's ranks in a joined unit, and the group's units there."""

    level: Level
    ranks: int
    held: int


class Stating(NamedTuple):
    """One quantity of a path as stated: where, its pair, and whose it is."""

    quantity: str
    found: Found
    pair: Pair
    per: str

    def value(self, query: Query, side: Side) -> float:
        """One end of the pair, worse where it is used beyond its range."""
        widened = stretched(self.found.parameters.valid, query, side)
        return self.pair.ends[side] * widened if self.quantity in TIMES else self.pair.ends[side] / widened


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


def look_up(path: str, spec: PathSpec, condition: Condition, query: Query) -> Found | None:
    """The most specific parameters that a path states under a condition; None when it states none for it.

    An entry of ``only`` without a condition holds under the three that every platform knows; one that is like them
    takes it from there, unless the path states parameters for it.
    """
    named = condition not in CONDITIONS

    def fits(entry: OnlyParameters) -> bool:
        held = entry.condition == condition or (entry.condition is None and not named)
        return held and (entry.rails or query.rails) == query.rails

    best = most_specific(spec.only, query, fits, ("sizes", "rails", "condition", "algorithm", "collective"))
    if best is not None:
        return Found(best[1], path, condition, f"platform.paths.{path}.only[{best[0]}]")
    stated = spec.stated(condition)
    return None if stated is None else Found(stated, path, condition, f"platform.paths.{path}.{condition}")


Entry = TypeVar("Entry", bound=Selector)


def most_specific(
    entries: Sequence[Entry],
    query: Query,
    fits: Callable[[Entry], bool],
    keys: tuple[str, ...] = ("sizes", "mode", "algorithm", "collective"),
) -> tuple[int, Entry] | None:
    """The entry of an ``only`` list that names most of what is asked for, with its place; None when none fits.

    Of entries that name as many the one with the earlier of ``keys`` wins, then the earlier entry.
    """
    best: tuple[tuple[int, tuple[bool, ...]], int] | None = None
    for i, entry in enumerate(entries):
        named = tuple(getattr(entry, key, None) is not None for key in keys)
        if _holds(entry, query) and fits(entry) and (best is None or (sum(named), named) > best[0]):
            best = (sum(named), named), i
    return None if best is None else (best[1], entries[best[1]])


def _holds(entry: Selector, query: Query) -> bool:
    if entry.algorithm is not None and canonical(entry.algorithm) != query.algorithm:
        return False
    if (entry.collective or query.collective) != query.collective:
        return False
    return entry.sizes is None or entry.sizes.low <= query.n <= entry.sizes.high


def stretched(valid: Valid | None, query: Query, side: Side) -> float:
    """The factor by which a number is worse at the conservative end because it is used beyond its range [1]."""
    return widening(valid, query.ranks, query.n) if side == 1 else 1.0


def missing(path: str, condition: Condition) -> Problem:
    """The problem of a path without parameters for a condition that an operation runs under."""
    return Problem(
        ("platform", "paths", path),
        f"no parameters for the condition {condition}",
        f"add {condition}: {{alpha: ..., bandwidth: ..., per: ...}}",
    )


def _pair(parameters: StatedParameters, quantity: str) -> Pair | None:
    """The pair of a quantity, where the parameters state it."""
    if quantity == "root":
        return parameters.root.coefficients if parameters.root is not None else None
    pair: Pair | None = getattr(parameters, quantity)
    return pair


class Assumptions:
    """The platform's parameters as an estimate asks for them. Values are SI: s, B/s, messages/s."""

    def __init__(self, platform: Platform, sources: Mapping[str, Source]) -> None:
        self.platform = platform
        self.sources = sources

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
        self, path: str, joined: Joined, conditions: Iterable[Condition], query: Query, side: Side
    ) -> dict[Family, tuple[float, Origin]]:
        """The worst of each parameter over the conditions, with its origin: what a row of the form multiplies.

        alpha and hop [s], the inverse rates of port, link, unit and NIC [s/B] (0: no such limit), gap [s/message] and
        root [s/B^0.5] where they are stated. A condition of one's own has what it does not state from the one that it
        is like; what no condition states of the optional ones is that of exclusive. Raises SpecError where the path
        lacks a condition.
        """
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

    def _in_force(self, path: str, condition: Condition, query: Query) -> Iterator[Stating]:
        """Each quantity as the parameters that hold under a condition give it."""
        stated = self._stated(path, condition, query)
        for quantity in (*NEEDED, *OPTIONAL):
            if quantity == OPTIONAL[0]:
                stated += self._alone(path, query)
            for index, found in enumerate(stated):
                pair = _pair(found.parameters, quantity)
                if pair is not None:
                    per = next((f.parameters.per for f in stated[index:] if f.parameters.per), "rank")
                    yield Stating(quantity, found, pair, per)
                    break
            else:
                if quantity in NEEDED:
                    raise SpecError([missing(path, condition)])

    def _stated(self, path: str, condition: Condition, query: Query) -> list[Found]:
        """What the path states under a condition, then under the one that it is like, and so on."""
        spec = self.platform.paths[path]
        names = self.platform.lineage(condition)
        return [found for name in names if (found := look_up(path, spec, name, query)) is not None]

    def _alone(self, path: str, query: Query) -> list[Found]:
        """The exclusive parameters that an optional quantity is taken from where a condition's own leave it out."""
        spec = self.platform.paths[path]
        plain = Found(spec.exclusive, path, "exclusive", f"platform.paths.{path}.exclusive")
        return [*self._stated(path, "exclusive", query), plain]

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
