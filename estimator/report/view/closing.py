"""The closing sections: risks and assumptions, traceability, formulas, glossary, history and sign-off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.entries import formula
from estimator.errors import Problem, path_text
from estimator.estimate.steps.overlap import Window
from estimator.lint.rules import RULES
from estimator.report.numbers import NONE, percent
from estimator.report.view.algorithms import algorithm_title, terms_of, validity
from estimator.report.view.context import Context
from estimator.report.view.front import assumed_share, spaced
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.overview import breakable
from estimator.report.words.glossary import GLOSSARY
from estimator.spec.requirements.requirement import MeasurableRequirement

FINDINGS = 60
FACT = re.compile(r"'[^']*'|\d[\d.]*\u00a0[^\s,;]+|[\w.-]*\w")
"""A quotation, a number with its unit, or a word."""


@dataclass(frozen=True)
class RisksView:
    """Risks, open points, sources, findings of the checks and waived rules."""

    share: str
    risks: tuple[tuple[str, str, str, str, str], ...]
    open: tuple[tuple[str, str, str, str], ...]
    sources: tuple[tuple[str, Mark, str, str], ...]
    findings: tuple[tuple[str, str, str], ...]
    waivers: tuple[tuple[str, str, str], ...]
    linked: frozenset[str]


def risks_view(context: Context) -> RisksView:
    """The section on risks and assumptions."""
    spec = context.spec
    return RisksView(
        share=context.words("risks.share", share=percent(assumed_share(context.table))),
        risks=tuple(
            (
                name,
                context.own(risk.title),
                context.text(risk.effect),
                context.text(risk.answer),
                context.text(risk.owner),
            )
            for name, risk in spec.risks.items()
        ),
        open=tuple(
            (name, context.own(point.text), context.own(point.owner), point.due or NONE)
            for name, point in spec.open_points.items()
        ),
        sources=tuple(
            (name, basis_mark(context.words, source.basis), context.own(source.text), source.date or NONE)
            for name, source in spec.sources.items()
        ),
        findings=tuple(
            (found.rule or NONE, path_text(found.path), finding_text(context, found))
            for found in context.material.problems[:FINDINGS]
        ),
        waivers=tuple(_waivers(context)),
        linked=frozenset(spec.requirements),
    )


def finding_text(context: Context, found: Problem) -> str:
    """What a check found, in the document's language.

    Rules have words in both languages; a message has English ones, of which Chinese keeps numbers, names and quotes.
    """
    words, rule = context.words, RULES.get(found.rule)
    if rule is None or context.language == "en":
        return words["semicolon"].join(part for part in (found.message, found.hint) if part)
    known = {*context.spec.groups, *context.spec.operations, *context.spec.requirements, *context.spec.platform.cuts}
    facts = [fact for fact in FACT.findall(found.message) if fact[0] in "0123456789'" or fact in known]
    said = f"{words['colon']}{words.join(facts)}" if facts else ""
    return f"{rule.zh}{said}{words['semicolon']}{rule.hint_zh}"


def _waivers(context: Context) -> Iterator[tuple[str, str, str]]:
    for found in context.material.waived:
        rule = RULES[found.problem.rule]
        what = f"{rule.zh if context.language == 'zh' else rule.en}{context.words.brackets(rule.id)}"
        holder = found.requirement or path_text(found.holder)
        yield holder, what, context.own(found.reason)


class TraceRow(NamedTuple):
    """Need -> requirement -> test."""

    need: str
    operation: str
    id: str
    kind: str
    test: str
    cells: str


@dataclass(frozen=True)
class TraceView:
    """The traceability table and the operations nobody asks anything of."""

    rows: tuple[TraceRow, ...]
    orphans: str


def trace_view(context: Context) -> TraceView:
    """The section on traceability."""
    words = context.words
    missing = [name for name in context.table.operations if name not in context.material.serving]
    orphans = words("trace.orphans", names=words.join(missing)) if missing else words["trace.covered"]
    return TraceView(tuple(_traces(context)), orphans)


def _traces(context: Context) -> Iterator[TraceRow]:
    words = context.words
    for name, requirement in context.spec.requirements.items():
        operation = getattr(requirement, "operation", None) or ""
        measured = isinstance(requirement, MeasurableRequirement)
        need = context.text(requirement.need) or (
            context.operation_title(operation) if operation in context.table.operations else NONE
        )
        yield TraceRow(
            need=need,
            operation=operation if operation in context.table.operations else "",
            id=name,
            kind=words.get(f"kind.{requirement.kind}", requirement.kind),
            test=requirement.test.tool if isinstance(requirement, MeasurableRequirement) else words["trace.stated"],
            cells=str(context.material.expanded[name].cells) if measured else NONE,
        )


class FormulaRow(NamedTuple):
    """One formula: its name, LaTeX to draw, text for readers who cannot see it, validity, source."""

    name: str
    id: str
    latex: str
    text: str
    valid: str
    source: Markup


BASE: tuple[tuple[str, str, str], ...] = (
    (
        "base",
        r"T(n) = \alpha + n\beta, \quad B = 1/\beta, \quad n^{*} = \alpha B",
        "T(n) = alpha + n*beta; B = 1/beta; n* = alpha*B",
    ),
    (
        "half",
        r"n_{1/2} = \frac{\sum \mathrm{rounds} \cdot \alpha}{\sum \mathrm{volume} \cdot \beta}",
        "n_half = sum(rounds*alpha) / sum(volume*beta)",
    ),
    ("cut", r"T \geq \frac{D_{\mathrm{cut}}}{B_{\mathrm{cut}}}", "T >= D_cut / B_cut"),
    (
        "call",
        r"t(n) = T_0 + \mathrm{sync} + \mathrm{reorder} + \mathrm{core}(n) + k\sqrt{A X}",
        "t(n) = T0 + sync + reorder + core(n) + k*sqrt(A*X)",
    ),
)


EXPOSED = (
    "window",
    r"e(t) = \max(0, t - W) + (s - 1) \min(t, W)",
    "e(t) = max(0, t - W) + (s - 1) * min(t, W)",
)
"""Printed where an operation has a window."""


@dataclass(frozen=True)
class FormulasView:
    """Base formulas, and one per algorithm that the document names."""

    rows: tuple[FormulaRow, ...]


def formulas_view(context: Context) -> FormulasView:
    """The section of formulas."""
    words = context.words
    windows = any(isinstance(row.step.overlap.conservative, Window) for row in context.table.operations.values())
    rows = [
        FormulaRow(words[f"formulas.{key}"], "", latex, text, NONE, breakable(words[f"formulas.{key}.source"]))
        for key, latex, text in (*BASE, *((EXPOSED,) if windows else ()))
    ]
    found = {}
    for row in context.table.operations.values():
        found[row.collective, row.algorithm.name, terms_of(context, row.id)] = row.algorithm
    for (collective, name, terms), algorithm in found.items():
        title = f"{words[f'collective.{collective}']}{words['colon']}{algorithm_title(context, algorithm)}"
        valid = validity(context, algorithm)
        if terms == algorithm.folded:
            valid = "p \u2260 2\u1d4f"
        latex, text = formula.latex_of(terms), formula.plain_of(terms)
        rows.append(FormulaRow(title, name, latex, text, valid, breakable(algorithm.source)))
    return FormulasView(tuple(rows))


@dataclass(frozen=True)
class GlossaryView:
    """Terms: name, name in the other language, symbol, meaning."""

    other: str
    rows: tuple[tuple[str, str, str, str], ...]


def glossary_view(context: Context) -> GlossaryView:
    """The glossary: the document's own terms and the spec's."""
    zh = context.language == "zh"
    rows = [
        (term.zh, term.en, term.symbol, term.meaning_zh) if zh else (term.en, term.zh, term.symbol, term.meaning_en)
        for term in GLOSSARY
    ]
    named = {name.lower() for own in context.spec.glossary.values() for name in (own.zh, own.en)}
    rows = [row for row in rows if not named & {row[0].lower(), row[1].lower()}]
    for own in context.spec.glossary.values():
        names = (own.zh, own.en) if zh else (own.en, own.zh)
        rows.append((*names, "", context.own(own.meaning)))
    return GlossaryView("en" if zh else "zh-CN", tuple(sorted(rows, key=lambda row: row[1 if zh else 0].lower())))


@dataclass(frozen=True)
class HistoryView:
    """Versions, and the roles that sign."""

    lead: str
    rows: tuple[tuple[str, str, str], ...]
    roles: tuple[str, ...]


def history_view(context: Context) -> HistoryView:
    """History and sign-off."""
    document, words = context.spec.document, context.words
    rows = tuple((item.version, item.date or NONE, context.own(item.text)) for item in document.history)
    recipient = context.text(document.recipient) or words["history.recipient"]
    named = tuple(context.own(role) for role in document.approvers)
    roles = named or (context.text(document.owner) or words["cover.owner"],)
    lead = words("history.lead", fingerprint=spaced(context.material.fingerprint))
    return HistoryView(lead, rows, (*roles, recipient))
