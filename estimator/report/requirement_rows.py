"""Requirements and their cells as CSV: one row a requirement, and one row a cell, for spreadsheets and programs."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from io import StringIO

from estimator.report.sentences.sentence import sentence
from estimator.report.sentences.texts import limit_text, metric_text
from estimator.require.criterion import Expanded, Measure
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
    *(
        "requirement",
        "cell",
        "collective",
        "dtype",
        "group",
        "ranks",
        "nodes",
        "at_once",
        "condition",
        "skew",
        "n_bytes",
    ),
    *("metric", "statistic", "ranks_joined", "repeats_joined", "comparator", "limit_si", "tolerance", "limited_by"),
    *("expected_optimistic_si", "expected_conservative_si"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def requirements_csv(spec: Spec, expanded: Mapping[str, Expanded], language: Language) -> str:
    """One row a requirement, in the spec's order; fields of the spec's own are columns at the end."""
    own = [f"field:{name}" for name in spec.document.fields]
    rows = (_row(spec, name, one, expanded[name], language) for name, one in spec.requirements.items())
    return _written([*HEAD, *own], rows)


def cells_csv(spec: Spec, expanded: Mapping[str, Expanded]) -> str:
    """One row a cell, numbers in SI units and in full."""
    rows = (row for found in expanded.values() for row in _cells(spec, found))
    return _written(list(CELL_HEAD), rows)


def _row(spec: Spec, name: str, one: Requirement, found: Expanded, language: Language) -> list[str]:
    def said(text: Text | None) -> str:
        return text.get(language) if text is not None else ""

    main = found.main
    tool = one.test.tool if isinstance(one, MeasurableRequirement) else ""
    return [
        name, said(one.title), said(one.short_title), one.kind, one.priority, " ".join(one.responsible), one.run_by,
        one.phase or "", getattr(one, "operation", None) or "", sentence(name, spec, found, language),
        limit_text(main, language) if main is not None and main.limit is not None else "", str(found.cells),
        tool, said(pass_rule_of(one)), said(evidence_of(one)), said(one.rationale),
        said(one.need), said(one.note), " ".join(one.covers), " ".join(one.refines),
        *(one.fields.get(key, "") for key in spec.document.fields),
    ]  # fmt: skip


def _cells(spec: Spec, found: Expanded) -> Iterator[list[str]]:
    """The rows of one requirement; what the cells of a block share is worked out once."""
    for cell in found.stated:
        row = [cell.requirement, cell.key, *[""] * 9, *_measured(cell.measure), cell.comparator]
        yield [*row, _number(cell.limit), _number(cell.tolerance), cell.how, "", ""]
    for block in found.blocks:
        requirement = spec.requirements[block.requirement]
        dtype = inherited(requirement, spec).dtype if isinstance(requirement, MeasurableRequirement) else None
        place, nothing = block.place, [math.nan] * len(block.sizes)
        where = [block.collective, dtype or "", place.group, str(place.ranks), str(place.nodes), str(place.at_once)]
        where += [block.condition, f"{block.skew:g}"]
        taken, tolerance = [*_measured(block.measure), block.comparator], _number(block.tolerance)
        ends = [end.tolist() for end in block.expected] if block.expected is not None else [nothing, nothing]
        columns = zip(block.cell_keys(), block.sizes.tolist(), block.limits.tolist(), block.ways, *ends, strict=True)
        for key, n, limit, how, low, high in columns:
            limited = [_number(limit), tolerance, how if limit == limit else "open"]
            yield [block.requirement, key, *where, _number(n), *taken, *limited, _number(low), _number(high)]


def _measured(measure: Measure) -> list[str]:
    metric = metric_text(measure, "en") if measure.name != "none" else ""
    return [metric, measure.statistic, measure.ranks, measure.repeats]


def _number(value: float | None) -> str:
    return "" if value is None or value != value else f"{value:.17g}"


def _written(head: list[str], rows: Iterator[list[str]]) -> str:
    found = StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_plain(text) for text in row] for row in rows)
    return found.getvalue()


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula; spaces that do not break are plain ones."""
    plain = text.replace("\u00a0", " ")
    numeric = plain[:1] == "-" and plain[1:2].isdigit()
    return f"'{plain}" if plain.startswith(FORMULA) and not numeric else plain
