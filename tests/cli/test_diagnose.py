"""``commspec diagnose``: what it prints, and what it does with broken input."""

import json
from pathlib import Path
from random import Random

import pytest

from estimator.cli import main as cli
from tests.judge.diagnosis.planted import KINDS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    case = KINDS["startup"](Random(1))
    (tmp_path / "spec.yaml").write_text(case.promised.text(), "utf-8")
    (tmp_path / "run.log").write_text(case.logs[0], "utf-8")
    return tmp_path


def ran(folder: Path, *args: object) -> int:
    return cli.run(["diagnose", str(folder / "spec.yaml"), *map(str, args)])


def test_the_text_ranks_causes_and_asks_for_the_pair(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "run.log") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "runs: 2"
    assert lines[1].startswith("1. start-up latency (startup), confidence ")
    assert "start-up" in lines[2]
    assert "./build/sendrecv_perf" in "\n".join(lines[lines.index("Measure next:") :])


def test_the_text_is_in_chinese_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "run.log", "--lang", "zh") == 0
    assert "1. 启动时延 (startup)" in capsys.readouterr().out


def test_the_json_has_the_published_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "run.log", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["causes"][0].keys() == {"cause", "confidence", "evidence"}
    assert found["causes"][0]["cause"] == "startup"
    assert found["next"][0].keys() == {"measure", "command", "en", "zh"}


def test_options_tell_what_the_log_does_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "run.log", "--nodes", "7", "--format", "json") == 0
    codes = [one["code"] for cause in json.loads(capsys.readouterr().out)["causes"] for one in cause["evidence"]]
    assert "startup_above_spec" not in codes  # no group of the spec lies on seven nodes


def test_a_table_that_is_not_read_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "report.md").write_text("| size | slow | fast |\n|---|---|---|\n| 1K | 3 | 2 |\n", "utf-8")
    assert ran(folder, folder / "report.md") == 0
    assert "report.md:1: not read: a table of no known tool: name its time column" in capsys.readouterr().out


def test_a_missing_log_is_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, folder / "none.log") == 2
    assert "none.log: no such file" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe\x00", b"\x1f\x8b\x08", b"{" * 5000])
def test_bytes_that_are_no_log_are_no_crash(folder: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.log").write_bytes(content)
    assert ran(folder, folder / "odd.log") in (0, 2)
    assert "Traceback" not in capsys.readouterr().err
