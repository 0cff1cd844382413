"""The classes of places that groups of one kind have, as a line of text: who shares a NIC, and how long each takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estimator.estimate.result import PlaceTime
from estimator.report.numbers import DASH, seconds, span, whole
from estimator.report.view.context import Context

MOST = 6
"""Runs of ranks that are named before the rest is counted."""


def places_text(context: Context, places: Sequence[PlaceTime]) -> str:
    """The slowest first: "groups from rank 0-1: 12-14 ms; groups from rank 2-7: 6-7 ms"."""
    words = context.words
    found = [
        words("minimal.places.text", ranks=_first_ranks(context, place), time=span(*place.time, seconds))
        for place in places
    ]
    return words["semicolon"].join(found)


def _first_ranks(context: Context, place: PlaceTime) -> str:
    """The lowest rank of each group, runs of them as one."""
    runs = list(_runs(sorted(ranks[0] for ranks in place.ranks)))
    shown = [f"{first}" if first == last else f"{first}{DASH}{last}" for first, last in runs[:MOST]]
    if len(runs) > MOST:
        more = sum(last - first + 1 for first, last in runs[MOST:])
        shown.append(context.words("minimal.places.more", count=whole(more)))
    return ", ".join(shown)


def _runs(rising: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first, last) of numbers that follow one another."""
    first = last = rising[0]
    for number in rising[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
