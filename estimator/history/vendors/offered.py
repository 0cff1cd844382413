"""Several vendors beside each other: what each stands for, where it lies on the estimate, whether the step closes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from estimator.estimate.result import Interval
from estimator.estimate.steps.need import Needs
from estimator.history.state import State
from estimator.history.vendors.offers import AskedRequirement, on_scale, within
from estimator.history.vendors.received import Entry, Received
from estimator.require.closure import Closure, closure
from estimator.require.criterion import Block, Expanded
from estimator.require.metrics import METRICS
from estimator.spec.document import Spec


class Offer(NamedTuple):
    """What one vendor says to one requirement. ``passes``: the limit, tolerance included; None without a number.

    ``scale``: where the value lies on the estimate of the spec, ``own_scale``: on that of the vendor's own platform;
    "" where there is none.
    """

    entry: Entry
    passes: bool | None
    scale: str
    own_scale: str


@dataclass(frozen=True, slots=True)
class Vendor:
    """One vendor. ``platform``: the file of its own, "" for the spec's; ``closure``: the step with what it offers.

    ``without``: musts on which it offers nothing that stands; their calls count with the conservative time.
    """

    name: str
    file: str
    platform: str
    received: Received
    offers: Mapping[str, Offer]
    closure: Closure
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A spec and what vendors offer for it."""

    spec: Spec
    requirements: Mapping[str, AskedRequirement]
    vendors: tuple[Vendor, ...]


def vendor_of(
    found: Received,
    file: str,
    requirements: Mapping[str, AskedRequirement],
    state: State,
    platform: str = "",
    own: bool = False,
) -> Vendor:
    """What one vendor offers. ``state``: the spec, with ``own`` on the platform of the vendor in ``platform``."""
    promised = {name: _promised(one, found.entries.get(name)) for name, one in requirements.items()}
    offers = {
        name: _offer(entry, state.expanded.get(name) if own else None)
        for name, entry in found.entries.items()
    }  # fmt: skip
    without = tuple(name for name, one in state.spec.requirements.items() if one.priority == "must" and not _stands(
        found.entries.get(name)))  # fmt: skip
    return Vendor(found.vendor, file, platform, found, offers, _closure(state, promised), without)


def _offer(entry: Entry, own: Expanded | None) -> Offer:
    cell, value = entry.cell, entry.value
    if cell is None or value is None:
        return Offer(entry, None, "", "")
    rising = METRICS[cell.measure.name].lower_is_better
    there = _expected(own, cell.key) if own is not None else None
    return Offer(entry, within(cell, value), on_scale(cell.expected, value, rising), on_scale(there, value, rising))


def _expected(expanded: Expanded, key: str) -> Interval | None:
    for block in expanded.blocks:
        if key in (keys := block.cell_keys()):
            return block.criterion(keys.index(key)).expected
    return None


def _stands(entry: Entry | None) -> bool:
    """Whether an answer promises anything: an older text, or a state alone that is no yes, promises nothing."""
    return entry is not None and not entry.stale and (entry.answer.state == "meets" or entry.value is not None)


def _promised(one: AskedRequirement, entry: Entry | None) -> dict[str, float]:
    """What a vendor stands for, by cell, tolerance used up: every limit where it meets them, and its offered value."""
    if entry is None or not _stands(entry):
        return {}
    found: dict[str, float] = {}
    if entry.answer.state == "meets":
        for block in one.expanded.blocks:
            found |= zip(block.cell_keys(), block.effective.tolist(), strict=True)
    if entry.cell is not None and entry.value is not None:
        found[entry.cell.key] = entry.value
    return found


def _closure(state: State, promised: Mapping[str, Mapping[str, float]]) -> Closure:
    """The step with every promise just kept; what is promised counts whatever its priority."""
    expanded = {
        name: replace(one, blocks=tuple(_held(one, promised.get(name, {})))) for name, one in state.expanded.items()
    }
    requirements = {
        name: one.model_copy(update={"priority": "must"}) if promised.get(name) else one
        for name, one in state.spec.requirements.items()
    }
    spec = state.spec.model_copy(update={"requirements": requirements})
    return closure(Needs(spec, state.table), expanded)


def _held(one: Expanded, promised: Mapping[str, float]) -> Iterator[Block]:
    """The blocks with what is promised in place of their limits, the tolerance used up; none without a promise."""
    for block in one.blocks:
        keys = block.cell_keys()
        if any(key in promised for key in keys):
            values = np.array([promised.get(key, np.nan) for key in keys], dtype=np.float64)
            yield replace(block, limits=values, tolerance=0.0)
