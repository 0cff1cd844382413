"""The verdict of every cell of a requirement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from estimator.estimate.result import EstimateTable
from estimator.evidence.handed import Handed
from estimator.judge.bench import Bench
from estimator.judge.handed import Found, by_evidence, waived
from estimator.judge.limit import margin
from estimator.judge.matching.runs import Runs
from estimator.judge.numbers.curve import curve
from estimator.judge.numbers.grounds import NOTHING_KNOWN, Grounds
from estimator.judge.numbers.number import Number, overlap, quotient
from estimator.judge.numbers.samples import Span
from estimator.judge.reason import WORST, Judged, Reason, Verdict, reason
from estimator.require.criterion import Criterion, Expanded
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import FitQuality
from estimator.spec.requirements.requirement import MeasurableRequirement

IN_NO_LOG = ("bytes",)
"""Metrics that need more than times: counters."""


@dataclass(frozen=True, slots=True)
class CellVerdict:
    """One cell judged. ``measured`` in the cell's unit, ``each`` of its first ``attempts``.

    ``margin``: how far inside the limit, as a share of it.
    ``sources``: log and line of each time. ``unstated``: fields that the logs leave open and need not say.
    ``counts``: whether it is part of its requirement's verdict; a cell without a limit is reported only.
    """

    cell: Criterion
    verdict: Verdict
    reason: Reason
    measured: Span | None = None
    each: tuple[float, ...] = ()
    attempts: int = 0
    margin: float | None = None
    sources: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    counts: bool = True
    before: Judged | None = None
    """What it would be without its waiver."""


@dataclass(frozen=True, slots=True)
class RequirementVerdict:
    """One requirement judged: its worst cell decides, never an average."""

    id: str
    priority: str
    verdict: Verdict
    reason: Reason
    cells: tuple[CellVerdict, ...]

    @property
    def accepted(self) -> bool:
        """Whether nothing more is to be done for it: passed or waived."""
        return self.verdict in ("pass", "waived")


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges requirements of one spec. ``today``: the day that terms of waivers are held against, 2026-11-30.

    ``questioned``: requirements whose limits are not those that were frozen, by id.
    """

    spec: Spec
    table: EstimateTable
    runs: Runs
    handed: Handed
    found: Found
    today: str
    grounds: Grounds = NOTHING_KNOWN
    questioned: Mapping[str, Reason] = field(default_factory=dict)

    def requirement(self, expanded: Expanded) -> RequirementVerdict:
        """All cells of a requirement, and their worst verdict."""
        why = self.questioned.get(expanded.id)
        found = self._cells(expanded)
        cells = tuple(self._waived(one) for one in (found if why is None else _unmet(found, why)))
        counted = [one for one in cells if one.counts]
        judged = Judged("inconclusive", reason("not_workable" if expanded.problems else "no_limit"))
        if counted:
            worst = min(counted, key=_from_worst)
            judged = Judged(worst.verdict, worst.reason)
        name = expanded.id
        return RequirementVerdict(name, self.spec.requirements[name].priority, *judged, cells)

    def _cells(self, expanded: Expanded) -> Iterator[CellVerdict]:
        requirement = self.spec.requirements[expanded.id]
        for cell in expanded.stated:
            yield self._handed(cell)
        if isinstance(requirement, MeasurableRequirement):
            own = self.table.operations.get(requirement.operation or "")
            own_n = own.size.n / own.calls if own else None
            for block in expanded.blocks:
                bench = Bench(self.spec, requirement, block, self.runs, own_n, self.grounds)
                for cell in block.criteria():
                    yield self._measured(bench, cell)

    def _measured(self, bench: Bench, cell: Criterion) -> CellVerdict:
        """By the logs; by evidence where no log holds the metric, or where none was run and something handed in."""
        if in_no_log(bench.requirement, cell):
            return self._handed(cell)
        number = _number(bench, cell)
        if number.judged.verdict == "not_run":
            shown = self._handed(cell)
            if shown.verdict != "not_run":
                return shown
        judged = number.judged
        inside = margin(number.value, cell.comparator, cell.effective) if number.value else None
        return CellVerdict(
            cell, judged.verdict, judged.reason, number.value, number.each, number.attempts, inside, number.sources,
            number.unstated, cell.limit is not None,
        )  # fmt: skip

    def _handed(self, cell: Criterion) -> CellVerdict:
        shown = by_evidence(cell, self.handed.evidence, self.found, self.today)
        inside = margin(shown.value, cell.comparator, cell.effective) if shown.value else None
        counts = cell.limit is not None or cell.comparator == "stated"
        return CellVerdict(
            cell, shown.judged.verdict, shown.judged.reason, shown.value, (), 0, inside, shown.files, (), counts
        )

    def _waived(self, found: CellVerdict) -> CellVerdict:
        """The cell as waived, where it does not pass and a waiver is in force."""
        waiver = None if found.verdict == "pass" else waived(found.cell, self.handed.waivers, self.today)
        if waiver is None:
            return found
        text = waiver.reason
        why = reason(
            "waived", zh=text.get("zh"), en=text.get("en"), until=waiver.until, agreed=", ".join(waiver.agreed_by)
        )
        return replace(found, verdict="waived", reason=why, before=Judged(found.verdict, found.reason))


def _from_worst(one: CellVerdict) -> tuple[int, float]:
    """The order of cells: by verdict, and of those that fail by how far they miss."""
    return WORST.index(one.verdict), (one.margin or 0.0) if one.verdict == "fail" else 0.0


def _unmet(cells: Iterable[CellVerdict], why: Reason) -> Iterator[CellVerdict]:
    """The cells, none of which meets a limit that is in question."""
    for one in cells:
        yield one if one.verdict != "pass" else replace(one, verdict="inconclusive", reason=why)


def in_no_log(requirement: MeasurableRequirement, cell: Criterion) -> bool:
    """Whether a metric needs more than the times of a test: counters, or a whole step."""
    whole = isinstance(requirement, FitQuality) and requirement.predicts == "step_time"
    return whole or cell.measure.name in IN_NO_LOG


def _number(bench: Bench, cell: Criterion) -> Number:
    if cell.n is None:
        return curve(bench, cell)
    return overlap(bench, cell) if cell.measure.name == "overlap" else quotient(bench, cell)
