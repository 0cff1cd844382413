"""The JSON schema of what ``commspec export --format json`` gives: estimates, requirements, cells, answers."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.report.tables.estimates.listing import SCHEMA
from estimator.report.tables.exchange.exported import VERSION
from estimator.report.tables.exchange.offers_schema import answers_document, definitions
from estimator.report.tables.exchange.requirement_rows import CELL_HEAD, HEAD
from estimator.report.tables.exchange.schema_parts import (
    COUNT,
    MAYBE,
    NUMBER,
    PAIR,
    RANKS,
    TEXT,
    TEXTS,
    WORD,
    Schema,
    by_name,
    closed,
    listed,
)
from estimator.spec.schema import DIALECT

LISTS = ("responsible", "covers", "refines")
"""Columns of a requirement that hold several ids."""
NUMBERS = {
    "n_bytes": "Canonical size; null of a whole curve and of a capability.",
    "skew": "The busiest rank's load over the mean.",
    "limit_si": "Seconds, B/s, bytes, a share or a factor, after the metric; null where the cell is only reported.",
    "tolerance": "Share by which a result may be beyond the limit.",
    "expected_optimistic_si": "What the model expects of the metric at its better end.",
    "expected_conservative_si": "What it expects at its worse end.",
}
"""Numbers of a cell."""
PARTS = ("total_s", "startup_s", "transfer_s", "knee_s", "launch_s", "sync_s", "reorder_s", "rounds", "skew")
"""Numbers of one end of an estimate."""
WORDS_OF_OPERATION = ("operation", "collective", "algorithm", "group", "dtype", "semantics", "step")


def export_schema() -> Schema:
    """The schema as plain data, draft 2020-12: one of four documents, told apart by their first key."""
    return {
        "$schema": DIALECT,
        "$comment": f"commspec export, version {VERSION}",
        "title": "What commspec export gives as JSON; numbers are in SI units: s, byte, byte/s.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("estimates", "requirements", "cells", "answers")],
        "$defs": {
            "estimates": _document("commspec_estimates", SCHEMA, _estimates()),
            "requirements": _document(
                "commspec_requirements",
                VERSION,
                {"language": {"enum": ["zh", "en"]}, "requirements": by_name({"$ref": "#/$defs/requirement"})},
            ),
            "cells": _document("commspec_cells", VERSION, {"cells": listed({"$ref": "#/$defs/cell"})}),
            "requirement": _requirement(),
            "cell": closed({name: _of_cell(name) for name in CELL_HEAD}),
            "operation": _operation(),
            "end": _end(),
            "answers": answers_document(),
            **definitions(),
        },
    }


def _document(key: str, version: int, parts: Mapping[str, Schema]) -> Schema:
    head = {
        key: {"const": version},
        "document": closed({"id": TEXT, "version": TEXT}),
        "fingerprint": TEXT | {"description": "Of the document with its inputs and the version that made it."},
        "sources_sha256": TEXT,
        "commspec": TEXT | {"description": "The version that made it."},
    }
    return closed({**head, **parts})


def _requirement() -> Schema:
    ours = {name: TEXTS if name in LISTS else COUNT if name == "cells" else TEXT for name in HEAD[1:]}
    binding = TEXT | {"description": "Of what binds: cells, limits, tolerance, conditions, test, pass rule."}
    return closed({**ours, "fingerprint": binding, "fields": by_name(TEXT)})


def _of_cell(name: str) -> Schema:
    if name in NUMBERS:
        return MAYBE | {"description": NUMBERS[name]}
    return RANKS if name in ("ranks", "nodes", "at_once") else TEXT


def _estimates() -> dict[str, Schema]:
    sums = {"total_s": PAIR, "exposed_s": PAIR}
    first = {"assumption": TEXT, "seconds": NUMBER, "share": NUMBER}
    called = closed({"n_bytes": NUMBER, "per_step": NUMBER})
    return {
        "pipeline": listed(closed({"from": COUNT, "to": COUNT, "traffic": by_name(called)})),
        "step": closed({"of": TEXT, **sums, "stage": MAYBE, "stages": MAYBE}),
        "other_steps": by_name(closed(sums)),
        "budget": {"type": "object", "description": "What the step may expose, and with every must just met."},
        "measure_first": listed(closed(first)),
        "operations": by_name({"$ref": "#/$defs/operation"}),
    }


def _operation() -> Schema:
    """The times of one operation at both ends are of all its calls together; open for what later versions add."""
    ends = {key: {"$ref": "#/$defs/end"} for key in ("optimistic", "conservative")}
    times = {"optimistic_s": NUMBER, "conservative_s": NUMBER, "n_bytes": NUMBER, "calls": NUMBER, "bound_s": MAYBE}
    step = {"factor": TEXT, "where": TEXT, "seconds": NUMBER}
    parts = {
        **dict.fromkeys(WORDS_OF_OPERATION, TEXT),
        **times,
        **ends,
        "ranks": COUNT,
        "nodes": COUNT,
        "bound_at": WORD,
        "conditions": TEXTS,
        "limited_by": TEXTS,
        "paths": by_name(TEXT),
        "n_star_bytes": by_name(PAIR),
        "rivals_s": by_name(PAIR),
        "basis_shares": by_name(NUMBER),
        "waterfall": listed(closed(step)),
    }
    return {**closed(parts), "additionalProperties": True}


def _end() -> Schema:
    origin = {"where": TEXT, "condition": TEXT, "value": NUMBER, "source": TEXT, "basis": TEXT}
    return closed(
        {
            **dict.fromkeys(PARTS, NUMBER),
            "limited_by": TEXTS,
            "shares_s": by_name(NUMBER) | {"description": "Seconds by parameter; they sum to total_s."},
            "parameters": by_name(closed(origin, {"widened": NUMBER})),
        }
    )
