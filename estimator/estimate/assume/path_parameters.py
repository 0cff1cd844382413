"""Which parameters of a path hold: by condition, collective, algorithm and size, each quantity by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from estimator.cost.entries.catalogue import canonical
from estimator.errors import Problem, SpecError
from estimator.estimate.assume.validity import widening
from estimator.phrase import phrase
from estimator.spec.machine.launch import Selector
from estimator.spec.machine.path import OnlyParameters, PathSpec, StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.valid import Valid
from estimator.spec.values.base import CONDITIONS, Condition
from estimator.spec.values.quantity import Pair

NEEDED = ("alpha", "bandwidth")
OPTIONAL = ("one_peer", "unit", "nic", "hop", "messages", "message_rate", "root")
"""What a path must state under every condition that is used, and what it may."""
TIMES = ("alpha", "hop", "messages", "root")
"""Quantities of which less is better."""
Rails = Literal["cross", "aligned"] | None
Side = int
"""0: the optimistic end of a pair, 1: the conservative one."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a parameter is looked up for.

    ``n`` is the mean size of one call [byte]; ``ranks`` of the group; ``rails`` of traffic between nodes, None inside
    one; ``paths``: those of the whole call, where that may matter.
    """

    collective: str
    algorithm: str
    n: float
    ranks: int
    rails: Rails = None
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Parameters of one path that one condition states, and where in the spec they stand."""

    parameters: StatedParameters
    path: str
    condition: Condition
    spec_path: str


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


def in_force(
    platform: Platform, path: str, condition: Condition, query: Query, optional: Sequence[str] = OPTIONAL
) -> dict[str, Stating]:
    """Each quantity of a path as the parameters that hold under a condition give it; ``optional``: those to look for.

    What a condition leaves out is as under the one that it is like; what that leaves out of the optional quantities is
    that of exclusive. Raises SpecError where a needed one is nowhere stated.
    """
    spec = platform.paths[path]
    stated = _stated(platform, path, condition, query)
    found = {quantity: one for quantity in NEEDED if (one := _first(stated, quantity)) is not None}
    if len(found) < len(NEEDED):
        raise SpecError([missing(path, condition)])
    if optional:
        plain = Found(spec.exclusive, path, "exclusive", f"platform.paths.{path}.exclusive")
        stated += [*_stated(platform, path, "exclusive", query), plain]
        found |= {quantity: one for quantity in optional if (one := _first(stated, quantity)) is not None}
    return found


def optional_of(spec: PathSpec) -> tuple[str, ...]:
    """What a path states somewhere of what it need not state."""
    stated = (spec.exclusive, spec.multi_group, spec.with_compute, *spec.named.values(), *spec.only)
    known = [each for each in stated if each is not None]
    found = {quantity for each in known for quantity in OPTIONAL if getattr(each, quantity) is not None}
    return tuple(quantity for quantity in OPTIONAL if quantity in found) if found else ()


def _first(stated: Sequence[Found], quantity: str) -> Stating | None:
    """The quantity as the first of several parameters states it, and whose it is by the first of them that says so."""
    for index, found in enumerate(stated):
        pair = _pair(found.parameters, quantity)
        if pair is not None:
            per = next((f.parameters.per for f in stated[index:] if f.parameters.per), "rank")
            return Stating(quantity, found, pair, per)
    return None


def _stated(platform: Platform, path: str, condition: Condition, query: Query) -> list[Found]:
    """What the path states under a condition, then under the one that it is like, and so on."""
    spec = platform.paths[path]
    names = platform.lineage(condition)
    return [found for name in names if (found := look_up(path, spec, name, query)) is not None]


Entry = TypeVar("Entry", bound=Selector)


def most_specific(
    entries: Sequence[Entry],
    query: Query,
    fits: Callable[[Entry], bool],
    keys: tuple[str, ...] = ("sizes", "path", "mode", "algorithm", "collective"),
) -> tuple[int, Entry] | None:
    """The entry of an ``only`` list that names most of what is asked for, with its place; None when none fits.

    Of entries that name as many the one with the earlier of ``keys`` wins, then the earlier entry.
    """
    best: tuple[tuple[int, tuple[bool, ...]], int] | None = None
    for i, entry in enumerate(entries):
        if not (_holds(entry, query) and fits(entry)):
            continue
        named = tuple(getattr(entry, key, None) is not None for key in keys)
        if best is None or (sum(named), named) > best[0]:
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
        phrase("no parameters for the condition {condition}", condition=condition),
        phrase("add {condition}: {{alpha: ..., bandwidth: ..., per: ...}}", condition=condition),
    )


def _pair(parameters: StatedParameters, quantity: str) -> Pair | None:
    """The pair of a quantity, where the parameters state it."""
    if quantity == "root":
        return parameters.root.coefficients if parameters.root is not None else None
    pair: Pair | None = getattr(parameters, quantity)
    return pair
