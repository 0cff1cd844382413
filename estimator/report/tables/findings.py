"""What a check found, for people: errors first, then warnings of substance, then one sentence for many of one rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estimator.errors import Problem, path_text
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES
from estimator.phrase import both, phrase
from estimator.units import Counted

FEW = 3
"""Warnings of one rule up to which each is told."""
SUBSTANCE = ("physics", "lifecycle", "text", "verifiability")
"""Groups of rules: what cannot be true comes before what is not written yet."""


class ToldFinding(NamedTuple):
    """A sentence, and the problem it is about; None where it is about many."""

    sentence: str
    problem: Problem | None = None


def findings(problems: Sequence[Problem], everything: bool = False) -> list[ToldFinding]:
    """What to say of the problems, and a last line that counts them. ``everything``: of each, in the files' order."""
    counted = _count(problems)
    if everything:
        return [*(ToldFinding(problem.sentence(), problem) for problem in problems), ToldFinding(counted)]
    errors = [problem for problem in problems if problem.severity == "error"]
    warnings = sorted((problem for problem in problems if problem.severity != "error"), key=_rank)
    often = Counter(problem.kind for problem in warnings)
    single = [problem for problem in warnings if often[problem.kind] <= FEW]
    together = list(_together([problem for problem in warnings if often[problem.kind] > FEW]))
    if together:
        counted = phrase("{counted}; --all lists each", counted=counted)
    return [
        *(ToldFinding(problem.sentence(), problem) for problem in (*errors, *single)),
        *together,
        ToldFinding(counted),
    ]


def _rank(problem: Problem) -> int:
    rule = RULES.get(problem.kind)
    return SUBSTANCE.index(rule.group) if rule is not None else 0


def _together(warnings: Sequence[Problem]) -> Iterator[ToldFinding]:
    """One sentence for all warnings of a rule: what it says, what to do, and where the first one is."""
    first = {problem.kind: problem for problem in reversed(warnings)}
    counts = Counter(problem.kind for problem in warnings)
    for kind in dict.fromkeys(problem.kind for problem in warnings):
        rule, found = RULES.get(kind) or MISTAKES[kind], first[kind]
        place = ":".join(str(part) for part in (found.file, found.line, found.column) if part is not None)
        sentence = phrase(
            "warning: {count} times: {says}; {hint} (first {place}: {path}) [{rule}]",
            count=counts[kind],
            says=both(rule.en, rule.zh),
            hint=both(rule.hint_en, rule.hint_zh),
            place=place,
            path=path_text(found.path),
            rule=kind,
        )
        yield ToldFinding(sentence)


def _count(problems: Sequence[Problem]) -> str:
    errors = sum(1 + problem.more for problem in problems if problem.severity == "error")
    warnings = sum(1 + problem.more for problem in problems) - errors
    return phrase("{errors:error}, {warnings:warning}", errors=Counted(errors), warnings=Counted(warnings))
