"""Every criterion on the time of a call, as the seconds that it allows the call: one call, one bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from estimator.phrase import phrase
from estimator.require.criterion import Block
from estimator.require.inherited import inherited
from estimator.require.modelled import Floats
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

REFERENCES = ("cut", "model")
"""What a ratio divides by that is a time: the bound of a cut, the modelled time of the plan."""


def allowed(block: Block, limits: Floats | None = None) -> Floats | None:
    """The longest a call may take (S,) [s] by the limits of a block, tolerance included; nan where there is none.

    ``limits``: others in their place, such as those without the tolerance. None where no limit is a ceiling on the time
    of a call: a floor on a bandwidth and a ceiling on a ratio to a time are such ceilings.
    """
    held = block.effective if limits is None else limits
    name, against = block.measure.name, block.measure.against
    if against is None and name == "time" and block.comparator == "at_most":
        return held
    if against is None and name in ("algbw", "busbw") and block.comparator == "at_least":
        # A group of one rank moves nothing: no bandwidth, and no seconds that a limit on it would allow.
        with np.errstate(divide="ignore", invalid="ignore"):
            return block.sizes * bandwidth_factor(block) / held
    if against is not None and against.what in REFERENCES and block.comparator == "at_most":
        return held * references(block)
    return None


def bandwidth_factor(block: Block) -> float:
    """What makes a bandwidth of n / time [1]."""
    return block.model.busbw_factor if block.measure.name == "busbw" and block.model else 1.0


def references(block: Block) -> Floats:
    """The time that each cell's ratio divides by (S,) [s]; nan where there is none."""
    values = [one.value or np.nan for one in block.against] or [np.nan] * len(block.sizes)
    return np.array(values, dtype=np.float64)


class BoundedCall(NamedTuple):
    """What makes two calls the same, but for their size: the collective, how it runs, on what, and where."""

    collective: str
    algorithm: str | None
    dtype: str | None
    place: Place


def call_of(block: Block, spec: Spec) -> BoundedCall:
    """The call that the cells of a block measure."""
    requirement = spec.requirements[block.requirement]
    if not isinstance(requirement, MeasurableRequirement):
        raise ValueError(phrase("{requirement} measures no call", requirement=block.requirement))
    found = inherited(requirement, spec)
    return BoundedCall(block.collective, found.algorithm, found.dtype, block.place)


class Bounded(NamedTuple):
    """One cell whose limit bounds the time of a call: the block, the place in it, and the seconds."""

    block: Block
    at: int
    seconds: float


def bounded_cells(blocks: Iterable[Block], spec: Spec) -> dict[tuple[BoundedCall, float], list[Bounded]]:
    """The cells that bound the time of a call, by call and size [byte]; in the order of the blocks."""
    found: dict[tuple[BoundedCall, float], list[Bounded]] = {}
    for block in blocks:
        seconds = allowed(block)
        if seconds is None:
            continue
        call = call_of(block, spec)
        for index in np.flatnonzero(~np.isnan(seconds)).tolist():
            cell = Bounded(block, index, float(seconds[index]))
            found.setdefault((call, float(block.sizes[index])), []).append(cell)
    return found
