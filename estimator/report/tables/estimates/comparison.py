"""Variants side by side for terminals, review comments and programs: one group of columns a variant."""

from collections.abc import Mapping, Sequence

from estimator.estimate.result import EstimateTable
from estimator.estimate.search.variants import Comparison, VariantTime, VariantTimes
from estimator.phrase import heads, linked, phrase, word
from estimator.report.numbers import change
from estimator.report.tables.estimates.listing import both, flat_row
from estimator.report.tables.rows import Scalar, block, comma_separated, document, piped, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_time

SCHEMA = 1
STEP = {one: one for one in heads("total", "exposed")}


def as_text(found: Comparison, changes: Sequence[str] = (), screen: Screen = PLAIN) -> str:
    """A table for the terminal, the numbers rounded; ``changes`` are named below it."""
    return screen.text([*fitted(_rows(found), screen, _ranks(found)), "", *_notes(found, changes)])


def as_markdown(found: Comparison, changes: Sequence[str] = (), screen: Screen = PLAIN) -> str:
    """A table for a review comment, the numbers rounded."""
    notes = "".join(f"\n{screen.say(note)}\n" for note in _notes(found, changes))
    return piped(screen.rows(_rows(found))) + notes


def as_csv(found: Comparison) -> str:
    """One line per variant and operation, SI units, the numbers in full; ratios are over the first variant."""
    rows: list[dict[str, Scalar]] = []
    for i, (name, table) in enumerate(found.tables.items()):
        for one in found.operations:
            ratio = one.figures[i].ratio
            over: dict[str, Scalar] = {"optimistic_ratio": ratio[0], "conservative_ratio": ratio[1]}
            rows.append({"variant": name, **flat_row(table.operations[one.name]), **over})
    return comma_separated(rows)


def as_json(found: Comparison, about: Mapping[str, object], changes: Sequence[str] = ()) -> str:
    """Everything, numbers in full: the rows of the CSV by variant, and the step."""
    head = {"commspec_comparison": SCHEMA, **about, "set": list(changes)}
    variants = (f"{plain(name)}: {plain(_variant(found, i))}" for i, name in enumerate(found.tables))
    return document([*(f"{plain(k)}: {plain(v)}" for k, v in head.items()), f'"variants": {{{block(variants)}}}'])


def _variant(found: Comparison, at: int) -> dict[str, object]:
    table = list(found.tables.values())[at]
    return {
        "step": {one.name: _figure(one.figures[at]) for one in found.step},
        "measure_first": table.ranking[0].assumption if table.ranking else None,
        "operations": {
            one.name: {**flat_row(table.operations[one.name]), "ratio": list(one.figures[at].ratio)}
            for one in found.operations
        },
    }


def _figure(figure: VariantTime) -> dict[str, object]:
    return {"seconds": list(figure.time), "ratio": list(figure.ratio)}


def _rows(found: Comparison) -> list[list[str]]:
    head = heads("operation")
    for i, name in enumerate(found.tables):
        head += [name, *(heads("change") if i else []), word("limited by")]
    step = (one._replace(name=phrase("step, {what}", what=STEP[one.name])) for one in found.step)
    return [head, *(_row(one) for one in (*found.operations, *step))]


def _ranks(found: Comparison) -> list[int]:
    """Of the columns: times and changes stay, what limits is left out first."""
    ranks = [0]
    for i, _ in enumerate(found.tables):
        ranks += [0, *([0] if i else []), 1]
    return ranks


def _row(one: VariantTimes) -> list[str]:
    cells = [one.name]
    for i, figure in enumerate(one.figures):
        cells += [both(figure.time, format_time), *([_change(figure)] if i else []), ", ".join(figure.limited_by)]
    return cells


def _change(figure: VariantTime) -> str:
    if figure.same:
        return "="
    return " .. ".join("-" if ratio is None else change(ratio) for ratio in figure.ratio)


def _notes(found: Comparison, changes: Sequence[str]) -> list[str]:
    notes = [phrase("With {places}.", places=linked(", ", changes))] if changes else []
    first = (phrase("{name}: {first}", name=name, first=_first(table)) for name, table in found.tables.items())
    return [*notes, phrase("Measure first: {first}.", first=linked("; ", first))]


def _first(table: EstimateTable) -> str:
    return table.ranking[0].assumption if table.ranking else word("nothing")
