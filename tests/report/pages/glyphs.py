"""How large every piece of text of a PDF is on paper: its type's size through all that the page does to it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream

Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
SHOWN = (b"Tj", b"TJ", b"'", b'"')


class Piece(NamedTuple):
    """A piece of text: its page from 1, where its base line begins from the left and the bottom, its size [pt]."""

    page: int
    x: float
    y: float
    size: float


def times(one: Matrix, other: Matrix) -> Matrix:
    """What ``one`` and then ``other`` does."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def pieces(reader: PdfReader) -> Iterator[Piece]:
    """Every piece of text on all pages, in drawings too."""
    for number, page in enumerate(reader.pages, 1):
        found = _of(page.get_contents(), page["/Resources"], UNIT, reader)
        yield from (Piece(number, x, y, size) for x, y, size in found)


def _of(stream: Any, resources: Any, outer: Matrix, reader: PdfReader) -> Iterator[tuple[float, float, float]]:
    kept: list[tuple[Matrix, float]] = []
    matrix, size, line = outer, 0.0, UNIT
    for operands, operator in ContentStream(stream, reader).operations if stream is not None else ():
        line = _line(operator, operands, line)
        if operator == b"q":
            kept.append((matrix, size))
        elif operator == b"Q":
            matrix, size = kept.pop()
        elif operator == b"cm":
            matrix = times(_matrix(operands), matrix)
        elif operator == b"Tf":
            size = float(operands[1])
        elif operator in SHOWN:
            whole = times(line, matrix)
            yield whole[4], whole[5], abs(size) * hypot(whole[2], whole[3])
        elif operator == b"Do":
            yield from _drawn(resources["/XObject"][operands[0]].get_object(), resources, matrix, reader)


def _line(operator: bytes, operands: Any, line: Matrix) -> Matrix:
    """Where the line of text begins after an operator."""
    if operator == b"BT":
        return UNIT
    if operator == b"Tm":
        return _matrix(operands)
    if operator in (b"Td", b"TD"):
        return times((1.0, 0.0, 0.0, 1.0, float(operands[0]), float(operands[1])), line)
    return line


def _drawn(form: Any, resources: Any, matrix: Matrix, reader: PdfReader) -> Iterator[tuple[float, float, float]]:
    """The text of a drawing that the page shows; nothing for a picture of dots."""
    if form["/Subtype"] == "/Form":
        inner = times(_matrix(form.get("/Matrix", UNIT)), matrix)
        yield from _of(form, form.get("/Resources", resources), inner, reader)


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f
