"""Algorithm choice: another algorithm's coefficients fit, or times break at one size and come back to the law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp

import numpy as np

from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.causes.startup import late
from estimator.judge.diagnosis.laws.ranges import HUMP, SlowRange, range_of
from estimator.judge.diagnosis.laws.weighing import Weighed
from estimator.judge.diagnosis.runs.contrast import ContrastPair, ratios, shows, twin
from estimator.judge.diagnosis.runs.shape import FALL, JUMP, NEARLY, SMALL, Break, merged
from estimator.judge.diagnosis.runs.view import View, sure

SETTING_RULES = "setting_rules"
"""A finding that noise takes nothing from."""
SLOPE = 4
"""Sizes in a row whose times grow with their bytes, ..."""
SLOW_RATE = 0.5e9
"""... at less than this rate [B/s]."""
NOTICED = 1.25
"""Factor up to which a break is a seam between protocols and no loss."""


def algorithm(views: Sequence[View], two: Sequence[ContrastPair], laws: Weighed) -> Iterator[CauseFinding]:
    """What speaks for algorithm, protocol or number of channels."""
    yield from _by_rival(laws)
    for view in views:
        if view.run.key.in_place is not True:
            yield from _by_hump(view, views)
        if view.run.key.in_place is not True and view.against is None:
            yield from _by_small_path(view)
    yield from _by_break(views)
    for pair in two:
        yield from _by_setting(pair)


def _by_rival(laws: Weighed) -> Iterator[CauseFinding]:
    """Another algorithm explains slow times as they are, where the spec's own does not."""
    law, weight = laws.of("algorithm")[0], laws.sure("algorithm")
    if law is None or law.name != "other_algorithm":
        return
    for pool, misfit in zip(laws.pools, law.misfits, strict=True):
        own = pool.view.against
        if own is not None and pool.ranks > 2 and misfit < pool.slow:
            numbers: dict[str, Number] = {
                "named": own.promise.algorithm,
                "fits": law.what,
                "off_x": exp(pool.slow),
                "fits_x": exp(misfit),
                "startup_x": own.found.startup.slow,
                "transfer_x": own.found.transfer.slow,
            }
            yield CauseFinding("algorithm", weight, "rival_fits", pool.view.run.name, numbers)


def _by_hump(view: View, views: Sequence[View]) -> Iterator[CauseFinding]:
    """Some neighbouring sizes far above the interval, sizes on both sides of them in it."""
    if view.against is None:
        return
    found = _range(view)
    if found is None:
        return
    numbers: dict[str, Number] = {"from_B": found.first, "to_B": found.last, "worst_x": found.factor}
    again = [_stands_out(other, found.first) for other in views if other is not view and twin(view, other)]
    rest = [other for other in views if other is not view and _alike(view, other)]
    shown = sum(_range(other) is not None for other in rest) / max(len(rest), 1)
    # One size alone may be one call that something delayed; what a library takes it takes for other groups too.
    weight = 0.85 if found.last > found.first else 0.6 if any(again) else 0.1 if again else 0.3
    weight *= 0.4 + 0.6 * shown if rest else 1.0
    yield CauseFinding("algorithm", weight * sure(found.factor), "hump", view.run.name, numbers)


def _alike(view: View, other: View) -> bool:
    """Whether another run is of the same collective by the same library, held against the spec, and not in place."""
    same = view.run.collective == other.run.collective and view.run.table.library == other.run.table.library
    return same and other.against is not None and other.run.key.in_place is not True


def _stands_out(view: View, size: float) -> bool:
    """Whether a size of another run lies outside the interval too."""
    if view.against is None:
        return False
    return any(n == size and far > HUMP for n, far in zip(view.sizes, view.against.found.outside, strict=True))


def _range(view: View) -> SlowRange | None:
    if view.against is None:
        return None
    return range_of(np.array(view.sizes), view.against.found.outside)


def _by_small_path(view: View) -> Iterator[CauseFinding]:
    """Small sizes alone that take time by their bytes, at a rate that no network has: a protocol that copies them."""
    last = merged(view.run.samples)[-SLOPE:]
    if len(last) < SLOPE or last[-1].n > SMALL or view.shape.startup is None or late(view):
        return
    grows = all(two.seconds > NEARLY * one.seconds * two.n / one.n for one, two in pairwise(last))
    rate = last[-1].n / last[-1].seconds
    if grows and rate < SLOW_RATE:
        numbers: dict[str, Number] = {"from_B": last[0].n, "to_B": last[-1].n, "rate_Bps": rate}
        yield CauseFinding("algorithm", 0.5, "small_path", view.run.name, numbers)


def _by_break(views: Sequence[View]) -> Iterator[CauseFinding]:
    """A break after which the bandwidth comes back, or times that fall; surer where another run shows it again."""
    for view in views:
        if view.run.key.in_place is True or view.run.paced or len(view.shape.breaks) > 2:
            continue
        for one in view.shape.breaks:
            if not _recovers(view, one):
                continue
            others = [other for other in views if other is not view and twin(view, other)]
            again = sum(shows(other, one) for other in others)
            weight = (0.7 * again / len(others) if again else 0.12 if others else 0.3) * sure(
                one.factor / NOTICED, 1.28
            )
            if _in_messages(views, view, one):
                weight *= 0.3
            if not again and of_one_size(view, one):
                weight *= 0.3
            numbers: dict[str, Number] = {
                "before_B": one.before,
                "after_B": one.after,
                "times_x": one.times,
                "sizes_x": one.sizes,
            }
            numbers |= {"again": again, "others": len(others)}
            code = "time_falls" if one.falls else "switch"
            yield CauseFinding("algorithm", weight, code, view.run.name, numbers)


def _in_messages(views: Sequence[View], view: View, one: Break) -> bool:
    """Whether messages between two ranks break at such a size too: the transport's protocol, not the collective's."""
    near = (one.after / (4 * (view.run.ranks or 2)), one.after * 4)
    pairs = [other for other in views if other.run.collective == "p2p" and view.run.collective != "p2p"]
    return any(near[0] <= each.after <= near[1] for pair in pairs for each in pair.shape.breaks)


def of_one_size(view: View, one: Break) -> bool:
    """Whether a break is gone with its one slow size: something may have delayed that alone."""
    samples = merged(view.run.samples)
    if one.falls:
        rest = [each for each in samples if each.n < one.before or each.n == one.after][-2:]
    else:
        rest = [each for each in samples if each.n > one.after or each.n == one.before][:2]
    if len(rest) < 2:
        return True
    times = rest[1].seconds / rest[0].seconds
    return times > FALL if one.falls else times < JUMP * rest[1].n / rest[0].n


def _recovers(view: View, one: Break) -> bool:
    """Whether larger sizes reach the bandwidth of the size before the break again; a fall is one by itself."""
    if one.falls:
        return True
    rates = {each.n: each.n / each.seconds for each in merged(view.run.samples)}
    return max((rate for n, rate in rates.items() if n > one.after), default=0.0) > rates[one.before]


def _by_setting(pair: ContrastPair) -> Iterator[CauseFinding]:
    """Two settings of algorithm, protocol or channels whose times differ."""
    if pair.kind == "same" or (pair.apart and "algorithm" not in pair.apart):
        return
    if pair.twins:
        if pair.kind == "mixed" and pair.one_range:
            yield CauseFinding("algorithm", 0.45, "one_range", pair.slow.run.name, ratios(pair))
        return
    size, ratio = pair.worst
    labels = " against ".join(view.run.key.label or "-" for view in (pair.slow, pair.fast))
    numbers: dict[str, Number] = {"settings": pair.settings or pair.apart.get("algorithm") or labels}
    numbers |= {"small_x": pair.small, "large_x": pair.large, "worst_x": ratio, "worst_B": size}
    middle = pair.kind == "mixed" and pair.small < exp(0.35)
    weight = 0.8 if pair.settings else 0.6 if middle else 0.0
    if pair.settings and pair.steady:
        yield CauseFinding("algorithm", 0.9, SETTING_RULES, pair.slow.run.name, numbers)
    elif weight:
        yield CauseFinding("algorithm", weight * sure(max(ratio, 1.0 / ratio)), "setting", pair.slow.run.name, numbers)
