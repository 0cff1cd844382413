"""What the tests of this room share: seconds of a plan written out, shapes to try."""

from __future__ import annotations

from math import isqrt

from estimator.cost.algorithm import Algorithm
from estimator.cost.options import Options
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def seconds(plan: Plan, n: float, alpha: dict[str, float], beta: dict[str, float], gamma: float = 0.0) -> float:
    """Sum over phases of the slowest stage, straight from the definition."""
    return sum(
        max(s.rounds * alpha[s.level] + s.volume * n * beta[s.level] + s.reduced * n * gamma for s in phase)
        for phase in plan
    )


def total_rounds(plan: Plan) -> float:
    """Rounds one after another: of stages that run at once the longer run counts."""
    return sum(max(stage.rounds for stage in phase) for phase in plan)


def total_egress(plan: Plan) -> float:
    return sum(stage.egress for phase in plan for stage in phase)


def every_shape(most: int) -> list[Shape]:
    """Every p up to ``most`` in every even split over nodes."""
    return [Shape(p, g) for p in range(1, most + 1) for g in range(1, p + 1) if p % g == 0]


def options_of(algorithm: Algorithm, shape: Shape) -> Options:
    """What an algorithm cannot run without: five segments; the squarest torus."""
    p = shape.ranks
    rows = max(a for a in range(1, isqrt(p) + 1) if p % a == 0)
    return Options(
        segments=5 if "segments" in algorithm.needs else None,
        dims=(rows, p // rows) if "dims" in algorithm.needs else None,
    )


def plan_on(algorithm: Algorithm, shape: Shape) -> Plan:
    return algorithm.plan(shape, options_of(algorithm, shape))


def runs_on(algorithm: Algorithm, shape: Shape) -> bool:
    return algorithm.valid(shape, options_of(algorithm, shape)) is None
