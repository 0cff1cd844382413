"""``commspec read``: records on stdout, what cannot be read on stderr with its line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from estimator.cli import main as cli
from tests.tools.readers.written import POINTS, nccl_log, nccl_rows


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "run.log"
    path.write_text(nccl_log() + nccl_rows()[:60] + "\n" + "1 2 float garbage\n")
    return str(path)


def test_records_go_to_stdout_and_refusals_to_stderr(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["read", log, "--nodes", "2"]) == 0
    out, err = capsys.readouterr()
    assert "nccl-tests all_reduce, 8 ranks on 2 nodes, fp32 sum" in out
    assert out.splitlines()[-1].startswith("1 table, 6 records, ")
    assert f"{log}:" in err


def test_the_forms_for_programs_hold_every_record(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = {}
    for form in ("json", "jsonl", "csv"):
        assert cli.run(["read", log, "--format", form]) == 0
        found[form] = capsys.readouterr().out
    assert len(json.loads(found["json"])["records"]) == 2 * len(POINTS)
    assert len(found["jsonl"].splitlines()) == 1 + 2 * len(POINTS)
    assert [int(row["n"]) for row in csv.DictReader(io.StringIO(found["csv"]))][::2] == [size for size, _, _ in POINTS]


def test_nothing_read_is_code_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.log").write_text("hello\n")
    assert cli.run(["read", str(tmp_path / "x.log")]) == 2
    assert "x.log:1: nothing that a known benchmark prints" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--collective", "all_redce"], "all_reduce"),
        (["--ranks", "0"], "--ranks"),
        (["--manifest", "none.yaml"], "none.yaml: no such file"),
    ],
)
def test_an_option_that_is_wrong_is_a_sentence(
    log: str, args: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["read", log, *args]) == 2
    assert what in capsys.readouterr().err


def test_the_schemas_of_records_and_manifest_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for of, name in (
        ("records", "commspec records"),
        ("manifest", "commspec manifest of logs"),
        ("spec", "commspec spec"),
    ):
        assert cli.run(["schema", of]) == 0
        assert json.loads(capsys.readouterr().out)["$comment"].startswith(name)


def test_what_is_refused_of_a_log_is_said_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, records = tmp_path / "a.log", tmp_path / "b.jsonl"
    log.write_text("hello\n", "utf-8")
    row = {"tool": "mine", "collective": "all_reduce", "n": 8, "ranks": 4, "percentiles": {"2": 1.0}, "seconds": 1.0}
    records.write_text('{"commspec_records": 1}\n' + json.dumps(row) + "\n[1]\n", "utf-8")
    assert cli.run(["read", str(log), str(records), "--lang", "zh"]) in (0, 2)
    told = capsys.readouterr().err
    assert f"{log}:1: 没有已知测试工具的输出" in told
    assert f"{records}:3: 不是 JSON 对象：不是对象: [1]" in told
