"""What an interval is wide by, in words: a step, an assumption, a part of the time, and how to measure it."""

from __future__ import annotations

from estimator.cost.key import Key
from estimator.estimate.result import Ranked, WaterfallStep
from estimator.report.view.context import Context
from estimator.report.view.machine.levels import level_name


def assumption_name(context: Context, assumption: str) -> str:
    """An assumption in words: "scale_out bandwidth B"."""
    where, _, factor = assumption.rpartition(".")
    name = context.words.get(f"factor.{factor}", factor)
    if where in ("", "platform"):
        return name
    if where in context.spec.operations:
        return f"{context.operation_title(where)}{context.words['colon']}{name}"
    return f"{where} {name}"


def step_name(context: Context, step: WaterfallStep) -> str:
    """A step of the waterfall in words: "bandwidth B, scale_out"."""
    factor = context.words[f"factor.{step.factor}"]
    own = step.where in ("platform", "") or step.where in context.spec.operations
    return factor if own else f"{step.where} {factor}"


def part_name(context: Context, key: Key) -> str:
    """A parameter of the model in words: "transfer, between nodes", "cut node_nics"."""
    words = context.words
    name = words[f"part.{key.family}"]
    if key.is_cut:
        return f"{name} {key.where}"
    return words("part.on", name=name, level=level_name(words, key.where)) if key.where else name


def hint(context: Context, item: Ranked) -> str:
    """How to measure an assumption."""
    return context.words.get(f"hint.{item.assumption.rpartition('.')[2]}", "")
