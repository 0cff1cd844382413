"""What a vendor is asked to fill in, as YAML, and what came back, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from estimator.errors import one_line, path_text
from estimator.history.vendors.answers import FIRST, LEVELS, STATES
from estimator.history.vendors.offers import AskedRequirement, example_of
from estimator.history.vendors.received import Entry, Mark, Received
from estimator.report.sentences.sentence import sentence
from estimator.report.sentences.texts import limit_text
from estimator.report.tables.rows import document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.spec.document import Spec
from estimator.spec.values.base import Language
from estimator.units import Counted

SCHEMA = 1


def as_yaml(spec: Spec, requirements: Mapping[str, AskedRequirement], vendor: str, language: Language) -> str:
    """The YAML that a vendor fills in: what each requirement says stands above it as comments."""
    head = [
        f"# Answers of {one_line(vendor)} to {spec.document.id} {spec.document.version}.",
        f"# state: {' | '.join(STATES)}",
        f"# level, what the offered value rests on: {' | '.join(LEVELS)}",
        "# evidence: [{file: logs/run.txt, sha256: what sha256sum prints}], files below the folder of this one",
        "# date: year-month-day; decision is ours. Leave fingerprint and cell as they are.",
        FIRST,
        f"vendor: {_quoted(vendor)}",
        f"document: {{id: {_quoted(spec.document.id)}, version: {_quoted(spec.document.version)}}}",
        "answers:",
    ]
    lines = [line for one in requirements.values() for line in _asked(spec, one, language)]
    return "\n".join([*head, *lines, ""])


def _asked(spec: Spec, one: AskedRequirement, language: Language) -> Iterator[str]:
    requirement, example = spec.requirements[one.id], example_of(one.cell)
    yield ""
    yield f"  # {requirement.priority}: {one_line(requirement.title.get(language))}"
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
    rows = [["requirement", "state", "offered", "level", "date", "marks"]]
    rows += [_row(name, entry) for name, entry in found.entries.items()]
    stale = sum(entry.stale for entry in found.entries.values())
    counts = [f"{sum(entry.answer.state == state for entry in found.entries.values())} {state}" for state in STATES]
    lines = fitted(rows, screen, (0, 0, 0, 2, 3, 1)) if found.entries else []
    lines.append(
        f"{one_line(found.vendor)}: {Counted(len(found.entries)):answer} ({', '.join(counts)}), {stale} stale."
    )
    for what, names in (("No answer yet", found.open), ("Not in the file", found.absent)):
        lines += [f"{what}: {', '.join(names)}."] if names else []
    if found.version != spec.document.version:
        lines.append(f"Exported from version {one_line(found.version)}; the spec is {spec.document.version}.")
    return "\n".join([*lines, ""])


def _row(name: str, entry: Entry) -> list[str]:
    answer = entry.answer
    said = [name, answer.state or "-", answer.offered or "-", answer.level or "-", answer.date or "-"]
    return [*(one_line(text) for text in said), ", ".join(entry.faults)]


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
