"""Of very many problems of a kind only the first: nobody reads fifty thousand lines that say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from estimator.errors import Problem

MOST = 50
LONGEST = 200  # characters of a message that tell its kind
_PARTICULAR = re.compile(r"'[^']*'|\S*\d\S*")


def few_of_a_kind(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first fifty of each kind; after them one that says how many more there are."""
    seen: Counter[Hashable] = Counter()
    beyond: dict[Hashable, Problem] = {}
    more: Counter[Hashable] = Counter()
    for problem in problems:
        kind = kind_of(problem)
        seen[kind] += 1
        if seen[kind] <= MOST:
            yield problem
        else:
            more[kind] += problem.more + (kind in beyond)
            beyond.setdefault(kind, problem)
    for kind, problem in beyond.items():
        yield replace(problem, more=more[kind])


def kind_of(problem: Problem) -> Hashable:
    """What problems of a kind share: the rule, or the message without the values in it."""
    return problem.severity, problem.rule or _PARTICULAR.sub("", problem.message[:LONGEST])
