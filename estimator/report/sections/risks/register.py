"""The register of assumptions: each with its value, its evidence, the width it explains and how to check it."""

from __future__ import annotations

from typing import NamedTuple

from estimator.estimate.result import Ranked
from estimator.report.numbers import messages, percent, plain, rate, seconds
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.operations.factors import assumption_name, hint
from estimator.report.view.operations.overlap import overlap_value

REGISTER = 20
LEAST = 0.01
"""Assumptions that explain less of the width are left to estimates.json."""


class Registered(NamedTuple):
    """One assumption of the register."""

    id: str
    what: str
    value: str
    mark: Mark
    explains: str
    share: str
    how: str


def registered(context: Context) -> tuple[Registered, ...]:
    """The widest assumptions."""
    widest = context.table.ranking[:REGISTER]
    shown = [item for item in widest if abs(item.share) >= LEAST] or widest
    return tuple(_registered(context, i, item) for i, item in enumerate(shown, 1))


def _registered(context: Context, number: int, item: Ranked) -> Registered:
    basis = item.origin.basis if item.origin else "assumed"
    return Registered(
        id=f"A-{number:02d}",
        what=assumption_name(context, item.assumption),
        value=_value(context, item),
        mark=basis_mark(context.words, basis),
        explains=seconds(item.seconds) if item.seconds >= 0 else f"\u2212{seconds(-item.seconds)}",
        share=percent(item.share) if item.share >= 0 else f"\u2212{percent(-item.share)}",
        how=hint(context, item),
    )


def _value(context: Context, item: Ranked) -> str:
    factor = item.assumption.rpartition(".")[2]
    where = item.assumption.rpartition(".")[0]
    if factor in ("overlap", "window", "compute_slowdown") and where in context.spec.operations:
        return overlap_value(context, context.spec.operations[where], factor)
    origin = item.origin
    if origin is None or factor == "sequence":
        return "\u2014"
    form = {
        "alpha": seconds,
        "launch": seconds,
        "sync": seconds,
        "root": seconds,
        "message_rate": messages,
        "bandwidth": rate,
        "cut": rate,
        "reduce": rate,
    }
    text = form.get(factor, plain)(origin.value) if factor != "reorder" else rate(origin.value)
    condition = context.condition(origin.condition) if origin.condition else ""
    return f"{text}{context.words['comma']}{condition}" if condition else text
