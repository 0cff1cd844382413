"""Which parameter holds: the platform's numbers by path, condition, collective, algorithm and size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from estimator.errors import Problem, SpecError
from estimator.estimate.result import Origin
from estimator.spec.base import Condition
from estimator.spec.document import Basis, Source
from estimator.spec.platform import PathParameters, PathSpec, Platform
from estimator.spec.quantity import Pair

Side = int
"""0: the optimistic end of a pair, 1: the conservative one."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a parameter is looked up for. ``n`` is the mean size of one call [byte]."""

    collective: str
    algorithm: str
    n: float


@dataclass(frozen=True, slots=True)
class Found:
    """The parameters of one path under one condition, and where in the spec they stand."""

    parameters: PathParameters
    path: str
    condition: Condition
    spec_path: str


def look_up(path: str, spec: PathSpec, condition: Condition, query: Query) -> Found | None:
    """The most specific parameters of a path under a condition; None when the path has none for it."""
    best: tuple[tuple[int, int], int] | None = None
    for i, entry in enumerate(spec.only):
        if (entry.condition or condition) != condition or (entry.algorithm or query.algorithm) != query.algorithm:
            continue
        if (entry.collective or query.collective) != query.collective:
            continue
        if entry.sizes is not None and not entry.sizes.low <= query.n <= entry.sizes.high:
            continue
        named = [entry.sizes is not None, entry.condition is not None, entry.algorithm is not None]
        named.append(entry.collective is not None)
        rank = (sum(named), sum(8 >> k for k, is_named in enumerate(named) if is_named))
        if best is None or rank > best[0]:
            best = (rank, i)
    if best is not None:
        return Found(spec.only[best[1]], path, condition, f"platform.paths.{path}.only[{best[1]}]")
    plain = spec.under(condition)
    return None if plain is None else Found(plain, path, condition, f"platform.paths.{path}.{condition}")


def missing(path: str, condition: Condition) -> Problem:
    """The problem of a path without parameters for a condition that an operation runs under."""
    return Problem(
        ("platform", "paths", path),
        f"no parameters for the condition {condition}",
        f"add {condition}: {{alpha: ..., bandwidth: ..., per: ...}}",
    )


class Assumptions:
    """The platform's parameters as an estimate asks for them. Values are SI: s, B/s, messages/s."""

    def __init__(self, platform: Platform, sources: Mapping[str, Source]) -> None:
        self.platform = platform
        self.sources = sources

    def by_size(self, paths: Iterable[str]) -> bool:
        """Whether parameters of these paths change with the size."""
        return any(entry.sizes is not None for path in paths for entry in self.platform.paths[path].only)

    def worst(
        self, path: str, conditions: Iterable[Condition], query: Query, side: Side, share: float
    ) -> dict[str, tuple[float, Origin]]:
        """The worst alpha [s], bandwidth [B/s of one rank] and message rate [1/s] over conditions, with origins.

        ``share``: ranks of a node and groups that use the path at once; a value per node is divided by it. A condition
        without a message rate has that of exclusive; where no condition states one it is left out. Raises SpecError
        where the path lacks a condition.
        """
        worst: dict[str, tuple[float, Found, Pair]] = {}
        for condition in conditions:
            found = look_up(path, self.platform.paths[path], condition, query)
            if found is None:
                raise SpecError([missing(path, condition)])
            parameters = found.parameters
            for quantity in ("alpha", "bandwidth", "message_rate"):
                pair: Pair | None = getattr(parameters, quantity)
                if pair is None and quantity == "message_rate":
                    pair = self.platform.paths[path].exclusive.message_rate
                if pair is None:
                    continue
                value = pair.conservative if side else pair.optimistic
                if quantity != "alpha" and parameters.per == "node":
                    value /= share
                known = worst.get(quantity)
                if known is None or (value > known[0] if quantity == "alpha" else value < known[0]):
                    worst[quantity] = value, found, pair
        return {quantity: (item[0], self._path_origin(quantity, *item[1:], side)) for quantity, item in worst.items()}

    def _path_origin(self, quantity: str, found: Found, pair: Pair, side: Side) -> Origin:
        place = f"{found.spec_path}.{quantity}"
        return self.origin(quantity, found.path, found.condition, pair.ends[side], found.parameters.source, place)

    def cut(self, name: str, conditions: Sequence[Condition], side: Side) -> tuple[float, Origin]:
        """The worst aggregate bandwidth [B/s] of a cut over conditions, with its origin."""
        cut = self.platform.cuts[name]
        values = [(cut.under(condition).ends[side], condition) for condition in conditions]
        value, condition = min(values, key=lambda item: item[0])
        loaded = "exclusive" if condition == "exclusive" or cut.loaded is None else "loaded"
        place = f"platform.cuts.{name}.{loaded}.bandwidth"
        return value, self.origin("cut", name, loaded, value, cut.source, place)

    def launch(self, collective: str, side: Side) -> tuple[float, Origin]:
        """T0 [s] of one call of a collective."""
        launch = self.platform.launch
        if launch is None:
            return 0.0, self.origin("launch", "platform", "", 0.0, None)
        own = launch.per_collective.get(collective)  # type: ignore[call-overload]
        chosen, path = (own, f"per_collective.{collective}.") if own else (launch, "")
        value = chosen.time.ends[side]
        return value, self.origin("launch", "platform", "", value, chosen.source, f"platform.launch.{path}time")

    def gamma(self, side: Side) -> tuple[float, Origin]:
        """Seconds per reduced byte [s/B]; 0 where the platform states no reduction speed."""
        reduce = self.platform.reduce
        if reduce is None:
            return 0.0, self.origin("reduce", "platform", "", 0.0, None)
        value = reduce.bandwidth.ends[side]
        place = "platform.reduce.bandwidth"
        return 1.0 / value, self.origin("reduce", "platform", "", value, reduce.source, place)

    def knee(self, side: Side) -> tuple[float, Origin]:
        """The knee factor k [1]."""
        knee = self.platform.knee
        value = knee.k.ends[side]
        return value, self.origin("knee", "platform", "", value, knee.source, "platform.knee.k")

    def origin(
        self, quantity: str, where: str, condition: str, value: float, source: str | None, spec_path: str = ""
    ) -> Origin:
        """An origin with the basis of its source; a number without a source is an assumption."""
        basis: Basis = self.sources[source].basis if source is not None and source in self.sources else "assumed"
        return Origin(quantity, where, condition, value, source or "", basis, spec_path)
