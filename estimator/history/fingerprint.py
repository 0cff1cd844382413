"""Fingerprints: of a document over all that it was made from, of a requirement over what binds its recipient."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from estimator.history.meaning import Accepts, Meaning, Meanings
from estimator.history.plain import plain
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.same import Same

EDITORIAL = ("status", "superseded_by", "approvers", "languages", "history", "date", "previous")
"""Fields of ``document`` that may change without a new meaning of any requirement."""
DIGITS = 12
BINDING = ("released", "withdrawn")
"""States in which the numbers of the model that a ratio divides by are those of the release."""


def fingerprint(spec: Spec, tool: str = "") -> str:
    """The first 12 hexadecimal digits of SHA-256 over the normative data of a spec and the ``tool``'s version.

    Numbers count in SI units: 400 GB/s and 3200 Gbit/s are the same.
    """
    data = _plain(Same(spec))
    document = {name: value for name, value in data["document"].items() if name not in EDITORIAL}
    return digest(data | {"document": document, "tool": tool})


@lru_cache(maxsize=4)
def _plain(spec: Same[Spec]) -> dict[str, Any]:
    return dict(plain(spec.value))


def requirement_fingerprints(spec: Spec, expanded: Mapping[str, Expanded]) -> dict[str, str]:
    """The fingerprint of every requirement, by id: over what its recipient answers to, not over its words.

    A limit that still follows the estimate counts as the rule it follows, so that another assumption makes no answer
    stale before a new version is released; a stated, frozen or released one counts as the number.
    """
    meanings, numbers = Meanings(spec), spec.document.status in BINDING
    return {name: requirement_fingerprint(meanings.of(name, found), numbers) for name, found in expanded.items()}


def requirement_fingerprint(meaning: Meaning, numbers: bool = True) -> str:
    """The fingerprint of one requirement. ``numbers``: the model's numbers that a ratio divides by count too."""
    cells = sorted([repr(key), *_accepted(cell, meaning.rule, numbers)] for key, cell in meaning.cells.items())
    return digest(
        {
            "priority": meaning.priority,
            "what": meaning.what,
            "cells": cells,
            "lists": {name: sorted(found) for name, found in meaning.lists.items()},
            "tested": meaning.tested,
        }
    )


def _accepted(cell: Accepts, rule: Any, numbers: bool) -> list[str]:
    value = cell.limit if numbers else cell.stated
    limit = json.dumps(rule, sort_keys=True) if cell.moving and not cell.frozen else f"{value or 0.0:.12g}"
    return [cell.comparator, limit, *map(repr, sorted(cell.sizes))]


def digest(data: Any) -> str:
    """The first hexadecimal digits of SHA-256 over data as JSON, keys in order."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
