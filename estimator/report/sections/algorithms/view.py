"""The declared algorithm of an operation beside all others that could run: times, ratios, and who is fastest where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import find
from estimator.estimate.compare import ENDS, AlgorithmComparison, Crossover, Fastest, Rival
from estimator.estimate.result import Interval
from estimator.report.numbers import plain, seconds, size, span
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context
from estimator.report.view.operations.algorithms import copies_text, validity
from estimator.units import SPACE

NAMED = 3
"""Algorithms that are equally fast and named one by one; of more the first is named."""


class ComparedRow(NamedTuple):
    """Algorithms of the same times: names, interval, ratio to the declared one, sizes where they are faster."""

    names: Markup
    copies: str
    time: str
    ratio: str
    optimistic: str
    conservative: str
    declared: bool = False


class AlgorithmsCompared(NamedTuple):
    """One operation: its rows, the fastest over the sizes at both ends, and what cannot run."""

    id: str
    title: str
    rows: tuple[ComparedRow, ...]
    fastest: tuple[str, ...]
    left_out: str


class Brief(NamedTuple):
    """One operation in one row: the algorithm declared, its interval, and the fastest at its own size at both ends."""

    id: str
    title: str
    declared: Markup
    time: str
    optimistic: Markup
    conservative: Markup


@dataclass(frozen=True)
class AlgorithmsView:
    """The comparison of algorithms: whole tables on the page for screens, a row for each operation on paper."""

    compared: tuple[AlgorithmsCompared, ...]
    briefs: tuple[Brief, ...]
    premises: str


def algorithms_view(context: Context) -> AlgorithmsView:
    """The section on algorithms."""
    found = comparisons(context)
    return AlgorithmsView(found, tuple(_brief(context, one) for one in found), premises(context))


def _brief(context: Context, shown: AlgorithmsCompared) -> Brief:
    found = context.material.comparisons[shown.id]
    best = [_best(context, found, side) for side in (0, 1)]
    return Brief(
        shown.id,
        shown.title,
        _whole(context, [found.declared.name]),
        span(*found.time, seconds),
        *best,
    )


def _best(context: Context, found: AlgorithmComparison, side: int) -> Markup:
    """The fastest other algorithm at the operation's own size, against the declared one."""
    rival = min(found.rivals, key=lambda one: one.time[side])
    ratio = found.ratio(rival)[side]
    text = breakable(rival.algorithm.name) + f" {plain(ratio)}{SPACE}\u00d7"
    return text if ratio < 1.0 - 1e-9 else Markup(context.words["compare.none"]) + text  # noqa: S704 - the project's words


def comparisons(context: Context) -> tuple[AlgorithmsCompared, ...]:
    """The operations with a figure whose collective has another algorithm that can run."""
    found = context.material.comparisons
    return tuple(_compared(context, one) for one in found.values() if one.rivals)


def premises(context: Context) -> str:
    """What the algorithms that can run by their group also take for granted: "full_mesh (one link per pair)"."""
    named = {
        (rival.algorithm.name, validity(context, rival.algorithm))
        for found in context.material.comparisons.values()
        for rival in found.rivals
        if _presumes(rival.algorithm)
    }
    parts = [f"{name}{context.words.brackets(text)}" for name, text in sorted(named)]
    return context.words("compare.premises", names=context.words["semicolon"].join(parts)) if parts else ""


def _presumes(algorithm: CatalogueEntry) -> bool:
    """Whether it needs what no group tells: links between all pairs, switches that reduce, a stated efficiency."""
    linked = any(term.port == "link" for term in algorithm.terms)
    return linked or algorithm.in_network or "efficiency" in algorithm.takes


def _compared(context: Context, found: AlgorithmComparison) -> AlgorithmsCompared:
    words = context.words
    declared = ComparedRow(
        _whole(context, [found.declared.name]), "", span(*found.time, seconds), words["compare.declared"], "", "", True
    )
    return AlgorithmsCompared(
        id=found.operation,
        title=context.operation_title(found.operation),
        rows=(declared, *_rows(context, found)),
        fastest=tuple(words(f"compare.fastest.{end}", spans=_spans(context, found.fastest[end])) for end in ENDS),
        left_out=_left_out(context, found),
    )


def _rows(context: Context, found: AlgorithmComparison) -> Iterator[ComparedRow]:
    """The others by their conservative time; those that print alike share a row."""
    rows: dict[tuple[str, str, str, str, str], list[str]] = {}
    for rival in sorted(found.rivals, key=lambda rival: (rival.time.conservative, rival.time.optimistic)):
        rows.setdefault(_cells(context, found, rival), []).append(rival.algorithm.name)
    for cells, names in rows.items():
        yield ComparedRow(_whole(context, names), *cells)


def _whole(context: Context, names: Sequence[str]) -> Markup:
    """Names that are never broken, in a list."""
    return Markup(context.words.join([Markup('<span class="nb">{}</span>').format(name) for name in names]))  # noqa: S704


def _cells(context: Context, found: AlgorithmComparison, rival: Rival) -> tuple[str, str, str, str, str]:
    ratio = found.ratio(rival)
    copies = copies_text(context, rival.copies) if rival.copies is not None else ""
    own = context.spec.operations[found.operation].copies
    faster = [_faster(context, rival, end, ratio) for end in ENDS]
    shown = copies if rival.copies != own else ""
    return shown, span(*rival.time, seconds), f"{span(*ratio, plain)}{SPACE}\u00d7", faster[0], faster[1]


def _faster(context: Context, rival: Rival, end: str, ratio: Interval) -> str:
    """The sizes at which the rival is the faster one at an end: "below 30.28 MB"."""
    words, crossed = context.words, rival.crossovers[end]
    if not crossed:
        there = ratio[ENDS.index(end)]
        key = "same" if abs(there - 1.0) < 1e-9 else "always" if there < 1.0 else "never"
        return words[f"compare.{key}"]
    return words["comma"].join(_ranges(context, rival.algorithm.name, crossed))


def _ranges(context: Context, name: str, crossed: Sequence[Crossover]) -> Iterator[str]:
    words, start = context.words, 0.0
    for one in crossed:
        if one.below == name and start:
            yield span(start, one.size, size)
        elif one.below == name:
            yield words("compare.below", n=size(one.size))
        start = one.size if one.above == name else 0.0
    if start:
        yield words("compare.above", n=size(start))


def _spans(context: Context, fastest: Sequence[Fastest]) -> str:
    words = context.words
    parts = []
    for one in fastest:
        names = one.algorithms
        named = (
            words.join(names) if len(names) <= NAMED else words("compare.equal", name=names[0], count=str(len(names)))
        )
        parts.append(f"{named}{SPACE}{span(one.low, one.high, size)}")
    return words["semicolon"].join(parts)


def _left_out(context: Context, found: AlgorithmComparison) -> str:
    words = context.words
    reasons = []
    for name in found.left_out:
        entry = find(context.table.operations[found.operation].collective, name)
        if entry is not None:
            reasons.append(f"{name}{words.brackets(validity(context, entry))}")
    return words("compare.left_out", names=words["semicolon"].join(reasons)) if reasons else ""
