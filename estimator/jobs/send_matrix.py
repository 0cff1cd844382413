"""Reads a send matrix: p rows of p numbers [byte], as JSON or CSV."""

import csv
import json
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import Any

from estimator.cost.options import Matrix
from estimator.errors import UserError
from estimator.units import LIMITS

FILE_LIMIT = 32 * 2**20
"""Bytes of the file: about 1,500 ranks in whole bytes."""
RANK_LIMIT = 2048
EXAMPLE = "write p rows of p byte counts, such as [[0, 4096], [1024, 0]] or lines such as 0,4096"


def read_send_matrix(path: Path) -> Matrix:
    """The matrix in a file, row i what rank i sends. JSON where it starts with a bracket, else CSV.

    UserError when the file cannot be read, is no square table, or holds anything but numbers from 0 on.
    """
    text = _text(path)
    rows = _json_rows(path, text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(path, text)
    return _matrix(path, rows)


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{path}: is not a plain file")
        with path.open("rb") as stream:
            data = stream.read(FILE_LIMIT + 1)
        if len(data) > FILE_LIMIT:
            raise UserError(f"{path}: larger than {FILE_LIMIT // 2**20} MiB; no send matrix is")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path}: is not text in UTF-8; {EXAMPLE}") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot read: {getattr(error, 'strerror', None) or error}") from None


def _json_rows(path: Path, text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(f"{path}:{error.lineno}:{error.colno}: is not JSON: {error.msg}; {EXAMPLE}") from None
    except (RecursionError, ValueError):
        raise UserError(f"{path}: is no table of numbers; {EXAMPLE}") from None
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise UserError(f"{path}: is no list of rows; {EXAMPLE}")
    return found


def _csv_rows(path: Path, text: str) -> list[list[Any]]:
    try:
        found = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error as error:
        raise UserError(f"{path}: is not CSV: {error}; {EXAMPLE}") from None
    return [[_typed(cell.strip()) for cell in row] for row in found if row]


def _typed(cell: str) -> float | str:
    try:
        return float(cell) if "_" not in cell else cell
    except ValueError:
        return cell


def _matrix(path: Path, rows: list[Any]) -> Matrix:
    if not rows:
        raise UserError(f"{path}: holds no numbers; {EXAMPLE}")
    if len(rows) > RANK_LIMIT:
        raise UserError(f"{path}: {len(rows)} rows; at most {RANK_LIMIT} ranks are read")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows):
            raise UserError(f"{path}: row {number} has {len(row)} numbers, and there are {len(rows)} rows; {EXAMPLE}")
    return tuple(tuple(_numbers(path, number, row)) for number, row in enumerate(rows, start=1))


def _numbers(path: Path, row: int, cells: Iterable[Any]) -> Iterable[float]:
    most = LIMITS["size"][1]
    for column, cell in enumerate(cells, start=1):
        plain = isinstance(cell, (int, float)) and not isinstance(cell, bool)
        if not plain or not 0 <= cell <= most or not isfinite(cell):
            shown = str(cell)[:40]
            raise UserError(f"{path}: row {row}, column {column}: '{shown}' is no number of bytes from 0 to {most:g}")
        yield float(cell)
