"""Why a time moved from one spec to another: seconds by the place of the spec that was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np

from estimator.cost.attribution import because_of, in_force
from estimator.cost.form import Form
from estimator.cost.key import KNEE, Key
from estimator.estimate.assume.setting import Setting, Work, chosen, knee_of, parameters, seconds_of, tuned
from estimator.estimate.balance import BalanceKnee
from estimator.estimate.result import Origin

Shares: TypeAlias = Mapping[str, float]
"""Seconds by cause; they sum to the difference that they explain."""
BALANCE = ("skew", "padding", "node_skew", "around", "moe")
SIZE = ("tensor", "calls", "model", "training", "inference", "layout", "moe")
QUADRATURE = np.polynomial.legendre.leggauss(8)
MACHINE = frozenset(
    {"levels", "ranks_per_node", "ranks_per_host", "boundary", "wiring", "nics", "wrap", "through", "location", "ports"}
)
"""Words of a platform that say what it is, not how fast."""
UNKNOWN = "spec"
"""The cause where no place is known to have changed."""


class Timed(NamedTuple):
    """One end of an interval: what was timed, under which assumptions, and the seconds [s] it took."""

    work: Work
    setting: Setting

    @property
    def seconds(self) -> float:
        """The time of all calls [s]."""
        return seconds_of(self.work, self.setting)


class Places:
    """The changed places that may have moved one time: of the platform, and of the operation or test itself.

    ``changed``: their texts; ``own``: prefixes of those that belong to the operation, its group and the workload;
    ``only``: the place where there is but one.
    """

    def __init__(self, changed: Sequence[str], own: Sequence[str]) -> None:
        self._changed = changed
        self.only = changed[0] if len(changed) == 1 else None
        self._numbers = [text for text in changed if text.startswith("platform.")]
        self._own = [
            text
            for text in changed
            if any(text == prefix or _below(text, prefix) for prefix in own)
            or (text.startswith("platform.") and MACHINE & set(text.replace("[", ".").split(".")))
        ]

    def structure(self, only: Sequence[str] = (), but: Sequence[str] = ()) -> str:
        """The changed places of the call itself, those with a word of ``only`` or without any of ``but``."""
        words = {text: set(text.replace("[", ".").split(".")) for text in self._own or self._changed}
        found = [text for text, parts in words.items() if not only or parts & set(only)]
        kept = [text for text in found if not words[text] & set(but)]
        return " + ".join(kept or found or list(words) or [UNKNOWN])

    def of(self, old: Origin | None, new: Origin | None) -> str:
        """The changed place behind a parameter: where it stands now or stood, or else the nearest one."""
        paths = [origin.spec_path for origin in (new, old) if origin is not None]
        for path in paths:
            if path in self._changed:
                return path
        for path in paths:
            near = [text for text in self._changed if _below(text, path) or _below(path, text)]
            if near:
                return near[0]
        for path in paths:
            near = [text for text in self._numbers if _shared(text, path) >= 3]
            if near:
                return max(near, key=lambda text: _shared(text, path))
        return self.structure() if self._own or not self._numbers else " + ".join(self._numbers)


def _below(text: str, prefix: str) -> bool:
    return text.startswith((f"{prefix}.", f"{prefix}["))


def _shared(one: str, other: str) -> int:
    """Steps that two places have in common from the front."""
    pairs = list(zip(one.split("."), other.split("."), strict=False))
    return next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))


def causes(
    old: Timed, new: Timed, places: Places, steps: Callable[[float], Sequence[tuple[str, float]]] | None = None
) -> Shares:
    """What moved the time, in seconds of all calls; they sum to the new time less the old one.

    First what is timed, under the old numbers; then the balance of the load; then the numbers, each by the integral of
    the derivative along the straight line, cut where rows cross. What is left of a choice between plans is shared in
    proportion. ``steps``: from the old time on, what each changed place of structure adds, where that can be told.
    """
    before, after = old.seconds, new.seconds
    middle = _old_numbers(old.setting, new.setting)
    found: list[tuple[str, float]] = []
    at_start = before
    if not _same_work(old.work, new.work):
        at_start = seconds_of(new.work, middle)
        stepwise = steps(before) if steps is not None else ()
        found += _fitted(stepwise, at_start - before) or _restructured(old, at_start - before, places)(new)
    level = middle.with_skew_of(new.setting)
    balanced = at_start
    if (middle.skew, middle.node_skew, middle.passes) != (level.skew, level.node_skew, level.passes):
        balanced = seconds_of(new.work, level)
        found.append((places.structure(BALANCE), balanced - at_start))
    found += _numbers(new, level, places)
    return _summed(found, after - before, places)


def _fitted(steps: Sequence[tuple[str, float]], difference: float) -> list[tuple[str, float]]:
    """Steps that sum to a difference; what they leave goes to the largest."""
    if not steps:
        return []
    largest = max(steps, key=lambda step: abs(step[1]))
    left = difference - sum(seconds for _, seconds in steps)
    return [*steps, (largest[0], left)]


def _restructured(old: Timed, difference: float, places: Places) -> Callable[[Timed], list[tuple[str, float]]]:
    """The size apart from the rest, where another size of the old plan can be told."""

    def split(new: Timed) -> list[tuple[str, float]]:
        same_size = (old.work.n, old.work.calls) == (new.work.n, new.work.calls)
        resized = replace(old.work, n=new.work.n, calls=new.work.calls)
        if same_size:
            return [(places.structure(but=("overlap", "per_step")), difference)]
        by_size = seconds_of(resized, old.setting) - old.seconds
        if _same_work(resized, new.work):
            return [(places.structure(SIZE), difference)]
        return [(places.structure(SIZE), by_size), (places.structure(but=SIZE), difference - by_size)]

    return split


def _same_work(one: Work, other: Work) -> bool:
    """Whether the two time the same; paths are words, and a schedule cannot be compared."""
    first, second = (replace(work, paths={}, schedule=None) for work in (one, other))
    return first == second and (one.schedule is None) == (other.schedule is None)


def _old_numbers(old: Setting, new: Setting) -> Setting:
    """The new assumptions with every number that the old ones know as they had it."""
    values = {key: old.values.get(key, value) for key, value in new.values.items()}
    gaps = {level: old.gaps.get(level, gap) for level, gap in new.gaps.items()}
    return replace(
        new, values=values, gaps=gaps, skew=old.skew, node_skew=old.node_skew, passes=old.passes, knee_k=old.knee_k
    )


def _numbers(new: Timed, level: Setting, places: Places) -> Iterator[tuple[str, float]]:
    """What the numbers themselves did, from ``level``, which has the old ones, to the new setting."""
    work = tuned(new.work, new.setting)
    found = chosen(work, new.setting)
    form, theta = found.form, found.theta
    old_values = parameters(work, level)
    if any(key not in old_values for key in form.keys):
        return
    moved = because_of(form, form.theta(old_values), theta, work.call_n)
    for key, seconds in moved.items():
        if key == KNEE and seconds:
            yield from _of_knee(work, level, new.setting, seconds, places)
        elif seconds:
            yield places.of(level.origins.get(key), new.setting.origins.get(key)), seconds * work.calls


def _of_knee(work: Work, old: Setting, new: Setting, seconds: float, places: Places) -> Iterator[tuple[str, float]]:
    """What moved the knee k * sqrt(A * X * skew): its factor, and the start-ups and rates that A and X are made of."""
    knees = [knee_of(work, setting) for setting in (old, new)]
    parts = knee_parts(knees[0], knees[1], parameters(work, old), parameters(work, new))
    total = sum(abs(value) for value in parts.values())
    missing = seconds - sum(parts.values()) * sqrt(work.call_n)
    for key, value in parts.items():
        share = value * sqrt(work.call_n) + (missing * abs(value) / total if total else 0.0)
        if share:
            yield places.of(old.origins.get(key), new.origins.get(key)), share * work.calls
    if not total:
        yield places.of(old.origins.get(KNEE), new.origins.get(KNEE)), seconds * work.calls


def knee_parts(
    old: BalanceKnee, new: BalanceKnee, before: Mapping[Key, float], after: Mapping[Key, float]
) -> dict[Key, float]:
    """What each parameter adds to the knee [s/B^0.5] from one set of values to another, ``KNEE`` being its factor k.

    Both share their sums. Gauss's quadrature along the straight line between them.
    """
    startup, slope = new.sums.startup.form, new.sums.slope.form
    found: dict[Key, float] = {}

    def add(key: Key, value: float) -> None:
        found[key] = found.get(key, 0.0) + value

    for node, weight in zip(*QUADRATURE, strict=True):
        t = 0.5 * (float(node) + 1.0)
        values = {key: before[key] + t * (after[key] - before[key]) for key in after if key in before}
        k = old.k + t * (new.k - old.k)
        a, x = new.sums.seconds(values)
        if a <= 0.0 or x <= 0.0:
            continue
        root, half = sqrt(a * x * new.skew), 0.5 * float(weight)
        add(KNEE, half * root * (new.k - old.k))
        for form, total in ((startup, a), (slope, x)):
            for key, rise in _slopes(form, values):
                add(key, half * 0.5 * k * root / total * rise * (after[key] - before[key]))
    return {key: value for key, value in found.items() if value}


def _slopes(form: Form, values: Mapping[Key, float]) -> Iterator[tuple[Key, float]]:
    active = in_force(form, form.theta(values), 1.0)
    return zip(form.keys, active.coefficients.tolist(), strict=True)


def _summed(found: Sequence[tuple[str, float]], difference: float, places: Places) -> Shares:
    """The causes added up, and what they leave shared in proportion, so that they sum to the difference."""
    shares: dict[str, float] = {}
    for cause, seconds in found:
        shares[cause] = shares.get(cause, 0.0) + seconds
    weight = sum(abs(seconds) for seconds in shares.values())
    left = difference - sum(shares.values())
    if weight:
        shares = {cause: seconds + left * abs(seconds) / weight for cause, seconds in shares.items()}
    elif difference:
        shares = {places.structure(): difference}
    least = 1e-9 * abs(difference)
    return {cause: seconds for cause, seconds in shares.items() if abs(seconds) > least}
