"""How much one spec may hold: more than anybody writes by hand, and little enough to be worked out in seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from estimator.errors import Path, Problem
from estimator.layout.grid import MOST_RANKS
from estimator.phrase import phrase

MOST: Mapping[str, int] = MappingProxyType(
    {"groups": 1000, "operations": 1000, "requirements": 10_000, "frozen": 200_000}
)
"""Entries of a section."""
MOST_ELSEWHERE = 10_000
"""Entries of any other mapping or list."""


def too_many(data: Mapping[str, Any]) -> Iterator[Problem]:
    """A problem for each mapping or list of a spec that holds more than it may."""
    yield from _beyond((), data)


def _beyond(path: Path, part: Any) -> Iterator[Problem]:
    entries = part.items() if isinstance(part, Mapping) else enumerate(part)
    most = MOST.get(str(path[0]), MOST_ELSEWHERE) if len(path) == 1 else MOST_ELSEWHERE
    if len(part) > (MOST_RANKS if _lists_ranks(path) else most):
        yield Problem(
            path, phrase("holds {count:,} entries", count=len(part)), phrase("write at most {most:,}", most=most)
        )
        return
    for key, value in entries:
        if isinstance(value, (Mapping, list)):
            yield from _beyond((*path, key), value)


def _lists_ranks(path: Path) -> bool:
    """Whether a list may be as long as the machine: one number for each node of a group."""
    return path[:1] == ("groups",) and len(path) > 2
