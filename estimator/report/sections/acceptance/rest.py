"""The budget as measured, what was not tested, what was handed in, and what of the logs was not taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from estimator.errors import one_line
from estimator.judge.budget import MeasuredOperation
from estimator.judge.cells import CellVerdict
from estimator.report.numbers import NONE, Several, plain, seconds
from estimator.report.sections.acceptance.judged import Seen
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.require.items import evidence_of, pass_rule_of

MOST_REFUSED = 40


class BudgetRow(NamedTuple):
    """One operation of a step."""

    name: str
    title: str
    condition: str
    calls: str
    call: str
    basis: str
    measured: bool
    exposed: str
    share: str


class CoverageRow(NamedTuple):
    """What is open of a requirement for one reason, and what would test it."""

    id: str
    cells: str
    conditions: str
    reason: str
    command: str


def budget_rows(seen: Seen) -> Iterator[BudgetRow]:
    """The operations that a step counts, at the full skew."""
    for name, one in seen.one.budget.operations.items():
        yield BudgetRow(
            name=name,
            title=seen.text(seen.one.spec.operations[name].title, name),
            condition=seen.condition(one.condition),
            calls=plain(one.calls),
            call=seconds(one.full.call_s),
            basis=seen.words[f"acceptance.basis.{one.full.basis}"],
            measured=one.full.basis == "measured",
            exposed=seconds(one.full.exposed_s),
            share=_share(seen, one),
        )


def _share(seen: Seen, one: MeasuredOperation) -> str:
    if one.share_s is None:
        return NONE
    return seen.words(f"acceptance.share.{'kept' if one.within else 'over'}", share=seconds(one.share_s))


def coverage_rows(seen: Seen) -> Iterator[CoverageRow]:
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


def _to_hand_in(seen: Seen, requirement: str) -> str:
    """What would show a requirement that no command tests, and when that passes."""
    one = seen.one.spec.requirements[requirement]
    evidence, rule = seen.text(evidence_of(one)), seen.text(pass_rule_of(one))
    if not evidence:
        return seen.words["acceptance.coverage.hand"]
    return seen.words("acceptance.coverage.item", evidence=evidence, rule=rule)


def evidence_rows(seen: Seen) -> Iterator[tuple[str, str, str, str]]:
    """Requirement, files, reviewer with the day, and what they show."""
    for one in seen.one.handed.evidence:
        files = seen.words.join([one_line(file.file) for file in one.files]) or NONE
        value = one.value.text if one.value is not None else ""
        reviewer = " ".join(filter(None, (one_line(one.reviewed_by or NONE), one.reviewed)))
        note = seen.text(one.note)
        yield one.requirement, files, reviewer, seen.words["semicolon"].join(filter(None, (one_line(value), note)))


def elsewhere(seen: Seen) -> str:
    """Records that no cell asks for, by collective and ranks; "" without any."""
    words, found = seen.words, seen.one.found
    counts = [
        words(
            "acceptance.input.count",
            collective=words.get(f"collective.{collective}", collective or NONE),
            ranks=str(ranks or NONE),
            records=str(count),
        )
        for (collective, ranks), count in islice(found.runs.elsewhere.items(), MOST_REFUSED)
    ]
    return words("acceptance.input.elsewhere", counts=words.join(counts)) if counts else ""
