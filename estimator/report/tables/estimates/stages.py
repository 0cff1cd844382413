"""What each pipeline stage of the model communicates in a step, as data."""

from __future__ import annotations

from itertools import groupby
from typing import TypedDict

from estimator.spec.derived.steps import traffic_of
from estimator.spec.document import Spec


class Called(TypedDict):
    """Bytes of a call, and calls a step."""

    n_bytes: int
    per_step: float


StageRow = TypedDict("StageRow", {"from": int, "to": int, "traffic": dict[str, Called]})
"""Stages ``from`` .. ``to``, and every operation that `from_model` can name."""


def stage_rows(spec: Spec) -> list[StageRow]:
    """One entry for neighbouring stages that communicate the same, the first stage being 1; none without a model."""
    rows: list[StageRow] = []
    last = 0
    for flows, alike in groupby(traffic_of(spec)):
        first, last = last + 1, last + len(list(alike))
        traffic = {name: Called(n_bytes=flow.n, per_step=flow.per_step) for name, flow in flows.items()}
        rows.append({"from": first, "to": last, "traffic": traffic})
    return rows
