"""The model's numbers for the cells of a block; the model of a workload is built once however often it is asked for."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from estimator.cost.semantics import busbw_factor
from estimator.errors import Problem, SpecError
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.cell import CellModel, cell_model
from estimator.require.modelled import Floats, Modelled
from estimator.require.spot import Spot
from estimator.require.workload import Workload
from estimator.spec.document import Spec
from estimator.spec.same import Same


class Models:
    """Cell models of one spec. ``problems`` holds why one could not be built, each reason once."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._assumptions = assumptions_of(spec)
        self._known: dict[tuple[object, ...], CellModel | None] = {}
        self._floors: dict[int, float] = {}
        self.problems: dict[tuple[object, ...], Problem] = {}

    def model(self, work: Workload, spot: Spot, sizes: Floats) -> Modelled | None:
        """Times, bound and start-up floor over ``sizes`` (S,) [byte]; None where the model cannot be built."""
        cell = self.cell(work, spot)
        if cell is None:
            return None
        try:
            optimistic, conservative = cell.times(sizes)
            floor = self._floor(cell, sizes)
        except SpecError as error:
            self._tell(error, work)
            return None
        factor = busbw_factor(work.collective, cell.subject.shape.ranks)
        return Modelled(optimistic, conservative, cell.bounds(sizes), floor, factor)

    def _floor(self, cell: CellModel, sizes: Floats) -> Floats:
        """The start-up floor (S,) [s]: one number, but where parameters of a path change with the size."""
        if self._assumptions.by_size(cell.subject.paths.values()):
            return np.array([cell.at(float(size)).floor_s for size in sizes])
        if id(cell) not in self._floors:
            self._floors[id(cell)] = cell.at(float(sizes[0])).floor_s
        return np.full(len(sizes), self._floors[id(cell)])

    def cell(self, work: Workload, spot: Spot) -> CellModel | None:
        """The model of one spot; None where it cannot be built."""
        own = self._spec.operations[work.operation].launch if work.operation else None
        started = work.operation if own is not None else None
        key = (
            started,
            work.launch,
            work.collective,
            work.algorithm,
            work.options,
            work.copies,
            spot,
            work.rank,
        )
        if key not in self._known:
            self._known[key] = self._built(work, spot)
        return self._known[key]

    def _built(self, work: Workload, spot: Spot) -> CellModel | None:
        try:
            return cell_model(
                self._spec, collective=work.collective, algorithm=work.algorithm, group=spot.group,
                condition=spot.condition, skew=spot.skew, at_once=spot.at_once,
                copies=work.copies, known=self._assumptions,
                at=("requirements", work.requirement), options=work.options,
                operation=work.operation, launch=work.launch, place=work.rank,
            )  # fmt: skip
        except SpecError as error:
            self._tell(error, work)
            return None

    def _tell(self, error: SpecError, work: Workload) -> None:
        for problem in error.problems:
            self.problems.setdefault((problem.path, problem.message), problem)


def models_of(spec: Spec) -> Models:
    """The cell models of a spec whose requirements are expanded: one for all that asks for them."""
    return _kept(Same(spec))


@lru_cache(maxsize=8)
def _kept(spec: Same[Spec]) -> Models:
    return Models(spec.value)
