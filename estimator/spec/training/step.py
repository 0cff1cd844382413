"""The traffic of a training step: from model shape and layout to named operations with size and count."""

from __future__ import annotations

from estimator.spec.training.experts import expert_flows
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow
from estimator.spec.training.layers import layer_flows
from estimator.spec.training.stages import busiest, pipeline
from estimator.spec.training.state import state_flows


def step_traffic(case: Fitted) -> dict[str, Flow]:
    """Name -> flow of everything that one training step communicates, in the order of the step.

    Counts are calls per rank of the busiest pipeline stage; an axis with one rank has no flow. The 4,096-rank example
    dispatches 276,824,064 B 704 times. Raises LayoutError when the stages cannot be.
    Source: Megatron-LM tensor_parallel/layers.py, token_dispatcher.py, distributed optimizer.
    """
    stage = busiest(pipeline(case.model, case.moe, case.layout.pp, case.training.stage_layers))
    flows = [*layer_flows(case, stage), *expert_flows(case, stage), *state_flows(case, stage)]
    return {flow.name: flow for flow in flows}
