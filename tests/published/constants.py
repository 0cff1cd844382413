"""Constants of a class of links or calls, as ranges that a platform nobody looked at is expected to lie in.

A class holds values in three layers: platforms, the tables of a platform, the values of a table. A value of a table of
the next platform is expected around the mean of the platforms' means, with a variance of
s_p^2 (1 + 1/k) + s_t^2 + s_v^2: between k platforms, between the tables of one, within a table. Its range is
mean +- t * spread, t being Student's for k platforms at the level of its kind. Each variance is the class's own and
that of the middle class of its kind, which counts for ``PRIOR`` values more. Shares and start-ups are taken as
logarithms. No constant is set by hand, and none by table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist, fmean, median
from types import MappingProxyType
from typing import NamedTuple

PRIOR = 1
"""Values that the variance of the middle class of a kind counts for."""
ALONE = 0.9
"""How often the next value is to lie below the upper end, and above the lower one, where one constant makes a time."""
LEVEL: Mapping[str, float] = MappingProxyType({"start": ALONE, "share": 0.75, "knee": 0.7})
"""The same where several meet: a small call is start-up alone, in a large one all are hardly at their ends at once.

Three numbers for all classes, set so that leave-one-out holds nine in ten.
"""


PARENT: Mapping[str, str] = MappingProxyType(
    {"exchange, one process": "one process", "part of a mesh": "no switch", "one connection": "nic"}
)
"""The class that stands for one which no other platform shows."""
STEPS = 14
"""Steps of a ring AllReduce on eight ranks, which start-ups of libraries are counted for."""


class Seen(NamedTuple):
    """What one table shows of one constant of a platform.

    ``kind``: share [1] | start [s] | knee [1] | per step, the share of a start-up that grows with the steps [1].
    ``steps``: of a start-up that grows with them, 0 of any other.
    """

    kind: str
    group: str
    platform: str
    values: tuple[float, ...]
    steps: int = 0


class Range(NamedTuple):
    """Where the next platform's values are expected."""

    low: float
    high: float


class Class:
    """The values of one class by platform and table, on the scale of its kind."""

    def __init__(self) -> None:
        self.platforms: dict[str, list[list[float]]] = {}

    def add(self, platform: str, values: Sequence[float]) -> None:
        """Add a table."""
        self.platforms.setdefault(platform, []).append(list(values))

    @property
    def means(self) -> list[float]:
        """The mean of each platform's tables."""
        return [fmean(fmean(table) for table in tables) for tables in self.platforms.values()]

    def layers(self) -> list[list[list[float]]]:
        """The groups whose spreads make the three layers: platforms, tables of each platform, values of each table."""
        tables = list(self.platforms.values())
        return [
            [self.means],
            [[fmean(table) for table in each] for each in tables],
            [t for each in tables for t in each],
        ]


class Constants:
    """The constants of all classes; ``without``: a platform whose own tables are not looked at."""

    def __init__(self, seen: Iterable[Seen], without: str = "") -> None:
        others = [each for each in seen if each.platform != without]
        shares = [each.values for each in others if each.kind == "per step"]
        self._per_step = fmean(value for values in shares for value in values) if shares else 0.0
        self._classes: dict[tuple[str, str], Class] = {}
        for each in others:
            factor = self._by_steps(each.steps)
            scaled = [value if each.kind == "knee" else log(value / factor) for value in each.values]
            self._classes.setdefault((each.kind, each.group), Class()).add(each.platform, scaled)
        self._found: dict[tuple[str, str, float], Range] = {}
        self._middle: dict[str, list[float]] = {}

    def _by_steps(self, steps: int) -> float:
        """The start-up of so many steps over that of ``STEPS`` [1]."""
        return 1.0 + self._per_step * (steps / STEPS - 1.0) if steps else 1.0

    def share(self, group: str, alone: bool = False) -> Range:
        """The share of the nominal rate that is reached [1], no more than the whole; ``alone``: nothing else counts."""
        low, high = self._expected("share", group, ALONE if alone else LEVEL["share"])
        return Range(exp(low), min(1.0, exp(high)))

    def start(self, group: str, steps: int = 0) -> Range:
        """The start-up of a call or a message [s]; ``steps`` of one that grows with them."""
        low, high = self._expected("start", group, LEVEL["start"])
        return Range(exp(low) * self._by_steps(steps), exp(high) * self._by_steps(steps))

    def knee(self, group: str) -> Range:
        """The knee factor k [1]; a knee never makes a call faster."""
        low, high = self._expected("knee", group, LEVEL["knee"])
        return Range(max(0.0, low), max(0.0, high))

    def platforms(self, kind: str, group: str) -> int:
        """Platforms that a constant rests on."""
        found = self._classes.get((kind, group))
        return len(found.platforms) if found else 0

    def groups(self, kind: str) -> list[str]:
        """The classes of a kind."""
        return [group for known, group in self._classes if known == kind]

    def _expected(self, kind: str, group: str, level: float) -> Range:
        """Where the next value lies, on the scale of the kind; kept, for it is asked for again with every figure."""
        asked = (kind, group, level)
        if asked not in self._found:
            self._found[asked] = self._next(*asked)
        return self._found[asked]

    def _next(self, kind: str, group: str, level: float) -> Range:
        found = self._classes[kind, group if (kind, group) in self._classes else PARENT[group]]
        if kind not in self._middle:
            self._middle[kind] = self._typical(kind)
        between, tables, values = map(pooled, found.layers(), self._middle[kind])
        count = len(found.platforms)
        reach = student(level, PRIOR + count - 1) * sqrt(between * (1.0 + 1.0 / count) + tables + values)
        middle = fmean(found.means)
        return Range(middle - reach, middle + reach)

    def _typical(self, kind: str) -> list[float]:
        """The variance of each layer in the middle class of a kind, of those that have it."""
        layers = [each.layers() for (known, _), each in self._classes.items() if known == kind]
        return [
            median([_variance(groups) for groups in layer if _free(groups)] or [0.0])
            for layer in zip(*layers, strict=True)
        ]


def pooled(groups: Sequence[Sequence[float]], typical: float) -> float:
    """The variance of groups that each have a mean of their own, the typical one counted as ``PRIOR`` values."""
    return (PRIOR * typical + _squares(groups)) / (PRIOR + _free(groups))


def _variance(groups: Sequence[Sequence[float]]) -> float:
    return _squares(groups) / _free(groups)


def _free(groups: Sequence[Sequence[float]]) -> int:
    return sum(len(group) - 1 for group in groups)


def _squares(groups: Sequence[Sequence[float]]) -> float:
    return sum((value - middle) ** 2 for group in groups if group for middle in (fmean(group),) for value in group)


def student(level: float, free: int) -> float:
    """Student's t that a share ``level`` stays below, 0.5 to 0.95, to 4 % from one degree of freedom on.

    0.9 and 5: 1.476. Source: Fisher's expansion, Abramowitz and Stegun 26.7.5.
    """
    z = NormalDist().inv_cdf(level)
    terms = (
        (z**3 + z) / 4.0,
        (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0,
        (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0,
    )
    return z + sum(term / float(free) ** power for power, term in enumerate(terms, 1))
