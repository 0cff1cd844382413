"""Columns by their header: what each column of a printed table holds, and which columns belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from estimator.tools.readers.tokens import RATE_UNITS, TIME_UNITS

Split = Literal["space", "pipe", "comma", "semicolon", "tab"]

LEAD = frozenset({"size", "count", "type", "redop", "root", "stamp", "other"})
"""Kinds that are no measured value."""
BLANK = ("redop", "root")
"""Columns that a header may name while the rows leave them blank."""
_TIME = r"(ns|us|ms|s|usec|msec|sec|\u00b5s|\u03bcs)"
_RATE = r"([GMK]i?B/s|[GM]Bps|Mbytes/sec|B/s)"
_WORDS: tuple[tuple[str, str], ...] = (
    (r"data_?size\s*\((B)(?:ytes)?\)|size\s*\((B)(?:ytes)?\)|#\s?bytes|bytes", "size"),
    (r"size\s*\((\w{2,12})\)", "size"),
    (r"(?:message[ _])?size", "size"),
    (r"count\s*\(elem\w*\)|count|elements|N", "count"),
    (r"(?:data)?_?type|dtype", "type"),
    (r"redop|op", "redop"),
    (r"root", "root"),
    (r"#?repetitions|#?iter(?:ation)?s?", "iterations"),
    (rf"min latency\s*\({_TIME}\)|t_min\s*\[{_TIME}\]|time:min\s*\({_TIME}\)|min_time\s*\({_TIME}\)|i_min", "low"),
    (rf"max latency\s*\({_TIME}\)|t_max\s*\[{_TIME}\]|time:max\s*\({_TIME}\)|max_time\s*\({_TIME}\)|i_max", "high"),
    (rf"(?:time:|i_)?p(\d{{1,2}}(?:\.\d+)?)(?:\s*tail lat)?(?:\s*\({_TIME}\))?", "percentile"),
    (r"i_cv%|cv%?|stddev\[%\]", "other"),
    (rf"(?:avg )?latency\s*\({_TIME}\)|t(?:_avg)?\s*\[{_TIME}\]|time:avg\s*\({_TIME}\)", "time"),
    (rf"(?:cpu|a(?:ve|v)e?g_|avg )?time\s*\({_TIME}\)", "time"),
    (rf"overall\s*\({_TIME}\)|t_ovrl\s*\[{_TIME}\]", "overall"),
    (rf"(?:compute|coll\. init|mpi_test|mpi_wait)\s*\({_TIME}\)|t_cpu\s*\[{_TIME}\]|overlap\s*[(\[]%[)\]]", "other"),
    (rf"pure comm\.?\s*\({_TIME}\)|t_pure\s*\[{_TIME}\]", "time"),
    (r"(?:cpu|a(?:ve|v)e?g_)?time", "time"),
    (rf"algo?_?(?:bw|bandwidth)(?:\s*\({_RATE}\))?", "algbw"),
    (rf"(?:bus|nw)_?(?:bw|bandwidth)(?:\s*\({_RATE}\))?", "busbw"),
    (rf"bandwidth\s*\({_RATE}\)|{_RATE}", "rate"),
    (r"messages/s|msg/s(?:ec)?", "other"),
    (r"#\s?wrong|wrong", "wrong"),
    (r"errors?|res", "error"),
    (r"check_result|correctness|validation", "check"),
    (r"defects", "wrong"),
    (r"timestamp", "stamp"),
    (r"speed up", "other"),
)
_WORD = re.compile(
    "(?:"
    + "|".join(f"(?P<k{number}>(?:{pattern}))" for number, (pattern, _) in enumerate(_WORDS))
    + r""")(?=:?(?:[\s|,;#*"]|$)):?""",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s|,;*\"`]*(?:#(?=\s|size|$)[\s|]*)?")
_OWNER = re.compile(r"(NCCL|RCCL|MSCCLPP)\s+(?=\w)", re.IGNORECASE)


class TableColumn(NamedTuple):
    """One column: its kind, the unit its header states (0: none), where its name ends, and a word beside it."""

    kind: str
    unit: float = 0.0
    end: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The columns of a table; ``groups`` are the places of the columns measured together, out-of-place or in-place."""

    columns: tuple[TableColumn, ...]
    split: Split
    groups: tuple[tuple[int, ...], ...]
    in_place: tuple[bool | None, ...]
    lead: int
    order: tuple[int, ...] = ()
    """Where each column's cell stands in a line of cells with marks between them; empty: in the columns' order."""
    half: int = 0
    """Beside another table: 1 the left one, 2 the right one; 0: its lines are its own."""
    guessed: bool = False
    """No header was seen: the columns are the ones of the tool's format that fit the rows."""
    loose: bool = False
    """The last columns of a row may be cut off, because the header's are."""
    kilo: float = 0.0
    """What the K of a size such as 4K stands for; 0: nobody says, so that only 4KiB can be read."""
    wordy: bool = False
    """A cell may hold more than its number: marks of emphasis, or several numbers set apart by a slash."""

    def place(self, kind: str) -> int | None:
        """The place of the first column of a kind."""
        return next((place for place, column in enumerate(self.columns) if column.kind == kind), None)


SHORT = 1000
"""Characters of a header that is remembered."""


def scan(text: str) -> list[TableColumn]:
    """Every column a header line names, unknown words as ``other``; empty where there is no size column."""
    found: list[TableColumn] = []
    at = 0
    while at < len(text) and len(found) < 64:
        gap = _BETWEEN.match(text, at)
        at = gap.end() if gap else at
        if at >= len(text):
            break
        owner = _OWNER.match(text, at)
        start = owner.end() if owner else at
        match = _WORD.match(text, start)
        if match is None:
            end = _next_gap(text, at)
            found.append(TableColumn("other", 0.0, end, text[at:end]))
            at = end
            continue
        found.append(_column(match, owner.group(1).lower() if owner else ""))
        at = match.end()
    return found if any(column.kind == "size" for column in found) else []


def _next_gap(text: str, at: int) -> int:
    match = re.compile(r"[\s|,;]").search(text, at)
    return max(match.start() if match else len(text), at + 1)


def _column(match: re.Match[str], owner: str) -> TableColumn:
    key, end = match.lastgroup or "k0", match.end()
    kind = _WORDS[int(key[1:])][1]
    inner = [group for name, group in zip(_groups(match), match.groups(), strict=True) if group and not name]
    word = inner[0] if inner else ""
    if kind == "percentile":
        unit = TIME_UNITS.get(inner[1].lower(), 0.0) if len(inner) > 1 else 0.0
        return TableColumn(kind, unit, end, word)
    unit = TIME_UNITS.get(word.lower()) or RATE_UNITS.get(word.lower()) or 0.0
    if kind == "size":
        unit = {"B": 1.0, "KIB": 2.0**10, "MIB": 2.0**20, "GIB": 2.0**30}.get(word.upper(), 0.0)
        return TableColumn(kind, unit, end, "" if unit else word)
    return TableColumn(kind, unit, end, owner)


def _groups(match: re.Match[str]) -> list[str]:
    names = [""] * (match.re.groups)
    for name, number in match.re.groupindex.items():
        names[number - 1] = name
    return names


def layouts(text: str) -> tuple[TableLayout, ...]:
    """The tables a header line starts: none, one, or two side by side (a ``diff -y``)."""
    return _known(text) if len(text) <= SHORT else _layouts(text)


@lru_cache(maxsize=256)
def _known(text: str) -> tuple[TableLayout, ...]:
    """Tables of a run have the same header again and again."""
    return _layouts(text)


def _layouts(text: str) -> tuple[TableLayout, ...]:
    columns = scan(text)
    sizes = [place for place, column in enumerate(columns) if column.kind == "size"]
    if not sizes or len(columns) < 2:
        return ()
    split = split_of(text)
    if len(sizes) == 2 and (split == "space" or text.count("|") == 1):
        cut = max(text.rfind("#", 0, columns[sizes[1]].end), text.rfind("  ", 0, columns[sizes[1]].end - 4))
        halves = [text[:cut], text[cut:]]
        made = [_layout(scan(half), "space") for half in halves]
        return tuple(replace(one, half=1 + side, loose=True) for side, one in enumerate(made) if one)
    if len(sizes) > 1:
        return ()
    one = _layout(columns, split)
    return (one,) if one else ()


def split_of(text: str) -> Split:
    """How the cells of a line are set apart."""
    if text.count("|") >= 2:
        return "pipe"
    for mark, name in ((",", "comma"), (";", "semicolon"), ("\t", "tab")):
        if text.count(mark) >= 2:
            return name  # type: ignore[return-value]
    return "pipe" if "|" in text else "space"


def _layout(columns: list[TableColumn], split: Split) -> TableLayout | None:
    if columns and split in ("space", "tab"):
        while columns and columns[-1].kind == "other" and columns[-1].word not in ("", "%"):
            columns = columns[:-1]
        if any(column.kind == "other" and column.word for column in columns):
            return None
        split = "space"
    order: tuple[int, ...] = ()
    if split != "space":
        named = [place for place, column in enumerate(columns) if column.kind in LEAD - {"other", "stamp"}]
        order = (*named, *(place for place, column in enumerate(columns) if column.kind not in LEAD))
        columns = [columns[place] for place in order]
    groups = grouped(columns)
    kinds = {columns[place].kind for group in groups for place in group}
    if not kinds & {"time", "rate", "algbw"}:
        return None
    lead = next((place for place, column in enumerate(columns) if column.kind not in LEAD), len(columns))
    return TableLayout(tuple(columns), split, groups, tuple(None for _ in groups), lead, order)


def grouped(columns: list[TableColumn]) -> tuple[tuple[int, ...], ...]:
    """Places of the measured columns, a new group wherever a kind comes again."""
    groups: list[list[int]] = []
    seen: set[tuple[str, str]] = set()
    for place, column in enumerate(columns):
        if column.kind in LEAD and not (column.kind == "other" and groups and not column.word):
            continue
        key = (column.kind, column.word if column.kind == "percentile" else "")
        if not groups or (key in seen and column.kind != "other"):
            groups.append([])
            seen = set()
        groups[-1].append(place)
        seen.add(key)
    return tuple(tuple(group) for group in groups)
