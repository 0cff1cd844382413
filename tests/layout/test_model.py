"""Parameters and memory against the worked example."""

from typing import Any

import pytest

from estimator.layout.grid import LayoutError
from estimator.layout.memory import state_memory
from estimator.layout.model import Model
from estimator.layout.traffic_state import dense_params, expert_params
from estimator.layout.training import Training, fitting
from tests.layout.worked import LAYOUT, MODEL, TRAINING, WORKED


def test_parameters_of_the_worked_example() -> None:
    known = WORKED["model"]
    assert (MODEL.params, MODEL.active_params) == (known["total_params"], known["active_params_per_token"])
    assert (MODEL.routed_params, MODEL.embedding_params) == (known["routed"], known["embed"])
    case = fitting(MODEL, LAYOUT, TRAINING)
    assert {"expert": expert_params(case), "dense": dense_params(case)} == WORKED["params_per_rank"]
    assert case.tokens == WORKED["tokens_per_rank"]


@pytest.mark.parametrize("gradient", ["fp32", "bf16"])
def test_memory_of_the_worked_example(gradient: str) -> None:
    training = Training(32768, gradient=gradient, expert_gradient=gradient)
    found = state_memory(fitting(MODEL, LAYOUT, training))
    known = WORKED["memory"]
    assert found.weights == known["weights_bf16"]
    assert found.gradients == known[f"grads_{gradient}"]
    assert found.optimizer == pytest.approx(known["opt_12B_sharded"], rel=1e-12)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"hidden": 0}, "hidden"),
        ({"experts": 8, "top_k": 0, "expert_ffn": 8}, "top_k"),
        ({"experts": 8, "top_k": 9, "expert_ffn": 8}, "top_k"),
        ({"experts": 8, "top_k": 1}, "expert_ffn"),
        ({"dense_layers": 3}, "dense_layers"),
        ({"vocabulary": -1}, "vocabulary"),
    ],
)
def test_a_model_that_cannot_be_is_refused(change: dict[str, Any], key: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Model(**{"hidden": 8, "layers": 2} | change)
    assert caught.value.key == key
