"""Results kept from one build of a running process to the next, for as long as somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

Result = TypeVar("Result")
Asked = TypeVar("Asked", bound=Hashable)

MOST = 1024
"""Results of one function until those that were not asked for meanwhile are dropped."""
_EVERY: list[_Kept] = []


class _Kept:
    """The results of one function by what they were asked for: the young ones, and those of the round before."""

    def __init__(self) -> None:
        self.young: dict[Hashable, Any] = {}
        self.old: dict[Hashable, Any] = {}

    def turn(self) -> None:
        """Drop what nobody asked for since the last turn."""
        self.old, self.young = self.young, {}


def kept(function: Callable[[Asked], Result]) -> Callable[[Asked], Result]:
    """A pure function of one hashable argument that says all it depends on, worked out once for equal arguments.

    Unlike under ``lru_cache``, what an edit made void is gone after two builds, however much there is room for.
    """
    known = _Kept()
    _EVERY.append(known)

    @wraps(function)
    def asked(key: Asked) -> Result:
        if key in known.young:
            found: Result = known.young[key]
            return found
        found = known.old[key] if key in known.old else function(key)
        if len(known.young) >= MOST:
            known.turn()
        known.young[key] = found
        return found

    return asked


def next_round() -> None:
    """A build begins: what neither the last one asked for nor this one will is dropped at the next."""
    for known in _EVERY:
        known.turn()
