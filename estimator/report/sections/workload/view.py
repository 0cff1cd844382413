"""Workload and layout: the platform's size, the layout, and what a step communicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from estimator.report.numbers import NONE, plain, size
from estimator.report.sections.workload.holdings import HoldingsRow, holdings_rows
from estimator.report.view.context import Context, step_word
from estimator.report.view.operations.overlap import overlap_cell
from estimator.report.view.operations.tensors import tensor_text
from estimator.units import SPACE


class WorkloadRow(NamedTuple):
    """One operation as the training sees it."""

    id: str
    title: str
    collective: str
    group: str
    tensor: str
    n: str
    per_step: str
    step: str
    overlap: str
    step_bytes: str


@dataclass(frozen=True)
class WorkloadView:
    """One row per operation, and one per collective that an operation is."""

    rows: tuple[WorkloadRow, ...]
    holdings: tuple[HoldingsRow, ...]


def workload_view(context: Context) -> WorkloadView:
    """The section on the workload."""
    return WorkloadView(
        rows=tuple(_row(context, name) for name in context.table.operations),
        holdings=holdings_rows(context),
    )


def _row(context: Context, name: str) -> WorkloadRow:
    words, operation, row = context.words, context.spec.operations[name], context.table.operations[name]
    counted = operation.per_step is not None
    return WorkloadRow(
        id=name,
        title=context.operation_title(name),
        collective=words[f"collective.{row.collective}"],
        group=f"{row.group} \u00b7{SPACE}{row.shape.ranks}",
        tensor=tensor_text(operation.tensor, words[f"semantics.{operation.tensor.semantics}"]) if row.size.n else NONE,
        n=size(row.size.n),
        per_step=plain(row.step.count) if counted else words["workload.none"],
        step=step_word(context, row.step.of) if counted else "",
        overlap=overlap_cell(context, operation),
        step_bytes=size(row.step.n * row.step.count) if counted else NONE,
    )
