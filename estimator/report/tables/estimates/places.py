"""The classes of places that groups of one kind have where they share NICs unequally, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.estimate.result import EstimateTable, PlaceTime
from estimator.phrase import linked, phrase
from estimator.units import format_time

MOST = 6
"""Runs of ranks that are named before the rest is counted."""


def place_lines(table: EstimateTable) -> list[str]:
    """A line for each operation whose groups differ, the slowest class first: its lowest ranks and its time."""
    return [
        phrase("Places of {name}: {places}.", name=name, places=linked("; ", map(_one, operation.places)))
        for name, operation in table.operations.items()
        if operation.places
    ]


def _one(place: PlaceTime) -> str:
    time = place.time
    return phrase(
        "groups from rank {ranks} {low} .. {high}",
        ranks=_firsts(place),
        low=format_time(time.optimistic),
        high=format_time(time.conservative),
    )


def _firsts(place: PlaceTime) -> str:
    found = list(runs(sorted(ranks[0] for ranks in place.ranks)))
    shown = [f"{first}" if first == last else f"{first}-{last}" for first, last in found[:MOST]]
    more = sum(last - first + 1 for first, last in found[MOST:])
    return linked(", ", [*shown, *([phrase("{count} more", count=more)] if more else [])])


def runs(rising: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first, last) of numbers that follow one another."""
    first = last = rising[0]
    for number in rising[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
