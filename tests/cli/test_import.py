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


def with_nodes(folder: Path) -> Path:
    """A table that needs nothing but a platform."""
    table = folder / "t.csv"
    table.write_text(TABLE.replace("condition\n", "condition,nodes\n").replace("exclusive\n", "exclusive,1\n"), "utf-8")
    return table


def test_the_platform_is_kept_for_the_next_import(tmp_path: Path) -> None:
    table = with_nodes(tmp_path)
    assert run(["import", str(table), "--platform", "hgx_h100", "--out", str(tmp_path / "new" / "a.yaml")]) == 0
    assert run(["import", str(table), "--out", str(tmp_path / "new" / "b.yaml")]) == 0
    first, second = ((tmp_path / "new" / name).read_bytes() for name in ("a.yaml", "b.yaml"))
    assert first == second
    assert b"platforms/hgx_h100.yaml" in second


def test_a_row_to_leave_out_that_is_none_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, args = with_nodes(tmp_path), ("--platform", "hgx_h100", "--force")
    assert run(["import", str(table), "--skip", "scatter", *args]) == 0
    assert "--skip scatter: no row has this operation" in capsys.readouterr().err
    assert "scatter" not in (tmp_path / "t.csv.columns.yaml").read_text("utf-8")
    assert run(["import", str(table), *args]) == 0
    assert "--skip" not in capsys.readouterr().err


def test_a_spec_in_the_place_of_the_table_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "t.yaml"
    spec.write_text("mine", "utf-8")
    assert run(["import", str(spec)]) == 2
    assert capsys.readouterr().err == f"{spec}: name a table that ends in .xlsx, .csv or .tsv\n"


def test_a_word_that_two_columns_may_mean_is_answered_with_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", str(with_nodes(tmp_path)), "--column", "ranks=x"]) == 2
    assert "--column ranks: no such column; did you mean group_size or ranks_per_node?" in capsys.readouterr().err


def test_the_chinese_head_of_the_collective_is_proposed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = with_nodes(tmp_path)
    table.write_text(table.read_text("utf-8").replace("collective", "集合", 1), "utf-8")
    assert run(["import", str(table), "--platform", "hgx_h100"]) == 2
    assert "write --column 'collective=集合'; " in capsys.readouterr().err
