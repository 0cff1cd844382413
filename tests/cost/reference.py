"""What the tests of this room share: seconds of a plan written out, shapes to try."""

from __future__ import annotations

from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def seconds(plan: Plan, n: float, alpha: dict[str, float], beta: dict[str, float], gamma: float = 0.0) -> float:
    """Sum over phases of the slowest stage, straight from the definition."""
    return sum(
        max(s.rounds * alpha[s.level] + s.volume * n * beta[s.level] + s.reduced * n * gamma for s in phase)
        for phase in plan
    )


def total_rounds(plan: Plan) -> float:
    return sum(stage.rounds for phase in plan for stage in phase)


def total_egress(plan: Plan) -> float:
    return sum(stage.egress for phase in plan for stage in phase)


def every_shape(most: int) -> list[Shape]:
    """Every p up to ``most`` in every even split over nodes."""
    return [Shape(p, g) for p in range(1, most + 1) for g in range(1, p + 1) if p % g == 0]
