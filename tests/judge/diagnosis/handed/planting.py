"""One thing that is wrong with a machine: another number of its spec, or what that does to the times of its runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import numpy as np

from estimator.cost.entries.catalogue import names
from estimator.cost.form import Array
from estimator.errors import SpecError
from tests.judge.diagnosis.handed.machines import Machine, Trial, World

Curve = Callable[[Array], Array]
"""Sizes [byte] to seconds."""
STARTS = ("alpha", "hop", "messages")
RATES = ("bandwidth", "efficiency", "one_peer", "unit", "nic")
UNKNOWN = (SpecError, KeyError, ValueError, IndexError)


class Plant(NamedTuple):
    """What is wrong: the platform as it is, how a run's transfer grows, another algorithm a collective."""

    what: str
    platform: Mapping[str, Any]
    transfer: Callable[[int, int, bool], float] = lambda ranks, nodes, pair: 1.0
    """Ranks, nodes and whether it is a pair, to the factor of its transfer."""
    algorithms: Mapping[str, str] = {}


def scaled(value: Any, factor: float) -> Any:
    """A quantity, a share or a pair of them, times a factor."""
    if isinstance(value, list):
        return [scaled(one, factor) for one in value]
    if isinstance(value, str):
        number, _, unit = value.partition(" ")
        return f"{float(number) * factor:.8g} {unit}"
    return float(value) * factor


def path_changed(platform: Mapping[str, Any], keys: tuple[str, ...], factor: float, only: str | None) -> dict[str, Any]:
    """The platform with some numbers of one path, or of all, times a factor, in every condition."""
    paths = {
        name: _walked(path, keys, factor) if only in (None, name) else path for name, path in platform["paths"].items()
    }
    return {**platform, "paths": paths}


def _walked(part: Any, keys: tuple[str, ...], factor: float) -> Any:
    if isinstance(part, list):
        return [_walked(one, keys, factor) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: scaled(value, factor)
        if key in keys
        else value
        if key in ("link", "title")
        else _walked(value, keys, factor)
        for key, value in part.items()
    }


def startup(machine: Machine, random: Random) -> Plant:
    """Messages, calls, or both start three to ten times later."""
    factor, platform = random.uniform(3.0, 10.0), machine.data["platform"]
    launch = platform.get("launch", {})
    kind = random.choice(("alpha", "alpha", "call", "both"))
    if kind in ("alpha", "both"):
        platform = path_changed(platform, STARTS, factor, None)
    if kind in ("call", "both"):
        platform = {**platform, "launch": _walked(launch, ("time",), factor)}
    return Plant(f"{kind} x {factor:.1f}", platform)


def bandwidth(machine: Machine, random: Random) -> Plant:
    """One path, or every path, has 0.2 to 0.6 of its bandwidth."""
    left, platform = random.uniform(0.2, 0.6), machine.data["platform"]
    only = random.choice((None, *platform["paths"], *platform["paths"]))
    return Plant(f"{only or 'paths'} x {left:.2f}", path_changed(platform, RATES, left, only))


def topology(machine: Machine, random: Random) -> Plant:
    """A stated cut carries 0.2 to 0.5; or what crosses a border is slow, more so or not the more crosses it."""
    left, platform = random.uniform(0.2, 0.5), machine.data["platform"]
    cuts = platform.get("cuts", {})
    kind = random.choice(("cut", "cut", "node", "nodes", "growth") if cuts else ("node", "nodes", "growth"))
    if kind == "cut":
        name = random.choice(sorted(cuts))
        changed = _walked(cuts[name], ("bandwidth",), left)
        return Plant(f"cut {name} x {left:.2f}", {**platform, "cuts": {**cuts, name: changed}})
    if kind == "node":
        return Plant(
            f"node border x {left:.2f}",
            platform,
            lambda ranks, nodes, pair: 1.0 / left if nodes > 1 and ranks > nodes else 1.0,
        )
    border = random.choice((1, 2, 4))
    if kind == "nodes":
        return Plant(
            f"beyond {border} nodes x {left:.2f}",
            platform,
            lambda ranks, nodes, pair: 1.0 / left if nodes > border and not pair else 1.0,
        )
    power = random.uniform(0.6, 1.0)
    return Plant(
        f"grows beyond {border} nodes, power {power:.2f}",
        platform,
        lambda ranks, nodes, pair: 1.0 if pair else max(1.0, nodes / border) ** power,
    )


def algorithm(machine: Machine, random: Random) -> Plant:
    """Each collective takes another algorithm of the catalogue than the spec names."""
    found: dict[str, str] = {}
    for test in machine.tests:
        others = [name for name in names(test.collective) if name != test.algorithm]
        if others and not test.pair:
            found.setdefault(test.collective, random.choice(others))
    return Plant(" ".join(f"{name}: {one}" for name, one in found.items()), machine.data["platform"], algorithms=found)


def in_order(machine: Machine, random: Random) -> Plant:
    """Nothing."""
    return Plant("", machine.data["platform"])


PLANTS: Mapping[str, Callable[[Machine, Random], Plant]] = {
    "healthy": in_order,
    "startup": startup,
    "bandwidth": bandwidth,
    "topology": topology,
    "algorithm": algorithm,
    "contention": in_order,
    "not_performance": in_order,
}


def curve(world: World, test: Trial, plant: Plant, inside: float, at_once: int = 1) -> Curve:
    """Seconds over sizes [byte] of a test with the plant in place. ``inside``: where in the interval, 0 to 1.

    Raises one of UNKNOWN where the test cannot run.
    """
    taken = plant.algorithms.get(test.collective)
    model = world.model(test if taken is None or test.pair else Trial(test.collective, taken, test.group), at_once)
    ranks, nodes = world.size(test.group)
    factor = plant.transfer(ranks, nodes, test.pair or ranks == 2)
    tiny = np.array([1.0])

    def middle(sizes: Array) -> Array:
        low, high = model.times(sizes)
        found: Array = low ** (1.0 - inside) * high**inside
        return found

    floor = float(middle(tiny)[0])

    def seconds(sizes: Array) -> Array:
        found: Array = floor + factor * (middle(sizes) - floor)
        return found

    _ = seconds(tiny)
    return seconds
