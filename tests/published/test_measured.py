"""The measured series judge the fits: containment, width and error together, each system by its own times alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.published.measured import (
    LARGE,
    Prediction,
    decade,
    errors,
    every_other,
    more_ranks,
    other_collectives,
    series,
    sizes_held_out,
    times,
)
from tests.published.score import Score, score

EVERY = times()
MORE = list(more_ranks(EVERY))
OTHERS = list(other_collectives(EVERY))
HALVES = list(sizes_held_out(EVERY, every_other))
DECADES = [one for power in (4, 5, 6, 7) for one in sizes_held_out(EVERY, decade(power))]


def scored(found: Sequence[Prediction | str], large: bool | None = None) -> Score:
    """The score of the predictions below 1 MiB, from there on, or all."""
    kept = [one for one in found if isinstance(one, Prediction)]
    return score([one.judged for one in kept if large is None or (one.time.n >= LARGE) == large])


def test_the_series_are_all_there() -> None:
    assert len(EVERY) == 2688
    assert len(series(EVERY)) == 48


def test_two_and_four_ranks_predict_eight_on_the_same_path() -> None:
    large, small = scored(MORE, large=True), scored(MORE, large=False)
    assert large.inside >= 0.90
    assert large.median <= 1.48
    assert small.inside >= 0.93
    assert small.median <= 1.5


@pytest.mark.parametrize("system", ["a100_sxm", "h100_sxm"])
def test_each_system_by_itself_has_nearly_as_many_inside(system: str) -> None:
    own = [one for one in MORE if isinstance(one, Prediction) and one.time.system.startswith(system)]
    assert scored(own).inside >= 0.88


def test_a_path_that_changes_with_the_ranks_is_said_and_not_extrapolated() -> None:
    said = [line for line in [*MORE, *OTHERS] if isinstance(line, str)]
    assert len(said) == 8 + 4
    assert all(line.startswith("l40s") and "path changes with the number of ranks" in line for line in said)


def test_allreduce_alone_predicts_allgather_and_reducescatter() -> None:
    large, small = scored(OTHERS, large=True), scored(OTHERS, large=False)
    assert large.inside >= 0.90
    assert large.median <= 1.6
    assert small.inside >= 0.90
    assert small.median <= 1.25


def test_every_other_size_is_predicted_by_the_rest() -> None:
    medians, worst = np.array(list(errors(HALVES).values())).T
    assert np.median(medians) <= 0.035
    assert np.median(worst) <= 0.15
    assert 0.88 <= scored(HALVES).inside <= 0.95


def test_a_whole_decade_of_sizes_is_predicted_by_the_rest() -> None:
    medians, worst = np.array(list(errors(DECADES).values())).T
    assert np.median(medians) <= 0.12
    assert np.median(worst) <= 0.40
    assert 0.86 <= scored(DECADES).inside <= 0.95


def test_the_start_up_of_three_collectives_is_one_pair() -> None:
    # T = T0 + steps * alpha of the smallest sizes: H100 about 5.2 + 0.9 us a step, A100 about 9.7 + 1.0 us.
    rounds = {"all_reduce": 2, "all_gather": 1, "reduce_scatter": 1}
    for system, launch, alpha in (("h100_sxm 2.29.2", 5.2e-6, 0.9e-6), ("a100_sxm 2.27.3", 9.7e-6, 1.0e-6)):
        small = [t for t in EVERY if t.system == system and t.collective in rounds and t.n <= 4096]
        steps = [rounds[t.collective] * (t.ranks - 1) for t in small]
        slope, constant = np.polyfit(steps, [t.seconds for t in small], 1)
        assert slope == pytest.approx(alpha, rel=0.15)
        assert constant == pytest.approx(launch, rel=0.25)
