"""One message for one slip, however many parts of the spec run into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from estimator.errors import Problem
from estimator.phrase import phrase

ABSENT = "there is no "
"""How every message begins that says of a name that nothing defines it."""
LACKING = "the spec has no "
"""How every message begins that says of a section that something needs it."""


def once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems with their places, without a second message about the same thing.

    A place is a path, and a position in a file: what stands behind an anchor is written once and read many times. A
    name that several places use is told at the first of them, and how many they are: that it was lost where it is
    defined is as likely as that all of them are wrong.
    """
    apart = list(_by_place(problems))
    uses = Counter(_name_of(problem) for problem in apart)
    told: set[Hashable] = set()
    for problem in apart:
        name = _name_of(problem)
        if name is None or uses[name] == 1:
            yield problem
        elif name not in told:
            told.add(name)
            yield replace(problem, message=_told_once(problem.message, uses[name]))


def _told_once(message: str, uses: int) -> str:
    if message.startswith(LACKING):
        return phrase("{message}, which {uses} places need", message=message, uses=uses)
    return phrase("{message}, which {uses} places name", message=message, uses=uses)


def _by_place(problems: Iterable[Problem]) -> Iterator[Problem]:
    seen: set[Hashable] = set()
    for problem in problems:
        places: set[Hashable] = {(problem.path, problem.message)}
        if problem.line is not None:
            position = (problem.file, problem.line, problem.column)
            places.add((position, problem.path[-1:], problem.message))
        if not places & seen:
            yield problem
        seen |= places


def _name_of(problem: Problem) -> Hashable:
    """What is said to be missing; None where the message is about something else."""
    if problem.message.startswith(LACKING):
        return problem.message
    return (problem.message, problem.hint) if problem.message.startswith(ABSENT) else None
