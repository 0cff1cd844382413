"""The measured series judge the extrapolation: containment and width together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.published.measured import LARGE, Prediction, more_ranks, other_collectives, samples, series, times
from tests.published.score import Judged, score

EVERY = times()
MORE = list(more_ranks(EVERY))


def test_the_series_are_all_there() -> None:
    assert len(EVERY) == 2688
    assert len(series(EVERY)) == 24


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("collective", ["all_reduce", "all_gather", "reduce_scatter", "all_to_all"])
def test_two_and_four_ranks_predict_eight_on_the_same_path(collective: str, large: bool) -> None:
    found: list[Judged] = [
        p.judged
        for p in MORE
        if isinstance(p, Prediction) and p.time.collective == collective and (p.time.n >= LARGE) == large
    ]
    assert len(found) == 3 * 2 * (10 if large else 11)
    result = score(found)
    assert result.inside >= 0.90
    assert result.median <= (1.5 if large else 2.0)
    assert result.p90 <= (1.5 if large else 2.0)


def test_a_path_that_changes_with_the_ranks_is_said_and_not_extrapolated() -> None:
    said = [line for line in MORE if isinstance(line, str)]
    assert len(said) == 4
    assert all(line.startswith("l40s") and "path changes with p, not extrapolated" in line for line in said)


def test_allreduce_alone_predicts_allgather_and_reducescatter() -> None:
    found = list(other_collectives(EVERY))
    assert len(found) == 2 * (4 * 3 + 2 * 2) * 2 * 21
    result = score([each.judged for each in found])
    assert result.inside >= 0.85
    assert result.p90 <= 1.9


def test_the_start_up_of_three_collectives_is_one_pair() -> None:
    # T = T0 + steps * alpha of the smallest sizes: H100 about 5.2 + 0.9 us a step, A100 about 9.7 + 1.0 us.
    for system, launch, alpha in (("h100_sxm 2.29.2", 5.2e-6, 0.9e-6), ("a100_sxm 2.27.3", 9.7e-6, 1.0e-6)):
        small = [t for t in EVERY if t.system == system and t.collective != "all_to_all" and t.n <= 4096]
        rounds, _, _, _, seconds = np.array(samples(small)).T
        slope, constant = np.polyfit(rounds, seconds, 1)
        assert slope == pytest.approx(alpha, rel=0.15)
        assert constant == pytest.approx(launch, rel=0.25)
