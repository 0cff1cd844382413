"""What of the logs was refused: the lines of each log by their reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.chinese.speaker import speaker
from estimator.errors import one_line
from estimator.report.numbers import Several
from estimator.report.sections.acceptance.judgement import JudgementIn

MOST_ROWS = 40
"""Reasons and logs that are listed."""
MOST_SPANS = 8
"""Stretches of lines that one row names."""
ELLIPSIS = "\u2026"


def refused_rows(seen: JudgementIn) -> tuple[tuple[tuple[str, str], ...], str]:
    """Place and reason, a row for each reason of a log; how many lines they leave out, in words, "" without any."""
    say, runs = speaker(seen.words.language), seen.one.found.runs
    by_reason: dict[tuple[str, str], list[int]] = {}
    for one in runs.rejections:
        by_reason.setdefault((one_line(one.source), one_line(say(one.reason))), []).append(one.line)
    shown = list(by_reason.items())[:MOST_ROWS]
    more = runs.rejected - sum(len(lines) for _, lines in shown)
    left = seen.words("acceptance.input.more", rows=Several(more)) if more > 0 else ""
    return tuple((f"{source}:{_places(lines)}", why) for (source, why), lines in shown), left


def _places(lines: Sequence[int]) -> str:
    """Lines in order, those that follow each other as a stretch: 50–52, 61."""
    spans = list(_spans(sorted(set(lines))))
    named = [f"{first}" if first == last else f"{first}\u2013{last}" for first, last in spans[:MOST_SPANS]]
    return ", ".join([*named, ELLIPSIS] if len(spans) > MOST_SPANS else named)


def _spans(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = lines[0]
    for line in lines[1:]:
        if line > last + 1:
            yield first, last
            first = line
        last = line
    yield first, last
