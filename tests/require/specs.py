"""Specs for the tests of requirements: read from data, changed in one place, worked out."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from estimator.errors import Problem
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.lint.run import lint
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.document import Spec

DATA = Path(__file__).parent / "data"


class Worked(NamedTuple):
    """A spec with its estimates and its requirements worked out."""

    spec: Spec
    table: EstimateTable
    expanded: dict[str, Expanded]

    def problems(self) -> list[Problem]:
        """What the lint finds."""
        return lint(self.spec, self.table, self.expanded)


def read(name: str) -> Any:
    """A data file as plain text scalars."""
    return yaml.load((DATA / name).read_text("utf-8"), yaml.BaseLoader)


def changed(data: Any, changes: dict[str, Any]) -> Any:
    """A copy with values set by dotted path; None removes the key. Ids hold no dots here."""
    data = copy.deepcopy(data)
    for path, value in changes.items():
        *steps, last = path.split(".")
        place = data
        for step in steps:
            place = place.setdefault(step, {})
        if value is None:
            del place[last]
        else:
            place[last] = value
    return data


def work_out(data: Any, frozen: dict[str, float] | None = None) -> Worked:
    """A spec worked out."""
    spec = Spec.model_validate(data)
    table = estimate(spec)
    return Worked(spec, table, expand(spec, table, frozen))


def one(kind: str, limit: Any, **fields: Any) -> Worked:
    """The spec of all kinds with one requirement, R."""
    requirement = {"kind": kind, "title": {"zh": "题", "en": "title"}, "responsible": ["library", "nic"], **fields}
    if limit is not None:
        requirement["limit"] = limit
    return work_out(changed(read("kinds.yaml"), {"requirements": {"R": requirement}}))


def clean(changes: dict[str, Any] | None = None) -> Worked:
    """The spec that keeps every rule, with changes."""
    return work_out(changed(read("clean.yaml"), changes or {}))
