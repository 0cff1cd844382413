"""Random set-ups with one thing wrong: it is found, or the logs cannot tell and what could is asked for.

``COMMSPEC_SETUPS=200`` tries so many of each cause; without it the slow tests take a fifth of that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache

import pytest

from estimator.judge.diagnosis.causes.cause import CauseName
from tests.judge.diagnosis.setups.causes import CAUSES
from tests.judge.diagnosis.setups.confusion import Answer, answers

FEW, MANY = 6, int(os.environ.get("COMMSPEC_SETUPS", "40"))
FOUND = 0.95


@cache
def many(cause: CauseName) -> tuple[Answer, ...]:
    """What is said of many set-ups of one cause."""
    return tuple(answers(cause, range(1000, 1000 + MANY)))


def shown(found: Sequence[Answer]) -> str:
    """The answers that are not right."""
    return "; ".join(f"{one.seed} {one.setup.kind} -> {one.said} {one.confidence:.2f}" for one in found if not one.fair)


@pytest.mark.parametrize("cause", CAUSES)
def test_few_set_ups(cause: CauseName) -> None:
    found = list(answers(cause, range(FEW)))
    assert sum(one.fair for one in found) >= FEW - 1, shown(found)
    assert not any(one.harmful for one in found), shown(found)


@pytest.mark.slow
@pytest.mark.parametrize("cause", CAUSES)
def test_many_set_ups(cause: CauseName) -> None:
    found = many(cause)
    told = [one for one in found if one.setup.tells]
    assert len(told) > MANY / 4
    assert sum(one.said == cause for one in told) >= FOUND * len(told), shown(found)
    assert sum(one.fair for one in found) >= FOUND * MANY, shown(found)
    assert sum(one.harmful for one in found) <= max(1.0, 0.01 * MANY), shown(found)


@pytest.mark.slow
def test_a_confidence_is_about_how_often_it_is_right() -> None:
    found = [one for cause in CAUSES for one in many(cause)]
    for low, high, least in ((0.5, 0.7, 0.5), (0.7, 0.9, 0.85), (0.9, 1.01, 0.95)):
        some = [
            one.said == one.setup.cause for one in found if low <= one.confidence < high and one.said != "cannot_tell"
        ]
        assert len(some) > MANY / 8
        assert sum(some) >= least * len(some)
