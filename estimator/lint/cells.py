"""Physics of single requirements: limits against the cut bound, the start-up floor, the interval, the ceiling."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from estimator.cost.entries.catalogue import find
from estimator.errors import Path
from estimator.lint.hits import Hit, hit_of, implied, told
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.require.criterion import Expanded
from estimator.require.inherited import inherited
from estimator.require.limits.ceiling import busbw_ceiling
from estimator.require.metrics import METRICS
from estimator.require.modelled import Floats
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_bandwidth

TYPICAL = ("mean", "p50")
"""Statistics that the interval is about; a tail may lie outside it."""


def cells(look: Look) -> Iterator[Finding]:
    """The findings about limits of single requirements, one a rule and requirement with its worst cell."""
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            expanded = look.expanded[name]
            path: Path = ("requirements", name, "limit")
            yield from _direction(path, requirement, expanded)
            broken = list(_impossible(path, expanded, 10.0 ** (1 - look.spec.document.rounding)))
            yield from broken
            timed = expanded.measure is not None and expanded.measure.name == "time"
            if not (timed and any(finding.rule == "below-cut" for finding in broken)):  # the ceiling says the same
                yield from _ceiling(path, requirement, expanded, look.spec)


def _direction(path: Path, requirement: MeasurableRequirement, expanded: Expanded) -> Iterator[Finding]:
    if expanded.measure is None:
        return
    name, upper = expanded.measure.name, requirement.limit.upper
    if METRICS[name].lower_is_better != upper:
        yield Finding(
            "wrong-direction", path, phrase("{limit} on {name}", limit="at_most" if upper else "at_least", name=name)
        )


def _impossible(path: Path, expanded: Expanded, digit: float) -> Iterator[Finding]:
    """Below the cut bound, else below the start-up floor, else outside the interval: the strongest word only.

    ``digit``: how far the rounding of a derived limit may carry it, as a share of it [1].
    """
    cut, floor, outside = [], [], []
    for block in expanded.blocks:
        seconds = implied(block)
        if block.model is None or seconds is None or not seconds.all():
            continue
        under = _under(seconds, block.model.bound)
        short = _under(seconds, block.model.floor) & ~under
        cut.append(hit_of(block, under, block.model.bound / seconds))
        floor.append(hit_of(block, short, block.model.floor / seconds))
        if block.measure.statistic in TYPICAL:
            kept = 1.0 - digit if block.how == "derived" else 1.0
            early = _under(seconds, block.model.optimistic * kept) & ~under & ~short
            # What the budget leaves may be more than the model expects: that is room, and no number is to be changed.
            late = (seconds > block.model.conservative * (1.0 + SLACK)) & (block.how != "budget")
            outside.append(hit_of(block, late, seconds / block.model.conservative))
            outside.append(hit_of(block, early, block.model.optimistic / seconds))
    yield from told("below-cut", path, cut, lambda hit: _short(hit, "the cut bound", hit.model.bound))
    yield from told("below-floor", path, floor, lambda hit: _short(hit, "the start-up floor", hit.model.floor))
    yield from told("outside-interval", path, outside, _outside)
    yield from _ratio(path, expanded)


def _ratio(path: Path, expanded: Expanded) -> Iterator[Finding]:
    for block in expanded.blocks:
        what = block.measure.against.what if block.measure.against else ""
        if what == "cut" and (block.limits < 1.0).any():
            yield Finding("below-cut", path, "less than 1 times the time that the cut alone needs")
            return


def _under(seconds: Floats, bound: Floats) -> NDArray[np.bool_]:
    # nan compares False: a cell without a limit breaks nothing.
    return np.less(seconds, bound * (1.0 - SLACK))


def _short(hit: Hit, what: str, seconds: Floats) -> str:
    return phrase(
        "asks for {limit} where {what} is {least}", limit=hit.limit, what=what, least=hit.in_its_unit(seconds)
    )


def _outside(hit: Hit) -> str:
    ends = (hit.model.optimistic, hit.model.conservative)
    low, high = ends if hit.block.measure.name == "time" else ends[::-1]
    return phrase(
        "asks for {limit} where the interval is {low} to {high}",
        limit=hit.limit,
        low=hit.in_its_unit(low),
        high=hit.in_its_unit(high),
    )


def _ceiling(path: Path, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> Iterator[Finding]:
    for block in expanded.blocks:
        algorithm = find(block.collective, inherited(requirement, spec).algorithm or "")
        if algorithm is not None and algorithm.in_network:
            continue
        if (seconds := implied(block)) is None or block.model is None or not seconds.all():
            continue
        ceiling = busbw_ceiling(block.collective, block.place, spec, inherited(requirement, spec).copies)
        if ceiling is None:
            continue
        rate = block.sizes * block.model.busbw_factor / seconds
        if (over := rate > ceiling * (1.0 + SLACK)).any():
            index = int(np.argmax(np.where(over, rate, 0.0)))
            text = phrase(
                "asks for busbw {rate} where {group} can have {ceiling} at most",
                rate=format_bandwidth(float(rate[index])),
                group=block.place.group,
                ceiling=format_bandwidth(ceiling),
            )
            yield Finding("above-ceiling", path, text)
            return
