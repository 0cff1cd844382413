"""Limits that rest on a wide interval: how wide it is, and which assumption makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from estimator.errors import Path
from estimator.estimate.operation import WIDE
from estimator.estimate.result import WaterfallStep
from estimator.lint.hits import Hit, hit_of, told
from estimator.lint.rules import Finding, Look
from estimator.phrase import phrase
from estimator.require.criterion import Expanded
from estimator.require.model import models_of
from estimator.require.workload import workload_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_bandwidth, format_factor, format_number, format_ratio, format_time

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "alpha": "start-up time of {where}, {time}",
        "bandwidth": "bandwidth of {where}, {bandwidth}",
        "message_rate": "message rate of {where}, {number}/s",
        "cut": "bandwidth of the cut {where}, {bandwidth}",
        "reduce": "bandwidth of reduction, {bandwidth}",
        "knee": "knee factor k {number}",
        "launch": "launch time T0 of {time}",
    }
)
"""A factor with its value at the conservative end."""


def wide(look: Look) -> Iterator[Finding]:
    """The findings about derived limits whose interval is wider than 2.5, one a requirement with its widest cell."""
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            hits = _hits(look.expanded[name])
            if any(hits):
                yield from _told(name, requirement, hits, look)


def _hits(expanded: Expanded) -> list[Hit | None]:
    hits: list[Hit | None] = []
    for block in expanded.blocks:
        if block.how == "derived" and block.expected is not None and not block.curve:
            low, high = np.minimum(*block.expected), np.maximum(*block.expected)
            with np.errstate(divide="ignore", invalid="ignore"):
                hits.append(hit_of(block, (high > WIDE * low) & ~np.isnan(block.limits), high / low))
    return hits


def _told(name: str, requirement: MeasurableRequirement, hits: list[Hit | None], look: Look) -> Iterator[Finding]:
    path: Path = ("requirements", name, "limit")
    yield from told(
        "wide-interval", path, hits,
        lambda hit: phrase("the limit rests on an interval {excess} wide", excess=format_factor(hit.excess, 3)),
        lambda hit: _first(_steps(hit, name, requirement, look), look.spec),
    )  # fmt: skip


def _steps(hit: Hit, name: str, requirement: MeasurableRequirement, look: Look) -> tuple[WaterfallStep, ...]:
    """What widens the interval of a cell's time; nothing for metrics that are no time and no bandwidth."""
    block = hit.block
    work, _ = workload_of(name, requirement, look.spec, look.table)
    if work is None or block.measure.name not in ("time", "algbw", "busbw") or block.measure.against is not None:
        return ()
    condition = next(known for known in work.conditions if known == block.condition)
    cell = models_of(look.spec).cell(work, block.spot._replace(condition=condition))
    return cell.waterfall(float(block.sizes[hit.index])) if cell else ()


def _first(steps: tuple[WaterfallStep, ...], spec: Spec) -> str:
    """What to measure first; "" leaves the word to the rule."""
    if not steps:
        return ""
    widest = max(steps, key=lambda step: step.seconds)
    share = format_ratio(widest.seconds / sum(step.seconds for step in steps), 2)
    return phrase(
        "measure the widest assumption first: {widest}, {share} of the width", widest=_name(widest, spec), share=share
    )


def _name(step: WaterfallStep, spec: Spec) -> str:
    origin = step.origin
    if origin is None or step.factor not in NAMES:
        return "whether the stages overlap"
    value = origin.value
    texts = {"time": format_time(value), "bandwidth": format_bandwidth(value), "number": format_number(value)}
    what = phrase(NAMES[step.factor], where=step.where, **texts)
    place = f" ({origin.spec_path})" if origin.spec_path else ""
    if step.factor == "knee" and not spec.platform.knee.named:
        return phrase("the default {what}{place}", what=what, place=place)
    return phrase("the {what}{place}", what=what, place=place)
