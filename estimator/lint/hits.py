"""Rules about single cells: where one is broken, and the limit there in the unit it was written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from estimator.errors import Path
from estimator.lint.rules import Finding
from estimator.phrase import linked, phrase
from estimator.require.criterion import Block
from estimator.require.limits.bounded import bandwidth_factor
from estimator.require.modelled import Floats, Modelled
from estimator.units import format_bandwidth, format_factor, format_ratio, format_size, format_time


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule broken in some cells of a block: the worst of them, how many they are, how far the worst is out [1]."""

    block: Block
    index: int
    count: int
    excess: float

    @property
    def model(self) -> Modelled:
        """The model's numbers of the block; only blocks that have them are hit."""
        if self.block.model is None:
            raise ValueError("a block without a model breaks no rule about its interval")
        return self.block.model

    @property
    def limit(self) -> str:
        """The limit on time or bandwidth as it reads: at least 4 GB/s."""
        return limit_text(self.block, self.index)

    def in_its_unit(self, seconds: Floats) -> str:
        """Seconds of the block's cells (S,), at the worst cell, in the unit of the limit."""
        return in_unit_of(self.block, self.index, float(seconds[self.index]))


def implied(block: Block) -> Floats | None:
    """The seconds that a limit on time or bandwidth allows (S,), nan where there is none; None for other metrics."""
    name = block.measure.name
    if block.measure.against is not None or name not in ("time", "algbw", "busbw"):
        return None
    if name == "time":
        return block.limits
    # A group of one rank moves nothing: no bandwidth, and no seconds that a limit on it would allow.
    with np.errstate(divide="ignore", invalid="ignore"):
        return block.sizes * bandwidth_factor(block) / block.limits


SHOWN: Mapping[str, Callable[[float], str]] = MappingProxyType(
    {"time": format_time, "bandwidth": format_bandwidth, "size": format_size, "factor": format_factor}
)
"""How a limit of a unit family reads; a share where it is none of these."""


def limit_text(block: Block, index: int) -> str:
    """A limit in its own unit: at most 5 ms."""
    shown = SHOWN.get(block.measure.unit, format_ratio)(float(block.limits[index]))
    if block.comparator == "at_most":
        return phrase("at most {shown}", shown=shown)
    return phrase("at least {shown}", shown=shown)


def in_unit_of(block: Block, index: int, seconds: float) -> str:
    """A time [s] of one cell as the time or the bandwidth that the block's limit is about."""
    if block.measure.name == "time":
        return format_time(seconds)
    return format_bandwidth(float(block.sizes[index]) * bandwidth_factor(block) / seconds)


def hit_of(block: Block, where: NDArray[np.bool_], excess: Floats) -> Hit | None:
    """The worst of the cells that break a rule, by ``excess`` (S,) [1]; None when none does."""
    count = int(np.count_nonzero(where))
    if not count:
        return None
    index = int(np.argmax(np.where(where, excess, 0.0)))
    return Hit(block, index, count, float(excess[index]))


def told(
    rule: str,
    path: Path,
    hits: Sequence[Hit | None],
    text: Callable[[Hit], str],
    hint: Callable[[Hit], str] = lambda hit: "",
) -> Iterator[Finding]:
    """One finding for all hits of a requirement, with the words about its worst cell."""
    found = [hit for hit in hits if hit is not None]
    if found:
        worst = max(found, key=lambda hit: hit.excess)
        where = _where(worst, sum(hit.count for hit in found))
        yield Finding(rule, path, phrase("{text} ({where})", text=text(worst), where=where), hint(worst))


def _where(hit: Hit, count: int) -> str:
    block = hit.block
    more = (
        phrase(", and {count} more cells", count=count - 1)
        if count > 2
        else ", and one more cell"
        if count == 2
        else ""
    )
    skew = phrase("skew {skew:g}", skew=block.skew) if block.skew != 1.0 else ""
    size = format_size(float(block.sizes[hit.index]))
    parts = [part for part in (block.place.group, block.condition, skew, size) if part]
    return phrase("{parts}{more}", parts=linked(", ", parts), more=more)
