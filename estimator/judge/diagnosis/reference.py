"""What the spec expects of a run: the interval of the operation or requirement that it is of, over its sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from estimator.cost.collectives import EVEN
from estimator.cost.entries.catalogue import names
from estimator.cost.form import Array
from estimator.cost.options import ALL
from estimator.cost.placing.channels import most_channels
from estimator.errors import SpecError
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.result import EstimateTable
from estimator.judge.diagnosis.run import DiagnosedRun
from estimator.require.workload import Workload, own_work, workload_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

NOTHING = 1e-9
"""Part of a size at which only start-up is left [1]."""


class Expected(NamedTuple):
    """Both ends [s] at the sizes of a run, and of a message of no bytes: ``floor`` (optimistic, conservative)."""

    low: Array
    high: Array
    floor: tuple[float, float]

    @property
    def width(self) -> float:
        """The conservative end over the optimistic one, at most over the sizes [1]."""
        return float((self.high / self.low).max())


@dataclass(frozen=True, slots=True)
class Promise:
    """What of the spec a run is: the operation or requirement ``name``, its algorithm, and its model at both ends."""

    name: str
    group: str
    algorithm: str
    model: CellModel
    alone: CellModel
    """With the groups at once that ran: a benchmark of one group is no faster than this."""
    loaded: tuple[CellModel, ...] = ()
    """The operation's other conditions, where nobody says which of them the run was under."""
    channels: int | None = None
    """Where they are not those of the spec."""

    def expected(self, sizes: Sequence[float]) -> Expected:
        """Both ends over sizes [byte]."""
        found = np.asarray(sizes, dtype=np.float64)
        tiny = np.array([max(float(found.min()) * NOTHING, NOTHING)])
        high, floor = self._slowest(found), float(self._slowest(tiny)[0])
        return Expected(self.alone.times(found)[0], high, (float(self.alone.times(tiny)[0][0]), floor))

    def _slowest(self, sizes: Array) -> Array:
        found: Array = np.max([model.times(sizes)[1] for model in (self.model, *self.loaded)], axis=0)
        return found

    @property
    def plan(self) -> str:
        """The algorithm, with its channels where they are not the spec's."""
        return self.algorithm if self.channels is None else f"{self.algorithm} with channels: {self.channels}"

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that the plan uses, from inside to outside."""
        return tuple(dict.fromkeys(self.model.subject.paths.values()))


class Promises:
    """The promises of a spec, found by what a run is."""

    def __init__(self, spec: Spec, table: EstimateTable) -> None:
        self.spec = spec
        self.known = assumptions_of(spec)
        self.works = list(_works(spec, table))
        self._known: dict[tuple[object, ...], tuple[Promise, ...]] = {}

    def of(self, run: DiagnosedRun) -> tuple[Promise, ...]:
        """The promises that a run may be of, by collective, ranks, nodes, algorithm; operations before requirements."""
        table = run.table
        place = (table.ranks, table.nodes, table.ranks_per_node, table.group, table.groups, table.path)
        asked = (run.collective, *place, table.condition, table.skew, table.algorithm)
        if asked not in self._known:
            self._known[asked] = self._of(run)
        return self._known[asked]

    def _of(self, run: DiagnosedRun) -> tuple[Promise, ...]:
        found: dict[tuple[str, str], Promise] = {}
        for name, work in self.works:
            for group in work.groups:
                if (group, work.algorithm) not in found and self._fits(run, work, group):
                    promise = self._promise(run, name, work, group, work.algorithm)
                    if promise is not None:
                        found[group, work.algorithm] = promise
        named = [promise for promise in found.values() if promise.algorithm == run.table.algorithm]
        return tuple(named or found.values())

    def rivals(self, run: DiagnosedRun, promise: Promise) -> Iterator[Promise]:
        """The same promise with each other algorithm that can run there, and with other numbers of channels."""
        work = next(work for name, work in self.works if name == promise.name)
        for algorithm in names(work.collective):
            if algorithm != promise.algorithm:
                rival = self._promise(run, promise.name, work, promise.group, algorithm)
                if rival is not None:
                    yield rival
        entry = promise.model.subject.algorithm
        most = most_channels(promise.model.subject.placed.group) if "channels" in entry.takes else 1
        own = work.options.channels or 1
        for count in (1, 2, 4, most):
            if 1 < most >= count and count != (most if own == ALL else own):
                options = replace(work.options, channels=count)
                other = replace(work, options=options)
                rival = self._promise(run, promise.name, other, promise.group, promise.algorithm)
                if rival is not None:
                    yield replace(rival, channels=count)

    def _fits(self, run: DiagnosedRun, work: Workload, group: str) -> bool:
        table, placed = run.table, self.spec.groups[group]
        if EVEN[work.collective] != run.collective:
            return False
        if table.group and table.group in self.spec.groups:
            return table.group == group
        if table.path and table.path in self.spec.platform.paths and table.path not in placed.levels:
            return False
        ranks = table.ranks in (None, placed.size)
        nodes = table.nodes in (None, placed.nodes)
        return ranks and nodes and table.ranks_per_node in (None, placed.most_ranks_per_node)

    def _promise(self, run: DiagnosedRun, name: str, work: Workload, group: str, algorithm: str) -> Promise | None:
        conditions = (run.table.condition,) if run.table.condition else ("exclusive", *work.conditions)
        try:
            skews = (run.table.skew,) if run.table.skew else work.skews
            model, *loaded = (
                self._model(work, group, algorithm, condition, None, max(skews))
                for condition in dict.fromkeys(conditions)
            )
            alone = self._model(work, group, algorithm, conditions[0], run.table.groups, min(skews))
        except (SpecError, KeyError):
            return None
        return Promise(name, group, algorithm, model, alone, tuple(loaded))

    def _model(
        self, work: Workload, group: str, algorithm: str, condition: str, at_once: int | None, skew: float
    ) -> CellModel:
        """The model of one condition. Raises SpecError, KeyError where the spec says nothing of it."""
        made = cell_model(
            self.spec,
            collective=work.collective,
            algorithm=algorithm,
            group=group,
            condition=condition,
            skew=skew,
            at_once=at_once,
            copies=work.copies if algorithm == work.algorithm else None,
            known=self.known,
            options=work.options,
            operation=work.operation,
        )
        _ = made.ends(1.0)
        return made


def _works(spec: Spec, table: EstimateTable) -> Iterator[tuple[str, Workload]]:
    for name, row in table.operations.items():
        yield name, own_work(row, spec)
    for name, requirement in spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            work, _ = workload_of(name, requirement, spec, table)
            if work is not None:
                yield name, work
