"""What the logs cannot tell: anomalies with several explanations, sizes and references that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from estimator.judge.diagnosis.causes.algorithm import of_one_size
from estimator.judge.diagnosis.causes.bandwidth import line_share
from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.healthy import NEAR_LINE
from estimator.judge.diagnosis.runs.contrast import ContrastPair, between, shows, twin
from estimator.judge.diagnosis.runs.shape import merged
from estimator.judge.diagnosis.runs.view import View

FEW = 3
"""Sizes below which a run shows no law."""
ALIGNED = 16
"""Bytes that a size is to be a multiple of for libraries to take their fast path."""
ALIKE = 0.001
"""Relative difference of sizes that are one but for alignment."""
ALONE = 3.0
"""Factor from which one slow size is told."""
DROP = 1.4
"""Best bandwidth over that of the largest sizes from which it drops."""


def unsure(views: Sequence[View], two: Sequence[ContrastPair]) -> Iterator[CauseFinding]:
    """What speaks for saying nothing yet."""
    slower = {pair.slow.run.name for pair in two if between(pair)}
    for view in views:
        if view.run.key.in_place is True:
            continue
        yield from _few(view)
        yield from _cliff(view)
        yield from _one_size(view, views)
        yield from _drop(view)
        yield from _sides(view)
        if view.run.name not in slower:
            yield from _reference(view)
    yield from _alignment(views)


def _few(view: View) -> Iterator[CauseFinding]:
    if len(view.run.samples) < FEW:
        yield CauseFinding("cannot_tell", 0.6, "few_sizes", view.run.name, {"sizes": len(view.run.samples)})


def _cliff(view: View) -> Iterator[CauseFinding]:
    """A jump after which no size comes back to the bandwidth before it."""
    for one in view.shape.cliffs:
        numbers: dict[str, Number] = {"before_B": one.before, "after_B": one.after, "sizes_x": one.sizes}
        numbers |= {"times_x": one.times, "after": sum(size >= one.after for size in view.sizes)}
        yield CauseFinding("cannot_tell", 0.6, "cliff", view.run.name, numbers)


def _one_size(view: View, views: Sequence[View]) -> Iterator[CauseFinding]:
    """One size far above both of its neighbours, in one run alone: a call that something delayed, or a switch."""
    others = [other for other in views if other is not view and twin(view, other)]
    for one in view.shape.breaks:
        if one.falls or one.factor < ALONE or not of_one_size(view, one) or any(shows(each, one) for each in others):
            continue
        numbers: dict[str, Number] = {"size_B": one.after, "times_x": one.times, "sizes_x": one.sizes}
        yield CauseFinding("cannot_tell", 0.55, "one_size", view.run.name, numbers)


def _drop(view: View) -> Iterator[CauseFinding]:
    """Bandwidth that sinks for good at the largest sizes."""
    rates = [one.n / one.seconds for one in merged(view.run.samples)]
    if len(rates) < 6:
        return
    last, best = median(rates[-3:]), max(median(three) for three in zip(rates, rates[1:], rates[2:], strict=False))
    if best > DROP * last:
        numbers: dict[str, Number] = {
            "best_Bps": best,
            "last_Bps": last,
            "drop_x": best / last,
            "best_B": view.shape.best_n,
        }
        yield CauseFinding("cannot_tell", 0.5, "drops", view.run.name, numbers)
        yield CauseFinding("topology", 0.3, "drops", view.run.name, numbers)


def _sides(view: View) -> Iterator[CauseFinding]:
    """Sizes on one side of the balance only."""
    largest, smallest = view.sizes[-1], view.sizes[0]
    known = view.against.found if view.against else None
    if not (known.transfer.known if known else view.shape.transfer):
        yield CauseFinding("cannot_tell", 0.5, "small_only", view.run.name, {"largest_B": largest})
    elif not view.run.paced and not (known.startup.known if known else view.shape.small >= 2):
        yield CauseFinding("cannot_tell", 0.15, "large_only", view.run.name, {"smallest_B": smallest})


def _reference(view: View) -> Iterator[CauseFinding]:
    """Nothing that says which bandwidth would be right."""
    if view.against is not None:
        if len(view.against.choices) > 1:
            taken: dict[str, Number] = {"promises": len(view.against.choices), "taken": view.against.promise.name}
            yield CauseFinding("cannot_tell", 0.05, "several_promises", view.run.name, taken)
        return
    share = line_share(view)
    numbers: dict[str, Number] = {"best_Bps": view.busbw or view.shape.best}
    if share is None:
        yield CauseFinding("cannot_tell", 0.45, "no_reference", view.run.name, numbers)
    elif share < NEAR_LINE and view.line is not None:
        numbers |= {"share": share, "line_Bps": view.line.rate, "words": view.line.words}
        yield CauseFinding("cannot_tell", 0.5, "below_line", view.run.name, numbers)


def _group(view: View) -> tuple[str, int, int]:
    """What sizes must be of to be set side by side."""
    return view.run.collective, view.run.ranks or 0, view.run.table.nodes or 0


def _same_group(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two runs may be of one group: what a log does not say of it may be what the other says."""
    return all(each == same or not each or not same for each, same in zip(one, other, strict=True))


def _alignment(views: Sequence[View]) -> Iterator[CauseFinding]:
    """Sizes alike but for a few bytes, of which those that are not aligned take much longer."""
    every = sorted(
        (one.n, one.seconds, view.run.name, (view.run.table.tool, *_group(view)))
        for view in views
        if view.run.key.in_place is not True
        for one in view.run.samples
    )
    for (n, seconds, _, what), (other, longer, _, same) in pairwise(every):
        if (
            not _same_group(what, same)
            or not 0.0 < other - n <= ALIKE * n
            or (n % ALIGNED == 0.0) == (other % ALIGNED == 0.0)
        ):
            continue
        aligned, odd = (seconds, longer) if n % ALIGNED == 0.0 else (longer, seconds)
        if odd > DROP * aligned:
            yield CauseFinding("cannot_tell", 0.8, "unaligned", "", {"n_B": n, "odd_s": odd, "aligned_s": aligned})
            return
