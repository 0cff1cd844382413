"""Rows of cells as plain text, Markdown, CSV or lines of JSON, for terminals, review comments and programs."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence

Scalar = str | float | int | None
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula; a Chinese one takes the wide letters too."""
MARKUP = re.compile(r"[\\`*\[\]<>&~#$]|(?<![^\W_])_|_(?![^\W_])")
"""Letters that Markdown takes for more than themselves; an underscore inside a word is none of them."""
NUMBER = re.compile(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?")


def piped(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first row is the head."""
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def comma_separated(rows: Sequence[Mapping[str, Scalar]]) -> str:
    """CSV with the first row's keys as its head; numbers in full, nothing for None."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0] if rows else ())
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row.values()] for row in rows)
    return stream.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that begins like it gets a quote in front; numbers do not."""
    return f"'{text}" if like_formula(text) and not _numeric(text) else text


def like_formula(text: str) -> bool:
    """Whether a text begins as a formula does, blanks in front of it left aside."""
    return text.lstrip(" \n\u3000").startswith(FORMULA)


def _numeric(text: str) -> bool:
    """Whether all of it is one number, or the dash that stands for none."""
    return text == "-" or NUMBER.fullmatch(text) is not None


def unmarked(text: str) -> str:
    """A text as one cell of a Markdown table that shows it letter by letter, on one line and as no formula."""
    return MARKUP.sub(r"\\\g<0>", harmless(" ".join(text.split())))


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
