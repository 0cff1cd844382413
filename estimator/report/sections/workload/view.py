"""Workload and layout: the platform's size, the layout, and what a step communicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from estimator.report.numbers import NONE, Several, percent, plain, seconds, size
from estimator.report.sections.workload.holdings import HoldingsRow, holdings_rows
from estimator.report.view.context import Context, step_word
from estimator.report.view.overlap import overlap_cell
from estimator.report.words.lookup import Words
from estimator.spec.inference.run import InferenceRun
from estimator.spec.tensor import Tensor
from estimator.spec.training.layout import Layout
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


def workload_facts(context: Context) -> tuple[tuple[str, str], ...]:
    """The platform, the layout, the model and the budget in a line each."""
    words, spec = context.words, context.spec
    facts = [(words["workload.platform"], platform_text(context))]
    if spec.layout is not None:
        facts.append((words["workload.layout"], _layout(words, spec.layout)))
    if spec.moe is not None:
        text = words("workload.moe.text", experts=Several(spec.moe.experts), top_k=str(spec.moe.top_k))
        if spec.moe.routing is not None:
            rows = Several(len(spec.moe.routing.histogram))
            text += words["semicolon"] + words("workload.routing.text", rows=rows)
        facts.append((words["workload.moe"], text))
    if spec.inference is not None:
        facts.append((words["workload.inference"], _inference(words, spec.inference)))
    if spec.budget is not None:
        facts.append((words["workload.step"], budget_text(context)))
    return tuple(facts)


def _layout(words: Words, layout: Layout) -> str:
    """The sizes and the order of a rank layout in one line."""
    axes = {"tp": layout.tp, "cp": layout.cp, "ep": layout.ep, "etp": layout.etp, "dp": layout.dp, "pp": layout.pp}
    sizes = " \u00b7 ".join(f"{axis}\u00a0{count}" for axis, count in axes.items() if count is not None)
    return f"{sizes}{words['semicolon']}{words('workload.order', order=layout.order)}"


def _inference(words: Words, run: InferenceRun) -> str:
    """The steps of inference in one line: "decode step: 128 sequences a replica, 4,096 tokens of context each"."""
    parts = []
    if run.prefill is not None:
        held = {"batch": Several(run.prefill.batch), "tokens": Several(run.prefill.tokens)}
        parts.append(words("workload.prefill.text", **held))
        parts += [_layout(words, run.prefill.layout)] if run.prefill.layout is not None else []
    if run.decode is not None:
        parts.append(words("workload.decode.text", batch=Several(run.decode.batch)))
        if run.decode.context is not None:
            parts.append(words("workload.context.text", tokens=Several(run.decode.context)))
        if run.decode.output is not None:
            parts.append(words("workload.output.text", tokens=Several(run.decode.output)))
        parts += [_layout(words, run.decode.layout)] if run.decode.layout is not None else []
    if run.speculative:
        parts.append(words("workload.speculative.text", tokens=Several(run.speculative)))
    return words["semicolon"].join(parts)


def platform_text(context: Context) -> str:
    """The platform's size in one line: "ASIC-X pod: 512 nodes x 8 ranks = 4096 ranks"."""
    platform = context.spec.platform
    world = platform.nodes * platform.ranks_per_node
    counts = {"nodes": platform.nodes, "ranks": platform.ranks_per_node, "world": world}
    numbers = {name: Several(count) for name, count in counts.items()}
    return context.words("workload.platform.text", name=platform.name.get(context.language), **numbers)


def budget_text(context: Context) -> str:
    """The step's budget in one line, "" without one."""
    words, budget = context.words, context.spec.budget
    if budget is None:
        return ""
    step = budget.step
    if budget.exposed_communication is None:
        return words("workload.budget.step", step=seconds(step))
    share = budget.exposed_communication
    limit = seconds(step * share)
    return words("workload.budget.text", step=seconds(step), share=percent(share), limit=limit)


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


def tensor_text(tensor: Tensor, semantics: str) -> str:
    """A tensor in one line: shape, element type, which buffer."""
    what = dtype_text(tensor)
    shape = f"[{', '.join(str(axis) for axis in tensor.shape)}] " if tensor.shape else ""
    return f"{shape}{what}{SPACE}\u00b7{SPACE}{semantics}" if what else f"{shape}{semantics}"


def dtype_text(tensor: Tensor) -> str:
    """The element type as people write it, with its scale: "FP8 E4M3 + scale"."""
    name = (tensor.dtype or "").upper().replace("_", " ")
    return f"{name} + scale" if name and tensor.blocks is not None else name
