"""Sentences are written from the data: pinned in both languages, one modal verb each, the same numbers in both."""

import re
from typing import Any

import pytest

from estimator.report.sentences.naming import inside
from estimator.report.sentences.sentence import acceptance, conditions, sentence
from estimator.report.sentences.texts import limit_text, metric_text, value_text
from estimator.require.metrics import rank_word
from estimator.spec.requirements.kinds import KIND_NAMES
from tests.require.specs import Worked, one, read

NBSP = "\u00a0"
EVERY: dict[str, Any] = read("sentences.yaml")
DISPATCH: dict[str, Any] = EVERY["time"]["requirement"] | {"limit": {"at_most": "16 ms", "tolerance": "5 %"}}


def worked(case: str) -> Worked:
    fields = dict(EVERY[case]["requirement"])
    return one(fields.pop("kind"), fields.pop("limit", None), **fields)


def written(found: Worked, language: Any) -> str:
    return sentence("R", found.spec, found.expanded["R"], language)


@pytest.mark.parametrize("case", EVERY)
def test_a_sentence_is_written_from_the_data(case: str) -> None:
    found = worked(case)
    assert written(found, "zh").replace(NBSP, " ") == EVERY[case]["zh"]
    assert written(found, "en").replace(NBSP, " ") == EVERY[case]["en"]


def test_every_kind_has_a_sentence_here() -> None:
    assert {case["requirement"]["kind"] for case in EVERY.values()} == set(KIND_NAMES)


@pytest.mark.parametrize("case", EVERY)
def test_a_sentence_has_one_modal_verb_and_the_same_numbers_in_both_languages(case: str) -> None:
    found = worked(case)
    zh, en = written(found, "zh"), written(found, "en")
    assert len(re.findall(r"\b(?:must|should|may|shall)\b", en)) == 1
    assert len(re.findall("必须|宜|可(?!读)", zh.replace("即可", ""))) == 1
    # "one cell" is a word in both languages; everything else that is a number is a digit.
    assert sorted(re.findall(r"\d+(?:\.\d+)?", zh)) == sorted(re.findall(r"\d+(?:\.\d+)?", en))


@pytest.mark.parametrize("case", EVERY)
def test_chinese_text_has_full_width_punctuation_and_hanzi_apart_from_latin(case: str) -> None:
    zh = written(worked(case), "zh")
    assert not re.search(r"[\u4e00-\u9fff][,;:()]|[,;:()][\u4e00-\u9fff]", zh)
    assert not re.search(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]", zh)


def test_a_number_and_its_unit_are_held_together() -> None:
    assert f"16{NBSP}ms" in written(worked("time"), "en")
    assert f"40{NBSP}GB/s（320{NBSP}Gbit/s）" in written(worked("large messages"), "zh")


def test_the_one_tolerance_is_part_of_the_sentence() -> None:
    limit = {"at_most": "1.05", "tolerance": "2.5 %"}
    found = one("no_fixed_length_all_to_all", limit, operation="moe_dispatch", sweep={"skews": ["1.5"]})
    assert written(found, "zh").replace(NBSP, " ").endswith("所需字节的 1.05 倍以内，容差 2.5 %；另外一格限值相同。")
    assert (
        written(found, "en")
        .replace(NBSP, " ")
        .endswith("1.05 times the bytes needed, with a tolerance of 2.5 %; the same limit holds in one more cell.")
    )


def test_the_acceptance_line_names_metric_and_limit() -> None:
    lines = {case: acceptance(worked(case).expanded["R"], "en").replace(NBSP, " ") for case in EVERY}
    assert lines["time"] == "mean(T) ≤ 16 ms"
    assert lines["large messages"] == "mean(busbw) ≥ 40 GB/s (320 Gbit/s)"
    assert lines["alpha"] == "α ≤ 12 µs"
    assert lines["tail"] == "p99(T) ÷ p50(T) ≤ 1.5×"
    assert lines["half bandwidth"] == "n at 50 % of the plateau ≤ 4 MiB"
    assert lines["no dip"] == "1 − busbw(n) ÷ busbw(size before) ≤ 10 %"
    assert lines["scaling"] == "busbw ÷ busbw(pp) ≥ 90 %"
    assert lines["slow-down"] == "T(at once) ÷ T(1 group) ≤ 1.25×"
    assert lines["capability"] == "time from the fault to recovery ≤ 30 s"
    assert lines["report"] == ""


@pytest.mark.parametrize(
    ("limit", "text"),
    [("12", "≥ 12"), ("4096", "≥ 4096"), ("10 %", "≥ 10 %"), ("0.5", "≥ 0.5"), ("2 GB", "≥ 2 GB")],
)
def test_a_limit_of_a_capability_is_a_count_or_a_share_as_it_was_written(limit: str, text: str) -> None:
    fields = {
        "item": "group_count",
        "statement": "groups of one device at once",
        "quantity": {"zh": "数", "en": "count"},
    }
    found = one("capability", {"at_least": limit}, **fields)
    assert acceptance(found.expanded["R"], "zh").replace(NBSP, " ") == f"数 {text}"
    assert f"(count: {text[2:]} or more)" in written(found, "en").replace(NBSP, " ")


@pytest.mark.parametrize(
    ("item", "limit", "zh", "en"),
    [
        ("recovery", {"at_most": "10 s"}, "从故障到恢复的时间 ≤ 10 s", "time from the fault to recovery ≤ 10 s"),
        ("determinism", {"at_most": "0"}, "结果不同的次数 ≤ 0", "repeats that differ ≤ 0"),
        ("determinism", {"at_most": "10 %"}, "开启后增加的用时份额 ≤ 10 %", "time added when switched on ≤ 10 %"),
        ("group_creation", {"at_most": "5 s"}, "建组用时 ≤ 5 s", "time to create a group ≤ 5 s"),
    ],
)
def test_a_number_of_a_capability_says_what_it_is_of(item: str, limit: dict[str, str], zh: str, en: str) -> None:
    found = one("capability", limit, item=item, statement="s").expanded["R"]
    assert [acceptance(found, "zh").replace(NBSP, " "), acceptance(found, "en").replace(NBSP, " ")] == [zh, en]


@pytest.mark.parametrize(
    ("metric", "zh", "en"),
    [
        ({"name": "overlap", "ranks": "min"}, "取最差的 rank", "worst rank"),
        ({"name": "overlap", "ranks": "max"}, "取最好的 rank", "best rank"),
        ({"name": "overlap"}, "取最差的 rank", "worst rank"),
        ({"name": "overlap", "ranks": "mean"}, "各 rank 取平均", "mean over ranks"),
    ],
)
def test_the_rank_that_hides_least_is_the_worst(metric: dict[str, str], zh: str, en: str) -> None:
    found = one("compute_overlap", {"at_least": "70 %"}, operation="expert_param", metric=metric)
    assert f"；{zh}；" in conditions("R", found.spec, found.expanded["R"], "zh")
    assert f"; {en}; " in conditions("R", found.spec, found.expanded["R"], "en")


@pytest.mark.parametrize(
    ("name", "ranks", "word"),
    [("time", "max", "slowest"), ("busbw", "min", "fastest"), ("bytes", "max", "worst"), ("bytes", "min", "best")],
)
def test_a_rank_is_named_by_what_its_number_means(name: str, ranks: str, word: str) -> None:
    assert rank_word(name, ranks) == word


def test_a_fit_says_which_time_it_predicts() -> None:
    step = one("fit_quality", {"at_most": "10 %"}).expanded["R"]
    call = one("fit_quality", {"at_most": "10 %"}, operation="expert_param", sweep={"sizes": "1 MiB .. 64 MiB"},
               predicts="operation_time").expanded["R"]  # fmt: skip
    assert acceptance(step, "en").replace(NBSP, " ") == "|predicted − measured| ÷ measured step time ≤ 10 %"
    assert acceptance(call, "zh").replace(NBSP, " ") == "|预测 − 实测| ÷ 实测操作用时 ≤ 10 %"


def test_the_conditions_line_holds_what_the_test_needs() -> None:
    test = {"tool": "nccl-tests", "warmup": "20", "iterations": "3000", "repeats": "5", "nodes_min": "3"}
    found = one(**DISPATCH, test=test)
    zh, en = (
        conditions("R", found.spec, found.expanded["R"], language).replace(NBSP, " ") for language in ("zh", "en")
    )
    assert en == (
        "n = 276.8 MB; with other groups running; skew 1.5; fp8_e4m3; out of place; registered buffer; "
        "ranks packed; warm-up 20, 3000 iterations, 5 repeats; slowest rank; worst repeat; results checked; "
        "at least 3 nodes; tolerance 5 %"
    )
    assert zh == (
        "n = 276.8 MB；多组并发；负载不均 1.5；fp8_e4m3；非原地；注册缓冲；rank 紧邻放置；"
        "预热 20 次、迭代 3000 次、重复 5 遍；取最慢的 rank；各遍取最差；校验结果；至少 3 机；容差 5 %"
    )


def test_the_conditions_line_names_launch_placement_spread_duration_and_why_two_nodes_will_do() -> None:
    test = {"launch": "graph", "placement": "worst_distance", "max_spread": "5 %", "duration": "10 s"}
    reason = {"zh": "样机只有两台", "en": "The lab has two"}
    found = one(**DISPATCH, test={**test, "nodes_min": "2", "nodes_reason": reason})
    zh, en = (
        conditions("R", found.spec, found.expanded["R"], language).replace(NBSP, " ") for language in ("zh", "en")
    )
    for text in ("launched from a graph", "ranks as far apart as they can be", "spread of repeats 5 % or less",
                 "10 s or longer", "at least 2 nodes (the lab has two)"):  # fmt: skip
        assert text in en
    for text in (
        "图方式发起",
        "rank 取最远距离放置",
        "各遍离散度不超过 5 %",
        "持续不少于 10 s",
        "至少 2 机（样机只有两台）",
    ):
        assert text in zh


def test_a_title_stands_inside_a_sentence_as_words_do() -> None:
    assert [inside(text, "en") for text in ("Expert dispatch", "Hand-over", "All-to-All", "AllGather", "TP of 8")] == [
        "expert dispatch", "hand-over", "All-to-All", "AllGather", "TP of 8",
    ]  # fmt: skip
    assert inside("Rail 轨道", "zh") == "Rail 轨道"


def test_within_once_is_within() -> None:
    found = one("concurrency_slowdown", {"at_most": "1", "tolerance": "10 %"}, operation="expert_param", at_once="all")
    assert "within the time of one group alone, with a tolerance of 10" in written(found, "en")
    assert "控制在单独一组用时以内，容差" in written(found, "zh")


def test_a_cell_without_a_limit_says_so() -> None:
    found = one("collective_time", {"at_most": "1 ms", "at": "1 MiB"}, operation="expert_param")
    cells = {cell.n: cell for cell in found.expanded["R"].criteria}
    assert limit_text(cells[2.0**26], "en") == "no limit"
    assert limit_text(cells[2.0**26], "zh") == "不设限"
    assert limit_text(cells[2.0**20], "zh") == f"≤{NBSP}1{NBSP}ms"
    assert metric_text(cells[2.0**20].measure, "zh") == "mean(T)"


def test_values_are_written_in_their_unit_family() -> None:
    assert value_text(0.0084946, "time") == f"8.495{NBSP}ms"
    assert value_text(0.15, "ratio") == f"15{NBSP}%"
    assert value_text(1.25, "factor") == "1.25×"
    assert value_text(5e10, "bandwidth", "zh") == f"50{NBSP}GB/s（400{NBSP}Gbit/s）"


def test_one_of_something_is_not_several_in_english() -> None:
    test = {"nodes_min": "1", "iterations": "1", "repeats": "1", "nodes_reason": "one lab"}
    found = one("concurrency_slowdown", {"at_most": "1"}, operation="expert_grad", at_once="1", test=test)
    assert "With 1 group of kind edp (" in written(found, "en")
    line = conditions("R", found.spec, found.expanded["R"], "en")
    assert "1 iteration, 1 repeat;" in line
    assert "at least 1 node (" in line
