"""One row of a printed table as the cells of its columns: what is blank, what is missing at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estimator.tools.readers.table.layout import BLANK, TableLayout
from estimator.tools.readers.tokens import DTYPES, NOTHING, REDOPS, is_root, printed

_STAMP_TOKEN = re.compile(r"\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d")


class Cells(NamedTuple):
    """The tokens of one row: ``lead`` by place (None: blank), ``measured`` by place from the lead on, as far as any."""

    lead: Sequence[str | None]
    measured: list[str]


_BESIDE = re.compile(r"(?:^|(?<=\s))[|<>](?=\s|$)")
_MARK = {"pipe": "|", "comma": ",", "semicolon": ";", "tab": "\t"}


def cells_of(layout: TableLayout, text: str) -> list[str]:
    """The cells of a line as the layout sets them apart; none where the line lacks the mark between them."""
    if layout.half:
        return _half(layout.half, text)
    if layout.split == "space":
        return text.split()
    mark = _MARK[layout.split]
    if mark not in text:
        return []
    stripped = text.strip()
    if layout.split == "pipe":
        stripped = stripped.removeprefix("|").removesuffix("|")
    cells = [cell.strip().strip('"*`').strip() for cell in stripped.split(mark)]
    if not layout.order:
        return cells
    return [cells[place] for place in layout.order] if len(cells) > max(layout.order) else []


def _half(half: int, text: str) -> list[str]:
    """The tokens of one of two tables side by side; without a mark between them both halves must be the same."""
    parts = _BESIDE.split(text)
    if len(parts) == 2:
        return parts[half - 1].split()
    tokens = text.split()
    middle = len(tokens) // 2
    return tokens[:middle] if tokens[:middle] == tokens[middle:] else []


def placed(layout: TableLayout, tokens: list[str]) -> Cells | None:
    """Tokens put under their columns, or None where they are no row of this table.

    A header may name redop and root while the rows leave them blank; measured columns may be missing at the end.
    """
    names = [column.kind for column in layout.columns[: layout.lead]]
    if layout.split != "space":
        found: list[str | None] = [*tokens[: layout.lead]]
        return Cells(found, tokens[layout.lead :]) if _leads(names, found) else None
    full = len(layout.columns) - layout.lead
    if len(tokens) == len(layout.columns) and _leads(names, tokens[: layout.lead]):
        return Cells(tokens[: layout.lead], tokens[layout.lead :])
    best: Cells | None = None
    for missing in _missing(names):
        left = [name for name in names if name not in missing]
        if len(tokens) < len(left) or any(
            _fits(name, text) for name in missing for text in tokens[names.index(name) :][:1]
        ):
            continue
        queue = iter(tokens)
        lead = [None if name in missing else next(queue) for name in names]
        measured = list(queue)
        if not _leads(names, lead) or not all(map(_value, measured[:full])):
            continue
        if len(measured) >= full:
            return Cells(lead, measured[:full])
        best = best or Cells(lead, measured)
    return best


def _missing(names: list[str]) -> Iterator[tuple[str, ...]]:
    yield ()
    blank = [name for name in BLANK if name in names]
    for name in blank:
        yield (name,)
    if len(blank) == 2:
        yield BLANK


def _leads(names: list[str], tokens: Sequence[str | None]) -> bool:
    return len(names) == len(tokens) and all(
        token is None or _fits(name, token) for name, token in zip(names, tokens, strict=True)
    )


def _fits(kind: str, text: str) -> bool:
    if kind == "size":
        return bool(text) and text[0].isdigit()
    if kind == "count":
        return text.isdigit()
    if kind == "type":
        return text in DTYPES or text.lower() in DTYPES
    if kind == "redop":
        return text.lower() in REDOPS
    if kind == "root":
        return is_root(text)
    return True


def _value(text: str) -> bool:
    return text in NOTHING or printed(text) is not None


def without_stamp(tokens: list[str]) -> list[str]:
    """The tokens without a date and time at the end."""
    while tokens and _STAMP_TOKEN.fullmatch(tokens[-1]):
        tokens = tokens[:-1]
    return tokens
