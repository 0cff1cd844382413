"""The traffic of a training step: from model shape and layout to named operations with size and count."""

from __future__ import annotations

from estimator.layout.flow import Flow
from estimator.layout.grid import RankLayout
from estimator.layout.model import Model
from estimator.layout.stages import busiest, pipeline
from estimator.layout.traffic_experts import expert_flows
from estimator.layout.traffic_layers import layer_flows
from estimator.layout.traffic_state import state_flows
from estimator.layout.training import Training, fitting


def step_traffic(model: Model, layout: RankLayout, training: Training) -> dict[str, Flow]:
    """Name -> flow of everything that one training step communicates, in the order of the step.

    Counts are calls per rank of the busiest pipeline stage; an axis with one rank has no flow. The 4,096-rank example
    dispatches 276,824,064 B 704 times. Raises LayoutError when model, layout and training do not fit together.
    Source: Megatron-LM tensor_parallel/layers.py, token_dispatcher.py, distributed optimizer.
    """
    case = fitting(model, layout, training)
    stage = busiest(pipeline(model, layout.pp, training.stage_layers))
    flows = [*layer_flows(case, stage), *expert_flows(case, stage), *state_flows(case, stage)]
    return {flow.name: flow for flow in flows}
