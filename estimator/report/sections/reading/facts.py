"""The platform, the layout, the model and the budget in a line each."""

from __future__ import annotations

from estimator.report.numbers import Several, percent, seconds
from estimator.report.view.context import Context
from estimator.report.view.machine.levels import platform_text
from estimator.report.words.lookup import Words
from estimator.spec.inference.run import InferenceRun
from estimator.spec.training.layout import Layout


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
