"""Sequences of calls of several ranks laid beside each other, where some begin or end earlier than others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from estimator.cost.collectives import EVEN
from estimator.evidence.traces.call import RankSeen
from estimator.evidence.traces.hidden import end_of

Numbers: TypeAlias = npt.NDArray[np.int64]
TRIED, COMPARED = 256, 1_000_000
"""Places at which one sequence is laid along another, or more as long as that compares no more calls than this."""
FEWEST = 3
"""Calls that must lie along each other, or all of the shorter sequence."""
TOGETHER = 20_000
"""Nanoseconds: the ends of one call on two ranks do not differ more evenly than this."""


def offsets(by_rank: Mapping[str, Sequence[RankSeen]]) -> dict[str, int] | None:
    """By how many calls each rank's sequence begins after that of the rank with the most; None where one fits nowhere.

    A sequence fits where the collectives, and sizes where they are even, are the same as far as both go, and at least
    half of it lies along the other. Of places that fit it is the one whose calls end together, but for the clocks.
    """
    codes: dict[tuple[str, float | None], int] = {}
    signatures = {
        rank: np.array([codes.setdefault(_signature(seen), len(codes)) for seen in calls], dtype=np.int64)
        for rank, calls in by_rank.items()
    }
    longest = max(by_rank, key=lambda rank: len(by_rank[rank]))
    found = {}
    for rank, own in signatures.items():
        place = _place(signatures[longest], own, by_rank[longest], by_rank[rank])
        if place is None:
            return None
        found[rank] = place
    return found


def _signature(seen: RankSeen) -> tuple[str, float | None]:
    kind = EVEN.get(seen.collective, seen.collective)
    uneven = kind == "all_to_all" or seen.collective != kind or seen.told == "sent"
    return kind, None if uneven else seen.amount


def _place(
    longest: Numbers, own: Numbers, calls_of_longest: Sequence[RankSeen], own_calls: Sequence[RankSeen]
) -> int | None:
    if len(longest) == len(own) and bool((longest == own).all()):
        return 0
    fits = []
    for place in _places(len(longest), len(own)):
        start, end = max(place, 0), min(len(longest), place + len(own))
        if bool((longest[start:end] == own[start - place : end - place]).all()):
            fits.append((place, end - start))
    if not fits:
        return None
    ends, own_ends = (np.array([end_of(call) for call in calls]) for calls in (calls_of_longest, own_calls))

    def unlikely(fit: tuple[int, int]) -> tuple[int, int, float]:
        place, overlap = fit
        uneven, apart = _apart(ends, own_ends, place)
        return uneven, -overlap, apart

    return min(fits, key=unlikely)[0]


def _places(longest: int, own: int) -> Iterator[int]:
    """Where the shorter may begin: first where it lies along the longer whole, then farther out on both sides."""
    spare, least = longest - own, max(own / 2, min(own, FEWEST))
    whole = range(spare + 1)
    out = (place for far in range(1, own) if own - far >= least for place in (-far, spare + far))
    return islice(chain(whole, out), max(TRIED, COMPARED // own))


def _apart(ends: Numbers, own: Numbers, place: int) -> tuple[int, float]:
    """How unevenly the ends of the calls differ, and how much: clocks of two hosts may be apart, but evenly."""
    start, end = max(place, 0), min(len(ends), place + len(own))
    apart = own[start - place : end - place] - ends[start:end]
    middle = float(np.median(apart))
    return int(np.median(np.abs(apart - middle))) // TOGETHER, abs(middle)
