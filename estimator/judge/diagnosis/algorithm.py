"""Algorithm choice: another algorithm's coefficients fit, or times break at one size and come back to the law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log

import numpy as np

from estimator.cost.form import Array
from estimator.evidence.steps import TAKEN
from estimator.judge.diagnosis.cause import CauseFinding, Number
from estimator.judge.diagnosis.coefficients import OFF
from estimator.judge.diagnosis.contrast import ContrastPair, ratios, shows, twin
from estimator.judge.diagnosis.reference import Promise, Promises
from estimator.judge.diagnosis.shape import Break, merged
from estimator.judge.diagnosis.slow import slow_transfer
from estimator.judge.diagnosis.view import Against, View, against, sure

RIVAL = "rival_fits"
SETTING_RULES = "setting_rules"
FIRM = (RIVAL, SETTING_RULES)
"""Findings that noise takes nothing from."""
SLOW = 0.05
"""Mean logarithm above the interval from which times are slow at all."""
FITS = 0.08
"""Mean logarithm outside an interval up to which its algorithm explains the times."""
HUMP = 0.3
"""Logarithm outside the interval from which a size stands out of its neighbours."""
INSIDE = 0.15
NOTICED = 1.25
"""Factor up to which a break is a seam between protocols and no loss."""
HABIT = (*TAKEN.values(), "double_binary_tree", "binomial")
"""Algorithms that libraries take by themselves."""
USUAL = 0.8
"""How likely they take one that the spec does not name, beside a coefficient that is off."""
OFTEN = 0.3
"""How likely other channels than the spec's are."""
SELDOM = 0.05
"""... and how likely they take any other one."""
SPAN = log(10.0)
"""Range of factors that a coefficient may be off by: how likely a rival fits by chance."""


def algorithm(views: Sequence[View], two: Sequence[ContrastPair], promises: Promises | None) -> Iterator[CauseFinding]:
    """What speaks for algorithm, protocol or number of channels."""
    known = slow_transfer(views).pair
    for view in views:
        if promises is not None and (known is None or known < OFF):  # what is wrong between two ranks is no algorithm
            yield from _by_rival(view, promises)
        yield from _by_hump(view)
    yield from _by_break(views)
    for pair in two:
        yield from _by_setting(pair)


def _by_rival(view: View, promises: Promises) -> Iterator[CauseFinding]:
    """Another algorithm explains slow times as they are, where the spec's own does not.

    A coefficient that is off by any factor hits a rival's interval by chance as often as that interval is wide among
    all factors; two coefficients at once as often as that squared.
    """
    own = view.against
    if own is None or own.slow < SLOW or len(view.run.samples) < 4 or own.promise.model.subject.shape.ranks < 3:
        return
    each = [
        found
        for promise in promises.rivals(view.run, own.promise)
        if (found := against(view.run, (promise,))) is not None
    ]
    best = min(each, key=_misfit, default=None)
    if best is None or best.far > FITS or best.far > 0.5 * own.far or best.found.scatter > 0.25:
        return
    start, transfer = own.found.startup, own.found.transfer
    two = all(max(part.slow, 1.0 / max(part.fast, 1e-9)) > OFF for part in (start, transfer))
    chance = min(1.0, (2.0 * FITS + log(best.expected.width)) / SPAN) ** (2 if two else 1)
    numbers: dict[str, Number] = {
        "named": own.promise.algorithm,
        "fits": best.promise.plan,
        "off_x": exp(own.far),
        "fits_x": exp(best.far),
        "startup_x": start.slow,
        "transfer_x": transfer.slow,
    }
    usual = _usual(best.promise, promises)
    yield CauseFinding("algorithm", 0.95 * usual / (usual + chance), RIVAL, view.run.name, numbers)


def _usual(promise: Promise, promises: Promises) -> float:
    """How likely a library takes an algorithm, beside a coefficient that is off: what the spec names, or its habit."""
    operation = promises.spec.operations.get(promise.name)
    also = operation.algorithm.also if operation is not None else ()
    if promise.channels is not None:
        return OFTEN
    if promise.algorithm in also:
        return 1.0
    return USUAL if promise.algorithm in HABIT else SELDOM


def _misfit(one: Against) -> float:
    return one.far + one.found.scatter * 0.1


def _by_hump(view: View) -> Iterator[CauseFinding]:
    """Some neighbouring sizes far above the interval, sizes on both sides of them in it."""
    if view.against is None:
        return
    block = _block(view.against.found.outside)
    if block is None:
        return
    first, last = block
    worst = float(np.exp(view.against.found.outside[first : last + 1].max()))
    enough = last > first or worst > 2.0
    numbers: dict[str, Number] = {"from_B": view.sizes[first], "to_B": view.sizes[last], "worst_x": worst}
    weight = 0.85 if enough else 0.4
    yield CauseFinding("algorithm", weight * sure(worst), "hump", view.run.name, numbers)


def _block(outside: Array) -> tuple[int, int] | None:
    """The one run of sizes beyond HUMP with two sizes in order on each side; None where there is no such, or more."""
    high = np.flatnonzero(outside > HUMP)
    if not len(high) or len(high) > 0.6 * len(outside):
        return None
    first, last = int(high[0]), int(high[-1])
    whole = bool((outside[first : last + 1] > INSIDE).all())
    before, after = outside[:first], outside[last + 1 :]
    calm = all(len(side) >= 2 and np.median(side) < INSIDE for side in (before, after))
    return (first, last) if whole and calm else None


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
            weight = (0.7 if again else 0.12 if others else 0.3) * sure(one.factor / NOTICED, 1.28)
            if _in_messages(views, view, one):
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


def _recovers(view: View, one: Break) -> bool:
    """Whether larger sizes reach the bandwidth of the size before the break again; a fall is one by itself."""
    if one.falls:
        return True
    rates = {each.n: each.n / each.seconds for each in merged(view.run.samples)}
    return max((rate for n, rate in rates.items() if n > one.after), default=0.0) > rates[one.before]


def _by_setting(pair: ContrastPair) -> Iterator[CauseFinding]:
    """Two settings of algorithm, protocol or channels whose times differ."""
    if pair.kind == "same":
        return
    if pair.twins:
        if pair.kind == "mixed" and pair.one_range:
            yield CauseFinding("algorithm", 0.45, "one_range", pair.slow.run.name, ratios(pair))
        return
    size, ratio = pair.worst
    numbers: dict[str, Number] = {
        "settings": pair.settings or f"{pair.slow.run.key.label} against {pair.fast.run.key.label}"
    }
    numbers |= {"small_x": pair.small, "large_x": pair.large, "worst_x": ratio, "worst_B": size}
    middle = pair.kind == "mixed" and pair.small < exp(0.35)
    weight = 0.8 if pair.settings else 0.6 if middle else 0.0
    if pair.settings and pair.steady:
        yield CauseFinding("algorithm", 0.9, SETTING_RULES, pair.slow.run.name, numbers)
    elif weight:
        yield CauseFinding("algorithm", weight * sure(max(ratio, 1.0 / ratio)), "setting", pair.slow.run.name, numbers)
