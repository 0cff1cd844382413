"""What was handed in beside logs, and what of the logs no cell asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from estimator.errors import one_line
from estimator.report.numbers import NONE
from estimator.report.sections.acceptance.judgement import JudgementIn

MOST_KINDS = 40
"""Collectives and numbers of ranks that are counted by name."""


def evidence_rows(seen: JudgementIn) -> Iterator[tuple[str, str, str, str]]:
    """Requirement, files, reviewer with the day, and what they show."""
    for one in seen.one.handed.evidence:
        files = seen.words.join([one_line(file.file) for file in one.files]) or NONE
        value = one.value.text if one.value is not None else ""
        reviewer = " ".join(filter(None, (one_line(one.reviewed_by or NONE), one.reviewed)))
        note = seen.text(one.note)
        yield one.requirement, files, reviewer, seen.words["semicolon"].join(filter(None, (one_line(value), note)))


def elsewhere(seen: JudgementIn) -> str:
    """Records that no cell asks for, by collective and ranks; "" without any."""
    words, found = seen.words, seen.one.found
    counts = [
        words(
            "acceptance.input.count",
            collective=words.get(f"collective.{collective}", collective or NONE),
            ranks=str(ranks or NONE),
            records=str(count),
        )
        for (collective, ranks), count in islice(found.runs.elsewhere.items(), MOST_KINDS)
    ]
    return words("acceptance.input.elsewhere", counts=words.join(counts)) if counts else ""
