"""What was not tested, and what would test it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estimator.errors import one_line
from estimator.judge.cells import CellVerdict
from estimator.report.numbers import Several
from estimator.report.sections.acceptance.judgement import JudgementIn
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.require.items import evidence_of, pass_rule_of


class CoverageRow(NamedTuple):
    """What is open of a requirement for one reason, and what would test it."""

    id: str
    cells: str
    conditions: str
    reason: str
    command: str


def coverage_rows(seen: JudgementIn) -> Iterator[CoverageRow]:
    """Open cells together that have one reason and one command."""
    together: dict[tuple[str, str, str], list[CellVerdict]] = {}
    for one in seen.one.found.untested:
        command = seen.one.commands.get(one.cell.key, "")
        key = (one.cell.requirement, one.reason.code, command)
        together.setdefault(key, []).append(one)
    for (name, _, command), cells in together.items():
        conditions = dict.fromkeys(seen.condition(one.cell.condition) for one in cells if one.cell.condition)
        yield CoverageRow(
            id=name,
            cells=seen.words("acceptance.coverage.cells", cells=Several(len(cells))),
            conditions=seen.words.join(list(conditions)),
            reason=reason_text(seen.words, cells[0].reason),
            command=one_line(command) if command else _to_hand_in(seen, name),
        )


def _to_hand_in(seen: JudgementIn, requirement: str) -> str:
    """What would show a requirement that no command tests, and when that passes."""
    one = seen.one.spec.requirements[requirement]
    evidence, rule = seen.text(evidence_of(one)), seen.text(pass_rule_of(one))
    if not evidence:
        return seen.words["acceptance.coverage.hand"]
    return seen.words("acceptance.coverage.item", evidence=evidence, rule=rule)
