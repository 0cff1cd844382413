"""How much of a step rests on assumptions."""

from __future__ import annotations

from estimator.estimate.result import EstimateTable


def assumed_share(table: EstimateTable) -> float:
    """Share of a step's conservative total that rests on assumptions [1]; of all calls where nothing is in the step."""
    rows = table.in_main.values()
    weights = [row.step.total.conservative for row in rows]
    if not sum(weights):
        weights = [row.time.conservative for row in rows]
    whole_time = sum(weights)
    return sum(w * row.assumed_share for w, row in zip(weights, rows, strict=True)) / whole_time if whole_time else 0.0
