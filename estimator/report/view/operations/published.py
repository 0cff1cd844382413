"""A published figure beside the estimate: its value, where it is from, and whether the interval holds it."""

from __future__ import annotations

from typing import NamedTuple

from estimator.report.numbers import rate, seconds, size
from estimator.report.view.context import Context


class Published(NamedTuple):
    """The value, the source, and where it lies: inside, below or above the interval, or at another size."""

    value: str
    where: str
    verdict: str


def published_text(context: Context, name: str) -> Published | None:
    """The published figure of an operation; None when the spec gives none."""
    reference = context.spec.operations[name].reference
    if reference is None:
        return None
    row, words = context.table.operations[name], context.words
    measured = reference.value
    metric = reference.metric or ("time" if measured.kind == "time" else "busbw")
    ends = {"time": row.time, "algbw": row.algbw, "busbw": row.busbw}[metric]
    value = seconds(measured.value) if measured.kind == "time" else rate(measured.value)
    parts = [f"{metric} " if metric != "time" else "", reference.source]
    if reference.date:
        parts.append(f"{words['comma']}{reference.date}")
    if reference.at is not None:
        parts.append(f"{words['comma']}n = {size(reference.at)}")
    remark = context.text(reference.text)
    if remark:
        parts.append(f"{words['semicolon']}{remark}")
    same = reference.at is None or abs(reference.at - row.size.n) <= 0.01 * row.size.n
    return Published(value, "".join(parts), words[f"minimal.reference.{_place(measured.value, sorted(ends), same)}"])


def _place(value: float, ends: list[float], same: bool) -> str:
    if not same:
        return "other"
    return "below" if value < ends[0] else "above" if value > ends[1] else "inside"
