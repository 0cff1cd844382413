"""Contention: the same thing takes other times again and again; something else uses hosts, links or devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from statistics import median

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array
from estimator.evidence.fitting.steps import steps
from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.startup import STEADY
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.contrast import APART, ContrastPair, ratios, shows, twin
from estimator.judge.diagnosis.runs.view import View, sure

EXCLUSIVE = "exclusive"
FAR_OFF = 0.4
"""Logarithm from its own law beyond which a time is far off."""
CALM = 0.1
"""... up to which it is as it should be."""
SAME_PATTERN = 0.8
"""Correlation of the residuals of two runs from which they have one pattern."""
MANY = 3
"""Breaks, or ranges of sizes far off, in one run from which they are no single switch, ..."""
OFTEN = 0.2
"""... and share of the sizes: single times that something delayed are in every long log."""
REPEATS = 0.25
"""Share of the sizes at which repeats differ by more than single delayed calls; ..."""
FEW = 8
"""... of so many sizes at least."""
UNEVEN = 1.5
"""Slowest over fastest rank or iteration that is no longer noise."""
RESIDUAL = 0.2
"""Scatter of times about their own law that is no longer noise [1]; means of many iterations stay below 0.1."""
BEYOND = 4.0
"""Start-up over that of so many messages between pairs from which hosts, not messages, take the time."""


def contention(views: Sequence[View], two: Sequence[ContrastPair], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for contention."""
    mixed = [pair for pair in two if pair.twins and pair.kind == "mixed"]
    for pair in two:
        yield from _by_repeat(pair, sum(pair.slow in other or pair.fast in other for other in mixed))
    for view in views:
        residual = laws.residual(view)
        if residual is None or _scatter(residual) > _noise(view) or _apart(residual) >= _many(view):
            yield from _by_breaks(view, views)
            yield from _by_residual(view, views)
        yield from _by_spread(view)
    yield from _by_pairs(views)
    yield from _by_load(views)


def _by_repeat(pair: ContrastPair, mixed: int) -> Iterator[CauseFinding]:
    """``mixed``: pairs of repeats with one of these two in which times differ at some sizes only."""
    if not pair.twins or pair.kind == "same":
        return
    numbers = ratios(pair)
    worst = float(numbers["worst_x"])
    # Two runs apart at every size by much more than two modes of one system are two systems; two that part at one
    # range of sizes may be two settings that nobody named.
    apart = max(pair.small, pair.large)
    weight = 0.45 if apart < 4.0 else 0.15 if apart < 10.0 else 0.0
    many = sum(abs(log(each)) > APART for each in pair.ratios)
    if pair.kind == "mixed":
        weight = 0.55 if mixed < 2 and pair.one_range else 0.85
        weight *= 1.0 if len(pair.sizes) < FEW or many >= max(MANY, REPEATS * len(pair.sizes)) else 0.35
    numbers |= {"apart": many, "sizes": len(pair.sizes)}
    yield CauseFinding("contention", weight * sure(worst), "repeats_differ", pair.slow.run.name, numbers)


def _by_breaks(view: View, views: Sequence[View]) -> Iterator[CauseFinding]:
    if view.run.key.in_place is True:
        return
    others, shape = [other for other in views if other is not view and twin(view, other)], view.shape
    breaks = [one for one in shape.breaks if not any(shows(other, one) for other in others)]
    erratic = len(breaks) >= _many(view) and any(each.falls for each in breaks)
    one_hump = len(breaks) == 2 and breaks[1].falls and not breaks[0].falls
    scattered = shape.small >= 4 and shape.scatter > STEADY and len(breaks) >= 2 and not one_hump
    large = max((each.factor for each in breaks), default=1.0)
    if not (erratic or scattered):
        return
    # Small messages in flight run at a rate of their own, so that their gaps say little of hosts.
    more = 0.2 if shape.scatter > 2 * STEADY and not view.run.paced else 0.0
    weight = (0.35 if view.run.paced else 0.6) * sure(large, 2.0) + more
    numbers: dict[str, Number] = {"breaks": len(breaks), "falls": sum(each.falls for each in breaks), "worst_x": large}
    numbers |= {"scatter_x": shape.scatter, "small": shape.small}
    yield CauseFinding("contention", min(weight, 0.8), "erratic", view.run.name, numbers)


def _by_spread(view: View) -> Iterator[CauseFinding]:
    """Ranks or iterations of one size that differ much, over most sizes."""
    spreads = [one.spread for one in view.run.samples if one.spread > 1.0]
    if (
        len(spreads) < 3
        or view.run.odd_rank is not None
        or view.run.table.collective in ("broadcast", "reduce", "scatter", "gather")
        or view.run.ranks == 2
    ):
        return  # in rooted collectives, and of two ranks that send and receive, ranks leave at different times
    middle = median(spreads)
    if middle > UNEVEN:
        numbers: dict[str, Number] = {"spread_x": middle, "worst_x": max(spreads), "sizes": len(spreads)}
        weight = 0.3 * sure(middle / UNEVEN, 2.0) + 0.3 * sure(middle / (2.0 * UNEVEN), 2.0)
        yield CauseFinding("contention", weight, "spread", view.run.name, numbers)


def _by_residual(view: View, views: Sequence[View]) -> Iterator[CauseFinding]:
    """Times that jump about the law the run itself makes, up and down from size to size, and not so in other runs."""
    if view.against is None or len(view.run.samples) < 8 or _comes_again(view, views):
        return
    found = view.against.found
    scatter, far = _scatter(found.residual), np.abs(found.residual) > FAR_OFF
    apart = max(_apart(found.residual), _blocks(found.outside > FAR_OFF, found.outside < CALM))
    noisy = scatter > _noise(view) and bool(found.outside.any())
    if not noisy and apart < _many(view):
        return
    numbers: dict[str, Number] = {
        "scatter_x": exp(scatter),
        "far": int(far.sum()),
        "sizes": len(found.residual),
        "worst_x": exp(float(found.residual.max())),
    }
    weight = 0.75 * (0.3 if view.run.paced else 1.0)
    yield CauseFinding("contention", weight, "residual", view.run.name, numbers)


def _scatter(residual: Array) -> float:
    """How far times jump from size to size."""
    return float(np.median(np.abs(np.diff(residual)))) * 1.4826 / sqrt(2.0) if len(residual) > 1 else 0.0


def _noise(view: View) -> float:
    """Scatter from which times are no law with noise; few sizes tell a scatter badly."""
    return RESIDUAL * (1.0 + 2.5 / sqrt(max(len(view.run.samples) - 1, 1)))


def _apart(residual: Array) -> int:
    """Ranges of sizes that are far off; neighbours that are so together are one switch, not noise."""
    far = np.abs(residual - np.median(residual)) > FAR_OFF
    return _blocks(far, ~far)


def _many(view: View) -> float:
    return max(MANY, OFTEN * len(view.run.samples))


def _blocks(off: NDArray[np.bool_], calm: NDArray[np.bool_]) -> int:
    """Ranges of sizes that are off, with calm ones between them."""
    found, inside = 0, False
    for bad, good in zip(off.tolist(), calm.tolist(), strict=True):
        found += bad and not inside
        inside = (inside or bad) and not good
    return found


def _comes_again(view: View, views: Sequence[View]) -> bool:
    """Whether the other side of the table, or a repeat, lies about its law in the same way: a pattern, no noise."""
    for other in views:
        if other is view or other.against is None or not twin(view, other) or other.sizes != view.sizes:
            continue
        both = (view.against, other.against)
        one, same = (each.found.residual for each in both if each is not None)
        if float(one.std()) > 0.0 and float(same.std()) > 0.0 and float(np.corrcoef(one, same)[0, 1]) > SAME_PATTERN:
            return True
    return False


def _by_pairs(views: Sequence[View]) -> Iterator[CauseFinding]:
    """Start-up of groups far above what their rounds of messages between pairs explain, with many ranks a node."""
    starts = [
        view.shape.startup
        for view in views
        if view.run.collective == "p2p" and view.run.crossing and not view.run.paced and view.shape.startup
    ]
    if not starts:
        return
    pair = max(starts)
    for view in views:
        table = view.run.table
        if view.run.collective in ("", "p2p") or not view.run.crossing or (table.ranks_per_node or 1) < 2:
            continue
        rounds = max(steps(view.run.collective, table.ranks or 2).rounds, float((table.ranks or 2) - 1))
        if view.shape.startup is None or view.shape.startup < BEYOND * rounds * pair:
            continue
        numbers: dict[str, Number] = {"startup_s": view.shape.startup, "pair_s": pair, "rounds": rounds}
        numbers |= {"beyond_x": view.shape.startup / (rounds * pair), "per_node": table.ranks_per_node or 1}
        yield CauseFinding("contention", 0.65, "beyond_pairs", view.run.name, numbers)


def _by_load(views: Sequence[View]) -> Iterator[CauseFinding]:
    """The same run alone and while others run: slow only beside them."""
    for view in views:
        if view.against is not None and not (view.against.found.startup.off or view.against.found.transfer.off):
            continue  # as slow as the spec says it is beside others
        for other in views:
            common = {one.n: one.seconds for one in other.run.samples} if _lonelier(other, view) else {}
            slower = [one.seconds / common[one.n] for one in view.run.samples if one.n in common]
            if slower and median(slower) > 1.3:
                numbers: dict[str, Number] = {"beside_x": median(slower), "groups": view.run.table.groups}
                numbers["other"] = other.run.name
                yield CauseFinding("contention", 0.8 * sure(median(slower)), "beside_others", view.run.name, numbers)


def _lonelier(other: View, view: View) -> bool:
    """Whether the other run is the same but for what ran beside it, and had less of that."""
    same = other.run.key._replace(groups=1, condition="") == view.run.key._replace(groups=1, condition="")
    fewer = other.run.table.groups < view.run.table.groups
    loaded = view.run.table.condition not in ("", EXCLUSIVE)
    return same and (fewer or (loaded and other.run.table.condition in ("", EXCLUSIVE)))
