"""The traffic of a training step: from model shape and layout to named operations with size and count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from estimator.spec.training.experts import expert_flows
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow
from estimator.spec.training.layers import layer_flows
from estimator.spec.training.stages import PipelineStage, pipeline
from estimator.spec.training.state import state_flows

Traffic = Mapping[str, Flow]
"""Name -> flow of everything that a rank of one pipeline stage communicates in a step, in the order of the step."""


def stage_traffic(case: Fitted) -> tuple[Traffic, ...]:
    """The traffic of each pipeline stage in order; an axis with one rank has no flow.

    The 4,096-rank example dispatches 276,824,064 B 704 times on each stage but the first. Raises LayoutError when the
    stages cannot be. Source: Megatron-LM tensor_parallel/layers.py, token_dispatcher.py, distributed optimizer.
    """
    stages = pipeline(case)
    known = {stage: _traffic(case, stage) for stage in dict.fromkeys(stages)}
    return tuple(known[stage] for stage in stages)


def _traffic(case: Fitted, stage: PipelineStage) -> Traffic:
    flows = [*layer_flows(case, stage), *expert_flows(case, stage), *state_flows(case, stage)]
    return {flow.name: flow for flow in flows if flow.n and flow.per_step}


def largest(stages: Sequence[Traffic]) -> dict[str, Flow]:
    """Each flow as the stage has it that moves the most bytes by it; of equal ones the larger call, then the first."""
    found: dict[str, Flow] = {}
    for traffic in stages:
        for name, flow in traffic.items():
            held = found.get(name)
            if held is None or (flow.n * flow.per_step, flow.n) > (held.n * held.per_step, held.n):
                found[name] = flow
    return found
