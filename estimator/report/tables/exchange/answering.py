"""What a vendor is asked to fill in, as YAML, and what came back, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from estimator.errors import one_line, path_text
from estimator.history.vendors.answers import FIRST, LEVELS, STATES, Level, State
from estimator.history.vendors.offers import AskedRequirement, example_of
from estimator.history.vendors.received import Entry, Fault, Mark, Received
from estimator.phrase import heads, linked, phrase, word
from estimator.report.sentences.sentence import sentence
from estimator.report.sentences.texts import limit_text
from estimator.report.tables.rows import document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.spec.document import Spec
from estimator.spec.values.base import Language
from estimator.units import Counted

SCHEMA = 1
FAULTS: Mapping[Fault, str] = {
    "mistake": word("mistake"),
    "tampered": word("tampered"),
    "formula": word("formula"),
    "like_formula": word("like_formula"),
    "unknown": word("unknown"),
    "unit": word("unit"),
    "evidence": word("evidence"),
    "half_filled": word("half_filled"),
    "contradiction": word("contradiction"),
    "stale": word("stale"),
    "unread": word("unread"),
}
"""Marks of an answer, as the table names them."""
STATE_WORDS: Mapping[State, str] = {
    "meets": word("meets"),
    "partly": word("partly"),
    "does_not": word("does_not"),
    "deviates": word("deviates"),
    "to_be_clarified": word("to_be_clarified"),
    "not_applicable": word("not_applicable"),
}
LEVEL_WORDS: Mapping[Level, str] = {
    "datasheet": word("datasheet"),
    "simulated": word("simulated"),
    "lab": word("lab"),
    "field": word("field"),
}
"""What an answer says in a word; the words that a vendor writes in English."""


def as_yaml(spec: Spec, requirements: Mapping[str, AskedRequirement], vendor: str, language: Language) -> str:
    """The YAML that a vendor fills in: what each requirement says stands above it as comments."""
    document = spec.document
    comments = (
        phrase(
            "# Answers of {vendor} to {id} {version}.",
            vendor=one_line(vendor),
            id=document.id,
            version=document.version,
        ),
        f"# state: {' | '.join(STATES)}",
        phrase("# level, what the offered value rests on: {levels}", levels=" | ".join(LEVELS)),
        phrase(
            "# evidence: [{{file: logs/run.txt, sha256: what sha256sum prints}}], files below the folder of this one"
        ),
        phrase("# date: year-month-day; decision is ours. Leave fingerprint and cell as they are."),
    )
    head = [
        *map(Screen(language=language).say, comments),
        FIRST,
        f"vendor: {_quoted(vendor)}",
        f"document: {{id: {_quoted(document.id)}, version: {_quoted(document.version)}}}",
        "answers:",
    ]
    lines = [line for one in requirements.values() for line in _asked(spec, one, language)]
    return "\n".join([*head, *lines, ""])


def _asked(spec: Spec, one: AskedRequirement, language: Language) -> Iterator[str]:
    say = Screen(language=language).say
    requirement, example = spec.requirements[one.id], say(example_of(one.cell))
    yield ""
    title = one_line(requirement.title.get(language))
    yield say(phrase("  # {priority}: {title}", priority=word(requirement.priority), title=title))
    yield f"  # {one_line(sentence(one.id, spec, one.expanded, language))}"
    if one.cell is not None and one.cell.limit is not None:
        yield f"  # {limit_text(one.cell, language)}"
    yield f"  {_quoted(one.id)}:"
    yield f"    fingerprint: {_quoted(one.fingerprint)}"
    if example:
        yield f"    cell: {_quoted(one.cell.key if one.cell else '')}"
    yield '    state: ""'
    if example:
        yield f'    offered: ""  # {example}'
        yield '    level: ""'
    yield "    evidence: []"
    yield '    date: ""'
    yield '    remark: ""'
    yield '    decision: ""'


def _quoted(text: str) -> str:
    """A text as YAML reads it on one line, whatever is in it."""
    return json.dumps(text, ensure_ascii=False)


def received_text(found: Received, spec: Spec, screen: Screen = PLAIN) -> str:
    """The answers as a table, and how many there are of each state; the marks are told apart from it."""
    rows = [heads("requirement", "state", "offered", "level", "date", "marks")]
    rows += [_row(name, entry) for name, entry in found.entries.items()]
    lines = fitted(rows, screen, (0, 0, 0, 2, 3, 1)) if found.entries else []
    lines.append(_counts(found))
    if found.open:
        lines.append(phrase("No answer yet: {names}.", names=linked(", ", found.open)))
    if found.absent:
        lines.append(phrase("Not in the file: {names}.", names=linked(", ", found.absent)))
    old, new = one_line(found.version), spec.document.version
    if found.version != new:
        lines.append(phrase("Exported from version {old}; the spec is {new}.", old=old, new=new))
    return screen.text(lines)


def _counts(found: Received) -> str:
    states = [entry.answer.state for entry in found.entries.values()]
    return phrase(
        "{vendor}: {answers:answer} ({states}), {stale} stale.",
        vendor=one_line(found.vendor),
        answers=Counted(len(states)),
        states=linked(", ", (_count(states.count(state), state) for state in STATES)),
        stale=sum(entry.stale for entry in found.entries.values()),
    )


def _count(count: int, state: State) -> str:
    return phrase("{count} {what}", count=count, what=STATE_WORDS[state])


def _row(name: str, entry: Entry) -> list[str]:
    answer = entry.answer
    state = STATE_WORDS[answer.state] if answer.state else "-"
    level = LEVEL_WORDS[answer.level] if answer.level else "-"
    offered, date = one_line(answer.offered or "-"), one_line(answer.date or "-")
    return [one_line(name), state, offered, level, date, linked(", ", (FAULTS[fault] for fault in entry.faults))]


def received_json(found: Received, about: Mapping[str, object]) -> str:
    """The answers in full; ``about``: the spec that they are to."""
    parts: dict[str, Any] = {
        "commspec_received": SCHEMA,
        **about,
        "vendor": found.vendor,
        "version": found.version,
        "answers": {name: entry_data(entry) for name, entry in found.entries.items()},
        "open": list(found.open),
        "absent": list(found.absent),
        "problems": [_problem(mark) for mark in found.marks],
    }
    return document(f"{plain(name)}: {plain(value)}" for name, value in parts.items())


def entry_data(entry: Entry) -> dict[str, Any]:
    """One answer; numbers in SI units."""
    answer = entry.answer
    return {
        "state": answer.state,
        "stale": entry.stale,
        "fingerprint": answer.fingerprint,
        "cell": entry.cell.key if entry.cell is not None else None,
        "offered": answer.offered,
        "offered_si": entry.value,
        "unit": entry.cell.unit if entry.cell is not None else None,
        "level": answer.level,
        "evidence": [{"file": one.file, "sha256": one.sha256} for one in answer.evidence],
        "date": answer.date,
        "remark": answer.remark,
        "decision": answer.decision,
        "faults": list(entry.faults),
    }


def _problem(mark: Mark) -> dict[str, Any]:
    problem = mark.problem
    return {
        "fault": mark.fault,
        "refused": mark.refuses,
        "requirement": mark.requirement or None,
        "path": path_text(problem.path),
        "message": problem.message,
        "hint": problem.hint,
        "file": (problem.file or "").removesuffix(f":{mark.cell}") or None if mark.cell else problem.file,
        "line": problem.line,
        "column": problem.column,
        "cell": mark.cell or None,
    }
