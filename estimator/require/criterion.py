"""What a requirement expands into: blocks of cells as arrays, and single cells (criteria) for people and programs.

A *block* is one group, condition, skew and number of groups at once; its cells differ by size only. Checks over many
requirements read the arrays of a block; judging, answering and rendering read its criteria. Nobody reads kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.shape import Shape
from estimator.errors import Problem
from estimator.estimate.result import CellEstimate, Interval
from estimator.require.modelled import Floats, Modelled
from estimator.require.place import Place
from estimator.require.spot import Spot
from estimator.spec.values.base import Text

Comparator = Literal["at_most", "at_least", "stated"]
Unit = Literal["time", "bandwidth", "size", "ratio", "factor", "none"]
"""Unit family of a limit: seconds, B/s, bytes, a share printed in per cent, a factor printed with x, or no number."""
HowLimited = Literal["stated", "derived", "budget", "frozen", "open"]
"""Written in the spec, taken from the estimate, from the budget, frozen at review; ``open``: no limit at this cell."""


class Against(NamedTuple):
    """What a relative metric divides by.

    ``what``: ``condition`` (the same cell under the condition ``name``), ``at_once`` (the same cell with ``value``
    groups at once), ``group`` (the same cell on the group ``name``), ``size`` (the same cell at ``value`` bytes),
    ``skew``, ``statistic`` (``name``, as p50), ``cut`` (the must-move time ``value`` [s]), ``model`` (the modelled time
    ``value`` [s]), ``bytes`` (the bytes that must cross, ``value``), ``alone`` (communication and computation one after
    the other), ``plateau`` (the best busbw of the sweep), ``fit`` (the step predicted from the fitted alpha and B).
    """

    what: str
    name: str = ""
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """How the number of a cell is to be taken: name, statistic, aggregation, and what it is set against.

    ``quantity``: what the number of a stated item is of.
    """

    name: str
    statistic: str = "mean"
    ranks: str = "max"
    repeats: str = "worst"
    unit: Unit = "time"
    against: Against | None = None
    quantity: Text | None = None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One cell: what is measured where, the limit, and what the model expects there. SI units throughout.

    ``key`` is stable: it names the cell, not its limit, and stays as long as the cell means the same test. ``n``
    canonical [byte]; None where the cell is a whole curve or has no size (then ``sizes`` lists what must be run).
    ``limit`` None for stated items and for cells that are only reported; ``effective`` is the limit with the one
    ``tolerance`` [1]. ``expected`` is the model's interval of the metric itself; ``estimate`` that of the time.
    """

    key: str
    requirement: str
    collective: str
    place: Place | None
    condition: str
    skew: float
    n: float | None
    sizes: tuple[float, ...]
    own_n: bool
    measure: Measure
    comparator: Comparator
    limit: float | None
    effective: float | None
    tolerance: float
    how: HowLimited
    expected: Interval | None
    estimate: CellEstimate | None

    @property
    def group(self) -> str:
        """Id of the group, "" for an item that has none."""
        return self.place.group if self.place else ""

    @property
    def shape(self) -> Shape | None:
        """Shape of the group."""
        return self.place.shape if self.place else None

    @property
    def at_once(self) -> int:
        """Groups of this kind at once on a node."""
        return self.place.at_once if self.place else 1

    @property
    def unit(self) -> Unit:
        """Unit family of the limit."""
        return self.measure.unit


@dataclass(frozen=True, slots=True)
class Block:
    """Cells that differ by size only. Arrays are over ``sizes`` (S,); a limit of nan means none at that size.

    ``sizes`` holds nan once for a cell that is a whole curve; ``curve`` then lists the sizes to run. ``expected`` is
    (optimistic, conservative) of the metric, each (S,). ``against`` is per cell where the reference differs by size,
    else empty and ``measure.against`` holds for all.
    """

    requirement: str
    collective: str
    place: Place
    condition: str
    skew: float
    sizes: Floats
    own: NDArray[np.bool_]
    measure: Measure
    comparator: Comparator
    limits: Floats
    tolerance: float
    how: HowLimited
    expected: tuple[Floats, Floats] | None = None
    model: Modelled | None = None
    curve: tuple[float, ...] = ()
    against: tuple[Against, ...] = ()
    frozen: NDArray[np.bool_] | None = None

    @property
    def spot(self) -> Spot:
        """Where and under what its cells run."""
        return Spot(self.place.group, self.condition, self.skew, self.place.at_once)

    @property
    def effective(self) -> Floats:
        """The limits with the tolerance, in the direction that is easier to meet."""
        return self.limits * (1.0 + self.tolerance if self.comparator == "at_most" else 1.0 - self.tolerance)

    @property
    def moving(self) -> int:
        """How many limits still follow the estimate: derived and not frozen."""
        if self.how not in ("derived", "budget"):
            return 0
        limited = ~np.isnan(self.limits)
        return int(np.count_nonzero(limited if self.frozen is None else limited & ~self.frozen))

    def cell_keys(self) -> tuple[str, ...]:
        """The stable key of every cell."""
        head = f"{self.requirement}/{self.place.group}/{self.condition}/skew={self.skew:g}/at_once={self.place.at_once}"
        if self.place.rank is not None:
            head += f"/place={self.place.rank}"
        return tuple(f"{head}/n={f'{n:.0f}' if n == n else 'curve'}" for n in self.sizes.tolist())

    @property
    def run_at(self) -> tuple[float, ...]:
        """The sizes that must be run [byte]."""
        return self.curve or tuple(self.sizes.tolist())

    def part(self, cells: slice) -> Block:
        """The same block with some of its sizes."""
        if self.curve:
            return self
        model, expected, frozen = self.model, self.expected, self.frozen
        return replace(
            self,
            sizes=self.sizes[cells],
            own=self.own[cells],
            limits=self.limits[cells],
            expected=None if expected is None else (expected[0][cells], expected[1][cells]),
            model=None if model is None else model.part(cells),
            against=self.against[cells],
            frozen=None if frozen is None else frozen[cells],
        )

    def criterion(self, index: int) -> Criterion:
        """One cell, without building the others."""
        return next(self.part(slice(index, index + 1)).criteria())

    def criteria(self) -> Iterator[Criterion]:
        """The cells one by one."""
        sizes = self.sizes.tolist()
        whole = bool(self.curve)
        estimates = [None] * len(sizes) if self.model is None or whole else self.model.cells(sizes)
        columns = zip(
            self.cell_keys(), sizes, self.own.tolist(), self.limits.tolist(), self.effective.tolist(),
            self._expected(), estimates, self._measures(), self.ways, strict=True,
        )  # fmt: skip
        for key, size, own, limit, effective, expected, estimate, measure, how in columns:
            limited = limit == limit
            yield Criterion(
                key, self.requirement, self.collective, self.place, self.condition, self.skew,
                None if whole else size, self.curve if whole else (size,), own, measure, self.comparator,
                limit if limited else None, effective if limited else None, self.tolerance,
                how if limited else "open", expected, estimate,
            )  # fmt: skip

    def _expected(self) -> list[Interval | None]:
        if self.expected is None:
            return [None] * len(self.sizes)
        ends = zip(*(end.tolist() for end in self.expected), strict=True)
        return [Interval(low, high) if low == low else None for low, high in ends]

    def _measures(self) -> Sequence[Measure]:
        if not self.against:
            return (self.measure,) * len(self.sizes)
        return [replace(self.measure, against=against) for against in self.against]

    def way(self, at: int) -> HowLimited:
        """How one cell came by its limit, if it has one."""
        return "frozen" if self.frozen is not None and self.frozen[at] else self.how

    @property
    def ways(self) -> list[HowLimited]:
        """How each cell came by its limit, if it has one."""
        if self.frozen is None:
            return [self.how] * len(self.sizes)
        return ["frozen" if frozen else self.how for frozen in self.frozen.tolist()]


@dataclass(frozen=True)
class Expanded:
    """One requirement worked out: its cells, how they are measured, and what went wrong on the way.

    ``problems`` carry spec paths (``requirements.<id>...``). ``stated`` are the cells of a capability item. ``family``:
    performance | capability. ``call``: group and first condition of the operation that the requirement names; ("", "")
    without one.
    """

    id: str
    kind: str
    family: str
    measure: Measure | None
    blocks: tuple[Block, ...] = ()
    stated: tuple[Criterion, ...] = ()
    problems: tuple[Problem, ...] = ()
    call: tuple[str, str] = ("", "")

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Every cell, in the order group, condition, skew, groups at once, size."""
        return self.stated + tuple(cell for block in self.blocks for cell in block.criteria())

    @property
    def cells(self) -> int:
        """How many cells there are, without building them."""
        return len(self.stated) + sum(len(block.sizes) for block in self.blocks)

    @cached_property
    def main(self) -> Criterion | None:
        """The cell a card shows first: the operation's own group, n and first condition, the hardest skew."""
        place = self._main_place()
        if place is None:
            return main_cell(self.stated)
        block, index = place
        return block.criterion(index)

    def _main_place(self) -> tuple[Block, int] | None:
        """The block and the cell that ``main_cell`` would choose, without building the cells."""
        if self.stated or not self.blocks:
            return None
        limited = [~np.isnan(block.limits) for block in self.blocks]
        chosen = [wanted & block.own for wanted, block in zip(limited, self.blocks, strict=True)]
        for found in (chosen, limited, [np.ones(len(block.sizes), np.bool_) for block in self.blocks]):
            hits = [
                (block, int(np.flatnonzero(cells)[-1]))
                for block, cells in zip(self.blocks, found, strict=True)
                if cells.any()
            ]
            if hits:
                return self._of_the_call(hits)
        return None

    def _of_the_call(self, hits: Sequence[tuple[Block, int]]) -> tuple[Block, int]:
        """The hit on the operation's own group under its first condition, else under the last one; the last skew."""
        group, condition = self.call
        own = [hit for hit in hits if hit[0].place.group == group]
        found = own or [hit for hit in hits if hit[0].place.group == hits[0][0].place.group]
        return ([hit for hit in found if hit[0].condition == condition] or found)[-1]


def main_cell(criteria: Sequence[Criterion]) -> Criterion | None:
    """The last limited cell at the operation's own n, else the last limited cell, else the last one; first group only.

    Conditions and skews are written from easy to hard, and the operation's own group comes first.
    """
    limited = [cell for cell in criteria if cell.limit is not None]
    own = [cell for cell in limited if cell.own_n]
    found = own or limited or list(criteria)
    return [cell for cell in found if cell.group == found[0].group][-1] if found else None
