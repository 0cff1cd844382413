"""Finds the heads of a table, which column says what, and the units that stand in heads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from estimator.errors import Problem, SpecError
from estimator.history.drafts.columns import COLUMNS, OF_A_MACHINE, Column, ColumnsFile
from estimator.history.drafts.guesses import LOOKS, guessed, looked_like
from estimator.history.drafts.head_units import row_of_units, units_of, without_unit
from estimator.history.drafts.sheet import Table, TableRow, plain, several_rows, turned
from estimator.phrase import linked, phrase
from estimator.spec.reading.suggest import FEW, choice, suggestion
from estimator.spec.values.quantity import said
from estimator.units import UNITS

MOST_ABOVE = 50
"""Rows in which the heads are looked for."""


class HeadsFound(NamedTuple):
    """The row of the heads, the column of each key, and the unit of its plain numbers.

    ``last``: the number of the row above the first operation, that of the heads or of units below them.
    """

    row: TableRow
    last: int
    at: dict[str, int]
    units: dict[str, str]
    problems: list[Problem]
    unused: list[Problem]


def heads_of(table: Table, known: ColumnsFile, platform: bool) -> HeadsFound:
    """The heads of a table as the options have them; a head that is a key of ours is that column by itself.

    Raises SpecError where a column is asked for that is not there, or is missing.
    """
    if wrong := list(_keys(known, table.shown)):
        raise SpecError(wrong)
    row = _head_row(table, known)
    at, problems = _columns(row, known, table)
    problems += _missing(known, at, row, table, platform)
    if problems:
        raise SpecError(problems)
    below = row_of_units(table, row, at)
    units, problems = units_of(row, below, at, known, table.shown)
    last = row.number if below is None else below.number
    return HeadsFound(row, last, at, units, problems, [*_above(table, row), *_unused(row, at, known, table, platform)])


def _keys(known: ColumnsFile, shown: str) -> Iterator[Problem]:
    """Keys that no column has."""
    for option, names in (("--column", known.columns), ("--unit", known.units), ("--every", known.every)):
        for name in names:
            if name not in COLUMNS:
                meant = looked_like(name)
                hint = (
                    phrase("did you mean {near}?", near=linked(" or ", meant)) if meant else suggestion(name, COLUMNS)
                )
                yield Problem((), phrase("{option} {name}: no such column", option=option, name=name), hint, file=shown)
    for name in known.values:
        if name not in COLUMNS or COLUMNS[name].what != "word":
            words = [key for key, column in COLUMNS.items() if column.what == "word"]
            what = phrase("{option} {name}: no such column", option="--value", name=name)
            yield Problem((), what, suggestion(name, words), file=shown)
    for name, unit in known.units.items():
        if name in COLUMNS and unit not in _known_units(COLUMNS[name]):
            what = phrase("--unit {name}: '{unit}' is no unit of it", name=name, unit=unit)
            yield Problem((), what, _unit_hint(name), file=shown)


def _known_units(column: Column) -> set[str]:
    return {unit for unit in UNITS[column.kind] if unit} if column.what == "quantity" else set()


def _unit_hint(name: str) -> str:
    if COLUMNS[name].what != "quantity":
        with_units = [key for key, column in COLUMNS.items() if column.what == "quantity"]
        return phrase("units have {columns}", columns=choice(with_units))
    return phrase("write one such as {unit}", unit={"size": "MiB", "time": "us"}.get(COLUMNS[name].kind, "GB/s"))


def _wanted(known: ColumnsFile) -> dict[str, str]:
    """The plain head of each key that is looked for."""
    return {key: plain(head) for key, head in known.columns.items()}


def _same(text: str, head: str) -> bool:
    """Whether a head is the one that is meant, with its unit or without it."""
    return plain(text) == head or plain(without_unit(text)[0]) == head


def _head_row(table: Table, known: ColumnsFile) -> TableRow:
    """The row that holds the most of what is looked for; without any, the first of two cells or more.

    Raises SpecError where a column holds more of it than any row: then the heads stand below each other.
    """
    wanted = {*_wanted(known).values(), *(plain(key) for key in COLUMNS)}
    looks = {plain(word) for words in LOOKS.values() for word in words}
    for words in (wanted, wanted | looks):
        count, row = _best(table.rows, words)
        if row is not None and not row.turned and (below := _best(turned(table).rows, words))[0] > max(count, 2):
            what = phrase("the heads stand below each other in column {name}", name=below[1].name if below[1] else "")
            hint = "write --turned, so that each column is an operation"
            raise SpecError([Problem((), what, hint, file=table.shown)])
        if row is not None and count:
            return row
    wide = next((row for row in table.rows[:MOST_ABOVE] if len(row.cells) > 1), None)
    if wide is None:
        raise SpecError([Problem((), "the table has no row of heads", "write one head a column", file=table.shown)])
    return wide


def _best(rows: Sequence[TableRow], words: Collection[str]) -> tuple[int, TableRow | None]:
    """How many of the words stand in the row that has the most of them, and that row."""
    scored = (
        (sum(any(_same(cell.text, word) for cell in row.cells.values()) for word in words), row)
        for row in rows[:MOST_ABOVE]
    )
    return max(scored, key=lambda one: one[0], default=(0, None))


def _columns(row: TableRow, known: ColumnsFile, table: Table) -> tuple[dict[str, int], list[Problem]]:
    at: dict[str, int] = {}
    problems = []
    for key, head in _wanted(known).items():
        found = [number for number, cell in row.cells.items() if plain(cell.text) == head]
        found = found or [number for number, cell in row.cells.items() if _same(cell.text, head)]
        found = found or [number for number, cell in row.cells.items() if cell.name == known.columns[key]]
        place = f"{table.shown}:{row.name}"
        if not found:
            what = phrase("--column {key}: there is no head '{head}'", key=key, head=known.columns[key])
            heads = [cell.text for cell in row.cells.values()]
            problems.append(Problem((), what, suggestion(known.columns[key], heads, 20), file=place))
        elif len(found) > 1:
            names = choice([row.cells[number].name for number in found])
            what = phrase(
                "--column {key}: '{head}' is the head of {names}", key=key, head=known.columns[key], names=names
            )
            hint = phrase(
                "write --column {key}={name}, the cell of the one that is meant", key=key, name=row.cells[found[0]].name
            )
            problems.append(Problem((), what, hint, file=place))
        elif found[0] in at.values():
            other = next(name for name, number in at.items() if number == found[0])
            what = phrase("--column {key}: '{head}' is {other} already", key=key, head=known.columns[key], other=other)
            problems.append(Problem((), what, "give one of the two another column", file=place))
        else:
            at[key] = found[0]
    return _by_name(row, at, known), problems


def _by_name(row: TableRow, at: dict[str, int], known: ColumnsFile) -> dict[str, int]:
    """With the columns whose heads are keys of ours."""
    taken = set(at.values())
    for key in COLUMNS:
        if key in at or key in known.every:
            continue
        found = [number for number, cell in row.cells.items() if _same(cell.text, plain(key)) and number not in taken]
        if len(found) == 1:
            at[key] = found[0]
            taken.add(found[0])
    return at


def _missing(known: ColumnsFile, at: dict[str, int], row: TableRow, table: Table, platform: bool) -> Iterator[Problem]:
    """Columns that a spec cannot do without, and constants beside a column."""
    said_of = {*at, *known.every, *known.columns}
    lost = [key for key, column in COLUMNS.items() if column.needed and key not in said_of]
    of_machine = [key for key in OF_A_MACHINE if not platform and key not in said_of]
    if missing := [*lost, *of_machine]:
        heads = ", ".join(cell.text for cell in row.cells.values())
        hint = phrase("write --column {key}=HEAD of {heads}, or --every {key}=VALUE", key=missing[0], heads=heads)
        without = {number: without_unit(cell.text)[0] for number, cell in row.cells.items()}
        open_ = [*missing, *(key for key in COLUMNS if key not in said_of and key not in missing)]
        if options := guessed(open_, row, at.values(), without):
            hint = phrase("if these are right, write {options}; {hint}", options=" ".join(options), hint=hint)
        if of_machine:
            hint = phrase("{hint}; or take the machine from --platform NAME", hint=hint)
        what = phrase("no column is known to be {keys}", keys=", ".join(missing))
        yield Problem((), what, hint, file=f"{table.shown}:{row.name}")
    for key in known.every:
        if key in at:
            what = phrase("--every {key}: {head} says it too", key=key, head=row.cells[at[key]].name)
            yield Problem((), what, "leave one of the two out", file=table.shown)
    for key, start in (("alpha_conservative", "alpha"), ("bandwidth_conservative", "bandwidth")):
        if (key in at or key in known.every) and start not in at and start not in known.every:
            yield Problem(
                (),
                phrase("{key} without {start}", key=key, start=start),
                phrase("write --column {key}=HEAD too", key=start),
                file=table.shown,
            )


def _few(names: Sequence[str]) -> str:
    """The first of many names."""
    return ", ".join(names[:FEW]) + (", ..." if len(names) > FEW else "")


def _above(table: Table, head: TableRow) -> Iterator[Problem]:
    for row in table.rows:
        if row.number < head.number:
            first = next(iter(row.cells.values()))
            what = phrase("row {number} is not used: it stands above the heads", number=row.name)
            yield Problem((), what, severity="warning", file=f"{table.shown}:{first.name}")
    for note in table.notes:
        yield Problem((), "a note on the cell is not used", severity="warning", file=f"{table.shown}:{note}")
    if downwards := several_rows(table.merged):
        what = phrase("{ranges} are merged: each row counts with the text of the first", ranges=_few(downwards))
        yield Problem((), what, severity="warning", file=f"{table.shown}:{downwards[0].partition(':')[0]}")
    for name in table.other_sheets:
        yield Problem(
            (),
            phrase("the sheet {name} is not used", name=said(name)),
            phrase("--sheet NAME takes another than {sheet}", sheet=said(table.sheet)),
            severity="warning",
            file=table.shown,
        )


def _unused(row: TableRow, at: dict[str, int], known: ColumnsFile, table: Table, platform: bool) -> Iterator[Problem]:
    """Columns whose numbers go nowhere, with the reason."""
    by_column = {number: key for key, number in at.items()}
    widest = sorted({number for one in table.rows if one.number >= row.number for number in one.cells})
    for number in widest:
        cell = row.cells.get(number)
        key = by_column.get(number)
        if key is None:
            first = cell or next(one.cells[number] for one in table.rows if number in one.cells)
            what = phrase("the column {head} is not used", head=said(cell.text if cell else None))
            hint = "write --column KEY=HEAD where it says something of the operation"
            yield Problem((), what, hint, severity="warning", file=f"{table.shown}:{first.name}")
        elif (
            platform and COLUMNS[key].machine and (key != "location" or not {"ranks_per_node", "nodes"}.isdisjoint(at))
        ):
            what = phrase(
                "the column {head} is not used: --platform says {key}", head=said(row.cells[number].text), key=key
            )
            yield Problem((), what, severity="warning", file=f"{table.shown}:{row.cells[number].name}")
    for key in known.every:
        if platform and COLUMNS[key].machine:
            what = phrase("--every {key} is not used: --platform says it", key=key)
            yield Problem((), what, severity="warning", file=table.shown)
