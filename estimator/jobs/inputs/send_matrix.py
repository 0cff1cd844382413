"""A send matrix in a file: p rows of p numbers [byte], as JSON or CSV."""

import json
from dataclasses import replace
from pathlib import Path

from estimator.cost.options import Matrix
from estimator.errors import UserError
from estimator.estimate.asked.question import Question
from estimator.estimate.asked.uneven import uneven_matrix
from estimator.jobs.outputs.kept import remember_read
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import phrase
from estimator.spec.reading.table_text import BYTE_LIMIT, TableError
from estimator.spec.reading.tables import EXAMPLE, square


def with_matrix(
    question: Question,
    source: Path | None,
    target: Path | None,
    *,
    skew: float | None,
    seed: int | None,
    zero_peers: int | None,
    dtype: str | None,
) -> Question:
    """The question with the send matrix of a file, or with one made for a skew; as it was where neither is given.

    UserError when both are given, or what only a skew makes use of is given without one.
    """
    if skew is None:
        idle = {"--seed": seed, "--zero-peers": zero_peers, "--dtype": dtype, "--write-send-matrix": target}
        for flag in [flag for flag, value in idle.items() if value is not None][:1]:
            raise UserError(phrase("{flag} has no effect without --skew; give --skew too, or leave it out", flag=flag))
        matrix = read_send_matrix(source) if source is not None else None
    elif source is not None:
        raise UserError("--skew makes a send matrix, and --send-matrix names one; give one of the two")
    else:
        matrix = uneven_matrix(question, skew, seed, zero_peers, dtype)
    return replace(question, options=replace(question.options, send_matrix=matrix))


def read_send_matrix(path: Path) -> Matrix:
    """The matrix in a file, row i what rank i sends.

    UserError when the file cannot be read, is no square table, or holds anything but numbers from 0 on.
    """
    try:
        return square(_content(path))
    except TableError as error:
        place = ":".join(str(part) for part in (path, error.line, error.column) if part is not None)
        raise UserError(
            phrase("{place}: {message}; {example}", place=place, message=error.message, example=EXAMPLE)
        ) from None


def write_send_matrix(path: Path, matrix: Matrix) -> None:
    """Write a matrix [byte] in place of the file: JSON where its name ends in .json, CSV otherwise.

    UserError when the file cannot be written.
    """
    rows = [[int(sent) if sent == int(sent) else sent for sent in row] for row in matrix]
    if path.suffix.casefold() == ".json":
        text = "[" + ",\n ".join(json.dumps(row) for row in rows) + "]\n"
    else:
        text = "".join(f"{','.join(map(str, row))}\n" for row in rows)
    with drafted(path, "--write-send-matrix") as draft:
        draft.write_text(text, encoding="utf-8")


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UserError(phrase("{path}: is not a plain file", path=path))
        remember_read(path)
        with path.open("rb") as stream:
            return stream.read(BYTE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise UserError(
            phrase("{path}: cannot read: {error}", path=path, error=getattr(error, "strerror", None) or error)
        ) from None
