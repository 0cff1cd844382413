"""Tables that people read are Chinese to the last word under ``--lang zh``; forms for programs keep their keys."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from estimator.chinese.tables.estimates import ESTIMATE_TABLES
from estimator.chinese.tables.evidence import EVIDENCE_TABLES
from estimator.chinese.tables.exchange import EXCHANGE_TABLES
from estimator.chinese.tables.heads import HEADS
from estimator.cli import main as cli
from estimator.report.tables.screen import Screen, fitted, letters, wrapped_text
from tests.evidence.traces.test_compare import JOB, SPEC
from tests.evidence.traces.written import kineto

SPECS = Path(__file__).parents[2] / "specs"
WAY, TWO = SPECS / "whole_way", SPECS / "two_versions"
MOE, LESSON = SPECS / "moe_5t.yaml", SPECS / "lesson.yaml"
ACROSS = "platform.paths.scale_out.exclusive"
COMMANDS: dict[str, list[object]] = {
    "estimate": ["estimate", MOE],
    "estimate md": ["estimate", MOE, "--format", "md"],
    "what if": ["estimate", MOE, "--set", f"{ACROSS}.alpha=3 us"],
    "variant md": ["estimate", MOE, "--set", f"{ACROSS}.alpha=3 us", "--format", "md"],
    "sensitivity": ["estimate", LESSON, "--sensitivity"],
    "sensitivity md": ["estimate", LESSON, "--sensitivity", "--format", "md"],
    "sweep": ["estimate", LESSON, "--operation", "all_reduce_8", "--sweep", "size=1 KiB .. 1 GiB"],
    "solve": ["solve", MOE, "--for", f"{ACROSS}.bandwidth"],
    "frontier": [
        *("solve", MOE, "--points", "2", "--for", f"{ACROSS}.bandwidth"),
        *("--for", "operations.moe_combine.overlap"),
    ],
    "cost": [
        *("cost", "all_reduce", "--algorithm", "ring", "--ranks", "8"),
        *("--size", "1 MiB", "--alpha", "5 us", "--bandwidth", "100 GB/s"),
    ],
    "layout": ["layout", "--world", "64", "--tp", "4", "--ep", "4", "--pp", "2", "--ranks-per-node", "6"],
    "diff": ["diff", WAY / "spec.yaml", WAY / "updated.yaml"],
    "diff md": ["diff", WAY / "spec.yaml", WAY / "updated.yaml", "--format", "md"],
    "diff team": ["diff", TWO / "releases" / "CCL-PAIR-0.1.0.json", TWO / "team.yaml"],
    "read": ["read", WAY / "records.jsonl"],
    "fit": ["fit", WAY / "records.jsonl", "--predict", "1 MiB", "--ranks", "16"],
    "fit exchange": ["fit", WAY / "records.jsonl", "--predict", "1 MiB", "--ranks", "16", "--collective", "all_to_all"],
    "fit apply": ["fit", WAY / "records.jsonl", "--apply", WAY / "spec.yaml"],
    "accept": ["accept", WAY / "spec.yaml", WAY / "records.jsonl", "--draft"],
    "accept untested": ["accept", MOE, WAY / "records.jsonl", "--draft"],
    "diagnose": ["diagnose", WAY / "spec.yaml", WAY / "records.jsonl"],
    "import": ["respond", "import", TWO / "releases" / "CCL-PAIR-0.1.0.json", TWO / "answers" / "vendor_b.yaml"],
    "compare": ["respond", "compare", TWO / "answers" / "vendor_a.yaml", TWO / "answers" / "vendor_b.yaml"],
    "platform": [
        *("respond", "compare", TWO / "answers" / "vendor_b.yaml"),
        *("--variant", f"vendor_b={TWO / 'answers' / 'platform_b.yaml'}"),
    ],
}
"""One of every kind of table, and both forms of those that have two."""
WORD = re.compile(r"(?<![\w./\[@-])[A-Za-z][a-z]{2,}(?![\w./\]=(-])")
"""A word that stands alone: no part of an id, a path, an option, a value that somebody wrote."""
PROPER = frozenset(["rank", "ranks", "busbw", "algbw", "alpha", "trace", "bit"])
"""Terms of the field that Chinese texts have too."""
NAMES = frozenset(["exclusive", "size", "sum", "fit"])
"""What specs and logs name so."""
COPIED = re.compile(r"^.*(?:  # |\{overlap: ).*$", re.MULTILINE)


@pytest.fixture(scope="module")
def english() -> frozenset[str]:
    """Every English word of the tables, but names that specs and logs use too."""
    texts = [*ESTIMATE_TABLES, *EVIDENCE_TABLES, *EXCHANGE_TABLES, *HEADS]
    found = {word for text in texts for word in re.findall("[A-Za-z]{3,}", re.sub(r"\{[^{}]*\}", " ", text))}
    assert len(found) > 250
    return frozenset(found) - NAMES - PROPER


def shown(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """What a command prints in Chinese."""
    cli.run([*map(str, args), "--lang", "zh"])
    return capsys.readouterr().out


def left(text: str, english: frozenset[str]) -> set[str]:
    """English words of ours that are in it, but in what is to be run or written into a spec."""
    return {word for word in WORD.findall(COPIED.sub("", text)) if word in english}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_english_head_or_sentence_is_left(
    name: str, english: frozenset[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, *COMMANDS[name])
    assert re.search("[一-鿿]{2}", text)
    assert left(text, english) == set()
    assert not re.search("[a-z]{2,} [a-z]{2,} [a-z]{2,}", re.sub(r"--?\S+|\S*[_/.]\S*", "", COPIED.sub("", text)))


def test_a_trace_is_told_in_chinese(
    tmp_path: Path, english: frozenset[str], capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC, "utf-8")
    for rank in (0, 1):
        (tmp_path / f"rank{rank}.json").write_text(json.dumps(kineto(JOB, rank)), "utf-8")
    both = shown(capsys, "trace", spec, tmp_path / "rank0.json", tmp_path / "rank1.json")
    assert both.splitlines()[0] == "2 个 rank 中 2 个有 trace，2 步；见到 2 个操作的 5 次调用。"
    assert "各 rank 中最短" in both
    assert "没有见到的操作：weights。" in both
    alone = shown(capsys, "trace", spec, tmp_path / "rank0.json", "--by-step", "--format", "md")
    assert "| 操作 | 集合 | rank | n | 次数 | 每步 | 预测 |" in alone
    assert left(both + alone, english) == set()


def test_the_words_are_those_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, *COMMANDS["estimate"]).splitlines()
    head = "操作 集合 算法 rank n 乐观 保守 割边下界 busbw 受限于 靠假设 重叠 每步未隐藏"
    assert lines[0].split() == head.split()
    assert (
        "每步未隐藏：允许 9 s，估算 1.81 s .. 18.93 s；必须项全部恰好达标时，均衡 6.825 s，最不均 8.692 s：预算闭合。"
        in lines
    )
    assert "先测：moe_combine.overlap。" in "\n".join(lines)


def test_verdicts_and_reasons_are_those_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, *COMMANDS["accept"]).splitlines()
    assert lines[0].split() == ["需求", "优先级", "判定", "格数", "限值", "实测", "余量"]
    assert lines[1].split()[:4] == ["ONE-AR-01", "必须", "通过", "7/7"]
    assert "2 条需求：2 通过" in lines
    assert lines[-1] == "限值尚未冻结，仅为预判，不构成验收"


def test_answers_of_vendors_are_told_by_the_words_of_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, *COMMANDS["compare"])
    assert "偏离，14 ms，无增益，达不到限值" in text
    assert "vendor_a：按其承诺，预算闭合：未隐藏 175 ms，预算 200 ms。" in text


def test_what_a_vendor_fills_in_is_explained_in_the_language_of_its_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked.yaml"
    shown(capsys, "respond", "export", TWO / "team.yaml", "--vendor", "甲", "--out", asked)
    comments = [line for line in asked.read_text("utf-8").splitlines() if line.lstrip().startswith("#")]
    assert comments[0] == "# 甲 对 CCL-PAIR 0.2.0 的应答。"
    assert "  # 必须：跨机梯度 AllReduce" in comments
    assert [line for line in comments if re.search("[a-z]{2,} [a-z]{2,} [a-z]{2,}", line)] == []
    assert cli.run(["respond", "import", str(TWO / "team.yaml"), str(asked)]) == 0


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("command", ["estimate", "solve", "compare"])
def test_forms_for_programs_are_the_same_in_both_languages(
    form: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    args = [*COMMANDS[command], "--format", form]
    chinese = shown(capsys, *args)
    cli.run(list(map(str, args)))
    assert capsys.readouterr().out == chinese


def test_forms_of_evidence_and_differences_are_the_same_too(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("diff", "read", "fit", "accept", "diagnose", "import"):
        args = [*COMMANDS[name], "--format", "json"]
        chinese = shown(capsys, *args)
        cli.run(list(map(str, args)))
        assert capsys.readouterr().out == chinese, name


def test_what_a_user_named_like_a_head_is_not_translated() -> None:
    screen = Screen(language="zh")
    assert fitted([["limit", "share"], ["pass", "operation"]], screen) == ["limit  share", "pass   operation"]


@pytest.mark.parametrize("width", [80, 120])
def test_chinese_columns_are_counted_by_the_places_that_they_take(width: int) -> None:
    """Worked by hand: three Chinese letters take six places, so that the second column begins in the ninth."""
    assert fitted([["限值是", "b"], ["a", "c"]], Screen(width)) == ["限值是  b", "a       c"]
    long = wrapped_text("预算闭合" * 40, width)
    assert max(map(letters, long.splitlines())) <= width
