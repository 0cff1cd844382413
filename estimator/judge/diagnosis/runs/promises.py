"""The promises of a spec: which of them a run is of, and what else could explain it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from estimator.cost.collectives import EVEN
from estimator.cost.entries.catalogue import names
from estimator.cost.options import ALL
from estimator.cost.placing.channels import most_channels
from estimator.errors import SpecError
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.result import EstimateTable
from estimator.evidence.fitting.steps import TAKEN
from estimator.judge.diagnosis.runs.hidden import with_border
from estimator.judge.diagnosis.runs.promise import Promise
from estimator.judge.diagnosis.runs.run import DiagnosedRun
from estimator.judge.diagnosis.runs.stand_in import stand_ins
from estimator.require.workload import Workload, own_work, workload_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

PAIR = Workload("", None, "p2p", "direct", None, None, (), ("exclusive",), (1.0,), None)
"""A message between two ranks, where the spec has no such operation."""


class Promises:
    """The promises of a spec, found by what a run is."""

    def __init__(self, spec: Spec, table: EstimateTable) -> None:
        self.spec = with_border(spec)
        self.known = assumptions_of(self.spec)
        self.works = list(_works(spec, table))
        self._known: dict[tuple[object, ...], tuple[Promise, ...]] = {}

    def of(self, run: DiagnosedRun) -> tuple[Promise, ...]:
        """The promises that a run may be of, by collective, ranks, nodes, algorithm; operations before requirements.

        Where the spec has no such group: what its paths give for one.
        """
        table = run.table
        place = (table.ranks, table.nodes, table.ranks_per_node, table.group, table.groups, table.path)
        asked = (run.collective, *place, table.condition, table.skew, table.algorithm)
        if asked not in self._known:
            stated = self._stated(run)
            self._known[asked] = (*stated, *self._other_pairs(run, stated)) if stated else tuple(self._standing_in(run))
        return self._known[asked]

    def _other_pairs(self, run: DiagnosedRun, stated: Collection[Promise]) -> Iterator[Promise]:
        """Pairs of ranks on paths that no promise for a pair is of, where the log says nodes but no path."""
        table = run.table
        if run.collective == "p2p" and table.nodes is not None and not (table.path or table.group):
            met = {promise.paths for promise in stated}
            yield from (promise for promise in self._standing_in(run) if promise.paths not in met)

    def _stated(self, run: DiagnosedRun) -> tuple[Promise, ...]:
        found: dict[tuple[str, str], Promise] = {}
        for name, work in self.works:
            for group in work.groups:
                if (group, work.algorithm) not in found and self._fits(run, work, group):
                    promise = self._promise(run, self.spec, name, work, group, work.algorithm)
                    if promise is not None:
                        found[group, work.algorithm] = promise
        named = [promise for promise in found.values() if promise.algorithm == run.table.algorithm]
        return tuple(named or found.values())

    def _standing_in(self, run: DiagnosedRun) -> Iterator[Promise]:
        """What the spec's paths give for a run of a group that no promise is of."""
        works = [(name, work) for name, work in self.works if EVEN[work.collective] == run.collective]
        if run.collective == "p2p" and not works:
            works = [("", PAIR)]
        for where in stand_ins(self.spec, run):
            for algorithm in dict.fromkeys(work.algorithm for _, work in works):
                name, work = next(one for one in works if one[1].algorithm == algorithm)
                for taken in dict.fromkeys((algorithm, TAKEN.get(run.collective, algorithm))):
                    found = self._promise(run, where.spec, name or where.group, work, where.group, taken)
                    if found is not None:
                        yield replace(found, own=False)
                        break

    def rivals(self, run: DiagnosedRun, promise: Promise) -> Iterator[Promise]:
        """The same promise with each other algorithm that can run there, and with other numbers of channels."""
        for algorithm in names(promise.work.collective):
            if algorithm != promise.algorithm:
                rival = self.by(run, promise, algorithm)
                if rival is not None:
                    yield rival
        entry, work = promise.model.subject.algorithm, promise.work
        most = most_channels(promise.model.subject.placed.group) if "channels" in entry.takes else 1
        own = work.options.channels or 1
        for count in (1, 2, 4, most):
            if 1 < most >= count and count != (most if own == ALL else own):
                other = replace(work, options=replace(work.options, channels=count))
                rival = self._promise(run, promise.spec, promise.name, other, promise.group, promise.algorithm)
                if rival is not None:
                    yield replace(rival, channels=count)

    def by(self, run: DiagnosedRun, promise: Promise, algorithm: str) -> Promise | None:
        """The same promise with another algorithm; None where it cannot run there."""
        return self._promise(run, promise.spec, promise.name, promise.work, promise.group, algorithm)

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

    def _promise(
        self, run: DiagnosedRun, spec: Spec, name: str, work: Workload, group: str, algorithm: str
    ) -> Promise | None:
        conditions = (run.table.condition,) if run.table.condition else ("exclusive", *work.conditions)
        skews = (run.table.skew,) if run.table.skew else work.skews

        def model(condition: str, at_once: int | None, skew: float) -> CellModel:
            made = cell_model(
                spec,
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

        try:
            first, *loaded = (model(condition, None, max(skews)) for condition in dict.fromkeys(conditions))
            alone = model(conditions[0], run.table.groups, min(skews))
        except (SpecError, KeyError):  # the spec says nothing of it
            return None
        return Promise(spec, name, work, group, algorithm, first, alone, tuple(loaded))


def _works(spec: Spec, table: EstimateTable) -> Iterator[tuple[str, Workload]]:
    for name, row in table.operations.items():
        yield name, own_work(row, spec)
    for name, requirement in spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            work, _ = workload_of(name, requirement, spec, table)
            if work is not None:
                yield name, work
