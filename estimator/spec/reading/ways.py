"""Keys that are missing because the author took none of several ways to say a thing: one message for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estimator.errors import Path, Problem
from estimator.phrase import phrase

MISSING = "is missing"


class Way(NamedTuple):
    """Keys that say a thing together; ``instead``: what says it too. ``below``: keys further in that go with them."""

    holder: tuple[str, ...]
    keys: tuple[str, ...]
    instead: str
    below: tuple[str, ...] = ()


WAYS = (
    Way(("groups", "*"), ("size", "ranks_per_node", "levels"), "shape:, units:, tree: or from_layout:"),
    Way(("platform",), ("ranks_per_node", "nodes"), "levels:", ("paths", "*", "location")),
    Way(("operations", "*"), ("collective", "group", "tensor"), "from_model:"),
)


def joined(problems: Sequence[Problem]) -> Iterator[Problem]:
    """The problems, with one in place of several about keys that say a thing together."""
    missing = {problem.path for problem in problems if problem.message == MISSING}
    told: set[Path] = set()
    for problem in problems:
        way, holder = _way(problem.path)
        keys = [key for key in way.keys if (*holder, key) in missing] if way is not None else []
        if way is None or problem.message != MISSING or len(keys) < 2:
            yield problem
        elif holder not in told:
            told.add(holder)
            what = phrase("{keys} and {last} are missing", keys=", ".join(keys[:-1]), last=keys[-1])
            yield Problem(holder, what, phrase("add {instead}, or all of them", instead=way.instead))


def _way(path: Path) -> tuple[Way | None, Path]:
    """The way that a missing key belongs to, and the place of its holder."""
    for way in WAYS:
        for end in [(key,) for key in way.keys] + [way.below] * bool(way.below):
            if _fits(path, (*way.holder, *end)):
                return way, path[: len(way.holder)]
    return None, ()


def _fits(path: Path, pattern: tuple[str, ...]) -> bool:
    return len(path) == len(pattern) and all(step in ("*", found) for found, step in zip(path, pattern, strict=True))
