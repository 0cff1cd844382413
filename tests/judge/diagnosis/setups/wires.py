"""A machine by its wires: what every round of messages takes, counted message by message and by no code of the tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Round = tuple[Ints, Ints, float, int]
"""Who sends, to whom, which part of n each, how often in a row."""


@dataclass(frozen=True)
class Wires:
    """Ranks on nodes. ``alpha`` [s] and ``rate`` [B/s] of a rank inside a node and across; ``launch`` T0 [s].

    ``node``: bytes a second that leave a node; ``island`` and ``pod``: ranks of a node, or nodes, behind a border of
    their own, and what leaves it [B/s]. None: no such border.
    """

    each: int
    alpha: tuple[float, float]
    rate: tuple[float, float]
    launch: float
    node: float | None = None
    island: tuple[int, float] | None = None
    pod: tuple[int, float] | None = None

    def times(self, algorithm: str, nodes: int, per_node: int, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Seconds over sizes n [byte] for a group of the first ranks of the first nodes."""
        place = np.concatenate([np.arange(per_node) + node * self.each for node in range(nodes)])
        start, per_byte = self.launch, 0.0
        for source, target, part, times in ROUNDS[algorithm](nodes, per_node):
            start += times * self._start(place[source], place[target])
            per_byte += times * part * self._per_byte(place[source], place[target])
        found: NDArray[np.float64] = start + sizes * per_byte
        return found

    def _start(self, source: Ints, target: Ints) -> float:
        return self.alpha[int((source // self.each != target // self.each).any())]

    def _per_byte(self, source: Ints, target: Ints) -> float:
        """Seconds a byte of every message, by the fullest wire."""
        across = source // self.each != target // self.each
        busy = [_fullest(source[~across]) / self.rate[0], _fullest(source[across]) / self.rate[1]]
        if self.node is not None:
            busy.append(_fullest(source[across] // self.each) / self.node)
        if self.island is not None:
            size, rate = self.island
            leaving = ~across & (source % self.each // size != target % self.each // size)
            busy.append(_fullest(source[leaving] // size) / rate)
        if self.pod is not None:
            size, rate = self.pod
            leaving = source // self.each // size != target // self.each // size
            busy.append(_fullest(source[leaving] // self.each // size) / rate)
        return float(max(busy))


def _fullest(units: Ints) -> int:
    return int(np.bincount(units).max()) if len(units) else 0


def _ring(ranks: int, times: int, part: float) -> Iterator[Round]:
    every = np.arange(ranks)
    yield every, (every + 1) % ranks, part, times


def _exchange(ranks: int, parts: Callable[[int], float]) -> Iterator[Round]:
    every = np.arange(ranks)
    for step in range(int(log2(ranks))):
        yield every, every ^ (1 << step), parts(step), 1


def _doubling(ranks: int) -> Iterator[Round]:
    return _exchange(ranks, lambda step: 2.0**step / ranks)


def _halving(ranks: int) -> Iterator[Round]:
    return _exchange(ranks, lambda step: 0.5 ** (step + 1))


def _pairwise(ranks: int) -> Iterator[Round]:
    every = np.arange(ranks)
    for step in range(1, ranks):
        yield every, (every + step) % ranks, 1.0 / ranks, 1


def _bruck(ranks: int) -> Iterator[Round]:
    every = np.arange(ranks)
    for step in range(int(log2(ranks))):
        yield every, (every + (1 << step)) % ranks, 0.5, 1


def _by_nodes(nodes: int, each: int) -> Iterator[Round]:
    """ReduceScatter in every node, AllReduce of each shard across, AllGather in every node, all by rings."""
    every = np.arange(nodes * each)
    inside = every // each * each + (every % each + 1) % each
    yield every, inside, 1.0 / each, 2 * (each - 1)
    yield every, (every + each) % (nodes * each), 1.0 / (nodes * each), 2 * (nodes - 1)


def _tree(ranks: int) -> Iterator[Round]:
    for step in range(int(log2(ranks))):
        have = np.arange(1 << step)
        yield have, have + (1 << step), 1.0, 1


ROUNDS: Mapping[str, Callable[[int, int], Iterator[Round]]] = {
    "p2p/direct": lambda nodes, each: iter([(np.array([0]), np.array([1]), 1.0, 1)]),
    "all_reduce/ring": lambda nodes, each: _ring(nodes * each, 2 * (nodes * each - 1), 1.0 / (nodes * each)),
    "all_gather/ring": lambda nodes, each: _ring(nodes * each, nodes * each - 1, 1.0 / (nodes * each)),
    "reduce_scatter/ring": lambda nodes, each: _ring(nodes * each, nodes * each - 1, 1.0 / (nodes * each)),
    "all_gather/recursive_doubling": lambda nodes, each: _doubling(nodes * each),
    "reduce_scatter/recursive_halving": lambda nodes, each: _doubling(nodes * each),
    "all_reduce/rabenseifner": lambda nodes, each: iter([*_halving(nodes * each)] * 2),
    "all_reduce/recursive_doubling": lambda nodes, each: _exchange(nodes * each, lambda step: 1.0),
    "all_reduce/hierarchical_rs_ar_ag": _by_nodes,
    "all_to_all/pairwise": lambda nodes, each: _pairwise(nodes * each),
    "all_to_all/bruck": lambda nodes, each: _bruck(nodes * each),
    "broadcast/binomial": lambda nodes, each: _tree(nodes * each),
}
"""The rounds of each algorithm for so many nodes with so many ranks."""
