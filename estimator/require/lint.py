"""The lint of a spec: every rule, its severity, and the waivers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from estimator.errors import Problem, Severity
from estimator.estimate.result import EstimateTable
from estimator.require.criterion import Expanded
from estimator.require.lint_cells import cells
from estimator.require.lint_contradiction import contradictions
from estimator.require.lint_lifecycle import lifecycle
from estimator.require.lint_machine import machine
from estimator.require.lint_procedure import procedure
from estimator.require.lint_text import texts
from estimator.require.rules import RULES, Finding, Look
from estimator.spec.base import Text
from estimator.spec.document import Spec

CHECKS = (procedure, cells, contradictions, machine, texts, lifecycle)
"""One function a group of rules; each takes a Look and gives findings."""


class Waived(NamedTuple):
    """A finding that need not be mended, and why."""

    problem: Problem
    requirement: str
    reason: Text


def lint(
    spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded], retired: Collection[str] = ()
) -> list[Problem]:
    """What the rules find, waived findings left out; a waiver without effect is a finding of its own.

    Warnings while the document is a draft, errors from review on; notes are warnings always. ``retired``: requirement
    ids of earlier versions. Problems carry spec paths, no places in files.
    """
    return _judged(Look(spec, table, expanded, frozenset(retired)))[0]


def waived(spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded]) -> list[Waived]:
    """The findings that the requirements waive, each with its reason."""
    return _judged(Look(spec, table, expanded))[1]


def _judged(look: Look) -> tuple[list[Problem], list[Waived]]:
    found = [finding for check in CHECKS for finding in check(look)]
    waivers = {
        (name, waiver.rule): waiver.reason
        for name, requirement in look.spec.requirements.items()
        for waiver in requirement.waive
    }
    problems, kept, used = [], [], set()
    for finding in found:
        name = str(finding.path[1]) if len(finding.path) > 1 and finding.path[0] == "requirements" else ""
        reason = waivers.get((name, finding.rule))
        problem = _problem(finding, look.spec)
        if reason is None:
            problems.append(problem)
        else:
            used.add((name, finding.rule))
            kept.append(Waived(problem, name, reason))
    return problems + [_problem(finding, look.spec) for finding in _idle(look, used)], kept


def _idle(look: Look, used: set[tuple[str, str]]) -> Iterator[Finding]:
    for name, requirement in look.spec.requirements.items():
        for index, waiver in enumerate(requirement.waive):
            path = ("requirements", name, "waive", index)
            if waiver.rule not in RULES:
                yield Finding("idle-waiver", path, f"there is no rule {waiver.rule}", "write the id of a rule")
            elif (name, waiver.rule) not in used:
                yield Finding("idle-waiver", path, f"waives {waiver.rule}, which finds nothing here")


def _problem(finding: Finding, spec: Spec) -> Problem:
    rule = RULES[finding.rule]
    severity: Severity = "warning" if rule.note or spec.document.status == "draft" else "error"
    return Problem(finding.path, finding.message, finding.hint or rule.hint_en, rule.id, severity)
