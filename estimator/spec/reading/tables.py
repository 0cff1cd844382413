"""Tables that a spec names by their file: read as includes are, and put in the place of the name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any

from estimator.cost.options import Matrix
from estimator.errors import Path, Problem, UserError
from estimator.phrase import phrase
from estimator.spec.checks.references import each
from estimator.spec.reading.include import Reader, Tree, leaves
from estimator.spec.reading.missing import instead
from estimator.spec.reading.table_text import TableError, table_rows

EXAMPLE = "write p rows of p byte counts, such as [[0, 4096], [1024, 0]] or lines such as 0,4096"
COUNTS = "write one number an expert in a line, such as 120,96,88,..., or a line for each layer"
RANK_LIMIT = 2048
MATRICES = "operations.*.algorithm.send_matrix"
HISTOGRAM = "moe.routing.histogram"


def square(content: bytes) -> Matrix:
    """A send matrix: as many rows as numbers in each. Raises TableError."""
    rows = table_rows(content)
    if len(rows) > RANK_LIMIT:
        raise TableError(
            phrase("{rows} rows; at most {rank_limit} ranks are read", rows=len(rows), rank_limit=RANK_LIMIT),
            rows[RANK_LIMIT].line,
        )
    for number, row in enumerate(rows, start=1):
        if len(row.cells) != len(rows):
            what = phrase(
                "row {number} has {cells} numbers, and there are {rows} rows",
                number=number,
                cells=len(row.cells),
                rows=len(rows),
            )
            raise TableError(what, row.line)
    return tuple(row.cells for row in rows)


def counts(content: bytes) -> Matrix:
    """A histogram: rows of as many numbers; a column of single numbers is one row. Raises TableError."""
    rows = table_rows(content)
    if len(rows) > 1 and all(len(row.cells) == 1 for row in rows):
        return (tuple(row.cells[0] for row in rows),)
    for row in rows:
        if len(row.cells) != len(rows[0].cells):
            raise TableError(
                phrase(
                    "{cells} numbers, and the first row has {first}", cells=len(row.cells), first=len(rows[0].cells)
                ),
                row.line,
            )
    return tuple(row.cells for row in rows)


def with_tables(tree: Tree, reader: Reader | None, folder: str) -> None:
    """Read the tables that a spec names, relative to the file that names them; mistakes join the tree's problems."""
    for path, written in list(_named(tree.data)):
        problem = _filled(tree, path, written, reader, folder)
        if problem is not None:
            tree.problems.append(tree.locations.placed(problem))
            tree.silent.add(path)


def _named(data: Any) -> Iterator[tuple[Path, str]]:
    for pattern in (HISTOGRAM, MATRICES):
        for path, value in each(data, pattern):
            if isinstance(value, str) and not _is_number(value):
                yield path, value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _filled(tree: Tree, path: Path, written: str, reader: Reader | None, folder: str) -> Problem | None:
    """Put the table in its place; what is wrong with the name, or with the file at a line of it."""
    histogram = path[-1] == "histogram"
    hint = COUNTS if histogram else EXAMPLE
    if reader is None:
        return Problem(path, "files are not possible here", "write the numbers in place")
    target = posixpath.normpath(posixpath.join(_base(tree, path, folder), written))
    if leaves(written, target):
        return Problem(
            path,
            phrase("'{written}' is outside the spec's folder", written=written),
            "name a file inside it by a relative path",
        )
    shown = f"{folder}/{target}" if folder else target
    try:
        table = counts(reader(target)) if histogram else square(reader(target))
    except UserError as error:
        return Problem(
            path, phrase("cannot read '{written}'", written=written), instead(error, written, _base(tree, path, folder))
        )
    except TableError as error:
        tree.locations.order.setdefault(shown, len(tree.locations.order))
        return Problem(path, error.message, hint, file=shown, line=error.line, column=error.column)
    place = tree.data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = [list(row) for row in table]
    return None


def _base(tree: Tree, path: Path, folder: str) -> str:
    """The folder of the file that names a table, inside the spec's folder; that folder itself for an option."""
    if any(path[:length] in tree.locations.changed for length in range(len(path) + 1)):
        return ""
    shown = tree.locations.place(path).file
    return posixpath.dirname(shown.removeprefix(f"{folder}/") if folder else shown)
