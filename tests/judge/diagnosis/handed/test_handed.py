"""Logs as vendors hand them in, with one thing wrong: drawn apart from the set-ups that the laws were made beside.

``COMMSPEC_SETUPS=200`` tries so many of each cause; without it the slow tests take a fifth of that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache

import pytest

from tests.judge.diagnosis.handed.confusion import Said, said_of
from tests.judge.diagnosis.handed.drawing import setups
from tests.judge.diagnosis.handed.planting import PLANTS

FEW, MANY = 3, int(os.environ.get("COMMSPEC_SETUPS", "40"))
FOUND = {"algorithm": 0.75}
"""Share of the set-ups in which a cause comes first, where it is not 0.9: any other algorithm may be planted."""


@cache
def many(planted: str) -> tuple[Said, ...]:
    """What is said of many set-ups of one cause."""
    return tuple(said_of(one) for one in setups(planted, MANY, 0))


def shown(found: Sequence[Said]) -> str:
    """The answers that are not right."""
    return "; ".join(one.line for one in found if not one.right)


@pytest.mark.parametrize("planted", PLANTS)
def test_few_that_are_handed_in(planted: str) -> None:
    found = [said_of(one) for one in setups(planted, FEW, 0)]
    assert sum(one.right or not one.handed.tells for one in found) >= FEW - 1, shown(found)


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTS)
def test_many_that_are_handed_in(planted: str) -> None:
    found = many(planted)
    told = [one for one in found if one.handed.tells]
    assert len(told) > MANY / 5
    assert sum(one.right for one in told) >= FOUND.get(planted, 0.9) * len(told), shown(found)


@pytest.mark.slow
def test_what_is_said_with_confidence_is_right() -> None:
    found = [one for planted in PLANTS for one in many(planted) if one.first != "cannot_tell"]
    for low, high, least in ((0.5, 0.7, 0.7), (0.7, 0.9, 0.85), (0.9, 1.01, 0.95)):
        some = [one.right for one in found if low <= one.confidence < high]
        assert len(some) > MANY / 8
        assert sum(some) >= least * len(some)
