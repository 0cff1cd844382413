"""Requirements and cells for other programs and reviews: JSON after a published schema, and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

from estimator.report.tables.exchange.requirement_rows import (
    CELL_HEAD,
    HEAD,
    Value,
    cell_rows,
    requirement_head,
    requirement_rows,
)
from estimator.report.tables.rows import block, document, piped, plain, unmarked
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.values.base import Language

VERSION = 1
EXACT = 2.0**53
"""Whole numbers below it are told whole: a size is the size that is run."""


def requirements_json(
    spec: Spec,
    expanded: Mapping[str, Expanded],
    fingerprints: Mapping[str, str],
    about: Mapping[str, object],
    language: Language,
) -> str:
    """Every requirement by its id, one a line, with its fingerprint and the spec's own fields apart.

    ``about``: what is said of the document and its files; ``fingerprints`` by id.
    """
    rows = []
    for row in requirement_rows(spec, expanded, language):
        name, *rest = row
        ours = dict(zip(HEAD[1:], rest, strict=False))
        fields = dict(zip(spec.document.fields, row[len(HEAD) :], strict=True))
        found = {**ours, "fingerprint": fingerprints[str(name)], "fields": fields}
        rows.append(f"{plain(name)}: {plain(found)}")
    head = {"commspec_requirements": VERSION, **about, "language": language}
    return document([*_head(head), f'"requirements": {{{block(rows)}}}'])


def cells_json(spec: Spec, expanded: Mapping[str, Expanded], about: Mapping[str, object]) -> str:
    """Every cell, one a line, numbers in SI units and in full, null where there is none."""
    rows = (plain(dict(zip(CELL_HEAD, row, strict=True))) for row in cell_rows(spec, expanded))
    return document([*_head({"commspec_cells": VERSION, **about}), f'"cells": [{block(rows)}]'])


def requirements_markdown(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> str:
    """The columns of the CSV as a table of Markdown, but those that are empty throughout."""
    return _table(requirement_head(spec), requirement_rows(spec, expanded, language))


def cells_markdown(spec: Spec, expanded: Mapping[str, Expanded]) -> str:
    """As for requirements; numbers in SI units with six digits."""
    return _table(CELL_HEAD, cell_rows(spec, expanded))


def _head(head: Mapping[str, object]) -> list[str]:
    return [f"{plain(name)}: {plain(value)}" for name, value in head.items()]


def _table(head: Sequence[str], rows: Iterable[list[Value]]) -> str:
    shown = [[_shown(value) for value in row] for row in rows]
    used = [any(column) for column in zip(*shown, strict=True)] or [True] * len(head)
    return piped([list(compress(row, used)) for row in ([unmarked(name) for name in head], *shown)])


def _shown(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < EXACT else f"{value:.6g}"
    return "" if value is None else unmarked(" ".join(value) if isinstance(value, list) else str(value))
