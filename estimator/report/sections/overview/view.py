"""The overview for review: one row per operation, and the total of a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.collectives import collective_named
from estimator.estimate.result import OperationEstimate
from estimator.report.figures.bars import axis, interval_bar
from estimator.report.figures.drawing.svg import titled, with_fonts
from estimator.report.numbers import NONE, Several, fraction, number_and_unit, percent, seconds, size, span
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context, step_word, total_key, total_name
from estimator.report.view.machine.boundary import ranks_text
from estimator.report.view.machine.validity import furthest
from estimator.report.view.marks import Mark, limit_mark
from estimator.report.view.operations.published import published_text
from estimator.report.view.operations.tensors import dtype_text
from estimator.report.view.requirements.limits import limit_text, own_limit

TOP = 3.0
"""Right end of the interval bars, in multiples of the optimistic value."""


class OverviewRow(NamedTuple):
    """One operation; ``name``: its id as it may break; ``keys`` are the numbers its cells sort by."""

    id: str
    name: Markup
    title: str
    short: str
    group: str
    shape: str
    n: str
    tensor: str
    algorithm: Markup
    n_half: str
    bound: str
    interval: str
    unit: str
    limit: str
    limit_id: str
    published: str
    extrapolated: str
    bar: Markup
    regime: str
    chip: Mark
    assumed: str
    assumed_key: str
    per_step: str
    calls: str
    step: str
    exposed: str
    keys: tuple[str, ...]


class TotalRow(NamedTuple):
    """One step's sums, below the operations."""

    of: str
    name: str
    note: str
    total: str
    exposed: str


@dataclass(frozen=True)
class OverviewView:
    """All rows, the head of the bars, the step's total; published figures as mark, operation, value, source, place."""

    axis: Markup
    rows: tuple[OverviewRow, ...]
    totals: tuple[TotalRow, ...]
    published: tuple[tuple[str, str, str, str, str], ...]


def overview_view(context: Context) -> OverviewView:
    """The overview table."""
    table = context.table
    cited = [name for name in table.operations if context.spec.operations[name].reference is not None]
    notes = {name: number for number, name in enumerate(cited, 1)}
    return OverviewView(
        axis=Markup(with_fonts(titled(axis(TOP), context.words["overview.bar"]))),  # noqa: S704 - drawn from numbers only
        rows=tuple(_row(context, row, notes.get(row.id, 0)) for row in table.operations.values()),
        totals=tuple(_totals(context)),
        published=tuple(_cited(context, name, number) for name, number in notes.items()),
    )


def _totals(context: Context) -> Iterator[TotalRow]:
    table = context.table
    sums = span(*table.total, seconds), span(*table.exposed, seconds)
    yield TotalRow(table.main, total_name(context, "overview.total"), _total_note(context), *sums)
    for step, found in table.others.items():
        sums = span(*found.total, seconds), span(*found.exposed, seconds)
        yield TotalRow(step, total_name(context, "overview.total", step), context.words["overview.total.note"], *sums)


def _total_note(context: Context) -> str:
    """Whose step the total is, and what is larger on another pipeline stage."""
    words, table = context.words, context.table
    if not table.stage:
        return words[f"{total_key(context, 'overview.total')}.note"]
    notes = [words("overview.total.stage", stage=str(table.stage), stages=str(table.stages))]
    for name, row in table.operations.items():
        if row.elsewhere is not None:
            stage, cost = row.elsewhere
            exposed = span(*cost.exposed, seconds)
            figures = {"stage": str(stage), "count": fraction(cost.count), "n": size(cost.n), "exposed": exposed}
            notes.append(words("overview.elsewhere", operation=name, **figures))
    return words["semicolon"].join(notes)


def _cited(context: Context, name: str, number: int) -> tuple[str, str, str, str, str]:
    found = published_text(context, name)
    value, where, place = (found.value, found.where, found.verdict) if found else (NONE, NONE, NONE)
    return f"[{number}]", context.operation_title(name), value, where, place


def _row(context: Context, row: OperationEstimate, note: int) -> OverviewRow:
    words, operation = context.words, context.spec.operations[row.id]
    interval, unit = number_and_unit(span(*row.time, seconds))
    counted = operation.per_step is not None
    shape = row.shape
    limit, limit_id, at = _limit(context, row)
    published = published_text(context, row.id)
    return OverviewRow(
        id=row.id,
        name=breakable(row.id),
        title=context.operation_title(row.id),
        short=collective_named(row.collective).short,
        group=f"{row.group} {shape.ranks}",
        shape=words("overview.shape", ranks=ranks_text(shape), at_once=str(row.at_once)),
        n=size(row.size.n),
        tensor=_tensor(dtype_text(operation.tensor), words[f"semantics.{operation.tensor.semantics}"])
        if row.size.n
        else NONE,
        algorithm=breakable(row.algorithm.name),
        n_half=size(row.conservative.n_half) if row.size.n else NONE,
        bound=seconds(row.bound.seconds) if row.bound.seconds else NONE,
        interval=interval,
        unit=unit,
        limit=limit,
        limit_id=limit_id,
        published=words("overview.published", value=published.value, mark=str(note)) if published else "",
        extrapolated=furthest(context, row.conservative),
        bar=_bar(context, row, at),
        regime=row.conservative.regime,
        chip=limit_mark(words, row.conservative.regime),
        assumed=percent(row.assumed_share),
        assumed_key=f"{row.assumed_share * 100:.0f}",
        per_step=fraction(row.step.count) if counted else NONE,
        calls=words("overview.calls", calls=Several(row.calls)) if counted and row.calls > 1 else "",
        step=step_word(context, row.step.of) if counted else "",
        exposed=span(*row.step.exposed, seconds) if counted else NONE,
        keys=_keys(row),
    )


def _tensor(dtype: str, semantics: str) -> str:
    # The scale stands in the table of the workload; here the room is for one line.
    return f"{dtype.removesuffix(' + scale')} \u00b7 {semantics}" if dtype else semantics


def _bar(context: Context, row: OperationEstimate, limit: float | None) -> Markup:
    base = row.time.optimistic or 1.0
    bound = row.bound.seconds / base if row.bound.seconds else None
    relative = None if limit is None else limit / base
    drawn = interval_bar(row.time.conservative / base, bound=bound, limit=relative, top=TOP)
    return Markup(titled(drawn, context.words["overview.bar"]))  # noqa: S704 - the drawing escapes its title


def _limit(context: Context, row: OperationEstimate) -> tuple[str, str, float | None]:
    """The tightest time limit at the operation's own n: text, requirement, seconds of all calls."""
    found = []
    for requirement in context.material.serving.get(row.id, ()):
        cell = context.material.mains.get(requirement)
        if cell is not None and (limit := own_limit(cell, row)) is not None:
            found.append((limit.seconds * limit.runs, limit, requirement))
    if not found:
        return "", "", None
    whole, limit, requirement = min(found, key=lambda one: one[0])
    return limit_text(context, limit), requirement, whole


def _keys(row: OperationEstimate) -> tuple[str, ...]:
    numbers = (
        row.size.n,
        row.conservative.n_half if row.size.n else 0.0,
        row.bound.seconds,
        row.time.conservative,
        row.assumed_share,
        row.step.count,
        row.step.exposed.conservative,
    )
    return tuple(f"{number:.6g}" for number in numbers)
