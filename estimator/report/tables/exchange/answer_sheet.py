"""The sheet that a vendor fills in: its columns, and its rows as plain text with what may be chosen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from estimator.chinese.say import chinese
from estimator.history.vendors.answers import LEVELS, STATES
from estimator.history.vendors.offers import AskedRequirement, example_of, kind_of
from estimator.report.sentences.sentence import sentence
from estimator.report.sentences.texts import limit_text
from estimator.spec.document import Spec
from estimator.spec.values.base import Language, Text

SHEET, ABOUT = "Answers", "About"
ASKED = "asked"
"""The key in the sheet about the workbook beside the id of each requirement that is in it."""
HEAD_ROW = 1
"""The row of the heads, counted from 1; the answers stand below it."""


class SheetColumn(NamedTuple):
    """One column: its key, its head, its width in letters; ``locked``: what is asked, not to be changed."""

    key: str
    head: Text
    width: int
    locked: bool


def _column(key: str, zh: str, en: str, width: int, locked: bool = False) -> SheetColumn:
    return SheetColumn(key, Text(zh=zh, en=en), width, locked)


COLUMNS: tuple[SheetColumn, ...] = (
    _column("id", "编号", "Requirement", 16, locked=True),
    _column("priority", "优先级", "Priority", 9, locked=True),
    _column("title", "名称", "Title", 28, locked=True),
    _column("asked", "要求", "What is asked", 60, locked=True),
    _column("limit", "限值", "Limit", 18, locked=True),
    _column("wanted", "应填的值", "Value wanted", 24, locked=True),
    _column("cell", "所属单元", "Cell of the value", 30, locked=True),
    _column("fingerprint", "指纹", "Fingerprint", 14, locked=True),
    _column("check", "校验", "Check", 10, locked=True),
    _column("state", "状态", "State", 16),
    _column("offered", "承诺值", "Offered value", 14),
    _column("unit", "单位", "Unit", 9),
    _column("level", "依据", "Rests on", 12),
    _column("file", "证据文件（多个以 ; 分隔）", "Evidence files (; between)", 28),
    _column("sha256", "证据文件的 SHA-256", "SHA-256 of each", 28),
    _column("date", "日期 (2026-10-14)", "Date (2026-10-14)", 16),
    _column("remark", "说明", "Remark", 50),
    _column("decision", "我方决定", "Our decision", 24),
)
KEYS = tuple(column.key for column in COLUMNS)
CHECKED = tuple(column.key for column in COLUMNS if column.locked and column.key != "check")
FILLED = tuple(column.key for column in COLUMNS if not column.locked)
UNITS_OFFERED: Mapping[str, Sequence[str]] = {
    "time": ("us", "ms", "s", "ns"),
    "bandwidth": ("GB/s", "MB/s", "Gbit/s", "Tbit/s"),
    "size": ("KiB", "MiB", "GiB", "B", "KB", "MB", "GB"),
    "ratio": ("%",),
}
"""The units to choose from, by the kind of quantity."""


class SheetRow(NamedTuple):
    """What is asked in one row, by column; ``units`` to choose from, none where no number is asked for."""

    texts: Mapping[str, str]
    units: Sequence[str]


def sheet_rows(spec: Spec, requirements: Mapping[str, AskedRequirement], language: Language) -> list[SheetRow]:
    """The rows of all requirements, in their order."""
    return [_row(spec, one, language) for one in requirements.values()]


def _row(spec: Spec, one: AskedRequirement, language: Language) -> SheetRow:
    requirement, cell, kind = spec.requirements[one.id], one.cell, kind_of(one.cell)
    texts = {
        "id": one.id,
        "priority": requirement.priority,
        "title": requirement.title.get(language),
        "asked": sentence(one.id, spec, one.expanded, language),
        "limit": limit_text(cell, language) if cell is not None and cell.limit is not None else "",
        "wanted": said_in(language, example_of(cell)),
        "cell": cell.key if cell is not None and kind is not None else "",
        "fingerprint": one.fingerprint,
    }
    plain = cell is None or cell.unit in ("factor", "none")
    return SheetRow({**texts, "check": check_of(texts)}, () if kind is None or plain else UNITS_OFFERED[kind])


def said_in(language: Language, text: str) -> str:
    """A sentence of the program in the language of the sheet."""
    return chinese(text) if language == "zh" else str(text)


def check_of(texts: Mapping[str, str], checked: Sequence[str] = CHECKED) -> str:
    """What shows which of the locked cells of a row was changed: six hexadecimal digits for each, in order."""
    words = {key: " ".join(texts[key].split()) for key in checked}  # programs break lines and cut spaces as they like
    return " ".join(hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:6] for key, text in words.items())


def choices(key: str, row: SheetRow) -> Sequence[str]:
    """What may be chosen in a column of a row; nothing where anything may be written."""
    return {"state": STATES, "level": LEVELS, "unit": row.units}.get(key, ())
