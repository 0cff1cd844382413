"""T(n) of one operation as a figure: its band, bound, limit, and where the algorithms drawn beside it cross it."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from estimator.estimate.result import OperationEstimate
from estimator.report.figures.tn import Marker, RivalCurve, TnData, TnLabels, seconds_at, tn_figure
from estimator.report.numbers import seconds, size, span
from estimator.report.view.context import Context
from estimator.report.view.figure import Figure
from estimator.report.view.requirements.limits import limit_text, own_limit


def curve_figure(context: Context, row: OperationEstimate) -> Figure:
    """T(n) with its caption."""
    curve, words = context.material.curves[row.id], context.words
    crossed = tuple(_crossed(context, row))
    data = TnData(
        sizes=curve.sizes,
        optimistic=curve.optimistic,
        conservative=curve.conservative,
        bound=curve.bound,
        n=row.size.n,
        time=(row.time.optimistic, row.time.conservative),
        n_half=row.conservative.n_half * row.calls,
        limits=_limits(context, row),
        rivals=tuple(RivalCurve(name, high) for name, (_, high) in curve.rivals.items()),
        crossings=tuple(Marker(n, seconds_at(curve.sizes, curve.conservative, n), size(n)) for _, n in crossed),
    )
    sentences = [words("figures.tn.cross", rival=rival, n=size(n)) for rival, n in crossed]
    text = (" " if context.language == "en" else "").join([_caption(context, row), *sentences])
    return Figure(Markup(tn_figure(data, _labels(context, row), f"tn-{row.id}")), text)  # noqa: S704 - it escapes its texts


def _crossed(context: Context, row: OperationEstimate) -> Iterator[tuple[str, float]]:
    """Where a drawn algorithm and the declared one change places at the conservative end: name, n [byte]."""
    drawn = context.material.curves[row.id].rivals
    for rival in context.material.comparisons[row.id].rivals:
        if rival.algorithm.name in drawn:
            yield from ((rival.algorithm.name, one.size) for one in rival.crossovers["conservative"])


def _labels(context: Context, row: OperationEstimate) -> TnLabels:
    words = context.words
    return TnLabels(
        title=f"T(n) {row.id}",
        desc=words["figures.tn.desc"],
        x_axis=words["figures.x"],
        y_axis=words["figures.y"],
        optimistic=words["figures.optimistic"],
        conservative=words["figures.conservative"],
        bound=words["figures.bound"],
        impossible=words["figures.impossible"],
        n_half=f"n\u00bd {_n_half(row)}",
        operation=f"{row.id}  n = {size(row.size.n)}",
        interval=f"[{span(*row.time, seconds)}]",
    )


def _n_half(row: OperationEstimate) -> str:
    return size(row.conservative.n_half * row.calls)


def _caption(context: Context, row: OperationEstimate) -> str:
    return context.words(
        "figures.tn",
        operation=context.operation_title(row.id),
        algorithm=row.algorithm.name,
        n=size(row.size.n),
        time=span(*row.time, seconds),
        n_half=_n_half(row),
        limited=context.limits(row),
    )


def _limits(context: Context, row: OperationEstimate) -> tuple[Marker, ...]:
    found = []
    for requirement in context.material.serving.get(row.id, ()):
        cell = context.material.mains.get(requirement)
        if cell is not None and (limit := own_limit(cell, row)) is not None:
            found.append(Marker(limit.n * limit.runs, limit.seconds * limit.runs, limit_text(context, limit)))
    return tuple(sorted(found, key=lambda marker: marker.seconds)[:1])
