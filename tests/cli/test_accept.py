"""``commspec accept``: verdicts of a spec's requirements by logs, exit codes, refusals, hostile input."""

from __future__ import annotations

import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from estimator.cli import main as cli
from tests.judge.logs import nccl
from tests.judge.scenes import base
from tests.require.specs import changed

TEST = {"iterations": "100", "warmup": "5", "repeats": "3"}
GRAD = {
    "kind": "collective_time", "title": {"zh": "题", "en": "title"}, "operation": "grad", "test": TEST,
    "responsible": ["library"], "limit": {"at_most": "10 ms", "at": "64 MiB", "tolerance": "5 %"},
    "sweep": {"sizes": ["64 MiB"], "conditions": ["exclusive"]},
}  # fmt: skip
CAPABILITY = {
    "kind": "capability", "title": {"zh": "题", "en": "title"}, "item": "determinism", "evidence": "log",
    "statement": {"zh": "句", "en": "s"}, "responsible": ["library"],
}  # fmt: skip


def spec(folder: Path, changes: dict[str, Any] | None = None, **requirements: Any) -> str:
    path = folder / "spec.yaml"
    data = changed(base(), {"requirements": requirements or {"R": GRAD}, **(changes or {})})
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return str(path)


def logs(folder: Path, worst: float = 0.0100, count: int = 3) -> list[str]:
    """Runs at sizes from 1 MiB on whose slowest call of 64 MiB takes ``worst`` seconds."""
    chance, found = random.Random(5), []
    for place in range(count):
        times = {2**k: chance.uniform(0.97, 0.99) * worst * 2 ** (k - 26) for k in range(20, 28)}
        times[2**26] = worst if place == 1 else times[2**26]
        path = folder / f"run{place}.log"
        path.write_text(nccl(times, iterations=100, warmup=5), "utf-8")
        found.append(str(path))
    return found


def accept(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = cli.run(["accept", *args])
    told = capsys.readouterr()
    return code, told.out, told.err


def data(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = accept(capsys, *args, "--format", "json")
    found: dict[str, Any] = json.loads(out)
    return code, found


def test_logs_that_meet_every_must_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = data(capsys, spec(tmp_path), *logs(tmp_path), "--condition", "exclusive")
    assert (code, found["accepted"], found["open_musts"]) == (0, True, [])
    one = found["requirements"]["R"]
    assert (one["verdict"], one["reason"]) == ("pass", "1 cell passed")
    (cell,) = one["cells"]
    assert (cell["limit"], cell["effective"], cell["measured"]) == (0.01, pytest.approx(0.0105), 0.01)
    assert cell["margin"] == pytest.approx(0.5 / 10.5)
    assert len(cell["attempts"]) == 3
    assert cell["sources"][0].endswith("run0.log:31")
    assert found["logs"]["made_with"] == [
        {"tool": "nccl-tests", "version": "", "library": "", "hardware": "ASIC-X", "tables": 3}
    ]
    assert cell["unstated"] == ["algorithm", "buffer"]


def test_a_must_that_misses_is_exit_code_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = accept(capsys, spec(tmp_path), *logs(tmp_path, 0.012), "--condition", "exclusive")
    assert code == 1
    assert "R            must      fail     0/1    ≤ 10.5 ms  12 ms     -14.3 %" in text
    assert text.endswith("not accepted: 1 must open\n")


def test_without_a_must_nothing_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = data(capsys, spec(tmp_path, R={**GRAD, "priority": "should"}), *logs(tmp_path, 0.012))
    assert (code, found["open_musts"]) == (0, [])


def test_a_cell_without_a_limit_is_reported_and_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = {**GRAD, "sweep": {"sizes": ["32 MiB", "64 MiB"], "conditions": ["exclusive"]}}
    _, found = data(capsys, spec(tmp_path, R=both), *logs(tmp_path), "--condition", "exclusive")
    one = found["requirements"]["R"]
    assert (one["verdict"], [cell["n"] for cell in one["cells"]]) == ("pass", [2**26])
    ((measured, limit),) = [(cell["measured"], cell["limit"]) for cell in one["reported"]]
    assert limit is None
    assert 0.0048 < measured < 0.005


def test_the_budget_stands_with_what_was_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = {**GRAD, "sweep": {"sizes": ["64 MiB"], "conditions": ["multi_group"]}}
    path = spec(tmp_path, {"operations.experts": None}, R=loaded)
    runs = [*logs(tmp_path, 0.0095), "--condition", "multi_group"]
    _, found = data(capsys, path, *runs)
    assert found["budget"]["closes"] == "yes"
    assert found["budget"]["exposed_s"]["full"] == pytest.approx(10 * 0.0095)
    _, text, _ = accept(capsys, path, *runs)
    assert "exposed 95 ms of 100 ms (95 %): the step closes as measured" in text


def test_junit_counts_what_misses_and_what_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = spec(tmp_path, R=GRAD, C=CAPABILITY, S={**GRAD, "priority": "should"})
    runs = [*logs(tmp_path, 0.012), "--condition", "exclusive"]
    code, out, _ = accept(capsys, path, *runs, "--format", "junit")
    top = ElementTree.fromstring(out)
    assert code == 1
    assert [top.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["3", "1", "1", "1"]
    assert {suite.get("name") for suite in top} == {"R", "C", "S"}
    assert "no evidence was handed in" in out
    for suite in top:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00", suite.get("timestamp", ""))
        for case in suite:
            assert {"classname", "name", "time"} <= set(case.attrib)
            assert all(sign.get("type") for sign in case if sign.tag != "skipped")


def test_a_folder_is_named_from_below_and_what_is_hidden_in_it_is_no_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("runs", "here", "runs/.hidden", "spec"):
        (tmp_path / name).mkdir()
    logs(tmp_path / "runs")
    (tmp_path / "runs" / ".hidden" / "x.log").write_text("no log")
    path = spec(tmp_path / "spec")
    monkeypatch.chdir(tmp_path / "here")
    code, found = data(capsys, path, "../runs", "--condition", "exclusive")
    assert (code, found["requirements"]["R"]["verdict"], found["logs"]["rejected"]) == (0, "pass", 0)


def test_the_report_is_written_as_pages_and_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    args = (spec(tmp_path), *logs(tmp_path), "--condition", "exclusive", "--out", str(out))
    code, text, told = accept(capsys, *args, "--no-pdf")
    assert code == 0
    assert text.endswith("accepted\n")
    folder = out / "ACCEPT" / "1"
    names = ["acceptance.en.html", "acceptance.json", "acceptance.junit.xml", "acceptance.zh.html"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert told.count("wrote ") == 4
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert accept(capsys, *args, "--no-pdf", "--lang", "en")[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == names[:3]  # no page of another judgement stays
    assert (folder / "acceptance.json").read_bytes() == first["acceptance.json"]
    assert next(iter(json.loads(first["acceptance.json"]).items())) == ("commspec_acceptance", 1)


def test_what_the_log_does_not_say_is_named_with_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = data(capsys, spec(tmp_path), *logs(tmp_path))
    (cell,) = found["requirements"]["R"]["cells"]
    assert (code, cell["verdict"], cell["code"]) == (1, "inconclusive", "differs")
    assert cell["differs"] == [{"field": "condition", "found": None, "wanted": "exclusive"}]
    assert "--condition exclusive" in cell["reason"]
    assert cell["command"].startswith("mpirun -np 16 -N 8 ./build/all_reduce_perf -b 67108864")


def test_a_manifest_beside_the_logs_says_it_log_by_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs(tmp_path)
    manifest = 'commspec_logs: "1"\nlogs:\n  - {files: "run*.log", condition: exclusive}\n'
    (tmp_path / "commspec-logs.yaml").write_text(manifest)
    (tmp_path / "spec").mkdir()
    code, found = data(capsys, spec(tmp_path / "spec"), *sorted(map(str, tmp_path.glob("*.log"))))
    assert (code, found["requirements"]["R"]["verdict"]) == (0, "pass")


def test_a_folder_stands_for_the_logs_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "runs").mkdir()
    logs(tmp_path / "runs")
    code, _ = data(capsys, spec(tmp_path), str(tmp_path / "runs"), "--condition", "exclusive")
    assert code == 0


def test_one_log_handed_in_three_times_is_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Path(logs(tmp_path)[0])
    copies = [tmp_path / f"copy{place}.log" for place in range(2)]
    for copy in copies:
        copy.write_bytes(first.read_bytes())
    args = (spec(tmp_path), str(first), *map(str, copies), "--condition", "exclusive")
    code, _, told = accept(capsys, *args)
    assert code == 1
    assert told.count("the same bytes as") == 2


def test_a_draft_without_frozen_limits_is_refused_unless_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = spec(tmp_path, {"document.status": "draft"})
    runs = [*logs(tmp_path), "--condition", "exclusive"]
    code, out, told = accept(capsys, path, *runs)
    assert (code, out) == (2, "")
    assert "--draft" in told
    code, found = data(capsys, path, *runs, "--draft")
    assert (code, found["draft"]) == (0, True)


def test_a_limit_that_still_follows_the_estimate_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    derived = {**GRAD, "limit": {"at_most": "estimate.conservative"}}
    path = spec(tmp_path, R=derived)
    code, _, told = accept(capsys, path, *logs(tmp_path))
    assert code == 2
    assert "1 limit still follow the estimate" in told
    cell = "R/two/exclusive/skew=1/at_once=1/n=67108864"
    frozen = spec(tmp_path, {"frozen": {cell: "10.2 ms"}}, R=derived)
    code, found = data(capsys, frozen, *logs(tmp_path), "--condition", "exclusive")
    assert (code, found["requirements"]["R"]["cells"][0]["how"]) == (0, "frozen")
    # The frozen number is judged in a draft too, not what the estimate says today.
    draft = spec(tmp_path, {"frozen": {cell: "9 ms"}, "document.status": "draft"}, R=derived)
    code, found = data(capsys, draft, *logs(tmp_path), "--condition", "exclusive")
    assert (code, found["requirements"]["R"]["cells"][0]["limit"]) == (1, 0.009)


def test_evidence_is_read_hashed_and_held_against_its_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = tmp_path / "determinism.txt"
    shown.write_text("ten runs, one result\n")
    digest = hashlib.sha256(shown.read_bytes()).hexdigest()
    entry = f"{{requirement: C, reviewed_by: A. Reader, files: [{{file: determinism.txt, sha256: {digest}}}]}}"
    evidence = tmp_path / "evidence.yaml"
    evidence.write_text(f'commspec_evidence: "1"\nevidence:\n  - {entry}\n')
    args = (spec(tmp_path, R=GRAD, C=CAPABILITY), *logs(tmp_path), "--condition", "exclusive")
    assert data(capsys, *args)[1]["requirements"]["C"]["verdict"] == "not_run"
    assert "to be shown by --evidence: C\n" in accept(capsys, *args)[1]
    code, found = data(capsys, *args, "--evidence", str(evidence))
    assert (code, found["requirements"]["C"]["verdict"]) == (0, "pass")
    shown.write_text("ten runs, two results\n")
    _, found = data(capsys, *args, "--evidence", str(evidence))
    assert found["requirements"]["C"]["code"] == "file_changed"
    evidence.write_text(evidence.read_text().replace("determinism.txt", "../../etc/passwd"))
    _, found = data(capsys, *args, "--evidence", str(evidence))
    assert found["requirements"]["C"]["code"] == "file_missing"


def test_a_waiver_needs_its_term(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    waiver = "{requirement: R, reason: next release, until: 2026-12, agreed_by: [us, them]}"
    (tmp_path / "evidence.yaml").write_text(f'commspec_evidence: "1"\nwaivers:\n  - {waiver}\n')
    args = (spec(tmp_path), *logs(tmp_path, 0.012), "--condition", "exclusive")
    args = (*args, "--evidence", str(tmp_path / "evidence.yaml"))
    code, found = data(capsys, *args, "--date", "2026-12-31")
    one = found["requirements"]["R"]
    assert (code, one["verdict"], one["cells"][0]["waived"]["verdict"]) == (0, "waived", "fail")
    assert data(capsys, *args, "--date", "2027-01-01")[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\xff<script>alert(1)</script>\n",
        "# nThread 1\n" * 50,
        '{"commspec_records": 1}\n{"n": "x"}\n',
        "{" * 9999,
    ],
)
def test_a_log_that_is_none_is_not_run_and_no_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "x.log"
    path.write_text(text, "utf-8")
    code, found = data(capsys, spec(tmp_path), str(path))
    assert (code, found["requirements"]["R"]["verdict"]) == (1, "not_run")


def test_control_characters_of_a_log_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {"collective": "all_reduce", "ranks": 16, "nodes": 2, "n": 2**26, "seconds": 0.01, "wrong": 0}
    rows = [{"commspec_records": 1}, {**line, "condition": "<script>\x1b[31m\u202e", "dtype": "bf16"}]
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    for form in ("text", "junit", "json"):
        _, text, _ = accept(capsys, spec(tmp_path), str(path), "--format", form)
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert form != "junit" or "<script" not in text


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["nowhere.log"], "no such file"),
        (["--date", "today", "x"], ""),
        (["--manifest", "nowhere", "x"], "no such file"),
    ],
)
def test_a_mistake_of_the_user_is_exit_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str], what: str
) -> None:
    log = logs(tmp_path)[0]
    code, _, told = accept(capsys, spec(tmp_path), *(log if one == "LOG" else one for one in args))
    assert code == 2
    assert what in told


@pytest.mark.parametrize("seed", range(6))
def test_no_manifest_or_evidence_however_garbled_is_a_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    chance = random.Random(seed)
    manifest = 'commspec_logs: "1"\nall: {condition: exclusive, groups: 1}\nlogs:\n  - {files: "run*.log", nodes: 2}\n'
    waiver = "{requirement: R, reason: next, until: 2026-12, agreed_by: [us, them]}"
    evidence = f'commspec_evidence: "1"\nwaivers:\n  - {waiver}\n'
    found = logs(tmp_path, 0.012)
    path = spec(tmp_path)
    for name, text, option in (("m.yaml", manifest, "--manifest"), ("e.yaml", evidence, "--evidence")):
        for _ in range(6):
            at, length = chance.randrange(len(text)), chance.randint(0, 12)
            spoilt = (
                text[:at]
                + chance.choice(("", "\x00", "[", "*x", ": ", "9" * 40, "!!y", "\u202e"))
                + text[at + length :]
            )
            (tmp_path / name).write_text(spoilt, "utf-8")
            code, _, told = accept(capsys, path, *found, option, str(tmp_path / name), "--date", "2026-12-01")
            assert code in (0, 1, 2), told
            assert "Traceback" not in told


def test_what_is_quicker_than_the_model_passes_and_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The optimistic end of 64 MiB is at 677.2 us, the bytes that must cross take 507.4 us."""
    told = ("--condition", "exclusive", "--path", "out")
    assert cli.run(["accept", spec(tmp_path), *logs(tmp_path, worst=6e-4), *told]) == 0
    assert "quicker than the model\n  R: 1 cell, such as two/exclusive" in capsys.readouterr().out
    assert cli.run(["accept", spec(tmp_path), *logs(tmp_path, worst=8e-4), *told]) == 0
    assert "quicker" not in capsys.readouterr().out
