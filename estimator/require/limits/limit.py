"""The limits of a block's cells: as written, from the estimate of the cell, or from the budget of the step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.errors import Problem
from estimator.estimate.steps.need import Needs
from estimator.phrase import phrase, word
from estimator.require.criterion import HowLimited, Measure
from estimator.require.limits.rounding import tightened
from estimator.require.metrics import EVERYWHERE, KIND_OF_UNIT
from estimator.require.modelled import Floats, Modelled
from estimator.spec.requirements.measure import Limit


class Limits(NamedTuple):
    """Limits of a block (S,) in SI units, nan where a cell has none; how they came about; what went wrong."""

    values: Floats
    how: HowLimited
    problems: tuple[Problem, ...] = ()


def written(
    limit: Limit, measure: Measure, sizes: Floats, own: NDArray[np.bool_], everywhere: bool, name: str
) -> Limits:
    """A limit written as a quantity. It holds at its ``at`` size only; see ``holds_at`` for one without."""
    wanted = KIND_OF_UNIT.get(measure.unit)
    if limit.bound.kind != wanted:
        share = limit.bound.kind == "ratio" and wanted == "bandwidth" and limit.bound.value <= 1.0
        key = "at_most" if limit.upper else "at_least"
        problem = Problem(
            ("requirements", name, "limit", key),
            phrase(
                "{text} is a {kind}, and {name} is a {wanted}",
                text=limit.bound.text,
                kind=word(limit.bound.kind),
                name=measure.name,
                wanted=word(wanted),
            ),
            phrase("write a {wanted}, or {text} of line", wanted=word(wanted), text=limit.bound.text)
            if share
            else phrase("write a {wanted}", wanted=word(wanted)),
        )
        return Limits(np.full(len(sizes), np.nan), "open", (problem,))
    where = holds_at(limit, sizes, own, everywhere or measure.unit in EVERYWHERE)
    return Limits(np.where(where, limit.bound.value, np.nan), "stated")


def holds_at(limit: Limit, sizes: Floats, own: NDArray[np.bool_], everywhere: bool) -> NDArray[np.bool_]:
    """Where a written limit holds (S,): at ``at``, or from ``from`` on; else everywhere if it may, or at the own n."""
    if limit.at is not None:
        return np.equal(sizes, float(limit.at))
    if limit.start is not None:
        return np.greater_equal(sizes, float(limit.start))
    if everywhere or len(sizes) == 1:
        return np.ones(len(sizes), dtype=np.bool_)
    return own


def derived(
    limit: Limit,
    measure: Measure,
    sizes: Floats,
    model: Modelled | None,
    expected: tuple[Floats, Floats] | None,
    name: str,
) -> Limits:
    """A limit at a place between the ends of each cell: linear in the time, and the bandwidth at that time.

    Other metrics are linear between their own ends. With ends of 1 ms and 2 ms, ``estimate.at: 0.3`` is 1.3 ms.
    """
    at = limit.bound.at
    if measure.name in ("time", "algbw", "busbw") and model is not None:
        times = _between(model.optimistic, model.conservative, at)
        if measure.name == "time":
            return Limits(times, "derived")
        factor = model.busbw_factor if measure.name == "busbw" else 1.0
        # What takes no time has no bandwidth, so no limit on it: a group of one rank.
        taken = np.where(times > 0.0, times, np.nan)
        return Limits(sizes * factor / taken, "derived")
    if expected is not None:
        return Limits(_between(*expected, at), "derived")
    key = "at_most" if limit.upper else "at_least"
    path = ("requirements", name, "limit", key)
    # Without a model the cell has told already what is wrong with it.
    problems = () if measure.name in ("time", "algbw", "busbw") else (
        Problem(path, phrase("the estimate says nothing about this {name}", name=measure.name), "write a number"),
    )  # fmt: skip
    return Limits(np.full(len(sizes), np.nan), "open", problems)


def _between(first: Floats, second: Floats, at: float) -> Floats:
    return first if at == 0.0 else second if at == 1.0 else first + at * (second - first)


def of_line(limit: Limit, measure: Measure, sizes: Floats, busbw: float | None, factor: float, name: str) -> Limits:
    """A share of the line rate, which is ``busbw`` [B/s], at every size or from one on; ``factor``: busbw over algbw.

    90 % of 450 GB/s are 405 GB/s of bus bandwidth at any size.
    """
    path = ("requirements", name, "limit", "at_most" if limit.upper else "at_least")
    none = np.full(len(sizes), np.nan)
    if measure.unit != "bandwidth" or measure.against is not None:
        hint = "measure busbw or algbw, or write a quantity"
        return Limits(none, "open", (Problem(path, phrase("{name} has no line rate", name=measure.name), hint),))
    if busbw is None or not factor:
        hint = "write link: {rate: ..., per: rank} in the paths of the group"
        return Limits(none, "open", (Problem(path, "no link says what the line rate is", hint),))
    rate = limit.bound.value * (busbw if measure.name == "busbw" else busbw / factor)
    holds = np.ones(len(sizes), np.bool_) if limit.start is None else np.greater_equal(sizes, float(limit.start))
    return Limits(np.where(holds, rate, np.nan), "stated")


def from_start(found: Limits, limit: Limit, sizes: Floats) -> Limits:
    """The limits (S,) at sizes that are as large as ``from`` says; all of them where it says nothing."""
    if limit.start is None:
        return found
    return found._replace(values=np.where(np.greater_equal(sizes, float(limit.start)), found.values, np.nan))


def finished(found: Limits, limit: Limit, digits: int) -> Limits:
    """A derived limit with its factor, in few digits, rounded to the side that is harder to meet."""
    return found._replace(values=tightened(found.values * limit.factor, digits, at_most=limit.upper))


def budgeted(needs: Needs, operation: str | None, measure: Measure, skew: float, own: NDArray[np.bool_],
             name: str) -> Limits:  # fmt: skip
    """What the budget of the step leaves for one call of the operation under a skew, at its own n only.

    The longest call that leaves the operation's share of the exposed time, at the conservative overlap, less the
    reorder, sync and padding that the test of a cell does not hold. 2.6 s for 704 calls of which 70 % are hidden leave
    12.31 ms a call.
    """
    path = ("requirements", name, "limit")
    none = np.full(len(own), np.nan)
    table, allotment = needs.table, needs.allotment
    if measure.name != "time" or operation is None or operation not in table.operations or needs.spec.budget is None:
        what = "no budget" if needs.spec.budget is None else "a budget gives the time of an operation"
        hint = "measure time of an operation"
        if needs.spec.budget is None:
            hint = "add budget: {step: ..., exposed_communication: ...}"
        return Limits(none, "open", (Problem(path, what, hint),))
    if operation not in allotment.shares:
        hint = phrase(
            "add budget.operations: {{{operation}: ...}}, or budget: {{allocate: proportional}}", operation=operation
        )
        return Limits(none, "open", (Problem(path, "the budget has no share for it", hint),))
    if not own.any():
        return Limits(none, "open")
    seconds = needs.longest(operation, skew)
    if seconds is None:
        hint = "write a number"
        return Limits(none, "open", (Problem(path, "no time follows: no call of it is exposed in a step", hint),))
    if seconds <= 0.0:
        hint = phrase("raise budget.operations.{operation}", operation=operation)
        return Limits(none, "open", (Problem(path, "the budget leaves no time for this operation", hint),))
    return Limits(np.where(own, seconds, np.nan), "budget")
