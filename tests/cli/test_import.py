"""``commspec import``."""

from pathlib import Path

import pytest

from estimator.cli.main import run

TABLE = """\
operation,collective,group_size,bytes (MiB),dtype,semantics,algorithm,condition
gather,all_gather,8,64,bf16,output,ring,exclusive
"""


def test_a_table_with_our_heads_needs_no_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.csv"
    table.write_text(TABLE.replace("condition\n", "condition,nodes\n").replace("exclusive\n", "exclusive,1\n"), "utf-8")
    assert run(["import", str(table), "--platform", "hgx_h100"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[0] == str(tmp_path / "t.yaml")
    assert said.err == f"1 operation; next: commspec check {tmp_path / 't.yaml'}\n"
    assert run(["check", str(tmp_path / "t.yaml")]) == 0


def test_what_is_missing_is_said_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.csv"
    table.write_text(TABLE, "utf-8")
    assert run(["import", str(table), "--platform", "hgx_h100", "--lang", "zh"]) == 2
    assert "t.csv:C2: group_size: 没有说明 8 个 rank 如何分布在节点上" in capsys.readouterr().err
