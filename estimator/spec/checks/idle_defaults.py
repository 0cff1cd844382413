"""Defaults of requirements that no requirement takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from estimator.errors import Path, Problem
from estimator.spec.checks.no_effect import no_effect
from estimator.spec.derived.inherited import PLAIN, inherited


def idle_defaults(data: Any) -> Iterator[Problem]:
    """A warning for each key of ``defaults`` that every requirement says itself, or none could have."""
    given = data.get("defaults")
    if not isinstance(given, dict):
        return
    taken = {key for keys in inherited(data).values() for key in keys}
    places: dict[str, Path] = {key: (key,) for key in PLAIN if key in given}
    places |= {"sweep.conditions": ("condition",)} if "condition" in given else {}
    places |= {f"test.{key}": ("test", key) for key in given.get("test") or {}}
    for key, place in places.items():
        if key not in taken:
            yield no_effect(("defaults", *place), "no requirement takes this default", "remove it")
