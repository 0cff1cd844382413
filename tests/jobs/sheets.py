"""A small spreadsheet of our own: the numbers of a workbook's formulas, from its cells, as they stand or changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from io import BytesIO
from math import inf, prod, sqrt

import openpyxl

TOKEN = re.compile(r"\s*(?:(?P<number>[0-9.]+(?:E[-+]?[0-9]+)?)|(?P<name>[A-Z]+)\(|(?P<ref>[A-Za-z!$0-9:]+)|(?P<op>.))")

FUNCTIONS: Mapping[str, Callable[[list[float]], float]] = {
    "MAX": max,
    "MIN": min,
    "SUM": sum,
    "SQRT": lambda values: sqrt(values[0]),
}


class Book:
    """The cells of a workbook by sheet and place; a formula is worked out when it is asked for."""

    def __init__(self, data: bytes) -> None:
        book = openpyxl.load_workbook(BytesIO(data))
        self.cells = {sheet.title: {c.coordinate: c.value for row in sheet for c in row} for sheet in book}
        self.stored = {
            sheet.title: {c.coordinate: c.value for row in sheet for c in row}
            for sheet in openpyxl.load_workbook(BytesIO(data), data_only=True)
        }
        self._known: dict[tuple[str, str], float] = {}

    def rows(self, sheet: str) -> list[dict[str, str]]:
        """The places of the cells of every row below the head, by the texts of the head."""
        cells = self.cells[sheet]
        heads = {place[:-1]: text for place, text in cells.items() if re.fullmatch("[A-Z]+1", place)}
        last = max(int(re.sub("[A-Z]+", "", place)) for place in cells)
        return [{text: f"{column}{row}" for column, text in heads.items()} for row in range(2, last + 1)]

    def change(self, sheet: str, place: str, value: float) -> None:
        """Write a number into a cell."""
        self.cells[sheet][place] = value
        self._known.clear()

    def number(self, sheet: str, place: str) -> float:
        """What a cell shows; a cell without a number counts as 0."""
        at = (sheet, place)
        if at not in self._known:
            value = self.cells[sheet].get(place)
            formula = isinstance(value, str) and value.startswith("=")
            self._known[at] = Reader(self, sheet, str(value)[1:]).whole() if formula else float(value or 0)
        return self._known[at]

    def numbers(self, sheet: str, ref: str) -> list[float]:
        """The numbers of a place or a range such as Terms!$G$2:$G$9."""
        sheet, _, places = ref.replace("$", "").rpartition("!") if "!" in ref else (sheet, "", ref.replace("$", ""))
        first, _, last = places.partition(":")
        column, low = re.fullmatch("([A-Z]+)([0-9]+)", first).groups()  # type: ignore[union-attr]
        high = int(last.removeprefix(column)) if last else int(low)
        return [self.number(sheet, f"{column}{row}") for row in range(int(low), high + 1)]


class Reader:
    """Reads one formula from left to right: sums of products of numbers, places, functions and brackets."""

    def __init__(self, book: Book, sheet: str, text: str) -> None:
        self.book, self.sheet = book, sheet
        self.tokens = [(str(found.lastgroup), found[str(found.lastgroup)]) for found in TOKEN.finditer(text)]

    def whole(self) -> float:
        """The number of the whole formula, nothing being left over."""
        value = self.compared()
        assert not self.tokens, self.tokens
        return value

    def taken(self, *wanted: str) -> str:
        """The next token if it is one of those."""
        found = self.tokens[0][1] if self.tokens and self.tokens[0][0] == "op" else ""
        return self.tokens.pop(0)[1] if found and found in wanted else ""

    def compared(self) -> float:
        value = self.summed()
        return float(value > self.summed()) if self.taken(">") else value

    def summed(self) -> float:
        values = [self.multiplied()]
        while self.taken("+"):
            values.append(self.multiplied())
        return sum(values)

    def multiplied(self) -> float:
        values = [self.one()[0]]
        while sign := self.taken("*", "/"):
            (value,) = self.one()
            values.append(value if sign == "*" else 1 / value if value else inf)
        return prod(values)

    def one(self) -> list[float]:
        kind, text = self.tokens.pop(0)
        if kind == "number":
            return [float(text)]
        if kind == "ref":
            return self.book.numbers(self.sheet, text)
        assert kind == "name", text
        return [self.called(text)]

    def called(self, name: str) -> float:
        given: list[float] = []
        while not given or self.taken(","):
            given += self.argument()
        assert self.taken(")")
        if name == "IF":
            return given[1] if given[0] else given[2]
        return FUNCTIONS[name](given)

    def argument(self) -> list[float]:
        """One argument: a range as its numbers, else one number."""
        if self.tokens[0][0] == "ref" and ":" in self.tokens[0][1]:
            return self.one()
        return [self.compared()]
