"""A workbook of answers filled in to the last row, as a vendor would, and what must come back."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import openpyxl

from estimator.history.vendors.answers import LEVELS, STATES

STATE, OFFERED, UNIT, LEVEL, FILE, SHA, DATE, REMARK, DECISION = "JKLMNOPQR"
LIMIT = re.compile(r"[≤≥] ([0-9.]+) ?([^ （(]*)")
REMARKS = ('without "the path" <b> & 路径', "见 §3：10 % 以内", "it's ready", "1.50", "TRUE", "2026-11-30", "😀 é")
DECISIONS = ("accepted", "接受", None)
Filled = dict[str, dict[str, Any]]


def fill(path: Path) -> Filled:
    """Fill in every row; what each answer must say, by requirement. Offered is the limit itself, where there is one."""
    path.with_name("proof.txt").write_bytes(b"measured")
    digest = hashlib.sha256(b"measured").hexdigest()
    book = openpyxl.load_workbook(path)
    sheet, given = book["Answers"], {}
    each = zip(range(2, sheet.max_row + 1), *map(cycle, (STATES, LEVELS, REMARKS, DECISIONS)), strict=False)
    for row, state, level, remark, decision in each:
        limit = LIMIT.match(str(sheet[f"E{row}"].value or "").replace("\u00a0", " "))
        told: dict[str, Any] = {STATE: state, REMARK: remark, DECISION: decision, FILE: "proof.txt", SHA: digest}
        told[DATE] = datetime(2026, 11, 30) if row % 2 else "2026-11-30"
        offered = None
        if limit is not None:
            unit = limit[2].replace("µ", "u").replace("×", "")
            told |= {OFFERED: float(limit[1]), UNIT: unit or None, LEVEL: level}
            offered = f"{float(limit[1]):g} {unit}".strip()
        for column, value in told.items():
            sheet[f"{column}{row}"] = value
        said = {"state": state, "offered": offered, "level": level if limit else None, "date": "2026-11-30"}
        said |= {"evidence": [{"file": "proof.txt", "sha256": digest}], "remark": remark, "decision": decision}
        given[str(sheet[f"A{row}"].value)] = said
    book.save(path)
    return given


def answers(data: dict[str, Any]) -> Filled:
    """What an import says of each answer, by the keys of ``fill``."""
    keys = ("state", "offered", "level", "date", "evidence", "remark", "decision")
    return {name: {key: one[key] for key in keys} for name, one in data["answers"].items()}
