"""All requirements of a spec judged by all runs, and what the logs hold that no cell asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from estimator.cost.collectives import EVEN
from estimator.errors import Problem
from estimator.estimate.result import EstimateTable
from estimator.evidence.handed import Evidence, Handed, Waiver
from estimator.judge.bench import Bench
from estimator.judge.cells import CellVerdict, Judge, RequirementVerdict
from estimator.judge.doubted import grounds
from estimator.judge.handed import Found, about
from estimator.judge.matching.runs import Runs, Wanted
from estimator.judge.numbers.timing import Way, way_of, ways_of
from estimator.judge.reason import WORST, Reason, Verdict, reason
from estimator.phrase import phrase
from estimator.require.criterion import Block, Expanded
from estimator.require.limits.freeze import misfits
from estimator.require.metrics import METRICS
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The verdicts in the spec's order. ``draft``: judged on limits that are not frozen. ``today``: when."""

    requirements: Mapping[str, RequirementVerdict]
    runs: Runs
    draft: bool
    today: str

    @property
    def counts(self) -> dict[Verdict, int]:
        """Requirements by verdict, from worst to best."""
        found = [one.verdict for one in self.requirements.values()]
        return {verdict: found.count(verdict) for verdict in WORST}

    @property
    def open(self) -> tuple[RequirementVerdict, ...]:
        """The musts that are not passed or waived."""
        return tuple(one for one in self.requirements.values() if one.priority == "must" and not one.accepted)

    @property
    def accepted(self) -> bool:
        """Whether every must is passed or waived, and there is one."""
        return not self.open and any(one.priority == "must" for one in self.requirements.values())

    @property
    def untested(self) -> tuple[CellVerdict, ...]:
        """The cells that count and that nothing was measured of, or nothing that can be judged."""
        cells = (cell for one in self.requirements.values() for cell in one.cells)
        return tuple(cell for cell in cells if cell.counts and cell.verdict in ("not_run", "inconclusive"))


def wanted_of(spec: Spec, expanded: Mapping[str, Expanded]) -> dict[str, Wanted]:
    """By collective in its even form, every size that a cell or its reference needs, and how times are taken there."""
    sizes: dict[str, set[float]] = {}
    ways: dict[str, dict[Way, None]] = {}
    sides: dict[str, set[bool]] = {}
    for one in expanded.values():
        requirement = spec.requirements[one.id]
        for block in one.blocks:
            even = EVEN[block.collective]
            found = {*block.run_at, *(a.value for a in block.against if a.what == "size" and a.value)}
            sizes.setdefault(even, set()).update(found)
            ways.setdefault(even, {}).update(dict.fromkeys(_ways(block)))
            if isinstance(requirement, MeasurableRequirement):
                sides.setdefault(even, set()).add(requirement.test.in_place)
    return {
        even: Wanted(tuple(sorted(each)), tuple(ways[even]), frozenset(sides[even])) for even, each in sizes.items()
    }


def _ways(block: Block) -> Iterator[Way]:
    """How the times of a block's cells are taken, and those that they are divided by."""
    own = way_of(block.measure)
    yield from ways_of(block.measure)
    for against in (*block.against, block.measure.against):
        if against is not None and against.what == "statistic":
            yield Way(against.name, own.ranks)


def accept(
    spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded], runs: Runs, handed: Handed, found: Found,
    today: str, *, draft: bool = False,
) -> Acceptance:  # fmt: skip
    """Judge every requirement."""
    known = grounds(_benches(spec, expanded, runs), runs.devices)
    judge = Judge(spec, table, runs, handed, found, today, known, dict(_questioned(spec, expanded)))
    return Acceptance({name: judge.requirement(one) for name, one in expanded.items()}, runs, draft, today)


def _questioned(spec: Spec, expanded: Mapping[str, Expanded]) -> Iterator[tuple[str, Reason]]:
    """Requirements whose limits cannot be those that were frozen: turned round, or frozen for cells without them."""
    for key, _ in misfits(spec, expanded):
        yield key.partition("/")[0], reason("frozen_otherwise", cell=key)
    for name, one in expanded.items():
        upper = {block.comparator == "at_most" for block in one.blocks}
        if one.measure is not None and upper == {not METRICS[one.measure.name].lower_is_better}:
            yield name, reason("turned_round", comparator="at_most" if True in upper else "at_least")


def _benches(spec: Spec, expanded: Mapping[str, Expanded], runs: Runs) -> Iterator[Bench]:
    """Every block of cells that logs measure."""
    for name, one in expanded.items():
        requirement = spec.requirements[name]
        if isinstance(requirement, MeasurableRequirement):
            yield from (Bench(spec, requirement, block, runs) for block in one.blocks if not block.curve)


def idle(handed: Handed, expanded: Mapping[str, Expanded]) -> list[Problem]:
    """Evidence and waivers about no requirement, or about no cell of one."""
    return [*_idle("evidence", handed.evidence, expanded), *_idle("waivers", handed.waivers, expanded)]


def _idle(section: str, entries: Sequence[Evidence | Waiver], expanded: Mapping[str, Expanded]) -> Iterator[Problem]:
    for place, entry in enumerate(entries):
        one = expanded.get(entry.requirement)
        if one is None:
            what, hint, path = (
                phrase("no requirement {requirement}", requirement=entry.requirement),
                "write its id as in the spec",
                "requirement",
            )
        elif not any(about(cell, entry.cells) for cell in one.criteria):
            what, hint, path = "names no cell of it", "write keys as accept prints them", "cells"
        else:
            continue
        yield Problem((section, place, path), what, hint, severity="warning")
