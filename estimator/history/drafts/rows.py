"""The rows of a table as operations: every cell is read by its column, or told with what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote

from estimator.errors import STRAYING, Problem
from estimator.history.drafts.columns import COLUMNS, OF_A_MACHINE, ColumnsFile
from estimator.history.drafts.heads import HeadsFound
from estimator.history.drafts.sheet import Table, TableCell, TableRow
from estimator.history.drafts.words import meaning, ours
from estimator.history.drafts.written import NUMBER, PARTED, plain_count, plain_number, two_ends
from estimator.layout.grid import MOST_RANKS
from estimator.phrase import phrase
from estimator.spec.reading.suggest import choice
from estimator.spec.values.quantity import said
from estimator.units import UnitError, parse

WHOLE = re.compile(r"([1-9][0-9]{0,11})(?:\.0+)?")
SEVERAL = re.compile(r"\s*(?:\+|;|；|→|->)\s*")
CONDITIONS_APART = re.compile(r"\s*[\s+;；,，、]\s*")
NOTHING = ("-", "—", "–", "——", "/", "N/A", "n/a")
"""What stands in a cell that says nothing."""
TENSOR = ("bytes", "dtype", "semantics")
"""What a barrier, which moves nothing, does without."""
MOST_EMPTY = 3
"""Cells of a row that may be empty before it is asked whether the row is an operation at all."""
COUNT_LIMIT = 10**12
LONGEST = 500
"""Letters of a text: more is no name and no remark."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One operation: our words, counts, and quantities as a spec writes them; ``cells`` names their cells."""

    number: int
    values: Mapping[str, str]
    cells: Mapping[str, str]

    def get(self, key: str) -> str:
        """What the row says of a column, "" where it says nothing."""
        return self.values.get(key, "")

    def count(self, key: str) -> int | None:
        """A whole number of the row."""
        return int(self.values[key]) if key in self.values else None

    @property
    def conditions(self) -> list[str]:
        """Under what the operation runs."""
        return [one for one in self.get("condition").split("+") if one]

    @property
    def locations(self) -> list[str]:
        """Where its path lies; inside and between nodes where the table names both."""
        return [one for one in self.get("location").split("+") if one]


@dataclass(slots=True)
class RowsRead:
    """The operations that are in order, what is wrong with the others, and what is not used.

    ``skipped``: what is to be left out, where a row has this operation.
    """

    rows: list[DraftRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unused: list[Problem] = field(default_factory=list)
    skipped: tuple[str, ...] = ()


def rows_of(table: Table, heads: HeadsFound, known: ColumnsFile, platform: bool) -> RowsRead:
    """Every row under the heads: an operation, a mistake, or told as not used."""
    found = RowsRead()
    for row in table.rows:
        if row.number <= heads.last:
            continue
        if why := _left_out(row, heads, known):
            first = next(iter(row.cells.values()))
            what = phrase("row {number} is not used: {why}", number=row.name, why=why)
            found.unused.append(Problem((), what, severity="warning", file=f"{table.shown}:{first.name}"))
            continue
        reading = _Reading(table.shown, row, heads, known, platform)
        wrong = [*reading.problems()]
        found.problems += wrong
        found.unused += reading.worked_out()
        if not wrong:
            found.rows.append(DraftRow(row.number, reading.values, reading.cells))
    at = heads.at.get("operation", -1)
    names = {row.cells[at].text for row in table.rows if at in row.cells}
    found.skipped = tuple(name for name in known.skip if name in names)
    for name in known.skip:
        if name not in names:
            what = phrase("--skip {name}: no row has this operation", name=name)
            found.unused.append(Problem((), what, severity="warning", file=table.shown))
    return found


def _left_out(row: TableRow, heads: HeadsFound, known: ColumnsFile) -> str:
    """Why a row is no operation; "" where it is one."""
    mapped = {key: row.cells[at] for key, at in heads.at.items() if at in row.cells}
    name = mapped["operation"].text if "operation" in mapped else ""
    if name and name in known.skip:
        return phrase("--skip {name}", name=name)
    if not mapped:
        return "none of the columns that are used says anything"
    if list(mapped) == ["operation"] and len(heads.at) > 1:
        return phrase("it holds nothing but {text}", text=said(name))
    return ""


class _Reading:
    """One row being read."""

    def __init__(self, shown: str, row: TableRow, heads: HeadsFound, known: ColumnsFile, platform: bool) -> None:
        self._shown, self._row, self._heads, self._known, self._platform = shown, row, heads, known, platform
        self.values: dict[str, str] = {}
        self.cells: dict[str, str] = {}

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the row; ``values`` is filled on the way.

        A row that lacks most of what is needed is told as that alone: it may be no operation.
        """
        empty: list[str] = []
        wrong = list(self._wrong_cells(empty))
        if len(empty) <= MOST_EMPTY:
            yield from wrong
        if empty:
            yield self._lacks(empty)

    def _wrong_cells(self, empty: list[str]) -> Iterator[Problem]:
        """What is wrong with cells, one by one; keys of those that are needed and say nothing go to ``empty``."""
        for key in COLUMNS:
            if self._platform and COLUMNS[key].machine and key != "location":
                continue
            at = self._heads.at.get(key)
            cell = self._row.cells.get(at) if at is not None else None
            self.cells[key] = f"{self._shown}:{cell.name if cell else self._row.name}"
            text = cell.text if cell else self._known.every.get(key, "")
            if cell is not None and cell.formula and not cell.text:
                yield self._wrong(key, *_of_formula(cell))
            elif not text or text in NOTHING:
                empty += [key] if self._needs(key) else []
            elif key not in self.values:
                yield from self._read(key, text)

    def worked_out(self) -> Iterator[Problem]:
        """The formulas whose last value is taken."""
        for key in self.values:
            at = self._heads.at.get(key)
            cell = self._row.cells.get(at) if at is not None else None
            if cell is not None and cell.formula:
                what = phrase(
                    "the formula {formula} counts as {text}", formula=said(cell.formula), text=said(cell.text)
                )
                yield Problem((key,), what, severity="warning", file=self.cells[key])

    def _needs(self, key: str) -> bool:
        needed = COLUMNS[key].needed or (key in OF_A_MACHINE and not self._platform)
        return needed and not (key in TENSOR and self.values.get("collective") == "barrier")

    def _lacks(self, keys: Sequence[str]) -> Problem:
        """The cells of the row that are empty; of many together it is asked whether it is an operation at all."""
        what = phrase("row {number} says nothing of {key}", number=self._row.name, key=", ".join(keys))
        if len(keys) == 1:
            return self._wrong(keys[0], what, "fill the cell in; or --skip the row by its operation")
        rows = "fill them in; where it is no operation, write --rows FIRST-LAST of the table alone"
        name = self.values.get("operation")
        hint = rows if name is None else phrase("{rows}, or --skip {name}", rows=phrase(rows), name=quote(name))
        return Problem((), what, hint, file=f"{self._shown}:{self._row.name}")

    def _read(self, key: str, text: str) -> Iterator[Problem]:
        column, plain = COLUMNS[key], plain_number(text, self._known.decimal)
        try:
            if column.what == "quantity":
                self._quantities(key, plain)
            elif column.what == "count":
                self.values[key] = _count(plain_count(plain), COUNT_LIMIT if key == "calls" else MOST_RANKS)
            elif column.what == "number":
                self.values[key] = _number(plain)
            elif column.what == "word":
                self.values[key] = self._word(key, text)
            else:
                self.values[key] = _text(text)
        except UnitError as error:
            yield self._wrong(key, error.what, error.hint)

    def _quantities(self, key: str, text: str) -> None:
        """The quantity as a spec writes it; a range is both ends, where the worse one has no column of its own."""
        unit, other = self._heads.units.get(key, ""), f"{key}_conservative"
        alone = other in COLUMNS and other not in self._heads.at and other not in self._known.every
        if alone and (ends := two_ends(text, unit, COLUMNS[key].kind)) is not None:
            self.values[key], self.values[other] = ends
            return
        self.values[key] = self._quantity(key, text, unit)

    def _quantity(self, key: str, text: str, unit: str) -> str:
        """One quantity; a plain number has the unit of its column."""
        plain = NUMBER.fullmatch(text)
        written = f"{text} {unit}" if unit and PARTED.fullmatch(text) else text
        try:
            parse(written, COLUMNS[key].kind, positive=key not in ("alpha", "alpha_conservative"))
        except UnitError as error:
            if plain and not unit:
                hint = phrase("{hint}; for all rows --unit {key}=UNIT", hint=error.hint, key=key)
                raise UnitError(error.what, hint) from None
            if PARTED.fullmatch(text) and not plain and self._known.decimal is None:
                hint = phrase("{hint}; for all rows --decimal with the sign before decimals, . or ,", hint=error.hint)
                raise UnitError(error.what, hint) from None
            raise
        return written

    def _word(self, key: str, text: str) -> str:
        own = self._known.values.get(key, {})
        if key == "location":
            return "+".join(self._one(key, part, own) for part in SEVERAL.split(text) if part)
        if key == "condition" and meaning(key, text, own) is None:
            parts = [meaning(key, part, own) for part in CONDITIONS_APART.split(text) if part]
            if len(parts) == len(set(parts)) > 1 and None not in parts:
                return "+".join(str(part) for part in parts)
        return self._one(key, text, own)

    def _one(self, key: str, text: str, own: Mapping[str, str]) -> str:
        meant = meaning(key, text, own, self.values.get("collective", ""))
        if meant is not None:
            return meant
        known = ours(key, self.values.get("collective", ""))
        if key == "algorithm" and not known:
            return text
        hint = phrase("write {choice}, or --value {key}:{text}=ONE", choice=choice(known), key=key, text=text)
        raise UnitError(phrase("{text} is no {key} that is known", text=said(text), key=key), hint)

    def _wrong(self, key: str, what: str, hint: str) -> Problem:
        return Problem((key,), what, hint, file=self.cells[key])


def _of_formula(cell: TableCell) -> tuple[str, str]:
    if cell.formula.startswith("="):
        what = phrase("a formula that no program has worked out, {text}", text=said(cell.formula))
        return what, "open the table in a spreadsheet and save it as .xlsx, or write the value"
    return phrase("{text} begins as a formula does", text=said(cell.formula)), "begin with a letter or a digit"


def _count(text: str, most: int) -> str:
    if (found := WHOLE.fullmatch(text)) is None:
        raise UnitError(phrase("{text} is no whole number from 1 on", text=said(text)), "write digits alone, such as 8")
    if int(found[1]) > most:
        hint = phrase("write a whole number of {high} or less", high=most)
        raise UnitError(phrase("'{text}' is too large", text=text), hint)
    return found[1]


def _number(text: str) -> str:
    if NUMBER.fullmatch(text) is None:
        raise UnitError(phrase("{text} is not a number", text=said(text)), "write digits alone, such as 8")
    return text


def _text(text: str) -> str:
    written = " ".join(text.split())
    if len(written) > LONGEST or STRAYING.search(written):
        what = phrase("{text} is no text of one line", text=said(text[:40]))
        raise UnitError(what, phrase("write at most {most} letters that can be seen", most=LONGEST))
    return written
