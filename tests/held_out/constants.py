"""Whether a constant carries over: chosen without a system by the score of all others, how it does on that system.

Each constant of the fits stands here with other values it might have. What counts is the interval score: the logarithm
of the width, and 20 times as far as a time lies outside. Source: Gneiting and Raftery, JASA 102 (2007), section 6.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import log
from types import ModuleType
from typing import NamedTuple

import numpy as np

from estimator.evidence.fitting import bands, choice, extended, gaps, lines, predict, regimes
from tests.held_out.cuts import Stated, every_other, other_collectives, other_ranks
from tests.held_out.material import Source
from tests.held_out.scores import grouped

PENALTY = 2.0 / 0.1


class Constant(NamedTuple):
    """A constant, where it stands, and what else it might be."""

    module: ModuleType
    name: str
    others: tuple[float, ...]

    @property
    def value(self) -> float:
        """What it is."""
        return float(getattr(self.module, self.name))


CONSTANTS = (
    Constant(bands, "OCTAVES", (1.0, 4.0)),
    Constant(bands, "PRIOR", (1.0, 4.0)),
    Constant(bands, "STRAY", (2.0, 5.0)),
    Constant(lines, "STRAY", (1.5, 3.0)),
    Constant(lines, "LEAST_SPREAD", (0.005, 0.02)),
    Constant(choice, "EDGE", (2.0, 4.0)),
    Constant(choice, "NOISE", (0.005, 0.02)),
    Constant(choice, "WIDE", (0.05, 0.2)),
    Constant(regimes, "MOST_MEMORY", (0.5, 0.9)),
    Constant(extended, "LEAST_SHARE", (0.15, 0.5)),
    Constant(extended, "STEP", (1.0, 4.0)),
    Constant(gaps, "WIDER", (1.2, 2.5)),
    Constant(predict, "SAME_PATH", (0.5, 0.8)),
)


@contextmanager
def instead(constant: Constant, value: float) -> Iterator[None]:
    """The fits with another value of a constant."""
    before = constant.value
    setattr(constant.module, constant.name, value)
    try:
        yield
    finally:
        setattr(constant.module, constant.name, before)


def held_out(single: Sequence[Source], logs: Sequence[Source]) -> list[Stated]:
    """Ranks, collectives and sizes together."""
    found = [*other_ranks(single, (2, 4), 8), *other_collectives(single), *every_other([*single, *logs])]
    return [one for one in found if isinstance(one, Stated)]


def interval_score(found: Sequence[Stated]) -> float:
    """The mean score of intervals, by logarithms; less is better."""
    return float(np.mean([_score(one) for one in found]))


def _score(one: Stated) -> float:
    low, high, time = (log(max(each, 1e-30)) for each in (one.low, one.high, one.point.seconds))
    return high - low + PENALTY * (max(low - time, 0.0) + max(time - high, 0.0))


def report(single: Sequence[Source], logs: Sequence[Source]) -> Iterator[str]:
    """A line a constant: what each system left out would choose, and what of it lies inside then and as it is."""
    now = held_out(single, logs)
    systems = [name for name, own in grouped(now, _system).items() if len(own) >= 100]
    yield f"{'constant':24} {'is':>6}  " + "  ".join(f"{name[:24]:>24}" for name in systems)
    for constant in CONSTANTS:
        tried = {constant.value: now}
        for value in constant.others:
            with instead(constant, value):
                tried[value] = held_out(single, logs)
        cells = [_cell(constant, tried, system) for system in systems]
        name = f"{constant.module.__name__.rpartition('.')[2]}.{constant.name}"
        yield f"{name:24} {constant.value:>6g}  " + "  ".join(f"{cell:>24}" for cell in cells)


def _cell(constant: Constant, tried: dict[float, list[Stated]], system: str) -> str:
    """The value that all others choose, with what it gives of this one beside what the present one gives."""
    rest = {value: [one for one in found if _system(one) != system] for value, found in tried.items()}
    own = {value: [one for one in found if _system(one) == system] for value, found in tried.items()}
    best = min(rest, key=lambda value: interval_score(rest[value]))
    return f"{best:g}: {_inside(own[best])} ({_inside(own[constant.value])})"


def _inside(found: Sequence[Stated]) -> str:
    return f"{sum(one.inside for one in found) / len(found):.1%}@{np.median([one.width for one in found]):.2f}"


def _system(one: Stated) -> str:
    return one.source.system
