"""Requirements and their cells as CSV: one row a requirement, and one row a cell, for spreadsheets and programs."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from types import MappingProxyType

from estimator.report.sentences.sentence import sentence
from estimator.report.sentences.texts import limit_text, metric_text, value_text
from estimator.report.tables.rows import harmless
from estimator.require.criterion import Expanded, Measure, Unit
from estimator.require.inherited import inherited
from estimator.require.items import evidence_of, pass_rule_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.values.base import Language, Text

HEAD = (
    *("id", "title", "short_title", "kind", "priority", "responsible", "run_by", "phase", "operation", "statement"),
    *("limit", "cells", "tool", "pass_rule", "evidence", "rationale", "need", "note", "covers", "refines"),
)
CELL_HEAD = (
    *("requirement", "cell", "collective", "dtype", "group", "ranks", "nodes", "at_once", "condition", "skew"),
    *("n_bytes", "metric", "statistic", "ranks_joined", "repeats_joined", "comparator", "limit_si", "unit"),
    *("tolerance", "limited_by", "expected_optimistic_si", "expected_conservative_si"),
)
UNITS: Mapping[Unit, str] = MappingProxyType(
    {"time": "s", "bandwidth": "B/s", "size": "byte", "ratio": "1", "factor": "1", "none": ""}
)
"""The SI unit of a cell's numbers."""
Value = str | int | float | list[str] | None
"""A cell of a row before it is written: texts, numbers in SI, lists of ids; None where there is nothing."""
LIMIT = CELL_HEAD.index("limit_si")


def requirements_csv(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> str:
    """One row a requirement, in the spec's order; fields of the spec's own are columns at the end."""
    return _written(requirement_head(spec), requirement_rows(spec, expanded, language))


def cells_csv(spec: Spec, expanded: Mapping[str, Expanded]) -> str:
    """One row a cell, numbers in SI units and in full."""
    return _written(CELL_HEAD, cell_rows(spec, expanded))


def requirement_head(spec: Spec) -> tuple[str, ...]:
    """The names of the columns of requirements: ours, then the spec's own."""
    return (*HEAD, *(f"field:{name}" for name in spec.document.fields))


def requirement_rows(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> Iterator[list[Value]]:
    """One row a requirement, in the spec's order."""
    return (_row(spec, name, one, expanded[name], language) for name, one in spec.requirements.items())


def cell_rows(spec: Spec, expanded: Mapping[str, Expanded]) -> Iterator[list[Value]]:
    """One row a cell, in the order of the requirements; numbers in SI units."""
    return (row for found in expanded.values() for _, row in _cells(spec, found, "en"))


def cell_rows_with_limits(
    spec: Spec, expanded: Mapping[str, Expanded], language: Language
) -> Iterator[tuple[list[Value], str]]:
    """As ``cell_rows``, each with its limit as people write it, "" where it has none; metrics in the language too."""
    for found in expanded.values():
        for unit, row in _cells(spec, found, language):
            limit, sign = row[LIMIT], "≥" if row[LIMIT - 1] == "at_least" else "≤"
            yield row, f"{sign} {value_text(limit, unit, language)}" if isinstance(limit, float) else ""


def _row(spec: Spec, name: str, one: Requirement, found: Expanded, language: Language) -> list[Value]:
    def said(text: Text | None) -> str:
        return text.get(language) if text is not None else ""

    main = found.main
    tool = one.test.tool if isinstance(one, MeasurableRequirement) else ""
    return [
        name, said(one.title), said(one.short_title), one.kind, one.priority, list(one.responsible), one.run_by,
        one.phase or "", getattr(one, "operation", None) or "", sentence(name, spec, found, language),
        limit_text(main, language) if main is not None and main.limit is not None else "", found.cells,
        tool, said(pass_rule_of(one)), said(evidence_of(one)), said(one.rationale),
        said(one.need), said(one.note), list(one.covers), list(one.refines),
        *(one.fields.get(key, "") for key in spec.document.fields),
    ]  # fmt: skip


def _cells(spec: Spec, found: Expanded, language: Language) -> Iterator[tuple[Unit, list[Value]]]:
    """The rows of one requirement with their family of units; what the cells of a block share is worked out once."""
    for cell in found.stated:
        row: list[Value] = [cell.requirement, cell.key, "", "", "", *[None] * 3, "", *[None] * 2]
        taken = [*_measured(cell.measure, language), cell.comparator]
        limit = [cell.limit, UNITS[cell.unit], _number(cell.tolerance), cell.how]
        yield cell.unit, [*row, *taken, *limit, None, None]
    for block in found.blocks:
        requirement = spec.requirements[block.requirement]
        dtype = inherited(requirement, spec).dtype if isinstance(requirement, MeasurableRequirement) else None
        place, nothing = block.place, [math.nan] * len(block.sizes)
        where: list[Value] = [block.collective, dtype or "", place.group, place.ranks, place.nodes, place.at_once]
        where += [block.condition, block.skew]
        measured, tolerance = [*_measured(block.measure, language), block.comparator], _number(block.tolerance)
        unit = block.measure.unit
        ends = [end.tolist() for end in block.expected] if block.expected is not None else [nothing, nothing]
        columns = zip(block.cell_keys(), block.sizes.tolist(), block.limits.tolist(), block.ways, *ends, strict=True)
        for key, n, limit, how, low, high in columns:
            limited: list[Value] = [_number(limit), UNITS[unit], tolerance, how if limit == limit else "open"]
            yield unit, [block.requirement, key, *where, _number(n), *measured, *limited, _number(low), _number(high)]


def _measured(measure: Measure, language: Language) -> list[str]:
    metric = metric_text(measure, language) if measure.name != "none" else ""
    return [metric, measure.statistic, measure.ranks, measure.repeats]


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _written(head: Sequence[str], rows: Iterator[list[Value]]) -> str:
    found = StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow(map(harmless, head))
    writer.writerows([_text(value) for value in row] for row in rows)
    return found.getvalue()


def _text(value: Value) -> str:
    """A value as a cell of CSV; spaces that do not break are plain ones."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")  # the shortest text that reads back as the same number
    if isinstance(value, str):
        return harmless(value.replace("\u00a0", " "))
    return harmless(" ".join(value)) if isinstance(value, list) else "" if value is None else str(value)
