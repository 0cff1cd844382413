"""``commspec look``: what can be changed, and what is wrong with a folder."""

import json
from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.report.looks.blocks import BLOCKS

TEAM = Path(__file__).parents[2] / "specs" / "own_look" / "looks" / "team"


def test_the_blocks_are_listed_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["look"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + sum(map(len, BLOCKS.values()))
    assert "cover.html.j2         kick           the line above the title" in lines
    assert cli.run(["look", "--lang", "zh"]) == 0
    assert "标题上方的一行" in capsys.readouterr().out
    assert cli.run(["look", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["cover.html.j2"]["kick"] == "the line above the title"


def test_the_phrases_are_printed_as_a_file_of_wording(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["look", "--wording", "zh"]) == 0
    assert 'cover.status: "状态"\n' in capsys.readouterr().out


def test_a_template_of_ours_is_printed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["look", "--template", "figure"]) == 0
    assert "{% block caption %}" in capsys.readouterr().out
    assert cli.run(["look", "--template", "figur"]) == 2
    assert capsys.readouterr().err == "there is no template 'figur'; did you mean figure.html.j2?\n"


def test_a_folder_is_checked_with_the_exit_code_and_the_json_of_a_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["look", str(TEAM)]) == 0
    assert capsys.readouterr().err == "0 errors, 0 warnings\n"
    (tmp_path / "style.css").write_text("@import 'x';", "utf-8")
    assert cli.run(["look", str(tmp_path), "--lang", "zh"]) == 2
    assert "style.css:1:1: @import 会加载另一份样式表；把其中的规则写进本文件 [look]" in capsys.readouterr().err
    assert cli.run(["look", str(tmp_path), "--format", "json"]) == 2
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["line"], problem["column"], problem["rule"]) == (1, 1, "look")
