"""Which ranks, as people read it: runs, steps, blocks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

SHOWN = 4


def numbers_text(numbers: Sequence[int]) -> str:
    """Rising numbers in short: "0-63", "0, 8, ..., 56", "0-1, 8-9, ..., 56-57", else one by one."""
    if not numbers:
        return ""
    runs = _runs(numbers)
    if len(runs) > SHOWN and _even(runs):
        return f"{_run(runs[0])}, {_run(runs[1])}, \u2026, {_run(runs[-1])}"
    return ", ".join(_run(run) for run in runs)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each run of numbers that follow one another."""
    found, start = [], numbers[0]
    for before, after in pairwise((*numbers, numbers[-1] + 2)):
        if after != before + 1:
            found.append((start, before))
            start = after
    return found


def _even(runs: list[tuple[int, int]]) -> bool:
    """Whether the runs are equally long and equally far apart."""
    steps = {later[0] - earlier[0] for earlier, later in pairwise(runs)}
    return len(steps) == 1 and len({last - first for first, last in runs}) == 1


def _run(run: tuple[int, int]) -> str:
    first, last = run
    return str(first) if first == last else f"{first}\u2013{last}"
