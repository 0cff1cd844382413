"""Exclusive must be no worse than any other condition, on the parameters in force for each operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estimator.cost.key import Key
from estimator.errors import Problem
from estimator.estimate.case import Case
from estimator.estimate.result import Origin
from estimator.estimate.setting import Setting
from estimator.estimate.settings import EXCLUSIVE, setting_of
from estimator.estimate.step import COMPUTING
from estimator.spec.base import Condition

SLACK = 1e-12
"""Relative rounding that is no disorder."""


def order_problems(cases: Iterable[Case]) -> Iterator[Problem]:
    """What breaks T_conservative >= T_optimistic >= bound: a condition better than exclusive, a padding below the skew.

    Better end is compared with better end and worse with worse, per level, collective and algorithm, in the rates that
    one rank gets; each pair of places is reported once.
    """
    seen: set[tuple[object, ...]] = set()
    for case in cases:
        operation, subject = case.operation, case.subject
        if operation.padding and operation.padding.conservative < operation.skew.optimistic:
            what = f"padding {operation.padding.conservative:g} is below the skew's {operation.skew.optimistic:g}"
            yield Problem(("operations", case.name, "padding"), what, "write a padding of at least the skew")
        conditions = [*operation.condition, *(COMPUTING if operation.hides else ())]
        for condition in dict.fromkeys(conditions):
            key = (subject.collective, subject.algorithm.name, subject.group, condition)
            if condition != "exclusive" and key not in seen:
                seen.add(key)
                yield from _better_than_exclusive(case, condition)


def _better_than_exclusive(case: Case, condition: Condition) -> Iterator[Problem]:
    reported: set[str] = set()
    for side, end in ((0, "optimistic"), (1, "conservative")):
        alone = setting_of(case.subject, case.known, EXCLUSIVE, side, case.call_n)
        other = setting_of(case.subject, case.known, (condition,), side, case.call_n)
        for key, value in other.values.items():
            worse = _stated(other, key, value) >= _stated(alone, key, alone.values.get(key, 0.0)) * (1.0 - SLACK)
            if not worse and other.origins[key].spec_path not in reported:
                reported.add(other.origins[key].spec_path)
                yield _problem(other.origins[key], alone.origins[key], end)


def _stated(setting: Setting, key: Key, value: float) -> float:
    """A value as the spec states it, without what its use beyond its range adds."""
    return value / setting.origins[key].widened if key in setting.origins else value


def _problem(other: Origin, alone: Origin, end: str) -> Problem:
    word = "a smaller start-up" if other.quantity == "alpha" else "a better rate"
    return Problem(
        tuple(int(s) if s.isdigit() else s for s in other.spec_path.replace("[", ".").replace("]", "").split(".")),
        f"{word} than {alone.spec_path} at the {end} end",
        "make it no better than the exclusive value that is in force here",
    )
