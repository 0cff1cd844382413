"""One term for one thing: wordings that were given up are in no text of the document, its sentences or its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from estimator.lint.rules import RULES
from estimator.report.sections.glossary.terms import GLOSSARY
from estimator.report.sentences.chinese import ZH
from estimator.report.sentences.english import EN
from estimator.report.sentences.wording import Wording
from estimator.report.words.lookup import words

RETIRED_ZH = (
    "偏斜",  # 负载不均
    "遮住",  # 隐藏
    "启动延迟",  # 启动时延
    "尾延迟",  # 尾部时延
    "尾部延迟",
    "紧凑放置",  # 连续放置
    "割边在力",  # 瓶颈为割边
    "写明的算法",  # 指定算法
    "别的算法",
    "何处更快",  # 更快区间
    "处处",
    "那里不同的是",  # 与训练步的差异
    "点名",  # 指明算法
    "看不出",
    "它的大小指",  # size 参数含义
    "情态",  # 约束等级
    "按流求交",
    "见顶",  # 饱和
    "不取最好",  # 不择优
    "兄弟组",  # 同类组
    "秩",  # rank
)
RETIRED_EN = (
    "what differs there",
    "no unit shows",
    "tells algorithms from hardware",
    "level off",
    "the declared algorithm",
    "faster at:",
    "latency-bound by",
)


def texts(language: str) -> Iterator[str]:
    """Everything that a reader may see in a language."""
    zh = language == "zh"
    yield from words("zh" if zh else "en").texts.values()
    yield from _strings(ZH if zh else EN)
    for term in GLOSSARY:
        yield from (term.zh, term.meaning_zh) if zh else (term.en, term.meaning_en)
    for rule in RULES.values():
        yield from (rule.zh, rule.hint_zh) if zh else (rule.en, rule.hint_en)


def _strings(wording: Wording) -> Iterator[str]:
    for field in fields(wording):
        value = getattr(wording, field.name)
        yield from (one for one in value.values() if isinstance(one, str)) if hasattr(value, "values") else ()


@pytest.mark.parametrize(("language", "retired"), [("zh", RETIRED_ZH), ("en", RETIRED_EN)])
def test_no_text_has_a_wording_that_was_given_up(language: str, retired: tuple[str, ...]) -> None:
    found = list(texts(language))
    assert len(found) > 700
    assert [
        (word, text) for word in retired for text in found if word in (text if language == "zh" else text.lower())
    ] == []


def test_a_retired_wording_is_found() -> None:
    assert any(word in "负载偏斜时" for word in RETIRED_ZH)


def test_no_half_width_space_stands_between_hanzi() -> None:
    hanzi = [
        text
        for text in texts("zh")
        if any(
            "\u4e00" <= a <= "\u9fff" and b == " " and "\u4e00" <= c <= "\u9fff"
            for a, b, c in zip(text, text[1:], text[2:], strict=False)
        )
    ]
    assert hanzi == []
