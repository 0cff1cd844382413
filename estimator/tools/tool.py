"""A benchmark tool: from one run to its command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from estimator.spec.groups.hosts import Hosts
from estimator.tools.ability import Ability

LONG = 3
"""Sizes that make a chain worth a line of its own."""


@dataclass(frozen=True, slots=True)
class ToolRun:
    """One group under one condition and skew, over sizes [byte]; every word of it is ours but ``dtype`` and ``redop``.

    ``ranks`` of one group; ``at_once`` such groups run together, on ``hosts``: the launch starts them all where
    ``split`` cuts its processes into groups, and else one of them. ``devices``: those of every host that it uses, ()
    where they are the first ones or differ.
    """

    collective: str
    ranks: int
    at_once: int
    hosts: Hosts
    sizes: tuple[int, ...]
    dtype: str | None
    redop: str | None
    warmup: int
    iterations: int
    check: bool
    join: str
    buffer: str = "plain"
    graph: bool = False
    split: str = ""
    devices: tuple[int, ...] = ()


Pair: TypeAlias = tuple[str, str]
"""One remark in Chinese and in English."""


def joined(pairs: Iterable[Pair]) -> Pair:
    """Remarks in one line a language."""
    found = list(dict.fromkeys(pairs))
    return "；".join(zh for zh, _ in found), "; ".join(en for _, en in found)


class Command(NamedTuple):
    """One command line to copy, for how many cells, which group and how many of them at once, with remarks.

    ``sizes``: the canonical n that it runs [byte]; () where nobody knows.
    """

    line: str
    remarks: tuple[Pair, ...]
    cells: int
    group: str
    at_once: int = 1
    sizes: tuple[int, ...] = ()

    @property
    def note_zh(self) -> str:
        """The remarks in a line, in Chinese."""
        return joined(self.remarks)[0]

    @property
    def note_en(self) -> str:
        """The remarks in a line, in English."""
        return joined(self.remarks)[1]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the catalogue. ``line`` writes the command of a run over one chain of sizes."""

    ability: Ability
    line: Callable[[Ability, ToolRun, str, str, int], str]
    """(ability, run, smallest size, largest size, factor) -> command line."""
    sizes_zh: str
    sizes_en: str
    """What the sizes in its output mean."""
    told: Callable[[ToolRun, int], int] = lambda run, size: size
    """The size the tool is told for a canonical n [byte]."""

    @property
    def name(self) -> str:
        """Name as a spec writes it."""
        return self.ability.name

    @property
    def statistics(self) -> frozenset[str]:
        """Statistics over the iterations of a run that it can report."""
        return self.ability.statistics

    def lines(self, run: ToolRun) -> list[tuple[str, tuple[int, ...]]]:
        """The command lines of a run and the n of each [byte].

        One for each long chain of doubling sizes, a loop for the sizes that are left.
        """
        meant: dict[int, list[int]] = {}
        for size in run.sizes:
            meant.setdefault(self.told(run, size), []).append(size)
        chains = doubling(meant)
        long = [chain for chain in chains if len(chain) >= LONG or len(chains) == 1]
        found = [(self.line(self.ability, run, str(chain[0]), str(chain[-1]), 2), chain) for chain in long]
        rest = tuple(sorted(set(meant).difference(*long)))
        if len(rest) > 2:
            body = self.line(self.ability, run, '"$n"', '"$n"', 2)
            found.append((f"for n in {' '.join(map(str, rest))}; do {body}; done", rest))
        else:
            found += [(self.line(self.ability, run, str(size), str(size), 2), (size,)) for size in rest]
        return [(line, tuple(n for size in sizes for n in meant[size])) for line, sizes in found]


def doubling(sizes: Iterable[int]) -> list[tuple[int, ...]]:
    """Rising chains in which every size is twice the one before: [1, 2, 3, 4] is [(1, 2, 4), (3,)]."""
    ordered = sorted(set(sizes))
    left, chains = set(ordered), list[tuple[int, ...]]()
    for first in ordered:
        chain, size = [], first
        while size in left:
            left.remove(size)
            chain.append(size)
            size *= 2
        if chain:
            chains.append(tuple(chain))
    return chains


def launched(hosts: Hosts) -> list[str]:
    """How Open MPI starts the processes of a run: so many on every host, or as a host file says."""
    each = hosts.each
    return ["mpirun", "-np", str(hosts.ranks), *(("--hostfile", "hostfile") if each is None else ("-N", str(each)))]


def quoted(words: Iterable[str]) -> str:
    """Words as one shell line; a word that is not plain is put in quotes, so that text of a spec stays a word."""
    return " ".join(word if word == '"$n"' else shlex.quote(word) for word in words)
