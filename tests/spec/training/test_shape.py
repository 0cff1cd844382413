"""Shapes that cannot be."""

from typing import Any

import pytest
from pydantic import ValidationError

from estimator.layout.grid import LayoutError, rank_layout
from estimator.spec.training.fitted import fitting
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape
from tests.spec.training.worked import LAYOUT, MODEL, MOE, TRAINING, varied


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dense_layers": 89}, "89 dense layers of 88"),
        ({"kv_heads": 6}, "6 heads in a width of 1024"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        varied(MODEL, **change)


def test_experts_need_a_width() -> None:
    with pytest.raises(LayoutError) as caught:
        fitting(varied(MODEL, expert_ffn=0), MOE, LAYOUT, TRAINING)
    assert caught.value.key == "expert_ffn"


def test_heads_lie_whole_on_ranks_or_whole_on_several() -> None:
    model, run = ModelShape(hidden=96, layers=1, kv_heads=4), TrainingRun(sequence=96)
    assert [fitting(model, None, rank_layout(tp, tp=tp), run).kv_ranks for tp in (1, 2, 4, 8)] == [1, 2, 4, 4]
    with pytest.raises(LayoutError) as caught:
        fitting(model, None, rank_layout(6, tp=6), run)
    assert caught.value.key == "kv_heads"
