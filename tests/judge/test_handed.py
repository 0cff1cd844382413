"""Capabilities by their evidence: there, the same bytes as reviewed, read by somebody; and waivers with a term."""

from typing import Any

import pytest

from estimator.errors import SpecError
from estimator.evidence.handed import Handed, handed
from estimator.evidence.manifest import manifest
from estimator.judge.acceptance import idle
from tests.judge.scenes import CALL, acceptance, judged, only, runs, spec_with

HASH = "ab" * 32
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""What sha256sum prints of an empty file."""
CAPABILITY = {"kind": "capability", "item": "determinism", "statement": {"zh": "句", "en": "s"}, "evidence": "log"}


def pieces(evidence: list[dict[str, Any]], waivers: list[dict[str, Any]] | None = None) -> Handed:
    return Handed.model_validate({"commspec_evidence": "1", "evidence": evidence, "waivers": waivers or []})


def piece(**fields: Any) -> dict[str, Any]:
    base = {"requirement": "R", "files": [{"file": "a.log", "sha256": HASH}], "reviewed_by": "A. Reader"}
    return {**base, **fields}


@pytest.mark.parametrize(
    ("entry", "found", "expected"),
    [
        (piece(), {"a.log": HASH}, ("pass", "shown")),
        (piece(), {"a.log": None}, ("inconclusive", "file_missing")),
        (piece(), {"a.log": "cd" * 32}, ("inconclusive", "file_changed")),
        (piece(files=[{"file": "a.log"}]), {"a.log": HASH}, ("inconclusive", "file_unhashed")),
        (piece(files=[]), {}, ("inconclusive", "no_files")),
        (piece(reviewed_by=None), {"a.log": HASH}, ("inconclusive", "not_reviewed")),
        (piece(reviewed_by="  "), {"a.log": HASH}, ("inconclusive", "not_reviewed")),
        (piece(reviewed="2026-11-30"), {"a.log": HASH}, ("pass", "shown")),
        (piece(reviewed="2026-12"), {"a.log": HASH}, ("inconclusive", "reviewed_later")),
        (piece(), {"a.log": EMPTY}, ("inconclusive", "file_empty")),
        (piece(outcome="not_met"), {"a.log": HASH}, ("fail", "not_met")),
        (piece(requirement="S"), {"a.log": HASH}, ("not_run", "no_evidence")),
    ],
)
def test_a_capability_is_as_good_as_its_evidence(
    entry: dict[str, Any], found: dict[str, str | None], expected: tuple[str, str]
) -> None:
    entry = {key: value for key, value in entry.items() if value is not None}
    verdict = judged(spec_with(CAPABILITY), [], pieces([entry]), found=found)
    assert (verdict.verdict, verdict.reason.code) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ("inconclusive", "no_value")),
        ("9 ms", ("pass", "met")),
        ("11 ms", ("fail", "missed")),
        ("9", ("inconclusive", "other_kind")),
    ],
)
def test_a_number_that_evidence_shows_is_held_against_the_limit(value: str | None, expected: tuple[str, str]) -> None:
    entry = piece() | ({"value": value} if value else {})
    spec = spec_with({**CAPABILITY, "limit": {"at_most": "10 ms"}})
    verdict = judged(spec, [], pieces([entry]), found={"a.log": HASH})
    assert (verdict.verdict, verdict.reason.code) == expected


def test_what_no_log_holds_is_shown_by_evidence() -> None:
    overlap = {**CALL, "kind": "compute_overlap", "limit": {"at_least": "70 %"}}
    overlap |= {"sweep": {"sizes": ["64 MiB"], "conditions": ["with_compute"]}, "metric": {"name": "overlap"}}
    assert judged(spec_with(overlap), []).verdict == "not_run"
    found = judged(spec_with(overlap), [], pieces([piece(value="82 %")]), found={"a.log": HASH})
    assert (found.verdict, only(found).measured and only(found).measured.value) == ("pass", 0.82)  # type: ignore[union-attr]


WAIVER = {"requirement": "R", "reason": {"zh": "理由", "en": "why"}, "until": "2026-12", "agreed_by": ["us", "them"]}
TIMED = {**CALL, "limit": {"at_most": "10 ms", "at": "64 MiB"}, "sweep": {"sizes": ["64 MiB"]}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "waived"),
        ({"until": "2026-11-30"}, "waived"),
        ({"until": "2026-11-29"}, "fail"),
        ({"until": "2026-10"}, "fail"),
        ({"cells": ["*/exclusive/*"]}, "inconclusive"),  # the other condition is still open
        ({"cells": ["*/exclusive/*", "*/multi_group/*"]}, "waived"),
    ],
)
def test_a_waiver_holds_for_its_cells_until_its_term_ends(changes: dict[str, Any], expected: str) -> None:
    found = judged(spec_with(TIMED), runs([0.02] * 3), pieces([], [{**WAIVER, **changes}]))
    assert found.verdict == expected
    if expected == "waived":
        before = next(cell.before for cell in found.cells if cell.cell.condition == "exclusive")
        assert before is not None
        assert before.verdict == "fail"


def test_a_must_that_is_not_passed_or_waived_keeps_the_acceptance_open() -> None:
    worked = spec_with(TIMED)
    assert not acceptance(worked, runs([0.02] * 3)).accepted
    assert acceptance(worked, runs([0.02] * 3), pieces([], [WAIVER])).accepted
    should = spec_with({**TIMED, "priority": "should"})
    assert not acceptance(should, runs([0.02] * 3)).open


def test_entries_about_nothing_are_told() -> None:
    worked = spec_with(TIMED)
    made = pieces([piece(requirement="S")], [{**WAIVER, "cells": ["*/n=1"]}])
    assert [(one.path, one.severity) for one in idle(made, worked.expanded)] == [
        (("evidence", 0, "requirement"), "warning"),
        (("waivers", 0, "cells"), "warning"),
    ]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("waivers: [{requirement: R, until: 2026-12, agreed_by: [a, b]}]", "waivers[0]", "reason"),
        (
            "waivers: [{requirement: R, reason: x, until: 2026-12, agreed_by: [a]}]",
            "waivers[0].agreed_by",
            "one side alone",
        ),
        (
            "waivers: [{requirement: R, reason: x, until: 2026-12, agreed_by: [Vendor A, 'vendor a ', ' ']}]",
            "waivers[0].agreed_by",
            "one side alone",
        ),
        ("evidence: [{requirement: R, files: [{file: a, sha256: abc}]}]", "evidence[0].files[0].sha256", "SHA-256"),
        ("evidences: []", "evidences", "unknown key"),
        ("waivers: [", "evidence.yaml:", "no valid YAML"),
    ],
)
def test_mistakes_in_the_file_are_told_with_their_place(text: str, place: str, what: str) -> None:
    with pytest.raises(SpecError) as told:
        handed(f'commspec_evidence: "1"\n{text}\n', "evidence.yaml")
    lines = [problem.text() for problem in told.value.problems]
    assert any(place in line and what in line for line in lines), lines


@pytest.mark.parametrize("text", ["", "just words", "- a list"])
def test_a_file_that_is_no_mapping_is_told_to_be_none(text: str) -> None:
    for read in (handed, manifest):
        with pytest.raises(SpecError):
            read(text, "evidence.yaml")
