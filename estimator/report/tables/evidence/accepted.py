"""Verdicts as JSON and as lines of text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import inf
from typing import Any

from estimator.errors import STRAYING, one_line
from estimator.judge.acceptance import Acceptance
from estimator.judge.budget import MeasuredBudget
from estimator.judge.cells import CellVerdict, RequirementVerdict
from estimator.judge.reason import Fact
from estimator.phrase import heads, linked, phrase, word
from estimator.report.sentences.texts import value_text
from estimator.report.tables.evidence.step_measured import budget_data, budget_lines
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.report.tables.rows import block, document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.report.words.lookup import Words, words
from estimator.require.criterion import Criterion
from estimator.spec.values.base import Language
from estimator.units import Counted, format_ratio

SCHEMA = 1
MOST_SHOWN = 20
"""Rejected rows, and sources of a cell, that JSON lists."""


def as_json(found: Acceptance, about: Mapping[str, Any], commands: Mapping[str, str], budget: MeasuredBudget) -> str:
    """The verdicts for programs. ``commands``: what would test an untested cell, by its key."""
    say = words("en")
    each = (f"{plain(one.id)}: {plain(_requirement(say, one, commands))}" for one in found.requirements.values())
    parts = [f"{plain(key)}: {plain(value)}" for key, value in {"commspec_acceptance": SCHEMA, **about}.items()]
    parts += [
        f'"date": {plain(found.today)}',
        f'"draft": {plain(found.draft)}',
        f'"accepted": {plain(found.accepted)}',
        f'"counts": {plain(found.counts)}',
        f'"open_musts": {plain([one.id for one in found.open])}',
        f'"requirements": {{{block(each)}}}',
        f'"budget": {plain(budget_data(budget))}',
        f'"logs": {plain(_logs(found))}',
    ]
    # What moves a cursor or turns text round is spelt out in JSON too, for those who look at it in a terminal.
    return STRAYING.sub(lambda hit: hit[0] if hit[0] == "\n" else plain_ascii(hit[0]), document(parts))


def plain_ascii(letter: str) -> str:
    """A letter as JSON spells it in ASCII."""
    return json.dumps(letter)[1:-1]


def _requirement(say: Words, one: RequirementVerdict, commands: Mapping[str, str]) -> dict[str, Any]:
    return {
        "verdict": one.verdict,
        "code": one.reason.code,
        "reason": summary(say, one),
        "priority": one.priority,
        "cells": [_cell(say, cell, commands.get(cell.cell.key, "")) for cell in one.cells if cell.counts],
        "reported": [_cell(say, cell, "") for cell in one.cells if not cell.counts],
    }


def _cell(say: Words, one: CellVerdict, command: str) -> dict[str, Any]:
    cell = one.cell
    data: dict[str, Any] = {
        "key": cell.key,
        "verdict": one.verdict,
        "code": one.reason.code,
        "reason": reason_text(say, one.reason),
        "group": cell.group,
        "condition": cell.condition,
        "skew": cell.skew,
        "at_once": cell.at_once,
        "n": cell.n,
        "metric": cell.measure.name,
        "statistic": cell.measure.statistic,
        "unit": cell.unit,
        "comparator": cell.comparator,
        "limit": cell.limit,
        "tolerance": cell.tolerance,
        "effective": cell.effective,
        "how": cell.how,
        "expected": [_number(end) for end in cell.expected] if cell.expected else None,
        "measured": _number(one.measured.value) if one.measured else None,
        "low": _number(one.measured.low) if one.measured else None,
        "high": _number(one.measured.high) if one.measured else None,
        "attempts": [_number(value) for value in one.each],
        "margin": _number(one.margin) if one.margin is not None else None,
        "sources": list(one.sources[:MOST_SHOWN]),
        "unstated": list(one.unstated),
    }
    if one.reason.code == "differs":
        data["differs"] = [_difference(fact) for fact in one.reason.facts if fact.name != "source"]
    if one.before is not None:
        data["waived"] = {"verdict": one.before.verdict, "reason": reason_text(say, one.before.reason)}
    if command:
        data["command"] = command
        data["kit"] = cell.key
    return data


def _difference(fact: Fact) -> dict[str, str | None]:
    found, _, wanted = str(fact.value).partition("|")
    return {"field": fact.name, "found": found or None, "wanted": wanted}


def _number(value: float) -> float | None:
    """A number as JSON has it: what is open on one side has none."""
    return value if -inf < value < inf else None


def _logs(found: Acceptance) -> dict[str, Any]:
    runs = found.runs
    return {
        "records": runs.records,
        "rejected": runs.rejected,
        "rejections": [
            {"source": one.source, "line": one.line, "reason": one.reason} for one in runs.rejections[:MOST_SHOWN]
        ],
        "made_with": [made._asdict() | {"tables": count} for made, count in islice(runs.made_with.items(), MOST_SHOWN)],
        "elsewhere": [
            {"collective": collective, "ranks": ranks, "records": count}
            for (collective, ranks), count in islice(runs.elsewhere.items(), MOST_SHOWN)
        ],
    }


def summary(say: Words, one: RequirementVerdict, named: Callable[[Criterion], str] | None = None) -> str:
    """A requirement's reason: how many cells pass, or what its worst cell says and how many are like it.

    ``named``: what to call a cell; left out, its key without the requirement.
    """
    counted = [cell for cell in one.cells if cell.counts]
    if one.verdict == "pass":
        return say("reason.all_met", cells=Counted(len(counted)))
    text = reason_text(say, one.reason)
    worst = [cell for cell in counted if cell.verdict == one.verdict]
    if not worst or len(counted) == 1:
        return text
    where = (named or _where)(next((cell for cell in worst if cell.reason is one.reason), worst[0]).cell)
    return say("reason.worst", worst=str(len(worst)), cells=str(len(counted)), where=where, why=text)


def _where(cell: Criterion) -> str:
    """A cell without its requirement: ``ep/exclusive/skew=1/at_once=1/n=1048576``."""
    return one_line(cell.key.partition("/")[2])


HEAD = heads("requirement", "priority", "verdict", "cells", "limit", "measured", "margin")
RANKS = (0, 3, 0, 2, 1, 1, 0)
"""Of the columns: the verdict stays, and how near it was."""
VERDICTS: Mapping[str, str] = {
    "pass": "{count} pass",
    "waived": "{count} waived",
    "not_run": "{count} not run",
    "inconclusive": "{count} inconclusive",
    "fail": "{count} fail",
}
"""How many requirements have a verdict."""
PRIORITIES: Mapping[str, str] = {one: one for one in heads("must", "should", "may")}


def as_text(found: Acceptance, commands: Mapping[str, str], budget: MeasuredBudget, screen: Screen = PLAIN) -> str:
    """A line a requirement, then what keeps musts open, what was not tested and how it would be, and the budget."""
    say = words(screen.language)
    lines = fitted([HEAD, *_rows(found, screen.language)], screen, RANKS)
    open_ = [one for one in found.requirements.values() if not one.accepted]
    if open_:
        lines += ["", phrase("not accepted")]
        lines += [_open(say, one) for one in open_]
    lines += [*_quicker(say, found), *_untested(found, commands), *budget_lines(budget, screen), "", *_ended(found)]
    return screen.text(lines).replace("\u00a0", " ")


def _open(say: Words, one: RequirementVerdict) -> str:
    return phrase(
        "  {requirement} ({priority}): {verdict}: {why}",
        requirement=one.id,
        priority=PRIORITIES[one.priority],
        verdict=_plain(one.verdict),
        why=summary(say, one),
    )


def _ended(found: Acceptance) -> Iterator[str]:
    """How many requirements have which verdict, and what follows from it."""
    counts = [phrase(VERDICTS[verdict], count=count) for verdict, count in found.counts.items() if count]
    requirements = Counted(len(found.requirements))
    yield phrase("{requirements:requirement}: {counts}", requirements=requirements, counts=linked(", ", counts))
    if found.accepted:
        yield phrase("every must passes as its limit stands today") if found.draft else phrase("accepted")
    elif found.open:
        yield phrase("not accepted: {musts:must} open", musts=Counted(len(found.open)))
    else:
        yield phrase("no must")
    if found.draft:
        yield phrase("judged on limits that are not frozen: no acceptance")


def _quicker(say: Words, found: Acceptance) -> Iterator[str]:
    """What passes and is quicker than the model allows, which is worth a look."""
    hits = {
        one.id: [cell for cell in one.cells if cell.verdict == "pass" and cell.reason.code == "met_quicker"]
        for one in found.requirements.values()
    }
    if any(hits.values()):
        yield from ("", phrase("quicker than the model"))
    for name, cells in hits.items():
        if cells:
            why = reason_text(say, cells[0].reason)
            yield phrase(
                "  {requirement}: {cells:cell}, such as {where}: {why}",
                requirement=name,
                cells=Counted(len(cells)),
                where=_where(cells[0].cell),
                why=why,
            )


def _plain(verdict: str) -> str:
    return word(verdict.replace("_", " "))


def _rows(found: Acceptance, language: Language) -> Iterator[list[str]]:
    for one in found.requirements.values():
        counted = [cell for cell in one.cells if cell.counts]
        passed = sum(cell.verdict == "pass" for cell in counted)
        shown = tightest(one)
        yield [
            one.id,
            PRIORITIES[one.priority],
            _plain(one.verdict),
            f"{passed}/{len(counted)}",
            limit_text(shown.cell, language) if shown else "",
            value_text(shown.measured.value, shown.cell.unit, language) if shown and shown.measured else "",
            margin_text(shown.margin) if shown and shown.margin is not None else "",
        ]


def tightest(one: RequirementVerdict) -> CellVerdict | None:
    """The cell with the least margin of those that have one."""
    known = [cell for cell in one.cells if cell.counts and cell.margin is not None]
    return min(known, key=lambda cell: cell.margin or 0.0, default=None)


def limit_text(cell: Criterion, language: Language = "en") -> str:
    """The limit with its tolerance in it: what a measured value is held against."""
    if cell.effective is None:
        return ""
    sign = "\u2265" if cell.comparator == "at_least" else "\u2264"
    return f"{sign}\u00a0{value_text(cell.effective, cell.unit, language)}"


def margin_text(margin: float) -> str:
    """How far inside the limit: +12 %, or beyond it: -3 %."""
    return f"{'+' if margin >= 0.0 else '-'}{format_ratio(abs(margin), 3)}"


def _untested(found: Acceptance, commands: Mapping[str, str]) -> Iterator[str]:
    by_command: dict[str, int] = {}
    for one in found.untested:
        command = commands.get(one.cell.key, "")
        if command:
            by_command[command] = by_command.get(command, 0) + 1
    if by_command:
        yield ""
        yield phrase("to test what is open")
        for command, cells in by_command.items():
            yield phrase("  {command}  # {cells:cell}", command=one_line(command), cells=Counted(cells))
    without = dict.fromkeys(one.cell.requirement for one in found.untested if not commands.get(one.cell.key))
    if without:
        yield ""
        yield phrase("to be shown by --evidence: {names}", names=linked(", ", without))
