"""The classes of places that groups of one kind have, as a line of text: who shares a NIC, and how long each takes."""

from __future__ import annotations

from collections.abc import Sequence

from estimator.estimate.result import PlaceTime
from estimator.report.numbers import DASH, seconds, span, whole
from estimator.report.tables.estimates.places import MOST, runs
from estimator.report.view.context import Context


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
    found = list(runs(sorted(ranks[0] for ranks in place.ranks)))
    shown = [f"{first}" if first == last else f"{first}{DASH}{last}" for first, last in found[:MOST]]
    if len(found) > MOST:
        more = sum(last - first + 1 for first, last in found[MOST:])
        shown.append(context.words("minimal.places.more", count=whole(more)))
    return ", ".join(shown)
