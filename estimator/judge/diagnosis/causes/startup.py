"""Start-up latency: messages too small to transfer anything take too long, and larger ones only as much longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.contrast import LITTLE, MORE, ContrastPair, between, ratios
from estimator.judge.diagnosis.runs.view import View, sure

TYPICAL = 100e-6
"""Start-up of a collective inside a node [s]: of 60 public logs without a known fault none is above twice that."""
TYPICAL_STEP = 30e-6
"""What every doubling of the ranks adds across nodes [s]; the same logs."""
FAR = 4.0
"""Times the typical from which a start-up is out of order."""
EXPLAINS = 0.3
"""How well a law must explain the runs so that what is usual says nothing beside it."""
STEADY = 4.0
"""Scatter of the small sizes beyond which they show no start-up but noise."""


def startup(views: Sequence[View], two: Sequence[ContrastPair], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for start-up latency."""
    for pair in two:
        if between(pair) and pair.starts and pair.small > 1.0 + LITTLE and not pair.slow.run.paced:
            weight = 0.7 if pair.small > MORE * pair.large else 0.3 if pair.large < MORE * pair.small else 0.15
            yield CauseFinding(
                "startup", weight * sure(pair.small), "later_than_other", pair.slow.run.name, ratios(pair)
            )
    for view in views:
        if view.run.key.in_place is not True:
            yield from _by_spec(view, laws.sure("startup"))
        if view.against is None or laws.fits < EXPLAINS:
            yield from _by_typical(view)


def _by_spec(view: View, weight: float) -> Iterator[CauseFinding]:
    if view.against is None or not view.against.found.startup.off:
        return
    found = view.against.found
    floor = view.against.expected.floor[1]
    numbers: dict[str, Number] = {
        "startup_x": found.startup.slow,
        "startup_s": found.startup.slow * floor,
        "expected_s": floor,
        "transfer_x": found.transfer.slow,
        "test": view.against.promise.name,
    }
    yield CauseFinding("startup", weight, "startup_above_spec", view.run.name, numbers)


def late(view: View) -> bool:
    """Whether the start-up of a run is out of order, by the spec or by what is usual; a slow path makes it so too."""
    if view.against is not None:
        return view.against.found.startup.off
    return view.shape.startup is not None and view.shape.startup > FAR * typical_startup(view)


def typical_startup(view: View) -> float:
    """What a collective of so many ranks takes at the smallest sizes on systems in order [s]."""
    ranks = view.run.ranks or 8
    across = view.run.crossing if view.run.crossing is not None else ranks > 8
    return TYPICAL + (TYPICAL_STEP * log2(max(ranks, 2)) if across else 0.0)


def _by_typical(view: View) -> Iterator[CauseFinding]:
    shape, usual = view.shape, typical_startup(view)
    if shape.startup is None or shape.small < 3 or view.run.paced or shape.startup < FAR * usual:
        return
    weight = 0.75 * sure(shape.startup / (FAR * usual), 6.0) + 0.15 if shape.scatter < STEADY else 0.15
    numbers: dict[str, Number] = {"startup_s": shape.startup, "typical_s": usual, "typical_x": shape.startup / usual}
    largest = max(one.n for one in view.run.samples if one.seconds < 1.5 * shape.startup)
    yield CauseFinding("startup", weight, "startup_above_typical", view.run.name, numbers | {"flat_to_B": largest})
