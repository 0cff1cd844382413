"""The measured series of single nodes judge the fits: containment, width and error together.

Bands are a fit's own errors, so that each system is judged by its own times alone; every system must do nearly as well.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.held_out.carried_over import collectives, ranks, stated
from tests.held_out.cuts import Refusal, Stated
from tests.held_out.material import measured
from tests.held_out.scores import by_size, grouped, score

EVERY = measured()
MORE = ranks((2, 4), 8)
OTHERS = collectives()


def test_the_series_are_all_there() -> None:
    assert sum(len(source.series.points) for source in EVERY) == 2688
    assert len(EVERY) == 48


def test_two_and_four_ranks_predict_eight_on_the_same_path() -> None:
    sides = by_size(stated(MORE))
    large, small = score(sides["from 1 MiB"]), score(sides["below 1 MiB"])
    assert large.inside >= 0.90
    assert large.width <= 1.45
    assert small.inside >= 0.93
    assert small.width <= 1.5


@pytest.mark.parametrize(("known", "asked"), [((2, 8), 4), ((4, 8), 2)])
def test_other_numbers_of_ranks_are_predicted_too(known: tuple[int, ...], asked: int) -> None:
    # No aim is set for these; a band that holds only in one direction would show here.
    assert score(stated(ranks(known, asked))).inside >= 0.90


def test_allreduce_alone_predicts_allgather_and_reducescatter() -> None:
    sides = by_size(stated(OTHERS))
    large, small = score(sides["from 1 MiB"]), score(sides["below 1 MiB"])
    assert large.inside >= 0.90
    assert large.width <= 1.6
    assert small.inside >= 0.90
    assert small.width <= 1.25


@pytest.mark.parametrize("found", [MORE, OTHERS], ids=["ranks", "collectives"])
def test_every_system_by_itself_has_nine_in_ten_inside(found: tuple[Stated | Refusal, ...]) -> None:
    systems = grouped(stated(found), lambda one: one.source.system)
    assert len(systems) >= 2
    for times in systems.values():
        assert score(times).inside >= 0.90


def test_a_path_that_changes_with_the_ranks_is_said_and_not_extrapolated() -> None:
    said = [one for one in [*MORE, *OTHERS] if isinstance(one, Refusal)]
    assert len(said) == 8 + 4
    assert all(one.source.system == "l40s" for one in said)
    assert all("path changes with the number of ranks" in one.why for one in said)


def test_the_start_up_of_three_collectives_is_one_pair() -> None:
    # T = T0 + steps * alpha of the smallest sizes: H100 about 5.2 + 0.9 us a step, A100 about 9.7 + 1.0 us.
    rounds = {"all_reduce": 2, "all_gather": 1, "reduce_scatter": 1}
    for system, launch, alpha in (("h100_sxm 2.29.2", 5.2e-6, 0.9e-6), ("a100_sxm 2.27.3", 9.7e-6, 1.0e-6)):
        own = [one.series for one in EVERY if one.name.startswith(system) and one.series.key.collective in rounds]
        small = [(each.key.collective, point) for each in own for point in each.points if point.n <= 4096]
        steps = [rounds[collective] * (point.ranks - 1) for collective, point in small]
        slope, constant = np.polyfit(steps, [point.seconds for _, point in small], 1)
        assert slope == pytest.approx(alpha, rel=0.15)
        assert constant == pytest.approx(launch, rel=0.25)
