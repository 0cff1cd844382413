"""In order: times within the interval, or nothing strange in them where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from estimator.judge.diagnosis.causes.bandwidth import BELOW_LINE, line_share
from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.startup import FAR, STEADY, typical_startup
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.contrast import ContrastPair, between
from estimator.judge.diagnosis.runs.settings import detours
from estimator.judge.diagnosis.runs.view import View

NEAR_LINE = 0.75
"""Share of the line rate from which large messages are in order; below, a detour is possible."""
SINKS = 1.4
"""Best bandwidth over that of the largest size up to which it does not sink."""
NEAR = 0.1
"""Mean logarithm outside the interval up to which a run is within it."""


def healthy(views: Sequence[View], two: Sequence[ContrastPair], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for a run in order."""
    slower = {pair.slow.run.name for pair in two if between(pair)}
    law, share = laws.of("healthy")
    far = dict(zip((pool.view.run.name for pool in laws.pools), law.misfits if law else (), strict=False))
    pools = {view.run.name: pool.view.run.name for pool in laws.pools for view in pool.views}
    for view in views:
        if view.run.key.in_place is True:
            continue
        if view.against is None:
            if view.run.name not in slower:
                yield from _by_shape(view)
        elif far.get(pools.get(view.run.name, ""), NEAR) < NEAR:
            yield from _by_spec(view, share)


def _by_spec(view: View, share: float) -> Iterator[CauseFinding]:
    """``share``: how likely it is that all runs are as stated."""
    if view.against is None:
        return
    found = view.against.found
    weight = (0.9 if found.startup.known else 0.65) if found.transfer.known else 0.4
    if len(view.against.choices) > 1:
        share *= 0.7  # another promise that it may be of is perhaps not kept
    numbers: dict[str, Number] = {
        "startup_x": found.startup.slow,
        "transfer_x": found.transfer.slow,
        "inside": int((found.outside == 0.0).sum()),
        "sizes": len(found.outside),
        "beyond_x": exp(view.against.slow),
        "test": view.against.promise.name,
    }
    yield CauseFinding("healthy", weight * share, "within_spec", view.run.name, numbers)


def _by_shape(view: View) -> Iterator[CauseFinding]:
    shape = view.shape
    calm = len(shape.breaks) <= 1 and shape.scatter < STEADY and len(view.run.samples) >= 4
    calm = calm and shape.best < SINKS * shape.rate
    quick = shape.startup is None or view.run.paced or shape.startup < FAR * typical_startup(view)
    share = line_share(view)
    if not (calm and quick) or detours(view.run.table) or (share is not None and share < BELOW_LINE):
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
