"""Where labels go: how wide a text is about, how it is cut to fit, and places that keep labels apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple
from unicodedata import east_asian_width

SIZE = 13.8
"""Type of a drawing 1000 px wide: 7 pt where it fills the 181 mm of a page's text, and no less."""
_NARROW = frozenset("iljtfrI.,:;'|!()[]·° \u00a0")
_BROAD = frozenset("mwMWQ@%—…")


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom [px]."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area both share [px^2]."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * tall if wide > 0.0 and tall > 0.0 else 0.0

    def outside(self, frame: Box) -> float:
        """The area that lies outside ``frame`` [px^2]."""
        return (self.right - self.left) * (self.bottom - self.top) - self.overlap(frame)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is set [px]: a full-width character takes one em, Latin a third to nine tenths."""
    return sum(map(_em, text)) * size * (1.06 if bold else 1.0)


@lru_cache(maxsize=1024)
def _em(character: str) -> float:
    if east_asian_width(character) in "WF":
        return 1.0
    if character in _NARROW:
        return 0.33
    if character in _BROAD:
        return 0.9
    return 0.68 if character.isupper() else 0.58


def fit(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, or its beginning with an ellipsis when it is wider than ``width`` [px]."""
    if text_width(text, size, bold) <= width:
        return text
    room = width / (size * (1.06 if bold else 1.0)) - 0.9
    end = 0
    while end < len(text) and (room := room - _em(text[end])) >= 0.0:
        end += 1
    return text[:end].rstrip() + "…"


def text_box(x: float, y: float, text: str, size: float, anchor: str = "start", bold: bool = False) -> Box:
    """The box of a line of text on the base line y."""
    width = text_width(text, size, bold)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return Box(left, y - size, left + width, y + size * 0.3)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Positions near ``wanted`` at least ``gap`` apart within [low, high]; order is kept.

    When they cannot all have the gap they share the range evenly. ``spread([10, 12], 10, 0, 100)`` is [6, 16].
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    gap = min(gap, (high - low) / max(len(order) - 1, 1))

    def start(total: float, count: int) -> float:
        return max(min(total / count, high - (count - 1) * gap), low)

    # Neighbours that touch move as one block about the mean of what its members wanted.
    blocks: list[tuple[float, int]] = []
    for i in order:
        total, count = wanted[i], 1
        while blocks and start(total, count) < start(*blocks[-1]) + blocks[-1][1] * gap:
            before, number = blocks.pop()
            total, count = before + total - number * count * gap, number + count
        blocks.append((total, count))
    at = [start(total, count) + k * gap for total, count in blocks for k in range(count)]
    return [at[order.index(i)] for i in range(len(order))]


def best_place(
    candidates: Sequence[Box], taken: Sequence[Box], frame: Box, dots: Sequence[tuple[float, float]] = ()
) -> int:
    """Index of the candidate that covers least of other labels, the frame's outside and the ``dots`` of curves.

    Among equals the earliest wins: give the nearest places first.
    """

    def cost(box: Box) -> float:
        area = sum(box.overlap(other) for other in taken) * 10.0 + box.outside(frame) * 10.0
        near = ordered[bisect_right(across, box.left) : bisect_left(across, box.right)]
        return area + 40.0 * sum(box.top < y < box.bottom for _, y in near)

    ordered = sorted(dots)
    across = [x for x, _ in ordered]
    best, least = 0, inf
    for i, candidate in enumerate(candidates):
        found = cost(candidate)
        if found < least:
            best, least = i, found
        if least <= 0.0:
            break  # nothing is covered, and what comes later is further away
    return best
