"""Requirements and cells as sheets of a workbook: heads and words in the reader's language, numbers as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from estimator.report.sentences.texts import wording
from estimator.report.tables.exchange.requirement_rows import Value, cell_rows_with_limits, requirement_rows
from estimator.report.tables.rows import Scalar
from estimator.report.words.lookup import LANGUAGES, words
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.values.base import Language, Text

Look = Literal["text", "count", "number", "exact", "share"]
"""How a column shows what it holds: text, whole numbers in groups of three, any number, one with six digits and its
power of ten, a share in per cent."""


class BookColumn(NamedTuple):
    """One column: its key in CSV and JSON, "" of what only the workbook has, its head, its width in letters."""

    key: str
    head: Text
    width: int
    look: Look = "text"


class BookSheet(NamedTuple):
    """A sheet: its name, its columns by key and head, its rows.

    ``held``: columns that stay in sight when one scrolls; ``filtered``: its heads can be filtered by.
    """

    name: str
    keys: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Sequence[Scalar]]
    widths: Sequence[int]
    looks: Sequence[Look]
    held: int = 1
    filtered: bool = True


def _column(key: str, zh: str, en: str, width: int, look: Look = "text") -> BookColumn:
    return BookColumn(key, Text(zh=zh, en=en), width, look)


REQUIREMENT_COLUMNS: tuple[BookColumn, ...] = (
    _column("id", "编号", "Id", 16),
    _column("title", "名称", "Title", 28),
    _column("short_title", "简称", "Short title", 18),
    _column("kind", "类别", "Kind", 22),
    _column("priority", "优先级", "Priority", 10),
    _column("responsible", "责任方", "Responsible", 18),
    _column("run_by", "测试执行方", "Run by", 18),
    _column("phase", "阶段", "Phase", 12),
    _column("operation", "操作", "Operation", 20),
    _column("statement", "要求", "What is asked", 70),
    _column("limit", "限值", "Limit", 22),
    _column("cells", "格数", "Cells", 8, "count"),
    _column("tool", "测试工具", "Tool", 14),
    _column("pass_rule", "通过准则", "Pass rule", 40),
    _column("evidence", "证据", "Evidence", 30),
    _column("rationale", "理由", "Rationale", 40),
    _column("need", "需求来源", "Need", 30),
    _column("note", "备注", "Note", 40),
    _column("covers", "覆盖", "Covers", 18),
    _column("refines", "细化", "Refines", 18),
)
CELL_COLUMNS: tuple[BookColumn, ...] = (
    _column("requirement", "需求编号", "Requirement", 16),
    _column("cell", "测试格", "Cell", 54),
    _column("collective", "集合操作", "Collective", 18),
    _column("dtype", "数据类型", "Element type", 14),
    _column("group", "通信组", "Group", 14),
    _column("ranks", "rank 数", "Ranks", 8, "count"),
    _column("nodes", "节点数", "Nodes", 8, "count"),
    _column("at_once", "每节点并发组数", "Groups at once on a node", 12, "count"),
    _column("condition", "条件", "Condition", 16),
    _column("skew", "负载不均", "Skew", 10, "number"),
    _column("n_bytes", "规范大小 n (byte)", "Canonical size n (byte)", 18, "count"),
    _column("metric", "指标", "Metric", 26),
    _column("statistic", "统计量", "Statistic", 10),
    _column("ranks_joined", "各 rank 取", "Over ranks", 12),
    _column("repeats_joined", "各次重复取", "Over repeats", 12),
    _column("comparator", "方向", "Direction", 10),
    _column("limit_si", "限值 (SI)", "Limit (SI)", 16, "exact"),
    _column("unit", "SI 单位", "SI unit", 10),
    _column("", "限值", "Limit", 24),
    _column("tolerance", "容差", "Tolerance", 10, "share"),
    _column("limited_by", "限值来源", "Limited by", 14),
    _column("expected_optimistic_si", "估计：乐观端 (SI)", "Estimate, optimistic end (SI)", 18, "exact"),
    _column("expected_conservative_si", "估计：保守端 (SI)", "Estimate, conservative end (SI)", 18, "exact"),
)
CODED = (
    *("kind", "priority", "run_by", "collective", "condition", "statistic", "ranks_joined", "repeats_joined"),
    *("comparator", "limited_by"),
)
"""Columns whose values are codes, said in words."""
SAID: Mapping[str, tuple[str, str]] = {
    "ranks_joined.max": ("最大", "max"),
    "ranks_joined.min": ("最小", "min"),
    "ranks_joined.mean": ("平均", "mean"),
    "repeats_joined.worst": ("最差", "worst"),
    "repeats_joined.median": ("中位", "median"),
    "comparator.at_most": ("≤", "≤"),
    "comparator.at_least": ("≥", "≥"),
    "comparator.stated": ("声明", "stated"),
    "limited_by.stated": ("写定", "stated"),
    "limited_by.derived": ("由估计推得", "derived"),
    "limited_by.budget": ("由预算推得", "budget"),
    "limited_by.frozen": ("评审冻结", "frozen"),
    "limited_by.open": ("无限值", "no limit"),
}
"""What the codes of a column mean; those that stand nowhere here nor in the document's words are said as they are."""


def requirement_sheet(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> BookSheet:
    """One row a requirement; fields of the spec's own are columns at the end."""
    own = [
        BookColumn(
            f"field:{name}", one.title or Text(zh=name, en=name), 20, "number" if one.type == "number" else "text"
        )
        for name, one in spec.document.fields.items()
    ]
    columns = (*REQUIREMENT_COLUMNS, *own)
    rows = ([*row] for row in requirement_rows(spec, expanded, language))
    return _sheet({"zh": "需求", "en": "Requirements"}[language], columns, rows, language)


def cell_sheet(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> BookSheet:
    """One row a cell, its limit in SI and as people write it."""
    at = [column.key for column in CELL_COLUMNS].index("")
    rows = ([*row[:at], limit, *row[at:]] for row, limit in cell_rows_with_limits(spec, expanded, language))
    return _sheet({"zh": "测试格", "en": "Cells"}[language], CELL_COLUMNS, rows, language)._replace(held=2)


def about_sheet(about: Mapping[str, str], sheet: BookSheet, language: Language) -> BookSheet:
    """What a workbook was made of, and each column of its ``sheet`` with its key in CSV and JSON."""
    zh = language == "zh"
    note = (
        "数值为 SI 单位：s、byte、byte/s，份额与倍数为 1；此表不含公式。"
        if zh
        else "Numbers are in SI units: s, byte, byte/s, shares and factors 1; nothing here is a formula."
    )
    rows: list[list[Scalar]] = [[name, text] for name, text in about.items()]
    rows += [["", note], ["", ""]]
    rows.append(["列" if zh else "Column", "CSV 与 JSON 中的键" if zh else "Its key in CSV and JSON"])
    rows += [[head, key or "-"] for head, key in zip(sheet.heads, sheet.keys, strict=True)]
    heads = ("项", "值") if zh else ("What", "Value")
    return BookSheet("说明" if zh else "About", ("", ""), heads, rows, (30, 80), ("text", "text"), filtered=False)


def _sheet(name: str, columns: Sequence[BookColumn], rows: Iterable[Sequence[Value]], language: Language) -> BookSheet:
    keys, looks = [column.key for column in columns], [column.look for column in columns]
    heads = [column.head.get(language) for column in columns]
    taken = list(zip(keys, looks, strict=True))
    told = [[_said(value, key, look, language) for value, (key, look) in zip(row, taken, strict=True)] for row in rows]
    return BookSheet(name, keys, heads, told, [column.width for column in columns], looks)


def _said(value: Value, key: str, look: Look, language: Language) -> Scalar:
    """A value as its cell holds it: codes as words, lists as one text, numbers of the spec's own fields as numbers."""
    if isinstance(value, list):
        who = wording(language).who if key == "responsible" else {}
        return ", ".join(who.get(one, one) for one in value)
    if not isinstance(value, str):
        return value
    if look != "text" and value:
        return float(value)
    if key not in CODED or not value:
        return value.replace("\u00a0", " ")
    pair = SAID.get(f"{key}.{value}")
    return pair[LANGUAGES.index(language)] if pair else words(language).get(f"{key}.{value}", value)
