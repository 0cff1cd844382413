"""Reads our own records, as JSON lines or CSV (``own_format``)."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any, TypeVar

from pydantic import ValidationError

from estimator.phrase import phrase
from estimator.tools import records
from estimator.tools.readers.formats.own_cells import Repeats, beside, disagreement
from estimator.tools.readers.formats.own_format import (
    IGNORED,
    SHARED,
    TELLABLE,
    FirstLine,
    MeasuredSize,
    NotRun,
    Shared,
)
from estimator.tools.readers.register import Register
from estimator.tools.readers.tokens import printed
from estimator.tools.records import Ended, Event, Record, Rejection, Table, Told

T = TypeVar("T")
MOST_TABLES = 65536
_ZERO = re.compile(r"\s*0\d")


def is_own_json(start: str) -> bool:
    """Whether a text starts as our JSON lines."""
    return start.lstrip().startswith("{") and '"commspec_records"' in start.lstrip().partition("\n")[0]


def is_own_csv(start: str) -> bool:
    """Whether a text starts as our CSV."""
    names = {name.strip().strip('"') for name in start.lstrip().partition("\n")[0].split(",")}
    return {"collective", "n", "seconds"} <= names


class OwnLog:
    """Reads one file of our records."""

    def __init__(self, source: str, told: Told, register: Register | None = None) -> None:
        self.source, self.told, self.register = source, told, register or Register()
        self.shared: dict[str, Any] = {}
        self.environment: tuple[tuple[str, str], ...] = ()
        self.tables: dict[tuple[object, ...], Table] = {}
        self.counts: dict[int, int] = {}
        self.repeats = Repeats(source)
        self.found = False
        self.last: tuple[object, ...] = ()

    def json_lines(self, lines: Iterable[tuple[int, str]]) -> Iterator[Event]:
        """The events of JSON lines; a line that is none is refused."""
        for number, text in lines:
            if not text.strip():
                continue
            try:
                data = json.loads(text)
                if not isinstance(data, dict):
                    raise ValueError("no object")
                if "commspec_records" in data:
                    self._first(data)
                    continue
                if "not_run" in data:
                    self.repeats.failed_at(NotRun.model_validate(data), number)
                    continue
            except ValidationError as error:
                yield self._refused(number, text, _said(error))
                continue
            except (ValueError, RecursionError) as error:
                yield self._refused(number, text, phrase("no JSON object: {why}", why=error))
                continue
            yield from self._rows(data, number, text)
        yield from self._end()

    def csv(self, lines: Iterable[tuple[int, str]]) -> Iterator[Event]:
        """The events of CSV lines; the first names the columns."""
        names: list[str] = []
        for number, text in lines:
            if not text.strip():
                continue
            try:
                cells = next(csv.reader([text]), [])
            except csv.Error as error:
                yield self._refused(number, text, phrase("no line of CSV: {why}", why=error))
                continue
            if not names:
                names = [cell.strip() for cell in cells]
            elif len(cells) != len(names):
                yield self._refused(
                    number, text, phrase("{cells} cells under {columns} columns", cells=len(cells), columns=len(names))
                )
            else:
                yield from self._rows(dict(zip(names, cells, strict=True)), number, text)
        yield from self._end()

    def _first(self, data: dict[str, Any]) -> None:
        first = FirstLine.model_validate(data)
        self.shared = first.model_dump(exclude_unset=True, exclude={"commspec_records", "environment"})
        self.environment = tuple((key, str(value)) for key, value in sorted(first.environment.items()))

    def _rows(self, data: dict[str, Any], number: int, text: str) -> Iterator[Event]:
        """One row, and the end of its table where the row is all of it: a repeat of a cell of the test kit."""
        event = self._row(data, number, text)
        yield event
        if isinstance(event, Record) and event.table.cell and event.table.repeats is not None:
            yield from self._ended(self.tables.pop(self.last))

    def _row(self, data: dict[str, Any], number: int, text: str) -> Event:
        known = {key: value for key, value in data.items() if key not in IGNORED and value not in (None, "")}
        if any(_ZERO.match(str(known.get(name, ""))) for name in ("n", "seconds", "ranks")):
            return self._refused(number, text, "a number that begins with 0: its first digit is lost")
        try:
            row = MeasuredSize.model_validate({**self.shared, **known})
        except ValidationError as error:
            return self._refused(number, text, _said(error))
        seconds = row.seconds if row.seconds is not None else _joined(row.times)
        if seconds is None:
            return self._refused(number, text, "neither seconds nor times of as many iterations on every rank")
        if not all(_share(name) for name in row.percentiles):
            return self._refused(number, text, "a percentile that is no share between 0 and 1")
        if row.times and not _spans(row.times, seconds):
            return self._refused(number, text, "seconds lies outside its own times")
        why = disagreement(row) or beside(data, row.n, seconds)
        if why is not None:
            return self._refused(number, text, why)
        table = self._table(row, number)
        if table is None:
            return self._refused(number, text, "too many different runs in one file")
        self.repeats.took(row, number)
        self.counts[table.number] = self.counts.get(table.number, 0) + 1
        self.found = True
        correct = row.correct if row.wrong is None else row.wrong == 0
        flags = tuple(flag for flag, true in _flags(table, row, correct) if true)
        return Record(
            table, number, number, row.n, row.n, seconds, None, row.in_place, correct, row.wrong, row.low, row.high,
            tuple(sorted((float(share), time) for share, time in row.percentiles.items())),
            len(row.times[0]) if row.times else None, flags,
            _tuples(row.times), _tuples(row.alone), _tuples(row.compute), _tuples(row.members),
        )  # fmt: skip

    def _table(self, row: MeasuredSize, number: int) -> Table | None:
        key = self.last = tuple(getattr(row, name) for name in SHARED)
        table = self.tables.get(key)
        if table is None and len(self.tables) < MOST_TABLES:
            table = self.tables[key] = self._made(row, bool(row.times), number)
        return table

    def _made(self, shared: Shared, timed: bool, number: int) -> Table:
        told, said = self.told, {name: getattr(shared, name) for name in SHARED if name != "repeat"}
        for name in TELLABLE:
            said[name] = said[name] if getattr(told, name) is None else getattr(told, name)
        said["statistic"] = said["statistic"] or "mean"
        said["over_ranks"] = said["over_ranks"] or ("max" if timed else "")
        said["tool"] = shared.tool or "records"
        if said["ranks"] and said["nodes"] and said["ranks"] % said["nodes"] == 0:
            said["ranks_per_node"] = said["ranks_per_node"] or said["ranks"] // said["nodes"]
        table = self.register.entered(Table(self.source, 0, number, environment=self.environment, **said))
        return table if shared.repeat is None else records.repeated(table, shared.repeat)

    def _refused(self, number: int, text: str, why: str) -> Rejection:
        return Rejection(self.source, number, why, text.strip()[:80])

    def _end(self) -> Iterator[Event]:
        for table in self.tables.values():
            yield from self._ended(table)
        yield from self.repeats.ends()
        if not self.found and not self.repeats.failed:
            yield Rejection(self.source, 1, "records without a single row")

    def _ended(self, table: Table) -> Iterator[Event]:
        flags = (
            (records.ONE_RANK, table.ranks == 1),
            (records.UNKNOWN_COLLECTIVE, table.collective is None),
        )
        yield Ended(table, self.counts.pop(table.number, 0), tuple(flag for flag, true in flags if true))


def _flags(table: Table, row: MeasuredSize, correct: bool | None) -> tuple[tuple[str, bool], ...]:
    return (
        (records.ONE_RANK, table.ranks == 1),
        (records.UNKNOWN_COLLECTIVE, table.collective is None),
        (records.WRONG, correct is False),
        (records.ZERO_SIZE, row.n == 0),
    )


def _tuples(rows: list[list[T]] | None) -> tuple[tuple[T, ...], ...]:
    return tuple(map(tuple, rows)) if rows else ()


def _share(name: str) -> bool:
    number = printed(name)
    return number is not None and 0.0 < number.value < 1.0


def _joined(times: list[list[float]] | None) -> float | None:
    """The mean over the iterations of the slowest rank's time; None where the ranks have different numbers of them."""
    if not times or not times[0] or len({len(each) for each in times}) != 1:
        return None
    return fmean(max(each) for each in zip(*times, strict=True))


def _spans(times: list[list[float]], seconds: float) -> bool:
    flat = [time for each in times for time in each]
    return bool(flat) and min(flat) * (1 - 1e-9) <= seconds <= max(flat) * (1 + 1e-9)


def _said(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    said = f"{place}: {first['msg']}" if place else first["msg"]
    others = error.error_count() - 1
    return phrase("{said} (and {others} more)", said=said, others=others) if others else said
