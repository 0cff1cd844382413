"""What a sweep found, for terminals and programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from estimator.estimate.sweeps.picture import MapRow
from estimator.estimate.sweeps.summary import QUANTILE_ERROR, EndSummary, Extreme, SweepSummary
from estimator.phrase import heads, phrase, word
from estimator.report.tables.rows import block, document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import Kind, format_bandwidth, format_number, format_ratio, format_size, format_time

SCHEMA = 1
KEPT = (0, 0, 0)
"""No column of both ends is left out."""
REGIMES = {one: one for one in heads("latency", "bandwidth", "cut")}


class AxisText(NamedTuple):
    """An axis as it was asked for: its name, both ends as written, the kind of its values, its points."""

    name: str
    ends: tuple[str, str]
    kind: Kind
    points: int

    def value(self, number: float) -> str:
        """One of its values."""
        form = {"time": format_time, "bandwidth": format_bandwidth, "size": format_size}
        return form.get(self.kind, format_number)(number)


def as_text(
    name: str, axes: Sequence[AxisText], found: SweepSummary, regimes: Sequence[MapRow], screen: Screen = PLAIN
) -> str:
    """The axes, a column an end, and the map of regimes."""
    lines = [phrase("{name}: {cells:,} cells", name=name, cells=found.cells), *map(_axis, axes), ""]
    lines += fitted(_rows(axes, found), screen, KEPT)
    return screen.text([*lines, "", *_map(axes, regimes, screen), "", *_notes(found)])


def as_json(
    name: str,
    axes: Sequence[AxisText],
    found: SweepSummary,
    regimes: Sequence[MapRow],
    about: Mapping[str, object],
) -> str:
    """Everything, numbers in full; the axes are in the order of the file's dimensions after the ends."""
    head = {
        "commspec_sweep": SCHEMA,
        **about,
        "operation": name,
        "cells": found.cells,
        "axes": [{"name": a.name, "low": a.ends[0], "high": a.ends[1], "points": a.points} for a in axes],
        "optimistic": _end(found.optimistic),
        "conservative": _end(found.conservative),
        "quantile_error": QUANTILE_ERROR,
        "out_of_order": found.out_of_order,
    }
    rows = (plain(row._asdict()) for row in regimes)
    return document([*(f"{plain(k)}: {plain(v)}" for k, v in head.items()), f'"regime_map": [{block(rows)}]'])


def _end(end: EndSummary) -> dict[str, object]:
    return {
        "minimum_s": end.minimum.seconds,
        "minimum_at": list(end.minimum.at),
        "maximum_s": end.maximum.seconds,
        "maximum_at": list(end.maximum.at),
        "quantiles_s": {str(share): value for share, value in end.quantiles.items()},
        "regimes": dict(end.regimes),
        "limited_by": dict(end.limits),
    }


def _axis(axis: AxisText) -> str:
    points = phrase("1 point") if axis.points == 1 else phrase("{count:,} points", count=axis.points)
    low, high = axis.ends
    return phrase("  {name}: {low} .. {high}, {points}", name=axis.name, low=low, high=high, points=points)


def _rows(axes: Sequence[AxisText], found: SweepSummary) -> list[list[str]]:
    ends = (found.optimistic, found.conservative)
    rows = [["", *heads("optimistic", "conservative")]]
    rows.append([word("minimum"), *(format_time(end.minimum.seconds) for end in ends)])
    rows += [[format_ratio(q), *(format_time(end.quantiles[q]) for end in ends)] for q in ends[0].quantiles]
    rows.append([word("maximum"), *(format_time(end.maximum.seconds) for end in ends)])
    rows.append([word("minimum at"), *(_place(axes, end.minimum) for end in ends)])
    rows.append([word("maximum at"), *(_place(axes, end.maximum) for end in ends)])
    rows += ([REGIMES[name], *cells] for name, cells in _shares([end.regimes for end in ends]))
    limits = _shares([end.limits for end in ends])
    return [*rows, *([phrase("limited by {path}", path=name), *cells] for name, cells in limits)]


def _shares(ends: Sequence[Mapping[str, float]]) -> Iterator[tuple[str, list[str]]]:
    """What shares out the cells at either end, and its share at both."""
    for name in dict.fromkeys(name for end in ends for name in end):
        yield name, [format_ratio(end.get(name, 0.0), 3) for end in ends]


def _place(axes: Sequence[AxisText], extreme: Extreme) -> str:
    """The values of the axes at an extreme; a size that is not swept is not named."""
    values = extreme.at if len(axes) == len(extreme.at) else extreme.at[:-1]
    return ", ".join(axis.value(value) for axis, value in zip(axes, values, strict=True))


def _map(axes: Sequence[AxisText], regimes: Sequence[MapRow], screen: Screen) -> list[str]:
    parameters = [axis for axis in axes if axis.name != "size"]
    named = [parameters[-1].value(row.value) if row.value is not None else "" for row in regimes]
    head = [parameters[-1].name.rpartition(".")[2] if parameters else "", *heads("optimistic", "conservative")]
    rows = [head, *([name, row.optimistic, row.conservative] for name, row in zip(named, regimes, strict=True))]
    swept = any(axis.name == "size" for axis in axes)
    sizes = phrase("one letter a size, rising") if swept else phrase("at the operation's own size")
    return [phrase("L latency, B bandwidth, C cut; {sizes}:", sizes=sizes), *fitted(rows, screen, KEPT)]


def _notes(found: SweepSummary) -> list[str]:
    error = format_ratio(QUANTILE_ERROR, 1)
    notes = [phrase("Quantiles are within {error} of the exact ones.", error=error)]
    if found.out_of_order:
        share = format_ratio(found.out_of_order, 3)
        notes.append(
            phrase(
                "In {share} of the cells exclusive is worse than the operation's conditions: no interval there.",
                share=share,
            )
        )
    return notes
