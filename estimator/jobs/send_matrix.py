"""Reads a send matrix from a file: p rows of p numbers [byte], as JSON or CSV."""

from pathlib import Path

from estimator.cost.options import Matrix
from estimator.errors import UserError
from estimator.spec.reading.table_text import BYTE_LIMIT, TableError
from estimator.spec.reading.tables import EXAMPLE, square


def read_send_matrix(path: Path) -> Matrix:
    """The matrix in a file, row i what rank i sends.

    UserError when the file cannot be read, is no square table, or holds anything but numbers from 0 on.
    """
    try:
        return square(_content(path))
    except TableError as error:
        place = ":".join(str(part) for part in (path, error.line, error.column) if part is not None)
        raise UserError(f"{place}: {error.message}; {EXAMPLE}") from None


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{path}: is not a plain file")
        with path.open("rb") as stream:
            return stream.read(BYTE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot read: {getattr(error, 'strerror', None) or error}") from None
