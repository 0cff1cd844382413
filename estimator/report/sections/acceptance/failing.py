"""What fails, for the cover: the requirement, how many of its cells, and the worst of them with how far it misses."""

from __future__ import annotations

from typing import NamedTuple

from estimator.judge.cells import RequirementVerdict
from estimator.judge.reason import WORST
from estimator.report.numbers import Several
from estimator.report.sections.acceptance.cells import named_cell
from estimator.report.sections.acceptance.judgement import JudgementIn
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.report.view.marks import Mark, priority_mark

MOST_FAILING = 10
"""Requirements that the cover lists; the table of verdicts has all."""
PRIORITIES = ("must", "should", "may")


class FailingRow(NamedTuple):
    """One requirement that fails."""

    id: str
    title: str
    level: Mark
    cells: str
    where: str
    reason: str


def failing(seen: JudgementIn) -> tuple[tuple[FailingRow, ...], str]:
    """The requirements that fail, musts first and of these the widest miss first; and how many more there are."""
    every = sorted((one for one in seen.one.found.requirements.values() if one.verdict == "fail"), key=_order)
    more = len(every) - MOST_FAILING
    left = seen.words("acceptance.failing.more", requirements=Several(more)) if more > 0 else ""
    return tuple(_row(seen, one) for one in every[:MOST_FAILING]), left


def also_open(seen: JudgementIn) -> str:
    """The musts that are open without failing, in words; "" without any."""
    musts = [one.verdict for one in seen.one.found.open]
    counts = [
        seen.words(f"acceptance.also.{verdict}", count=str(musts.count(verdict)))
        for verdict in WORST[1:]
        if verdict in musts
    ]
    return seen.words("acceptance.also", counts=seen.words.join(counts)) if counts else ""


def _order(one: RequirementVerdict) -> tuple[int, float]:
    margins = [cell.margin for cell in one.cells if cell.verdict == "fail" and cell.margin is not None]
    return PRIORITIES.index(one.priority), min(margins, default=0.0)


def _row(seen: JudgementIn, one: RequirementVerdict) -> FailingRow:
    counted = [cell for cell in one.cells if cell.counts]
    failed = [cell for cell in counted if cell.verdict == "fail"]
    worst = next((cell for cell in failed if cell.reason is one.reason), failed[0])
    return FailingRow(
        id=one.id,
        title=seen.title(one.id),
        level=priority_mark(seen.words, one.priority),
        cells=f"{len(failed)} / {len(counted)}",
        where=named_cell(seen, worst.cell) if worst.cell.group else "",
        reason=reason_text(seen.words, worst.reason),
    )
