"""The difference of two versions as JSON: ids, directions, seconds; numbers in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estimator.history.difference import ChangedRequirement, Closing, Difference
from estimator.history.direction import ChangedPart
from estimator.history.estimates import Moved
from estimator.history.loosened import MovedLimit
from estimator.history.meaning import Accepts
from estimator.history.plain import plain as data_of
from estimator.report.tables.rows import document, plain

SCHEMA = 1


def as_json(found: Difference, about: Mapping[str, object]) -> str:
    """Everything that differs; ``about``: the two versions and the tool."""
    parts = {"commspec_difference": SCHEMA, **about, **as_data(found)}
    return document(f"{plain(name)}: {plain(value)}" for name, value in parts.items())


def as_data(found: Difference) -> dict[str, Any]:
    """The parts of the JSON that are about the difference itself."""
    return {
        "requirements": {
            "added": list(found.added),
            "removed": list(found.removed),
            "changed": {name: _change(one) for name, one in found.changed.items()},
        },
        "estimates": {name: _moved(one) for name, one in found.estimates.moved.items()},
        "operations": {"added": list(found.estimates.added), "removed": list(found.estimates.removed)},
        "step": {
            "total_s": {"before": list(found.total[0]), "after": list(found.total[1])},
            "exposed_s": None if found.estimates.exposed is None else _moved(found.estimates.exposed),
        },
        "closes": _closing(found.closing),
        "approve": list(found.to_approve),
        "replaced": [one._asdict() for one in found.replaced],
        "inputs": {one.text: {"before": data_of(one.before), "after": data_of(one.after)} for one in found.inputs},
        "document": list(found.document),
        "words": list(found.words),
        "version": {**found.version._asdict(), "too_small": found.version.too_small},
    }


def _change(one: ChangedRequirement) -> dict[str, Any]:
    found, loosened = one.changed, one.loosened
    return {
        "direction": found.direction,
        "cells": {"moved": found.moved, "dropped": found.dropped, "added": found.added},
        "parts": [_part(part) for part in found.parts],
        "because": list(loosened.because) if loosened else [],
        "by": loosened.by if loosened else None,
        "limit_ratio": loosened.ratio if loosened else None,
        "limit": _limit(loosened.limit) if loosened else None,
        "needs_approval": bool(loosened and loosened.needs_approval),
    }


def _limit(moved: MovedLimit) -> dict[str, Any]:
    """The limit that moved most, in SI units of its kind, and what each place adds to it."""
    return {
        "cell": moved.cell,
        "unit": moved.unit,
        "before": moved.before,
        "after": moved.after,
        "because": dict(moved.shares),
    }


def _part(part: ChangedPart) -> dict[str, Any]:
    before, after = (_value(value) for value in (part.before, part.after))
    return {"of": part.of, "name": part.name, "direction": part.direction, "before": before, "after": after}


def _value(value: Any) -> Any:
    if not isinstance(value, Accepts):
        return value
    passing = {"comparator": value.comparator, "limit": value.limit}
    return passing | ({"sizes": sorted(value.sizes)} if value.sizes else {})


def _moved(one: Moved) -> dict[str, Any]:
    causes = dict.fromkeys([*one.because.conservative, *one.because.optimistic])
    return {
        "before_s": list(one.before),
        "after_s": list(one.after),
        "difference_s": [after - before for before, after in zip(one.before, one.after, strict=True)],
        "because_s": {cause: [end.get(cause, 0.0) for end in one.because] for cause in causes},
    }


def _closing(closing: Closing) -> dict[str, Any]:
    before, after = closing.margin
    met = [{"even": even, "skewed": skewed} for even, skewed in closing.musts_met]
    return {
        "before": closing.before,
        "after": closing.after,
        "allowed_s": {"before": closing.allowed[0], "after": closing.allowed[1]},
        "musts_met_s": {"before": met[0], "after": met[1]},
        "margin_s": {
            "before": before,
            "after": after,
            "change": None if before is None or after is None else after - before,
        },
    }
