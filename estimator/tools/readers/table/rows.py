"""From the tokens of one row to numbers, each checked to be one; what does not belong to the row is cut off."""

from __future__ import annotations

import re
from typing import NamedTuple

from estimator.phrase import phrase
from estimator.tools.readers.table.cells import Cells, without_stamp
from estimator.tools.readers.table.layout import TableColumn, TableLayout
from estimator.tools.readers.tokens import NOTHING, WIDTHS, PrintedNumber, dtype_of, printed, whole

GOOD = frozenset({"success", "pass", "passed", "ok", "true", "yes"})
BAD = frozenset({"failed", "fail", "false", "error", "no"})
WORDS = GOOD | BAD | {word.lower() for word in NOTHING}
_GLUED = re.compile(r"([+-]?\d[\d.]*)\D")
_DIGIT = re.compile(r"\d")
_ROOT = re.compile(r"-?\d{1,9}")
_SIZED = re.compile(r"((?:0|[1-9]\d{0,14})(?:\.\d{1,6})?)\s*([KMGT]?)(i?)(B?)", re.IGNORECASE)
_FIRST = re.compile(r"[\s*~`]*([+-]?\d[\d.]*)(?=[\s*/`(]|$)")
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
_ERROR = {"fp16": 1e-2, "bf16": 1e-1, "fp32": 1e-5, "fp64": 1e-12}
"""Largest deviation that nccl-tests let pass while its column was called error."""
NO_SIZE = "the size is no whole number of bytes, or says K without saying of how many"
CUT_OFF = "the row is cut off before its first group of numbers is whole"
LOST = "a group of numbers of the row is cut off, or holds what is no number; the other is read"


class SideValues(NamedTuple):
    """The measured values of one group of columns; ``line`` is where its time stands. ``low`` and ``high`` [s]."""

    group: int
    line: int
    time: PrintedNumber | None
    rate: PrintedNumber | None
    algbw: PrintedNumber | None
    busbw: PrintedNumber | None
    wrong: float | None
    correct: bool | None
    low: PrintedNumber | None
    high: PrintedNumber | None
    percentiles: tuple[tuple[float, float], ...]
    iterations: int | None
    unchecked: bool
    """Its results were not checked (N/A)."""
    times: tuple[tuple[float, ...], ...] = ()
    """Each process's times of each iteration [s]."""


class LogRow(NamedTuple):
    """One row: the size [byte] and what describes it, then the measured sides."""

    line: int
    size: int
    ratio: int | None
    """size / (count * bytes of an element): p where the count is of one rank's share, else 1."""
    dtype: str
    redop: str
    root: int | None
    sides: tuple[SideValues, ...]
    lost: bool = False
    """Whether numbers stand in another group that gives no side."""


class Broken(NamedTuple):
    """Why tokens are no row although they start as one."""

    reason: str


class CutRow(NamedTuple):
    """The tokens of a row, and whether the last one ran into another text."""

    tokens: list[str]
    glued: bool


class ColumnGroup(NamedTuple):
    """Columns that are measured together: where they lie from the lead on, their kinds, what needs more than a kind."""

    places: tuple[int, ...]
    kinds: tuple[str, ...]
    timed: int
    """Where its time lies from the lead on; of a group without one, its first column."""
    spread: tuple[tuple[int, TableColumn], ...]
    """Least, largest and percentile columns, by their place in the group."""


def trimmed(layout: TableLayout, tokens: list[str]) -> CutRow:
    """Tokens up to the first that cannot belong to a row of the layout."""
    if layout.split != "space":
        return CutRow(tokens, False)
    tokens = without_stamp(tokens)
    for place, text in enumerate(tokens):
        if place < layout.lead and (text.isalnum() or text.lstrip("-").isdigit() or "_" in text):
            continue
        if text in NOTHING or printed(text) is not None:
            continue
        glued = _GLUED.match(text)
        if glued and printed(glued.group(1)) is not None:
            return CutRow([*tokens[:place], glued.group(1)], True)
        return CutRow(tokens[:place], False)
    return CutRow(tokens, False)


class RowReader:
    """Makes rows of the tokens under one layout."""

    def __init__(self, layout: TableLayout, kilo: float = 0.0) -> None:
        """``kilo``: what the K of a size stands for, where it is told; 0: where the layout says it."""
        self.layout, self.kilo = layout, kilo or layout.kilo
        self.names = tuple(column.kind for column in layout.columns[: layout.lead])
        self.groups = tuple(_group(layout, places) for places in layout.groups)
        size = layout.columns[layout.place("size") or 0]
        self.unit, self.word = size.unit or 1.0, size.word

    def row(self, cells: Cells, lines: list[int], ended: bool, form: set[int]) -> LogRow | Broken:
        """A row from placed cells, or why there is none.

        ``lines``: the line of each measured token; ``ended``: whether the last line was whole. ``form``: decimals that
        the rows before had at their end, by which a number that may be cut is known to be whole.
        """
        lead = dict(zip(self.names, cells.lead, strict=False))
        size = self._size(lead.get("size"))
        if size is None:
            return Broken(NO_SIZE)
        dtype = dtype_of(lead.get("type") or self.word)
        ratio = _ratio(size, lead.get("count"), dtype)
        if isinstance(ratio, Broken):
            return ratio
        sides, lost = [], False
        for number, group in enumerate(self.groups):
            tokens = self._tokens(group, cells.measured, ended, form)
            side = _side(number, group, tokens, lines, dtype) if tokens else None
            if side is not None:
                sides.append(side)
            else:
                lost = lost or any(_DIGIT.search(text) for text in cells.measured[slice(*_ends(group))])
        if not sides:
            return Broken(CUT_OFF)
        root = _ROOT.fullmatch(lead.get("root") or "")
        redop = (lead.get("redop") or "").lower()
        return LogRow(lines[0], size, ratio, dtype, redop, int(root.group()) if root else None, tuple(sides), lost)

    def _size(self, text: str | None) -> int | None:
        """Bytes of a size cell: a whole number, or "4.0 KiB" where the unit says which; None otherwise."""
        if text is None:
            return None
        number = whole(text)
        if number is not None:
            return round(number * self.unit)
        match = _SIZED.fullmatch(text)
        if match is None or not (match.group(2) or match.group(4)):
            return None
        kilo = 1024.0 if match.group(3) else self.kilo
        if match.group(2) and not kilo:
            return None
        size = float(match.group(1)) * (kilo or 1.0) ** _POWERS[match.group(2).upper()] * self.unit
        return round(size) if size < 1e18 and size == round(size) else None

    def _tokens(self, group: ColumnGroup, measured: list[str], ended: bool, form: set[int]) -> list[str] | None:
        """The tokens of a group, or None where it is not whole."""
        have = len(measured)
        tokens = [measured[place] for place in group.places if place < have]
        missing = len(group.places) - len(tokens)
        if missing == 1 and self.layout.loose and group.kinds[-1] == "iterations":
            return [*tokens, "-"]
        if missing:
            return None
        if self.layout.wordy:
            tokens = [_bare(text) for text in tokens]
        if not all(tokens):
            return None
        if not ended and group.places[-1] == have - 1 and _may_be_cut(group.kinds[-1], tokens[-1], form):
            return None
        return tokens


def _group(layout: TableLayout, places: tuple[int, ...]) -> ColumnGroup:
    kinds = tuple(layout.columns[place].kind for place in places)
    spread = tuple(
        (number, layout.columns[place])
        for number, place in enumerate(places)
        if layout.columns[place].kind in ("low", "high", "percentile")
    )
    offsets = tuple(place - layout.lead for place in places)
    return ColumnGroup(offsets, kinds, offsets[kinds.index("time") if "time" in kinds else 0], spread)


def _ends(group: ColumnGroup) -> tuple[int, int]:
    return group.places[0], group.places[-1] + 1


def _may_be_cut(kind: str, text: str, form: set[int]) -> bool:
    """Whether the last number of a line that has no end may have lost digits."""
    if kind in ("wrong", "error", "check", "iterations", "other"):
        return False
    decimals = len(text.partition(".")[2])
    return not decimals or decimals not in form


def _bare(text: str) -> str:
    """The first number of a cell: of ``**173.2** (best)`` 173.2, of ``1061/1185`` 1061; "" where none comes first."""
    match = _FIRST.match(text)
    return match.group(1) if match else ""


def _ratio(size: int, count: str | None, dtype: str) -> int | Broken | None:
    """How many counts of elements the size holds, a whole number from 1 on; None where it cannot be told."""
    number = whole(count) if count else None
    width = WIDTHS.get(dtype)
    if number is None or width is None or not size or not number:
        return None
    ratio, rest = divmod(size, number * width)
    if rest or not ratio:
        return Broken(
            phrase(
                "size {size} is no multiple of count {number} times {width} bytes",
                size=size,
                number=number,
                width=width,
            )
        )
    return ratio


def _side(number: int, group: ColumnGroup, tokens: list[str], lines: list[int], dtype: str) -> SideValues | None:
    """The measured values of one group; None where it holds neither a time nor a rate, or a word that is no number."""
    numbers = [printed(text) for text in tokens]
    if any(one is None and text.lower() not in WORDS for one, text in zip(numbers, tokens, strict=True)):
        return None
    by = dict(zip(group.kinds, numbers, strict=True))
    time, rate, algbw = by.get("time"), by.get("rate"), by.get("algbw")
    if time is None and ("time" in by or (rate is None and algbw is None)):
        return None
    wrong = by.get("wrong") or by.get("error")
    correct = _correct(group.kinds, tokens, wrong, dtype)
    low, high, percentiles = _spread(group, numbers)
    repeats = by.get("iterations")
    return SideValues(
        number,
        lines[min(group.timed, len(lines) - 1)],
        time,
        rate,
        algbw,
        by.get("busbw"),
        wrong.value if wrong else None,
        correct,
        low,
        high,
        percentiles,
        round(repeats.value) if repeats else None,
        correct is None,
    )


def _correct(kinds: tuple[str, ...], tokens: list[str], wrong: PrintedNumber | None, dtype: str) -> bool | None:
    """Whether the results were right; None where nobody checked."""
    if wrong is not None:
        return wrong.value <= (_ERROR.get(dtype, 0.0) if "error" in kinds else 0.0)
    if "check" in kinds:
        word = tokens[kinds.index("check")].lower()
        return True if word in GOOD else False if word in BAD else None
    return None


def _spread(
    group: ColumnGroup, numbers: list[PrintedNumber | None]
) -> tuple[PrintedNumber | None, PrintedNumber | None, tuple[tuple[float, float], ...]]:
    """Least and largest time and percentiles [s], where the table has them."""
    if not group.spread:
        return None, None, ()
    ends: dict[str, PrintedNumber] = {}
    percentiles = []
    for place, column in group.spread:
        number, unit = numbers[place], column.unit or 1e-6
        if number is None:
            continue
        if column.kind == "percentile":
            percentiles.append((float(column.word) / 100.0, number.value * unit))
        else:
            ends[column.kind] = PrintedNumber(number.value * unit, number.half * unit)
    return ends.get("low"), ends.get("high"), tuple(percentiles)
