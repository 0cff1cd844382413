"""Verdicts as JUnit XML: a test suite a requirement, a test case a cell; nothing of a log is taken for markup."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from estimator.errors import one_line
from estimator.judge.acceptance import Acceptance
from estimator.judge.cells import CellVerdict, RequirementVerdict
from estimator.report.tables.evidence.verdicts import reason_text
from estimator.report.words.lookup import words


def as_junit(found: Acceptance, name: str) -> str:
    """The XML. ``name``: of the document.

    A miss of a must is a failure, and what of it was not run or cannot be judged an error; other levels are skipped.
    """
    cases = {one.id: list(_cases(one)) for one in found.requirements.values()}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    every = [kind for each in cases.values() for kind, _ in each]
    lines.append(f"<testsuites{_attributes(name=name, **_counts(every))}>")
    for one in found.requirements.values():
        kinds = [kind for kind, _ in cases[one.id]]
        lines.append(f"  <testsuite{_attributes(name=one.id, **_counts(kinds), timestamp=found.today)}>")
        lines += [line for _, each in cases[one.id] for line in each]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _cases(one: RequirementVerdict) -> Iterator[tuple[str, list[str]]]:
    for cell in one.cells:
        if not cell.counts:
            continue
        kind = _kind(one, cell)
        head = f"    <testcase{_attributes(classname=one.id, name=one_line(cell.cell.key))}"
        if not kind:
            yield kind, [head + "/>"]
            continue
        text = f"{cell.verdict}: {reason_text(words('en'), cell.reason)}"
        yield kind, [head + ">", f"      <{kind}{_attributes(message=text)}/>", "    </testcase>"]


def _kind(one: RequirementVerdict, cell: CellVerdict) -> str:
    """The element of a case; "" for one that passes."""
    if cell.verdict == "pass":
        return ""
    if cell.verdict == "waived" or one.priority != "must":
        return "skipped"
    return "failure" if cell.verdict == "fail" else "error"


def _counts(kinds: list[str]) -> dict[str, str]:
    return {
        "tests": str(len(kinds)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(kinds.count("skipped")),
    }


def _attributes(**values: str) -> str:
    return "".join(f" {key}={quoteattr(_allowed(value))}" for key, value in values.items())


def _allowed(text: str) -> str:
    """The text without what XML 1.0 has no letter for."""
    return "".join(
        letter if letter == "\t" or " " <= letter < "\ufffe" or letter > "\uffff" else "?" for letter in text
    )
