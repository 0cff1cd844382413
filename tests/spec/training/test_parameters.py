"""Parameters of models that were published, and of the stages of the worked example."""

import pytest

from estimator.layout.grid import RankLayout, rank_layout
from estimator.spec.training.fitted import Fitted, fitting
from estimator.spec.training.parameters import held_experts, layer_weights, model_params, stage_weights
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.stages import pipeline
from tests.spec.training.worked import WORKED, worked

LLAMA_1B = ModelShape(hidden=2048, layers=16, ffn=8192, kv_width=512, vocabulary=128256, tied_embeddings=True)
LLAMA_8B = ModelShape(hidden=4096, layers=32, ffn=14336, kv_width=1024, vocabulary=128256)
LLAMA_70B = ModelShape(hidden=8192, layers=80, ffn=28672, kv_width=1024, vocabulary=128256)
LLAMA_405B = ModelShape(hidden=16384, layers=126, ffn=53248, kv_width=1024, vocabulary=128256)
# Low-rank queries, keys and values with a norm each, heads of 128 and 64 that are not rotated and are.
LATENT = 7168 * 1536 + 1536 + 1536 * 128 * 192 + 7168 * 576 + 512 + 512 * 128 * 256 + 128 * 128 * 7168
DEEPSEEK_V3 = ModelShape(
    hidden=7168,
    layers=61,
    dense_layers=3,
    ffn=18432,
    expert_ffn=2048,
    shared_experts=1,
    attention_params=LATENT,
    vocabulary=129280,
)


def alone(model: ModelShape, moe: Moe | None = None, layout: RankLayout | None = None) -> Fitted:
    return fitting(model, moe, layout or rank_layout(1), TrainingRun(sequence=4096))


@pytest.mark.parametrize(
    ("model", "published"),
    [
        (LLAMA_1B, 1_235_814_400),
        (LLAMA_8B, 8_030_261_248),
        (LLAMA_70B, 70_553_706_496),
        (LLAMA_405B, 405_853_388_800),
    ],
)
def test_dense_models_have_the_parameters_that_were_published(model: ModelShape, published: int) -> None:
    assert model_params(alone(model)) == published


def test_a_mixture_of_experts_has_the_parameters_that_were_published() -> None:
    # 671 B; a router's bias, 256 in each of 58 layers, has no gradient and is not among them.
    found = model_params(alone(DEEPSEEK_V3, Moe(experts=256, top_k=8)))
    assert found == 671_026_404_352
    assert round(found / 1e9) == 671


def test_the_stages_of_the_worked_example_hold_its_parameters_on_average() -> None:
    case, known = worked(), WORKED["model"]
    assert model_params(case) == known["total_params"]
    stages = pipeline(case)
    experts = [held_experts(case, stage) for stage in stages]
    assert sum(experts) / 8 == WORKED["params_per_rank"]["expert"]
    assert sum(experts) * 64 == known["routed"]
    assert sum(layer_weights(case, stage).distinct for stage in stages) / 32 == WORKED["params_per_rank"]["dense"]
    whole = sum(stage_weights(case, stage).distinct for stage in stages)
    assert whole + known["routed"] == known["total_params"]


def test_a_rank_holds_its_part_and_what_no_other_can_hold_for_it() -> None:
    model = ModelShape(hidden=64, layers=3, ffn=128, kv_width=32, kv_heads=2, vocabulary=80, tied_embeddings=True)
    case = alone(model, layout=rank_layout(24, tp=8, pp=3))
    # A layer: 2 x 64 x 64 of queries and output and 3 x 64 x 128 in eight parts, 2 x 64 x 32 in two, two norms of 64.
    layer = (8192 + 24576) // 8 + 4096 // 2 + 128
    embedding = 80 * 64 // 8
    assert [stage_weights(case, stage).held(case) for stage in pipeline(case)] == [
        layer + embedding,
        layer,
        layer + embedding + 64,
    ]
    assert sum(stage_weights(case, stage).distinct for stage in pipeline(case)) == model_params(case)
