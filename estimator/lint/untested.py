"""Assumptions that make the step's interval wide and that no must would show to be wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from estimator.cost.key import Key
from estimator.errors import Path
from estimator.estimate.cell import CellModel
from estimator.estimate.ends import end_of
from estimator.estimate.result import Origin, Ranked
from estimator.estimate.search.place import path_in
from estimator.estimate.waterfall import FACTORS
from estimator.lint.rules import Finding, Look
from estimator.phrase import phrase
from estimator.require.criterion import Block
from estimator.require.limits.bounded import BoundedCall, allowed, call_of
from estimator.require.model import models_of
from estimator.require.workload import Workload, place_of, workload_of
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_ratio, format_time

LARGE, FELT = 0.1, 0.01
"""The share of the width that asks for a test; the share of a cell's time below which it shows nothing [1]."""
HIDING = ("overlap", "window", "compute_slowdown")
SKEWS = ("skew", "node_skew")


def untested(look: Look) -> Iterator[Finding]:
    """One finding an assumption that explains a tenth of the width of the step's exposed time or more."""
    left = {one.assumption: one for one in look.table.ranking if one.share >= LARGE}
    musts = dict(_musts(look))
    if not left or not musts or not look.table.counted:
        return
    for tested in _tested(look, musts, left):
        left.pop(tested, None)
        if not left:
            return
    for one in left.values():
        text = phrase(
            "{assumption} explains {share} of the width, {seconds} a step",
            assumption=one.assumption,
            share=format_ratio(one.share, 2),
            seconds=format_time(one.seconds),
        )
        yield Finding("untested-assumption", _place(one, look), text)


def _musts(look: Look) -> Iterator[tuple[str, MeasurableRequirement]]:
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement) and requirement.priority == "must":
            yield name, requirement


def _tested(look: Look, musts: dict[str, MeasurableRequirement], left: Collection[str]) -> Iterator[str]:
    """The assumptions that the musts rest on, the quickly found ones first; some come again.

    What rests on none of those that are ``left`` is not timed.
    """
    for name, requirement in musts.items():
        for block in look.expanded[name].blocks:
            yield from _by_what_is_run(requirement.operation or "", block)
            if block.skew > 1.0:
                yield from (f"{other}.{factor}" for other in _alike(block, look) for factor in SKEWS)
    cells = _Cells(look, left)
    for name, requirement in musts.items():
        work, _ = workload_of(name, requirement, look.spec, look.table)
        for block in look.expanded[name].blocks if work is not None else ():
            yield from cells.assumptions(work, block)


def _by_what_is_run(operation: str, block: Block) -> Iterator[str]:
    """What a test shows by how it is run: the overlap that it measures, its skew, its stages at once or in sequence."""
    if block.measure.name == "overlap":
        yield from (f"{operation}.{factor}" for factor in HIDING)
    if block.skew > 1.0:
        yield from (f"{operation}.{factor}" for factor in SKEWS)
    if allowed(block) is not None:
        yield f"{operation}.sequence"


def _alike(block: Block, look: Look) -> Iterator[str]:
    """The operations whose own call is that of a block, at one of its sizes."""
    call = call_of(block, look.spec)._replace(dtype=None)
    for name, row in look.table.operations.items():
        own = BoundedCall(row.collective, row.algorithm.name, None, place_of(look.spec, row.group))
        if own == call and row.size.n / row.calls in block.sizes:
            yield name


class _Cells:
    """The parameters in the rows in force of cells; each cell is timed once."""

    def __init__(self, look: Look, left: Collection[str]) -> None:
        self._left = left
        self._models = models_of(look.spec)
        self._known: set[tuple[int, float]] = set()

    def assumptions(self, work: Workload | None, block: Block) -> Iterator[str]:
        """The assumptions that the limited cells of a block rest on, at either end."""
        if work is None or block.model is None or (block.expected is None and not block.curve):
            return
        cell = self._models.cell(work, block.spot)
        limited = block.sizes[~np.isnan(block.limits)].tolist()
        for n in block.curve or limited if cell is not None else ():
            if (id(cell), n) not in self._known:
                self._known.add((id(cell), n))
                yield from _in_force(cell, n, self._left)


def _in_force(cell: CellModel | None, n: float, left: Collection[str]) -> Iterator[str]:
    for work, setting in cell.timed(n) if cell is not None else ():
        if not any(_called(key, origin) in left for key, origin in setting.origins.items()):
            continue
        end = end_of(work, setting)
        for key, seconds in end.parts.items():
            if seconds > FELT * end.total_s and key in end.origins:
                yield _called(key, end.origins[key])


def _called(key: Key, origin: Origin) -> str:
    """The assumption as the ranking calls it: what one link of a mesh carries is of the bandwidth of its path."""
    return f"{origin.where}.{FACTORS.get(key.family, origin.quantity)}"


def _place(one: Ranked, look: Look) -> Path:
    """Where the assumption stands in the spec."""
    where, _, factor = one.assumption.rpartition(".")
    if where in look.spec.operations:
        return ("operations", where, "overlap" if factor in HIDING else "algorithm" if factor == "sequence" else factor)
    spec_path = one.origin.spec_path if one.origin else ""
    try:
        return ("platform", *path_in(look.spec.platform, spec_path.removeprefix("platform.")))
    except LookupError:
        return ("platform",)
