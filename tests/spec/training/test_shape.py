"""Parameters against the worked example, and shapes that cannot be."""

from typing import Any

import pytest
from pydantic import ValidationError

from estimator.layout.grid import LayoutError
from estimator.spec.training.fitted import fitting
from estimator.spec.training.parameters import (
    dense_params,
    embedding_params,
    expert_params,
    model_params,
    routed_params,
)
from estimator.spec.training.shape import ModelShape
from tests.spec.training.worked import LAYOUT, MODEL, MOE, TRAINING, WORKED, varied, worked


def test_parameters_of_the_worked_example() -> None:
    known = WORKED["model"]
    assert model_params(MODEL, MOE) == known["total_params"]
    assert (routed_params(MODEL, MOE), embedding_params(MODEL)) == (known["routed"], known["embed"])
    assert {"expert": expert_params(worked()), "dense": dense_params(worked())} == WORKED["params_per_rank"]
    assert worked().tokens == WORKED["tokens_per_rank"]


def test_more_dense_layers_than_layers_are_refused() -> None:
    with pytest.raises(ValidationError, match="3 dense layers of 2"):
        ModelShape(hidden=8, layers=2, dense_layers=3)


@pytest.mark.parametrize(("change", "key"), [({"expert_ffn": 0}, "expert_ffn")])
def test_a_model_without_what_its_experts_need_is_refused(change: dict[str, Any], key: str) -> None:
    with pytest.raises(LayoutError) as caught:
        fitting(varied(MODEL, **change), MOE, LAYOUT, TRAINING)
    assert caught.value.key == key
