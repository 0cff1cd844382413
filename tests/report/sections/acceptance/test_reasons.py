"""Every reason of a verdict has words in both languages, and its facts fill them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from estimator.judge.matching import procedure
from estimator.judge.reason import Fact, Reason
from estimator.report.sections.acceptance.reasons import REASONS
from estimator.report.tables.evidence.verdicts import OUTER, reason_text
from estimator.report.words.lookup import words

JUDGE = Path(procedure.__file__).parents[1]
OF_REPORT = {"all_met", "worst", "over_ranks.unsaid"}
"""Words that are no reasons of a cell."""


def told() -> dict[str, set[str]]:
    """Code -> names of its facts, as the room states them: ``reason("code", name=...)``."""
    found: dict[str, set[str]] = {flag: {"source"} for flag in procedure.SPOILT}
    for path in JUDGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("reason", "Reason"):
                codes = (
                    [arg.value for arg in ast.walk(node.args[0]) if isinstance(arg, ast.Constant)] if node.args else []
                )
                named = {one.arg for one in node.keywords if one.arg}
                for code in codes:
                    if isinstance(code, str):
                        found.setdefault(code, set()).update(named)
    return found


def test_every_reason_has_words_and_no_words_are_without_a_reason() -> None:
    codes = set(told())
    assert len(codes) > 40
    written = {key.partition(".")[2] for key in REASONS if key.startswith("reason.")}
    assert written - codes == OF_REPORT
    assert codes - written == set()


@pytest.mark.parametrize("code", sorted(told()))
def test_the_words_use_facts_that_the_reason_has(code: str) -> None:
    if code in (*OUTER, "differs", "waived", "other_sizes", "other_ranks", "no_record"):
        return  # their facts are put together where they are told; see below and tests/judge
    fields = set(re.findall(r"{(\w+)}", REASONS[f"reason.{code}"][1]))
    assert fields <= told()[code], fields


@pytest.mark.parametrize(
    ("why", "english", "chinese"),
    [
        (
            Reason("differs", (Fact("source", "a.log:3"), Fact("dtype", "fp32|bf16"), Fact("condition", "|exclusive"))),
            "a.log:3 is not this test: dtype is fp32, bf16 is asked for; condition is not said, exclusive is asked for "
            "(--condition exclusive)",
            "a.log:3 不是这个测试：数据类型是 fp32，要 bf16；条件没有说明，要 exclusive（--condition exclusive）",
        ),
        (
            Reason(
                "reference",
                (
                    Fact("what", "condition"), Fact("name", "exclusive"), Fact("code", "few_repeats"),
                    Fact("repeats", 2.0, "count"), Fact("needed", 5.0, "count"),
                ),
            ),
            "the reference (condition exclusive): 2 repeats where 5 are asked for",
            "对照（condition exclusive）：重复 2 遍，要 5 遍",
        ),
        (
            Reason("other_ranks", (Fact("collective", "all_gather"), Fact("ranks", 8.0, "count"),
                                   Fact("size", 2.0**20, "size"), Fact("found", "2, 4"))),
            "no record of all_gather on 8 ranks at 1\u00a0MiB: the logs have it on 2, 4",
            "没有 8 个 rank 上 all_gather、1\u00a0MiB 的记录，日志是 2, 4 个 rank",
        ),
    ],
)  # fmt: skip
def test_a_reason_is_one_sentence_in_each_language(why: Reason, english: str, chinese: str) -> None:
    assert reason_text(words("en"), why) == english
    assert reason_text(words("zh"), why) == chinese
