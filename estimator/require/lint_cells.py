"""Physics of single requirements: limits against the cut bound, the start-up floor, the interval, the ceiling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from estimator.cost.catalogue import find
from estimator.errors import Path
from estimator.estimate.operation import WIDE
from estimator.require.criterion import Block, Expanded, Floats
from estimator.require.inherited import inherited
from estimator.require.metrics import METRICS
from estimator.require.rules import SLACK, Finding, Look
from estimator.spec.document import Spec
from estimator.spec.platform import PathSpec
from estimator.spec.requirement import MeasurableRequirement
from estimator.units import format_bandwidth, format_factor, format_size, format_time

TYPICAL = ("mean", "p50")
"""Statistics that the interval is about; a tail may lie outside it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule broken in some cells of a block: the cell that is worst, how many, the seconds it is set against."""

    block: Block
    index: int
    count: int
    seconds: float
    against: float


def cells(look: Look) -> Iterator[Finding]:
    """The findings about limits of single requirements, one a rule and requirement with its worst cell."""
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            expanded = look.expanded[name]
            path: Path = ("requirements", name, "limit")
            yield from _direction(path, requirement, expanded)
            yield from _impossible(path, expanded)
            yield from _wide(path, expanded)
            yield from _ceiling(path, requirement, expanded, look.spec)


def implied(block: Block) -> Floats | None:
    """The seconds that a limit on time or bandwidth allows (S,), nan where there is none; None for other metrics."""
    name = block.measure.name
    if block.measure.against is not None or name not in ("time", "algbw", "busbw"):
        return None
    if name == "time":
        return block.limits
    factor = block.model.busbw_factor if name == "busbw" and block.model else 1.0
    # A group of one rank moves nothing: no bandwidth, and no seconds that a limit on it would allow.
    with np.errstate(divide="ignore", invalid="ignore"):
        return block.sizes * factor / block.limits


def _direction(path: Path, requirement: MeasurableRequirement, expanded: Expanded) -> Iterator[Finding]:
    if expanded.measure is None:
        return
    name, upper = expanded.measure.name, requirement.limit.upper
    if METRICS[name].lower_is_better != upper:
        yield Finding("wrong-direction", path, f"{'at_most' if upper else 'at_least'} on {name}")


def _impossible(path: Path, expanded: Expanded) -> Iterator[Finding]:
    """Below the cut bound, else below the start-up floor, else outside the interval: the strongest word only."""
    cut, floor, below, above = [], [], [], []
    for block in expanded.blocks:
        seconds = implied(block)
        if block.model is None or seconds is None:
            continue
        under = _under(seconds, block.model.bound)
        short = _under(seconds, block.model.floor) & ~under
        cut.append(_hit(block, under, seconds, block.model.bound))
        floor.append(_hit(block, short, seconds, block.model.floor))
        if block.measure.statistic in TYPICAL:
            early = _under(seconds, block.model.optimistic) & ~under & ~short
            below.append(_hit(block, early, seconds, block.model.optimistic))
            late = seconds > block.model.conservative * (1.0 + SLACK)
            above.append(_hit(block, late, block.model.conservative, seconds))
    yield from _told("below-cut", path, cut, lambda hit: _short(hit, "the cut bound"))
    yield from _told("below-floor", path, floor, lambda hit: _short(hit, "the start-up floor"))
    yield from _told("outside-interval", path, below, lambda hit: _short(hit, "the optimistic end"))
    yield from _told(
        "outside-interval", path, above,
        lambda hit: f"allows {format_time(hit.against)} where the conservative end is {format_time(hit.seconds)}",
    )  # fmt: skip
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


def _hit(block: Block, where: NDArray[np.bool_], seconds: Floats, against: Floats) -> Hit | None:
    count = int(np.count_nonzero(where))
    if not count:
        return None
    index = int(np.argmax(np.where(where, against / seconds, 0.0)))
    return Hit(block, index, count, float(seconds[index]), float(against[index]))


def _told(rule: str, path: Path, hits: list[Hit | None], text: Callable[[Hit], str]) -> Iterator[Finding]:
    found = [hit for hit in hits if hit is not None]
    if found:
        worst = max(found, key=lambda hit: hit.against / hit.seconds)
        yield Finding(rule, path, f"{text(worst)} {_where(worst, sum(hit.count for hit in found))}")


def _short(hit: Hit, what: str) -> str:
    return f"allows {format_time(hit.seconds)} where {what} is {format_time(hit.against)}"


def _where(hit: Hit, count: int) -> str:
    block = hit.block
    more = f", and {count - 1} more cells" if count > 2 else ", and one more cell" if count == 2 else ""
    skew = f"skew {block.skew:g}" if block.skew != 1.0 else ""
    size = format_size(float(block.sizes[hit.index]))
    return f"({', '.join(part for part in (block.place.group, block.condition, skew, size) if part)}{more})"


def _wide(path: Path, expanded: Expanded) -> Iterator[Finding]:
    hits: list[Hit | None] = []
    for block in expanded.blocks:
        if block.how == "derived" and block.expected is not None and not block.curve:
            low, high = np.minimum(*block.expected), np.maximum(*block.expected)
            with np.errstate(divide="ignore", invalid="ignore"):
                hits.append(_hit(block, (high > WIDE * low) & ~np.isnan(block.limits), low, high))
    yield from _told(
        "wide-interval", path, hits,
        lambda hit: f"the limit rests on an interval {format_factor(hit.against / hit.seconds, 3)} wide",
    )  # fmt: skip


def _ceiling(path: Path, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> Iterator[Finding]:
    for block in expanded.blocks:
        algorithm = find(block.collective, inherited(requirement, spec).algorithm or "")
        if algorithm is not None and algorithm.in_network:
            continue
        seconds, ceiling = implied(block), busbw_ceiling(block, spec)
        if seconds is None or ceiling is None or block.model is None:
            continue
        rate = block.sizes * block.model.busbw_factor / seconds
        if (over := rate > ceiling * (1.0 + SLACK)).any():
            index = int(np.argmax(np.where(over, rate, 0.0)))
            text = f"asks for busbw {format_bandwidth(float(rate[index]))} where {block.place.group} can have"
            yield Finding("above-ceiling", path, f"{text} {format_bandwidth(ceiling)} at most")
            return


def busbw_ceiling(block: Block, spec: Spec) -> float | None:
    """The highest bus bandwidth [B/s] that the links allow without in-network reduction; None where no link is given.

    m nodes of r ranks, B one rank's NIC: AllReduce, AllGather, ReduceScatter r*B*((p-1)/p)/((m-1)/m); All-to-All
    B*(p-1)/(p-r); one node: the link. Eight NICs of 50 GB/s a node, two nodes: 750 and 93.75 GB/s.
    """
    place, group = block.place, spec.groups.get(block.place.group)
    if group is None or place.shape is None or place.ranks < 2:
        return None
    path = spec.platform.paths[group.levels[-1]]
    rate = _link_rate(path, spec.platform.ranks_per_node)
    if rate is None or place.nodes == 1:
        return rate
    p, r, m = place.ranks, place.shape.per_node, place.nodes
    if block.collective in ("all_to_all", "all_to_all_v"):
        return rate * (p - 1) / (p - r)
    if block.collective in ("all_reduce", "all_gather", "reduce_scatter"):
        return r * rate * ((p - 1) / p) / ((m - 1) / m)
    return None


def _link_rate(path: PathSpec, ranks_per_node: int) -> float | None:
    if path.link is None:
        return None
    return float(path.link.rate) / (ranks_per_node if path.link.per == "node" else 1)
