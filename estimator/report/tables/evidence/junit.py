"""Verdicts as JUnit XML: a test suite a requirement, a test case a cell; nothing of a log is taken for markup."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from estimator.errors import one_line
from estimator.judge.acceptance import Acceptance
from estimator.judge.cells import RequirementVerdict
from estimator.judge.reason import Reason, Verdict
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
        told = {"timestamp": f"{found.today}T00:00:00", "time": "0"}
        lines.append(f"  <testsuite{_attributes(name=one.id, **_counts(kinds), **told)}>")
        lines += [line for _, each in cases[one.id] for line in each]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _cases(one: RequirementVerdict) -> Iterator[tuple[str, list[str]]]:
    """A case for each cell that counts, and one for a requirement without any, so that no must goes unseen."""
    counted = [cell for cell in one.cells if cell.counts]
    for cell in counted:
        yield _case(one, one_line(cell.cell.key), cell.verdict, cell.reason)
    if not counted:
        yield _case(one, one.id, one.verdict, one.reason)


def _case(one: RequirementVerdict, name: str, verdict: Verdict, why: Reason) -> tuple[str, list[str]]:
    kind = _kind(one.priority, verdict)
    head = f"    <testcase{_attributes(classname=one.id, name=name, time='0')}"
    if not kind:
        return kind, [head + "/>"]
    text = f"{verdict}: {reason_text(words('en'), why)}"
    said = _attributes(message=text) if kind == "skipped" else _attributes(message=text, type=verdict)
    return kind, [head + ">", f"      <{kind}{said}/>", "    </testcase>"]


def _kind(priority: str, verdict: Verdict) -> str:
    """The element of a case; "" for one that passes."""
    if verdict == "pass":
        return ""
    if verdict == "waived" or priority != "must":
        return "skipped"
    return "failure" if verdict == "fail" else "error"


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
