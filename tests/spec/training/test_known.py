"""What is known of flows by name alone agrees with every flow that models and layouts give."""

import pytest

from estimator.layout.grid import RankLayout, rank_layout
from estimator.spec.inference.forward import forward
from estimator.spec.inference.run import InferenceRun
from estimator.spec.inference.traffic import forward_traffic
from estimator.spec.training.fitted import fitting
from estimator.spec.training.flow import Flow
from estimator.spec.training.known import KNOWN
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.step import stage_traffic

SHAPE = ModelShape.model_validate(
    {"hidden": 64, "layers": 8, "dense_layers": 2, "ffn": 256, "expert_ffn": 32, "shared_experts": 1, "kv_width": 32}
    | {"kv_heads": 4, "vocabulary": 512, "tied_embeddings": "true"}
)
EXPERTS = Moe.model_validate({"experts": 8, "top_k": 2})


def layout() -> RankLayout:
    return rank_layout(64, "tp-cp-ep-dp-pp", tp=4, cp=2, ep=4, pp=2, etp=2, dp=None)


def training(**more: str) -> list[Flow]:
    written = {
        "sequence": 64,
        "micro_batches": 2,
        "aux_loss": "true",
        "rollout": {"devices": 8, "steps": 1, "dtype": "bf16"},
    }
    run = TrainingRun.model_validate({**written, **more})
    case = fitting(SHAPE, EXPERTS, layout(), run)
    return [flow for stage in stage_traffic(case) for flow in stage.values()]


@pytest.mark.parametrize("zero", ["0", "1", "2", "3"])
@pytest.mark.parametrize("context", ["all_gather", "ring", "ulysses"])
def test_every_flow_of_training_is_known(zero: str, context: str) -> None:
    found = training(zero=zero, context=context)
    assert len({flow.name for flow in found}) > 12
    for flow in found:
        known = KNOWN["training"][flow.name]
        assert flow.collective in known.collectives
        assert flow.group == known.group


def test_no_name_is_known_that_no_training_gives() -> None:
    given = {
        flow.name
        for zero in "0123"
        for way in ("all_gather", "ring", "ulysses")
        for flow in training(zero=zero, context=way)
    }
    assert set(KNOWN["training"]) == given


@pytest.mark.parametrize("sums", ["all_reduce", "rs_ag"])
def test_every_flow_of_inference_is_known(sums: str) -> None:
    run = InferenceRun.model_validate(
        {
            "prefill": {"batch": 4, "tokens": 64},
            "decode": {"batch": 64, "context": 64, "output": 8},
            "tp_collective": sums,
        }
    )
    for phase in ("prefill", "decode"):
        found = forward_traffic(forward(phase, run, SHAPE, EXPERTS, layout(), None), phase, run)
        assert len(found) > 5
        for flow in found.values():
            known = KNOWN[phase][flow.name]
            assert flow.collective in known.collectives
            assert flow.group == known.group
