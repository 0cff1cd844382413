"""Layers on pipeline stages."""

import pytest

from estimator.layout.grid import LayoutError, rank_layout
from estimator.spec.training.fitted import Fitted, fitting
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape
from estimator.spec.training.stages import PipelineStage, pipeline
from tests.spec.training.worked import MODEL, MOE, varied, worked


def staged(layers: int, pp: int, *written: int) -> Fitted:
    """A mixture of experts with three dense layers."""
    model = varied(MODEL, layers=layers, dense_layers=3)
    return fitting(model, MOE, rank_layout(pp, pp=pp), TrainingRun(sequence=64, stage_layers=written))


def test_the_worked_example_has_eleven_layers_on_each_stage() -> None:
    first, *middle, last = pipeline(worked())
    assert first == PipelineStage(11, 9, embedding=True)
    assert middle == [PipelineStage(11, 11)] * 6
    assert last == PipelineStage(11, 11, head=True)


def test_layers_that_do_not_share_evenly_go_to_the_last_stages() -> None:
    assert [stage.layers for stage in pipeline(staged(61, 4))] == [15, 15, 15, 16]


def test_the_author_says_how_many_layers_each_stage_has() -> None:
    stages = pipeline(staged(61, 4, 2, 27, 32, 0))
    assert [(stage.layers, stage.moe) for stage in stages] == [(2, 0), (27, 26), (32, 32), (0, 0)]


def test_one_stage_has_both_ends() -> None:
    case = fitting(ModelShape(hidden=8, layers=3), None, rank_layout(1), TrainingRun(sequence=8))
    assert pipeline(case) == (PipelineStage(3, 0, embedding=True, head=True),)


@pytest.mark.parametrize(
    ("written", "key", "words"),
    [
        ((15, 15, 15, 15), "stage_layers", "4 stages of 60 layers, not 4 of 61"),
        ((30, 31), "stage_layers", "2 stages of 61 layers, not 4 of 61"),
    ],
)
def test_stages_that_do_not_add_up_are_refused(written: tuple[int, ...], key: str, words: str) -> None:
    with pytest.raises(LayoutError, match=words) as caught:
        pipeline(staged(61, 4, *written))
    assert caught.value.key == key


def test_fewer_layers_than_stages_are_refused() -> None:
    with pytest.raises(LayoutError) as caught:
        pipeline(staged(4, 8))
    assert caught.value.key == "pp"
