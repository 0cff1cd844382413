"""The lint of a spec: every rule, its severity, and the waivers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from estimator.errors import Path, Problem, Severity
from estimator.estimate.result import EstimateTable
from estimator.lint.assumed import assumed
from estimator.lint.cells import cells
from estimator.lint.compared import compared
from estimator.lint.contradicts import contradictions
from estimator.lint.edges import edges
from estimator.lint.implausible import implausible
from estimator.lint.lifecycle import lifecycle
from estimator.lint.machine import machine
from estimator.lint.need import need
from estimator.lint.procedure import procedure
from estimator.lint.rules import RULES, Finding, Look
from estimator.lint.sharing import sharing
from estimator.lint.text import texts
from estimator.lint.untested import untested
from estimator.lint.void import void
from estimator.lint.wide import wide
from estimator.phrase import both, phrase
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.same import Same
from estimator.spec.values.base import Text, Waiver

CHECKS = (
    procedure,
    compared,
    cells,
    wide,
    contradictions,
    void,
    need,
    untested,
    machine,
    sharing,
    assumed,
    edges,
    implausible,
    texts,
    lifecycle,
)
"""One function a group of rules; each takes a Look and gives findings."""


class Waived(NamedTuple):
    """A finding that need not be mended, and why. ``holder``: the part of the spec that waives it."""

    problem: Problem
    holder: Path
    reason: Text

    @property
    def requirement(self) -> str:
        """Id of the requirement that waives it, "" when another part of the spec does."""
        return str(self.holder[1]) if self.holder[0] == "requirements" else ""


def lint(
    spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded], retired: Collection[str] = ()
) -> list[Problem]:
    """What the rules find, waived findings left out; a waiver without effect is a finding of its own.

    Warnings while the document is a draft, errors from review on; notes are warnings always. ``retired``: requirement
    ids of earlier versions. Problems carry spec paths, no places in files.
    """
    return list(_judged(Same(spec), Same(table), Same(expanded), frozenset(retired))[0])


def waived(spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded]) -> list[Waived]:
    """The findings that the spec waives, each with its reason."""
    return list(_judged(Same(spec), Same(table), Same(expanded), frozenset())[1])


def holder_of(path: Path) -> Path:
    """The part of the spec whose ``waive`` counts for a finding at ``path``.

    Its requirement, its operation, the budget, the platform; the document for all else.
    """
    if path and path[0] in ("requirements", "operations"):
        return path[:2] if len(path) > 1 else ("document",)
    return path[:1] if path and path[0] in ("budget", "platform") else ("document",)


@lru_cache(maxsize=1)
def _judged(
    spec: Same[Spec], table: Same[EstimateTable], expanded: Same[Mapping[str, Expanded]], retired: frozenset[str]
) -> tuple[list[Problem], list[Waived]]:
    """Run once for both, as they are asked for one after the other."""
    look = Look(spec.value, table.value, expanded.value, retired)
    found = [finding for check in CHECKS for finding in check(look)]
    waivers = {(holder, waiver.rule): waiver.reason for holder, _, waiver in _waivers(look.spec)}
    problems, kept, used = [], [], set()
    for finding in found:
        holder = holder_of(finding.path)
        reason = waivers.get((holder, finding.rule))
        problem = _problem(finding, look.spec)
        if reason is None:
            problems.append(problem)
        else:
            used.add((holder, finding.rule))
            kept.append(Waived(problem, holder, reason))
    return problems + [_problem(finding, look.spec) for finding in _idle(look, used)], kept


def _waivers(spec: Spec) -> Iterator[tuple[Path, int, Waiver]]:
    """Every waiver with what it counts for and its place in the list."""
    holders: list[tuple[Path, tuple[Waiver, ...]]] = [
        (("document",), spec.document.waive),
        (("platform",), spec.platform.waive),
        *((("operations", name), operation.waive) for name, operation in spec.operations.items()),
        *((("requirements", name), requirement.waive) for name, requirement in spec.requirements.items()),
    ]
    if spec.budget is not None:
        holders.append((("budget",), spec.budget.waive))
    for holder, waivers in holders:
        yield from ((holder, index, waiver) for index, waiver in enumerate(waivers))


def _idle(look: Look, used: set[tuple[Path, str]]) -> Iterator[Finding]:
    for holder, index, waiver in _waivers(look.spec):
        path = (*holder, "waive", index)
        if waiver.rule not in RULES:
            yield Finding(
                "idle-waiver", path, phrase("there is no rule {rule}", rule=waiver.rule), "write the id of a rule"
            )
        elif (holder, waiver.rule) not in used:
            yield Finding("idle-waiver", path, phrase("waives {rule}, which finds nothing here", rule=waiver.rule))


def _problem(finding: Finding, spec: Spec) -> Problem:
    rule = RULES[finding.rule]
    severity: Severity = "warning" if rule.note or spec.document.status == "draft" else "error"
    return Problem(finding.path, finding.message, finding.hint or both(rule.hint_en, rule.hint_zh), rule.id, severity)
