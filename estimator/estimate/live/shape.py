"""What of a call depends on no number: the forms of its plans, and the sums that its knee and n_half are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.cost.form import Form
from estimator.estimate.assume.setting import Setting, Work, even_form_of
from estimator.estimate.balance import Sums, balance_of
from estimator.estimate.groups.subject import Subject
from estimator.spec.values.base import Condition

Conditions = tuple[Condition, ...]
Settings = tuple[Setting, Setting]


class Shape(NamedTuple):
    """Forms at even load of both ends, of which the fastest counts; sums of the knee, and those without reductions."""

    plans: tuple[tuple[Form, ...], tuple[Form, ...]]
    sums: Sums
    balance: Sums


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes of a spec, each worked out once for all operations and cells that it cannot tell apart."""

    _kept: dict[tuple[int, Conditions, Conditions, float | None], tuple[Subject, Shape]] = field(default_factory=dict)

    def of(
        self,
        subject: Subject,
        low: Conditions,
        high: Conditions,
        n: float | None,
        work: Callable[[], tuple[Work, Settings]],
    ) -> Shape:
        """The shape under conditions at both ends; ``work`` makes one such call ready, where none was yet.

        ``n``: the size of the call where numbers depend on it.
        """
        key = id(subject), low, high, n
        if key not in self._kept:
            self._kept[key] = subject, shape_of(*work())
        return self._kept[key][1]


def shape_of(work: Work, settings: Settings) -> Shape:
    """The shape of one call made ready."""
    low, high = (tuple(even_form_of(work, plan) for plan in work.plans(setting)) for setting in settings)
    return Shape((low, high), balance_of(work.plan, work.rooted), balance_of(work.plan, reductions=False))
