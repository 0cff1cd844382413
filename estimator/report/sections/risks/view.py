"""Risks and assumptions: risks, open points, sources, findings of the checks, waivers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from estimator.errors import Problem, path_text
from estimator.lint.rules import RULES
from estimator.report.numbers import NONE, percent, seconds
from estimator.report.sections.risks.register import Registered, registered
from estimator.report.view.context import Context, total_key
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.operations.share import assumed_share

FINDINGS = 60
FACT = re.compile(r"'[^']*'|\d[\d.]*\u00a0[^\s,;]+|[\w.-]*\w")
"""A quotation, a number with its unit, or a word."""


@dataclass(frozen=True)
class RisksView:
    """Risks, open points, sources, findings of the checks and waived rules."""

    share: str
    risks: tuple[tuple[str, str, str, str, str], ...]
    open: tuple[tuple[str, str, str, str], ...]
    sources: tuple[tuple[Mark, str, str], ...]
    findings: tuple[tuple[str, str, str], ...]
    waivers: tuple[tuple[tuple[str, ...], str, str], ...]
    linked: frozenset[str]
    register: tuple[Registered, ...]
    register_lead: str


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
            (basis_mark(context.words, source.basis), context.own(source.text), source.date or NONE)
            for source in spec.sources.values()
        ),
        findings=tuple(
            (found.rule or NONE, path_text(found.path), finding_text(context, found))
            for found in context.material.problems[:FINDINGS]
        ),
        waivers=tuple(_waivers(context)),
        linked=frozenset(spec.requirements),
        register=registered(context),
        register_lead=_register_lead(context),
    )


def _register_lead(context: Context) -> str:
    exposed = context.table.exposed
    key = total_key(context, "risks.register.lead")
    return context.words(key, low=seconds(exposed.optimistic), high=seconds(exposed.conservative))


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


def _waivers(context: Context) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Each rule that is waived with one reason, and who waives it for that reason."""
    together: dict[tuple[str, str], list[str]] = {}
    for found in context.material.waived:
        rule = RULES[found.problem.rule]
        what = f"{rule.zh if context.language == 'zh' else rule.en}{context.words.brackets(rule.id)}"
        holder = found.requirement or path_text(found.holder)
        together.setdefault((what, context.own(found.reason)), []).append(holder)
    for (what, reason), holders in together.items():
        yield tuple(dict.fromkeys(holders)), what, reason
