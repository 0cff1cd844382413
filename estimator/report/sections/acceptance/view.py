"""The acceptance report as view data: cover, verdicts, cells, the budget as measured, coverage, what was handed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from estimator.errors import one_line
from estimator.judge.acceptance import Acceptance
from estimator.judge.budget import MeasuredBudget
from estimator.report.figures.verdicts import boxes
from estimator.report.numbers import Several, seconds
from estimator.report.sections.acceptance.budget import MeasuredRow, budget_rows
from estimator.report.sections.acceptance.cells import (
    RequirementRow,
    VerdictTable,
    cell_table,
    has_table,
    requirement_row,
)
from estimator.report.sections.acceptance.coverage import CoverageRow, coverage_rows
from estimator.report.sections.acceptance.failing import FailingRow, also_open, failing
from estimator.report.sections.acceptance.handed import elsewhere, evidence_rows
from estimator.report.sections.acceptance.judgement import Judgement, JudgementIn, VerdictView
from estimator.report.sections.acceptance.refused import refused_rows
from estimator.report.words.lookup import Words
from estimator.units import Counted

SECTIONS = {
    "verdicts": "acceptance.verdicts",
    "cells": "acceptance.each",
    "budget": "acceptance.budget",
    "coverage": "acceptance.coverage",
    "handed": "acceptance.handed",
    "input": "acceptance.input",
}
"""Anchors of the sections in order, and the words of their headings."""
MOST_MADE = 6
"""Programs with their libraries and hardware that the cover names."""


@dataclass(frozen=True)
class AcceptanceView:
    """Everything the report shows, in one language; ``sections``: number and heading by anchor, in order."""

    id: str
    title: str
    run: str
    foot: str
    sections: Mapping[str, tuple[str, str]]
    result: str
    good: bool
    draft: bool
    facts: tuple[tuple[str, str], ...]
    counts: tuple[tuple[VerdictView, str], ...]
    closes: str
    closing: str
    closes_note: str
    squares: Markup
    failing: tuple[FailingRow, ...]
    more_failing: str
    also_open: str
    rows: tuple[RequirementRow, ...]
    tables: tuple[VerdictTable, ...]
    budget: tuple[MeasuredRow, ...]
    total: str
    slower_even: str
    coverage: tuple[CoverageRow, ...]
    evidence: tuple[tuple[str, str, str, str], ...]
    waivers: tuple[tuple[str, str, str, str], ...]
    refused: tuple[tuple[str, str], ...]
    more_refused: str
    elsewhere: str
    sign: str


def acceptance_view(one: Judgement, words: Words) -> AcceptanceView:
    """The report in one language."""
    seen, document, found = JudgementIn(one, words), one.spec.document, one.found
    required = list(found.requirements.values())
    musts = [each.priority == "must" for each in required]
    drawn = boxes(
        _short([each.id for each in required]), [each.verdict for each in required], musts, words["acceptance.squares"]
    )
    (fails, more), (refused, more_refused) = failing(seen), refused_rows(seen)
    result = _result(words, found)
    run = f"{document.id} \u00b7 {document.version} \u00b7 {words['acceptance.kind']}"
    return AcceptanceView(
        id=document.id,
        title=seen.text(document.title),
        run=run,
        foot=f"{words['cover.fingerprint']} {one.fingerprint} \u00b7 {found.today}",
        sections=_sections(words),
        result=result,
        good=found.accepted,
        draft=found.draft,
        facts=tuple(_facts(seen)),
        counts=tuple((seen.verdict(verdict), str(count)) for verdict, count in found.counts.items()),
        closes=words[f"acceptance.closes.{one.budget.closes or 'none'}"],
        closing=one.budget.closes or "none",
        closes_note=_closes_note(words, one.budget),
        squares=Markup(drawn),  # noqa: S704 - a drawing that escapes its text
        failing=fails,
        more_failing=more,
        also_open=also_open(seen),
        rows=tuple(requirement_row(seen, each) for each in required),
        tables=tuple(cell_table(seen, each) for each in required if has_table(each)),
        budget=tuple(budget_rows(seen)),
        total=seconds(one.budget.exposed[1]),
        slower_even=_slower_even(words, one.budget),
        coverage=tuple(coverage_rows(seen)),
        evidence=tuple(evidence_rows(seen)),
        waivers=tuple(
            (each.requirement, seen.text(each.reason), each.until, words.join(list(each.agreed_by)))
            for each in one.handed.waivers
        ),
        refused=refused,
        more_refused=more_refused,
        elsewhere=elsewhere(seen),
        sign=words("acceptance.sign.lead", result=result, fingerprint=one.fingerprint, day=found.today),
    )


def _sections(words: Words) -> dict[str, tuple[str, str]]:
    return {anchor: (str(number), words[key]) for number, (anchor, key) in enumerate(SECTIONS.items(), 1)}


def _short(ids: Sequence[str]) -> list[str]:
    """Ids without the part that all of them share up to the first hyphen."""
    heads = {name.partition("-")[0] for name in ids}
    return [name.partition("-")[2] or name for name in ids] if len(heads) == 1 and len(ids) > 1 else list(ids)


def _result(words: Words, found: Acceptance) -> str:
    if found.accepted:
        return words["acceptance.would" if found.draft else "acceptance.accepted"]
    return words("acceptance.open", musts=Counted(len(found.open))) if found.open else words["acceptance.none"]


def _facts(seen: JudgementIn) -> Iterator[tuple[str, str]]:
    words, found, document = seen.words, seen.one.found, seen.one.spec.document
    status = words[f"status.{document.status}"]
    yield words["acceptance.document"], f"{document.id} {document.version}{words.brackets(status)}"
    yield words["cover.fingerprint"], seen.one.fingerprint
    yield words["acceptance.judgement"], found.today
    counts = {"records": Several(found.runs.records), "rejected": Several(found.runs.rejected)}
    yield words["acceptance.logs"], words("acceptance.logs.text", **counts)
    made = [" ".join(filter(None, one)) for one in found.runs.made_with]
    if made:
        yield words["acceptance.made"], one_line(words["semicolon"].join(made[:MOST_MADE]))
    cells = [cell.verdict for one in found.requirements.values() for cell in one.cells if cell.counts]
    named = {"passed": "pass", "failed": "fail", "unclear": "inconclusive", "left": "not_run", "waived": "waived"}
    each = {name: str(cells.count(verdict)) for name, verdict in named.items()}  # type: ignore[arg-type]
    yield words["acceptance.cells"], words("acceptance.cells.text", cells=Several(len(cells)), **each)


def _closes_note(words: Words, budget: MeasuredBudget) -> str:
    if budget.allowed_s is None:
        return ""
    return words(
        "acceptance.closes.text",
        exposed=seconds(budget.exposed[1]), allowed=seconds(budget.allowed_s), measured=seconds(budget.measured_full),
    )  # fmt: skip


def _slower_even(words: Words, budget: MeasuredBudget) -> str:
    return words("acceptance.even", even=seconds(budget.slower_even)) if budget.slower_even is not None else ""
