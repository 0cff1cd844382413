"""Where and under what one test runs: one type through recipes, models, blocks and cells."""

from __future__ import annotations

from typing import NamedTuple

from estimator.spec.values.base import Condition


class Spot(NamedTuple):
    """A group of the spec by id, a condition, a skew [1], and how many groups of the kind run at once on a node.

    ``at_once`` None: as many as the group says.
    """

    group: str
    condition: Condition
    skew: float
    at_once: int | None = None
