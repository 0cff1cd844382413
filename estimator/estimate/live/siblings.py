"""The same quantity under the other conditions: what moves along with a number, and what it may not be better than."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.estimate.live.parameters import Numbers
from estimator.estimate.live.value import Stated
from estimator.spec.machine.path import StatedParameters
from estimator.spec.values.base import CONDITIONS
from estimator.spec.values.quantity import Pair


def add_siblings(numbers: Numbers) -> None:
    """Every number of a path or cut under a condition that no time looks at, where one beside it is looked at."""
    for one in tuple(numbers.places.listed):
        for condition, pair, source, path in _beside(numbers, one):
            numbers.place(one.quantity, one.where, condition, pair, source, path)


def _beside(numbers: Numbers, one: Stated) -> Iterator[tuple[str, Pair, str | None, str]]:
    platform = numbers.known.platform
    kind = "cuts" if one.quantity == "cut" else "paths"
    head = f"platform.{kind}.{one.where}."
    rest = one.path.removeprefix(f"{head}{one.condition}.")
    if not one.condition or rest == one.path:
        return
    if kind == "cuts":
        cut = platform.cuts[one.where]
        states = {"exclusive": cut.exclusive, **({"loaded": cut.loaded} if cut.loaded else {}), **cut.named}
        for name, state in states.items():
            yield name, state.bandwidth, cut.source, f"{head}{name}.{rest}"
        return
    spec = platform.paths[one.where]
    for name in (*CONDITIONS, *spec.named):
        stated = spec.stated(name)
        pair = None if stated is None else _pair(stated, rest)
        if stated is not None and pair is not None:
            yield name, pair, stated.source, f"{head}{name}.{rest}"


def _pair(stated: StatedParameters, key: str) -> Pair | None:
    """The pair of a quantity as it is written; a bandwidth that follows from an efficiency is not written."""
    if key == "root.time":
        return stated.root.time if stated.root is not None else None
    if key == "bandwidth" and stated.efficiency is not None:
        return None
    found: Pair | None = getattr(stated, key, None)
    return found
