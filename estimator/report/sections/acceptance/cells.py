"""Verdicts of requirements and of their cells as lines of tables."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from estimator.judge.cells import CellVerdict, RequirementVerdict
from estimator.report.figures.drawing.svg import titled
from estimator.report.figures.verdicts import margin_bar
from estimator.report.numbers import NONE, Several, fraction, percent, span, swept
from estimator.report.sections.acceptance.judgement import JudgementIn, VerdictView
from estimator.report.tables.evidence.accepted import limit_text, summary, tightest
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.requirements.cells import short
from estimator.require.criterion import Criterion

MOST_CELLS = 60
"""Cells of a requirement that a printed report lists; the page for screens lists all."""


class RequirementRow(NamedTuple):
    """One requirement in a line of the table of verdicts."""

    id: str
    title: str
    level: Mark
    verdict: VerdictView
    passed: str
    limit: str
    measured: str
    margin: str
    bar: Markup
    reason: str


class VerdictRow(NamedTuple):
    """One cell."""

    where: str
    size: str
    verdict: VerdictView
    limit: str
    measured: str
    margin: str
    model: str
    attempts: str
    reason: str


class VerdictTable(NamedTuple):
    """The cells of a requirement; ``printed`` of them in a PDF, ``more``: how many it leaves out, in words."""

    id: str
    title: str
    rows: tuple[VerdictRow, ...]
    printed: int
    more: str


def requirement_row(seen: JudgementIn, one: RequirementVerdict) -> RequirementRow:
    """A requirement in one line: its verdict, and the cell with the least margin."""
    counted = [cell for cell in one.cells if cell.counts]
    near = tightest(one)
    passed = sum(cell.verdict == "pass" for cell in counted)
    margin = _margin(near.margin) if near and near.margin is not None else NONE
    drawn = titled(margin_bar(near.margin), margin) if near and near.margin is not None else ""
    return RequirementRow(
        id=one.id,
        title=seen.title(one.id),
        level=priority_mark(seen.words, one.priority),
        verdict=seen.verdict(one.verdict),
        passed=f"{passed} / {len(counted)}",
        limit=short(limit_text(near.cell, seen.words.language)) if near else NONE,
        measured=seen.value(near.measured.value, near.cell) if near and near.measured else NONE,
        margin=margin,
        bar=Markup(drawn),  # noqa: S704 - drawn here
        reason=summary(seen.words, one, lambda cell: named_cell(seen, cell)),
    )


def _margin(margin: float) -> str:
    return f"{'+' if margin >= 0.0 else chr(0x2212)}{percent(abs(margin))}"


def has_table(one: RequirementVerdict) -> bool:
    """Whether a table of the cells says more than the requirement's own row."""
    counted = [cell for cell in one.cells if cell.counts]
    return len(counted) > 1 and any(cell.measured is not None for cell in counted)


def cell_table(seen: JudgementIn, one: RequirementVerdict) -> VerdictTable:
    """The cells of a requirement that count."""
    rows = tuple(_cell(seen, cell) for cell in one.cells if cell.counts)
    more = len(rows) - MOST_CELLS
    left = seen.words("acceptance.each.more", cells=Several(more)) if more > 0 else ""
    return VerdictTable(one.id, seen.title(one.id), rows, MOST_CELLS, left)


def _cell(seen: JudgementIn, one: CellVerdict) -> VerdictRow:
    cell = one.cell
    expected = NONE
    if cell.expected is not None:
        ends = sorted(cell.expected)
        expected = span(ends[0], ends[1], lambda value: seen.value(value, cell))
    return VerdictRow(
        where=_where(seen, cell),
        size=NONE if cell.n is None else swept(cell.n),
        verdict=seen.verdict(one.verdict),
        limit=short(limit_text(cell, seen.words.language)),
        measured=seen.value(one.measured.value, cell) if one.measured else NONE,
        margin=_margin(one.margin) if one.margin is not None else NONE,
        model=expected,
        attempts=str(one.attempts) if one.attempts else NONE,
        reason=""
        if one.verdict == "pass" and one.reason.code != "met_quicker"
        else reason_text(seen.words, one.reason),
    )


def named_cell(seen: JudgementIn, cell: Criterion) -> str:
    """A cell in words: where and under what, and its size."""
    where = _where(seen, cell)
    return where if cell.n is None else f"{where}{seen.words['comma']}{swept(cell.n)}"


def _where(seen: JudgementIn, cell: Criterion) -> str:
    """Group, condition, and load and groups at once where they are not 1."""
    if not cell.group:
        return cell.key.partition("/")[2]
    text = seen.words("acceptance.load", group=cell.group, condition=seen.condition(cell.condition))
    if cell.skew != 1.0:
        text += seen.words("acceptance.load.skew", skew=fraction(cell.skew))
    return text + (seen.words("acceptance.load.groups", groups=str(cell.at_once)) if cell.at_once > 1 else "")
