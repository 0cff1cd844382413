"""Messages, findings, helps and the starter in the language that is asked for."""

import json
import re

import pytest
import yaml

from estimator.chinese.starters import COMMENTS
from estimator.cli.main import COMMANDS, run
from estimator.cli.speech import chosen
from estimator.jobs.assets import templates
from estimator.jobs.starter import COMMENT

CHINESE = re.compile("[一-鿿]")


@pytest.mark.parametrize(
    ("args", "environ", "language"),
    [
        ([], {}, "en"),
        (["check", "a.yaml", "--lang", "zh"], {}, "zh"),
        (["--lang=zh", "check", "a.yaml"], {}, "zh"),
        (["check", "--", "--lang", "zh"], {}, "en"),
        (["check", "a.yaml"], {"COMMSPEC_LANG": "zh_CN.UTF-8"}, "zh"),
        (["check", "a.yaml", "--lang", "en"], {"COMMSPEC_LANG": "zh"}, "en"),
        (["build", "a.yaml", "--lang", "zh", "--lang", "en"], {}, "en"),
        (["build", "a.yaml", "--lang", "zh", "--lang", "en"], {"COMMSPEC_LANG": "zh"}, "zh"),
        (["check", "a.yaml"], {"COMMSPEC_LANG": ""}, "en"),
    ],
)
def test_the_language_comes_from_the_option_else_from_the_environment(
    args: list[str], environ: dict[str, str], language: str
) -> None:
    assert chosen(args, environ) == (language, "")


def test_a_language_that_is_none_is_told_and_english_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMMSPEC_LANG", "fr")
    assert run(["check", "nowhere.yaml"]) == 2
    assert capsys.readouterr().err == (
        "COMMSPEC_LANG: 'fr' is no language; write en or zh\nnowhere.yaml: no such file\n"
    )


def test_mistakes_are_told_in_chinese_with_paths_and_values_as_written(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path_factory.mktemp("spec") / "a.yaml"
    text = (templates() / "starter.yaml").read_text("utf-8")
    spec.write_text(text.replace("bandwidth: 360 GB/s", "bandwidth: 360 gb/s").replace("redop: sum", "redopp: sum", 1))
    assert run(["check", str(spec), "--lang", "zh"]) == 2
    told = capsys.readouterr().err
    assert "platform.cuts.node_nics.exclusive.bandwidth: '360 gb/s' 分不清是比特还是字节；" in told
    assert "operations.activations.redopp: 没有这个键；是否要写 redop？" in told
    assert told.splitlines()[-1] == "2 个错误，0 个警告"
    assert run(["check", str(spec), "--lang", "zh", "--format", "json"]) == 2
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert {"file", "line", "column", "path", "message", "hint", "rule", "severity", "more"} == set(problems[0])
    assert all(CHINESE.search(problem["message"]) for problem in problems)


def test_slips_of_the_command_line_and_every_help_are_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chek", "--lang", "zh"]) == 2
    assert "commspec：没有命令 chek；是否要写 check？" in capsys.readouterr().err
    assert run(["cost", "all_reduce", "--ranks", "x", "--lang", "zh"]) == 2
    assert "--ranks：'x' 不是 1 到 1048576 的整数" in capsys.readouterr().err
    words = re.compile(r"(?<![`\w./-])[a-z]{3,} [a-z]{2,} [a-z]{2,}")
    for command in ([], *([name] for name in COMMANDS), ["respond", "import"], ["respond", "export"]):
        assert run([*command, "--help", "--lang", "zh"]) == 0
        shown = capsys.readouterr().out
        assert CHINESE.search(shown), command
        assert words.findall(re.sub("`[^`]*`|commspec [a-z ]+", "", shown)) == [], command


def test_a_refused_value_of_an_option_is_told_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", "all_reduce", "--ranks", "8", "--alpha", "5", "--lang", "zh"]) == 2
    assert "--alpha：'5' 没有单位；" in capsys.readouterr().err


def test_a_broken_trace_is_told_at_its_place_in_chinese(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("trace")
    (folder / "spec.yaml").write_text((templates() / "starter.yaml").read_text("utf-8"), "utf-8")
    (folder / "t.json").write_text('{"a" 1}', "utf-8")
    assert run(["trace", str(folder / "spec.yaml"), str(folder / "t.json"), "--lang", "zh"]) == 2
    assert "t.json:1:6: JSON 残缺：此处应为 ':'；请重新导出或拷贝 trace" in capsys.readouterr().err


def test_the_language_of_one_command_is_not_that_of_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    run(["build", "--help", "--lang", "zh"])
    capsys.readouterr()
    run(["build", "--help"])
    shown = capsys.readouterr().out
    assert not CHINESE.search(shown)
    assert "Folder to write to." in shown


def test_lines_of_a_chinese_help_fit_and_begin_with_no_mark(capsys: pytest.CaptureFixture[str]) -> None:
    run(["respond", "compare", "--help", "--lang", "zh"])
    lines = capsys.readouterr().out.splitlines()
    assert max(sum(2 if CHINESE.match(letter) else 1 for letter in line) for line in lines) <= 80
    assert [line for line in lines if line.lstrip()[:1] in "，。；：、）" and line.strip()] == []


def test_a_starter_in_chinese_says_the_same_and_has_chinese_comments_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "-", "--lang", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert run(["init", "-"]) == 0
    english = capsys.readouterr().out
    assert yaml.safe_load(chinese) == yaml.safe_load(english)
    assert "# 送审后" not in english
    texts = [path.read_text("utf-8") for path in sorted(templates().glob("starter*/*.yaml"))]
    comments = [found[2] for text in (english, *texts) for found in COMMENT.finditer(text)]
    assert len(comments) > 50
    assert {text for text in comments if text not in COMMENTS} == {"yaml-language-server: $schema=commspec.schema.json"}
    assert set(COMMENTS) <= set(comments)
