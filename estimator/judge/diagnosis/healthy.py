"""In order: times within the interval, or nothing strange in them where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from estimator.judge.diagnosis.bandwidth import BELOW_LINE, line_share
from estimator.judge.diagnosis.cause import CauseFinding, Number
from estimator.judge.diagnosis.startup import FAR, STEADY, typical_startup
from estimator.judge.diagnosis.view import View

NEAR_LINE = 0.75
"""Share of the line rate from which large messages are in order; below, a detour is possible."""
NEAR = 0.1
"""Mean logarithm outside the interval up to which a run is within it."""


def healthy(views: Sequence[View]) -> Iterator[CauseFinding]:
    """What speaks for a run in order."""
    for view in views:
        if view.run.key.in_place is not True:
            yield from _by_spec(view) if view.against is not None else _by_shape(view)


def _by_spec(view: View) -> Iterator[CauseFinding]:
    if view.against is None:
        return
    found = view.against.found
    if view.against.slow > NEAR or found.startup.off or found.transfer.off:
        return
    if found.scatter > 2 * NEAR and float(found.outside.max()) > NEAR:
        return
    weight = (0.9 if found.startup.known else 0.65) if found.transfer.known else 0.4
    if view.against.choices > 1:
        weight *= 0.7  # another promise that it may be of is perhaps not kept
    numbers: dict[str, Number] = {
        "startup_x": found.startup.slow,
        "transfer_x": found.transfer.slow,
        "inside": int((found.outside == 0.0).sum()),
        "sizes": len(found.outside),
        "beyond_x": exp(view.against.slow),
        "test": view.against.promise.name,
    }
    yield CauseFinding("healthy", weight, "within_spec", view.run.name, numbers)


def _by_shape(view: View) -> Iterator[CauseFinding]:
    shape = view.shape
    calm = len(shape.breaks) <= 1 and shape.scatter < STEADY and len(view.run.samples) >= 4
    quick = shape.startup is None or view.run.paced or shape.startup < FAR * typical_startup(view)
    share = line_share(view)
    if not (calm and quick) or (share is not None and share < BELOW_LINE):
        return
    numbers: dict[str, Number] = {
        "sizes": len(view.run.samples),
        "startup_s": shape.startup or 0.0,
        "breaks": len(shape.breaks),
    }
    if share is None or share < NEAR_LINE:
        yield CauseFinding("healthy", 0.3, "nothing_strange", view.run.name, numbers)
    else:
        yield CauseFinding("healthy", 0.6, "near_line", view.run.name, numbers | {"share": share})
