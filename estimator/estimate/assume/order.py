"""No condition may be better than the one it is like, on the parameters in force for each operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from estimator.cost.key import Key
from estimator.errors import Problem, SpecError
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.setting import Setting
from estimator.estimate.assume.settings import EXCLUSIVE, setting_of
from estimator.estimate.assume.uncertain import conditions_of
from estimator.estimate.case import Case
from estimator.estimate.groups.subject import Subject
from estimator.estimate.result import Origin
from estimator.estimate.search.place import path_in
from estimator.phrase import phrase
from estimator.spec.conditions import said_harder
from estimator.spec.values.base import Condition

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
            what = phrase(
                "padding {conservative:g} is below the skew's {optimistic:g}",
                conservative=operation.padding.conservative,
                optimistic=operation.skew.optimistic,
            )
            yield Problem(("operations", case.name, "padding"), what, "write a padding of at least the skew")
        for condition in _led_to(case):
            key = (subject.collective, subject.algorithm.name, subject.group, condition)
            if condition != "exclusive" and key not in seen:
                seen.add(key)
                yield from _better_than_its_like(case, condition)


def harder(subject: Subject, known: Assumptions, n: float, one: Condition, other: Condition) -> bool:
    """Whether a call takes no less time under ``one`` than under ``other``, two conditions that differ.

    As the spec says by `like` and `harder_than`; between multi_group and with_compute where the parameters in force on
    every level of the group, and its cuts, say so at both ends. ``n`` [byte] is the call's size.
    """

    def ordered(first: str, second: str) -> bool:
        for side in (0, 1):
            ends = [_first(subject, known, n, (name,), side) for name in (first, second)]
            if ends[0] is None or ends[1] is None or any(_beating(subject, ends[0], ends[1])):
                return False
        return True

    return said_harder(one, other, known.platform.conditions, ordered)


def _led_to(case: Case) -> tuple[Condition, ...]:
    """The conditions that an operation looks at, and those that they are like."""
    lineage = case.known.platform.lineage
    return tuple(dict.fromkeys(name for condition in conditions_of(case) for name in lineage(condition)))


def _better_than_its_like(case: Case, condition: Condition) -> Iterator[Problem]:
    """Where a condition beats the one that it is like; multi_group and with_compute are held against exclusive."""
    reported: set[str] = set()
    like = (*case.known.platform.lineage(condition)[1:], *EXCLUSIVE)
    for side, end in ((0, "optimistic"), (1, "conservative")):
        own, other = (_first(case.subject, case.known, case.call_n, names, side) for names in ((condition,), like))
        if own is None or other is None:
            continue
        for key in _beating(case.subject, own, other):
            if own.origins[key].spec_path not in reported:
                reported.add(own.origins[key].spec_path)
                yield _problem(case, own.origins[key], other.origins[key], end)


def _beating(subject: Subject, own: Setting, other: Setting) -> Iterator[Key]:
    """The parameters of a setting that are better than another's."""
    for key, value in own.values.items():
        rate = _stated(own, key, value) or _of_ports(subject, own, key)
        if rate < _stated(other, key, other.values.get(key, 0.0)) * (1.0 - SLACK):
            yield key


def _of_ports(subject: Subject, setting: Setting, key: Key) -> float:
    """The rate of a joined unit of which nothing is stated is that of all its ports together [s/B]."""
    if key.family != "unit":
        return 0.0
    port = Key("beta", key.where)
    return _stated(setting, port, setting.values.get(port, 0.0)) / subject.placed.ranks[key.where]


def _stated(setting: Setting, key: Key, value: float) -> float:
    """A value as the spec states it, without what its use beyond its range adds."""
    return value / setting.origins[key].widened if key in setting.origins else value


def _first(
    subject: Subject, known: Assumptions, n: float, conditions: tuple[Condition, ...], side: int
) -> Setting | None:
    """One end under the first of the conditions that the paths have parameters for."""
    for condition in conditions:
        try:
            return setting_of(subject, known, (condition,), side, n)
        except SpecError:
            continue  # told by the operation that needs it
    return None


def _problem(case: Case, own: Origin, other: Origin, end: str) -> Problem:
    word = "a smaller start-up" if own.quantity == "alpha" else "a better rate"
    return Problem(
        ("platform", *path_in(case.known.platform, own.spec_path.removeprefix("platform."))),
        phrase("{word} than {spec_path} at the {end} end", word=word, spec_path=other.spec_path, end=end),
        phrase("make it no better than the {condition} value that is in force here", condition=other.condition),
    )
