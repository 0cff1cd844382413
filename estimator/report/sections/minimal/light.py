"""One row of an operation that takes little of a step: the eight items in short, and its interval."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.key import Key
from estimator.estimate.result import OperationEstimate
from estimator.report.numbers import NONE, fraction, rate, seconds, size, span
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context
from estimator.report.view.machine.boundary import ranks_text
from estimator.report.view.machine.levels import path_on
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.operations.algorithms import algorithm_title
from estimator.report.view.operations.overlap import overlap_text
from estimator.report.view.operations.tensors import tensor_text

START_UPS = ("alpha",)
RATES = ("beta", "link", "unit", "nic")


class LightRow(NamedTuple):
    """One operation; ``alpha`` and ``bandwidth`` are of the outermost path that its ranks are joined by."""

    id: str
    title: str
    group: str
    shape: str
    n: str
    tensor: str
    alpha: str
    bandwidth: str
    path: str
    mark: Mark
    conditions: str
    step: str
    algorithm: Markup
    rounds: str
    interval: str
    note: str


def light_row(context: Context, name: str) -> LightRow:
    """The eight items of one operation in a row."""
    row, operation, words = context.table.operations[name], context.spec.operations[name], context.words
    title = algorithm_title(context, row.algorithm)
    alpha, bandwidth = _outermost(context, row, START_UPS), _outermost(context, row, RATES)
    key = bandwidth or alpha
    origin = row.conservative.origins.get(key) if key else None
    skew = span(row.optimistic.skew, row.conservative.skew, fraction)
    return LightRow(
        id=name,
        title=context.operation_title(name),
        group=f"{row.group} {row.shape.ranks}",
        shape=words("overview.shape", ranks=ranks_text(row.shape), at_once=str(row.at_once)),
        n=size(row.size.n) if row.size.n else NONE,
        tensor=tensor_text(operation.tensor, words[f"semantics.{operation.tensor.semantics}"]) if row.size.n else NONE,
        alpha=_ends(row, alpha),
        bandwidth=_ends(row, bandwidth),
        path=path_on(row.paths, key.where) if key else "",
        mark=basis_mark(words, origin.basis if origin else "assumed"),
        conditions=words.join([context.condition(one) for one in row.conditions])
        + ("" if skew == "1" else words("minimal.light.skew", skew=skew)),
        step=_step(context, row),
        algorithm=breakable(row.algorithm.name),
        rounds="" if _letters(title).startswith(_letters(row.algorithm.name)) else title,
        interval=span(*row.time, seconds),
        note=context.text(operation.note),
    )


def _letters(name: str) -> str:
    return "".join(one for one in name.casefold() if one.isalnum())


def _outermost(context: Context, row: OperationEstimate, families: tuple[str, ...]) -> Key | None:
    """The parameter of the outermost level."""
    names = context.spec.platform.machine.names
    keys = [key for key in row.conservative.theta if key.family in families]
    return max(keys, key=lambda key: names.index(key.where) if key.where in names else -1, default=None)


def _ends(row: OperationEstimate, key: Key | None) -> str:
    if key is None:
        return NONE
    low, high = (end.theta.get(key, 0.0) for end in (row.optimistic, row.conservative))
    if key.family == "alpha":
        return span(low, high, seconds)
    return span(1.0 / low, 1.0 / high, rate) if low and high else NONE


def _step(context: Context, row: OperationEstimate) -> str:
    """How often it runs, what of it is hidden, and its bytes of a step."""
    operation = context.spec.operations[row.id]
    if operation.per_step is None:
        return context.words["minimal.light.outside"]
    overlap = overlap_text(context, operation)
    return context.words("minimal.condition.overlap", count=fraction(row.step.count), overlap=overlap)
