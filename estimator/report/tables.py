"""Rows of cells as plain text, Markdown, CSV or lines of JSON, for terminals, review comments and programs."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence

Cell = str | float | int | None


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of columns of equal width; the first row is the head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def piped(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first row is the head."""
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def comma_separated(rows: Sequence[Mapping[str, Cell]]) -> str:
    """CSV with the first row's keys as its head; numbers in full, nothing for None."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0] if rows else ())
    writer.writerows(row.values() for row in rows)
    return stream.getvalue()


def plain(value: object) -> str:
    """A value as JSON on one line; a number that JSON does not have is an error."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def block(items: Iterable[str]) -> str:
    """Items of a JSON list or object, each on a line of its own: readable in a diff, and quickly written."""
    text = ",\n  ".join(items)
    return f"\n  {text}\n" if text else ""


def document(parts: Iterable[str]) -> str:
    """A JSON object of ``"name": value`` parts."""
    return "{\n" + ",\n".join(parts) + "\n}\n"
