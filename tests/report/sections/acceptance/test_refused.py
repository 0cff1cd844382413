"""What of the logs was refused is told in the report's language, a row for each reason of a log."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from estimator.phrase import phrase
from estimator.report.sections.acceptance.judgement import JudgementIn
from estimator.report.sections.acceptance.refused import refused_rows
from estimator.report.words.lookup import words
from estimator.tools.records import Rejection

MISSING = phrase("repeat {named} of {wanted} is missing", named="5", wanted=5)


def seen(rejections: list[Rejection], rejected: int, language: Any) -> JudgementIn:
    runs = SimpleNamespace(rejections=rejections, rejected=rejected)
    return JudgementIn(cast("Any", SimpleNamespace(found=SimpleNamespace(runs=runs))), words(language))


@pytest.mark.parametrize(("language", "missing"), [("en", "repeat 5 of 5 is missing"), ("zh", "5 次重复中缺第 5 次")])
def test_lines_with_one_reason_stand_in_one_row_in_the_language(language: str, missing: str) -> None:
    lines = [65, 50, 51, 52, 70]
    found = [Rejection("a.jsonl", line, MISSING) for line in lines] + [Rejection("b.log", 3, "as the log has it")]
    rows, more = refused_rows(seen(found, 6, language))
    assert rows == (("a.jsonl:50\u201352, 65, 70", missing), ("b.log:3", "as the log has it"))
    assert more == ""


def test_what_is_not_listed_is_counted() -> None:
    found = [Rejection("a.log", 2 * line, MISSING) for line in range(1, 11)]
    rows, more = refused_rows(seen(found, 1000, "en"))
    assert rows[0][0] == "a.log:2, 4, 6, 8, 10, 12, 14, 16, \u2026"
    assert more == "990 more rows; commspec read tells each."
