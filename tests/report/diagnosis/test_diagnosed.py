"""A diagnosis in words: every finding has a sentence in both languages with the same numbers."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from random import Random

import pytest

import estimator.judge.diagnosis
from estimator.judge.diagnosis.causes.cause import CAUSES, Cause, CauseFinding, Diagnosis, Next
from estimator.report.diagnosis import words
from estimator.report.diagnosis.diagnosed import as_json, as_text, sentence, shown_number
from tests.judge.diagnosis.planted import KINDS

ROOM = Path(estimator.judge.diagnosis.__file__).parent
NUMBER = re.compile(r"\d[\d.]*")


def codes() -> tuple[set[str], set[str]]:
    """The codes that calls of CauseFinding name, and all words in quotes, in the source."""
    named, quoted = set(), set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                quoted.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "CauseFinding":
                code = node.args[2]
                named |= {code.value} if isinstance(code, ast.Constant) and isinstance(code.value, str) else set()
    return named, quoted


def test_every_code_has_words_and_every_word_a_code() -> None:
    named, quoted = codes()
    assert len(named) > 25
    assert named <= set(words.EVIDENCE)
    assert set(words.EVIDENCE) <= quoted


def test_every_cause_has_a_name_in_both_languages() -> None:
    assert set(words.CAUSES) == set(CAUSES)
    assert all(zh and en and zh != en for zh, en in words.CAUSES.values())


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_say_the_same_numbers_in_both_languages(kind: str) -> None:
    seen = 0
    for seed in range(2):
        for cause in KINDS[kind](Random(seed)).diagnosed().causes:  # type: ignore[index]
            for finding in cause.evidence:
                zh, en = sentence(finding)
                assert sorted(NUMBER.findall(zh)) == sorted(NUMBER.findall(en))
                assert "{" not in zh + en
                seen += 1
    assert seen


def test_numbers_are_shown_by_the_ending_of_their_names() -> None:
    shown = [("a_s", 1.5e-3), ("a_Bps", 2.5e9), ("a_B", 2**20), ("a_x", 2.0), ("share", 0.45), ("ranks", 8)]
    assert [shown_number(name, value).replace("\u00a0", " ") for name, value in shown] == [
        "1.5 ms", "2.5 GB/s", "1 MiB", "2×", "45 %", "8",
    ]  # fmt: skip


FOUND = Diagnosis(
    (
        Cause("startup", 0.8, (CauseFinding("startup", 0.8, "few_sizes", "a.log:3", {"sizes": 2}),)),
        Cause("cannot_tell", 0.1, ()),
    ),
    (Next("fewer", "mpirun -np 24 x", {"ranks": 16, "across": 1, "nodes": 2, "other": 3}),),
    1,
)


def test_the_listing_names_causes_evidence_and_what_to_measure() -> None:
    assert as_text(FOUND, "en").splitlines() == [
        "runs: 1",
        "1. start-up latency (startup), confidence 80 %",
        "   - a.log:3: too few sizes: 2",
        "2. the log cannot tell (cannot_tell), confidence 10 %",
        "Measure next:",
        "   - 2 nodes against 3: how the time grows with what crosses the border",
        "     mpirun -np 24 x",
    ]
    assert "启动时延" in as_text(FOUND, "zh")


def test_why_nothing_was_read_is_said_in_the_same_language() -> None:
    numbers = {"words": "the run failed before its first row", "line": "# size time"}
    zh, en = sentence(CauseFinding("cannot_tell", 0.9, "refused", "a.log:4", numbers))
    assert zh == "没有读入：运行在第一行数据之前失败（# size time）"
    assert en == "not read: the run failed before its first row (# size time)"


def test_json_has_causes_with_confidence_and_evidence_and_what_is_next() -> None:
    data = json.loads(as_json(FOUND, {"commspec": "0"}))
    assert [(one["cause"], one["confidence"]) for one in data["causes"]] == [("startup", 0.8), ("cannot_tell", 0.1)]
    (evidence,) = data["causes"][0]["evidence"]
    assert (evidence["code"], evidence["run"], evidence["numbers"]) == ("few_sizes", "a.log:3", {"sizes": 2})
    assert data["next"][0]["measure"] == "fewer"
    assert data["next"][0]["command"] == "mpirun -np 24 x"
