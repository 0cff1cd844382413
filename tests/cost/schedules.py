"""Schedules message by message, data tracked where it moves: the other side of the plans' bytes and rounds.

A schedule is a list of rounds, a round a list of (sender, receiver, size in units of n).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

Round = list[tuple[int, int, float]]


def rotation(p: int) -> list[Round]:
    return [[(i, (i + k) % p, 1 / p) for i in range(p)] for k in range(1, p)]


def ring(p: int) -> list[Round]:
    return [[(i, (i + 1) % p, 1 / p) for i in range(p)] for _ in range(p - 1)]


def bruck_all_gather(p: int) -> list[Round]:
    held = [[i] for i in range(p)]
    rounds = []
    distance = 1
    while distance < p:
        count = min(distance, p - distance)
        sent = [held[i][:count] for i in range(p)]
        rounds.append([(i, (i - distance) % p, count / p) for i in range(p)])
        held = [held[i] + sent[(i + distance) % p] for i in range(p)]
        distance *= 2
    assert all(sorted(blocks) == list(range(p)) for blocks in held)
    return rounds


def bruck_all_to_all(p: int) -> list[Round]:
    at = {(source, target): source for source in range(p) for target in range(p)}
    rounds = []
    distance = 1
    while distance < p:
        moving = [pair for pair in at if (pair[1] - pair[0]) % p & distance]
        counts = Counter(at[pair] for pair in moving)
        rounds.append([(i, (i + distance) % p, count / p) for i, count in counts.items()])
        for pair in moving:
            at[pair] = (at[pair] + distance) % p
        distance *= 2
    assert all(place == target for (_, target), place in at.items())
    return rounds


def _core(p: int) -> tuple[int, int, list[int]]:
    """f, r, and the real rank of each of the 2^f ranks that stay after folding the first r pairs."""
    steps = p.bit_length() - 1
    rest = p - 2**steps
    return steps, rest, [2 * q + 1 if q < rest else q + rest for q in range(2**steps)]


def _folded(p: int, core: list[Round], back: float) -> list[Round]:
    _, rest, _ = _core(p)
    if not rest:
        return core
    before = [(2 * i, 2 * i + 1, 1.0) for i in range(rest)]
    after = [(2 * i + 1, 2 * i, back) for i in range(rest)]
    return [before, *core, after]


def recursive_doubling_all_reduce(p: int) -> list[Round]:
    steps, _, real = _core(p)
    core: list[Round] = [[(real[q], real[q ^ 2**k], 1.0) for q in range(len(real))] for k in range(steps)]
    return _folded(p, core, 1.0)


def recursive_doubling_all_gather(p: int) -> list[Round]:
    steps, _, _ = _core(p)
    return [[(i, i ^ 2**k, 2**k / p) for i in range(p)] for k in range(steps)]


def recursive_halving(p: int) -> list[Round]:
    steps, rest, real = _core(p)
    span = {q: set(range(len(real))) for q in range(len(real))}
    core: list[Round] = []
    for k in reversed(range(steps)):
        messages, kept = [], {}
        for q, mine in span.items():
            given = {x for x in mine if x & 2**k != q & 2**k}
            messages.append((real[q], real[q ^ 2**k], sum(2 if x < rest else 1 for x in given) / p))
            kept[q] = mine - given
        core.append(messages)
        span = kept
    assert all(mine == {q} for q, mine in span.items())
    return _folded(p, core, 1 / p)


def rabenseifner(p: int) -> list[Round]:
    steps, _, real = _core(p)
    q_all = range(len(real))
    halving: list[Round] = [
        [(real[q], real[q ^ 2**k], 2**k / len(real)) for q in q_all] for k in reversed(range(steps))
    ]
    return _folded(p, halving + halving[::-1], 1.0)


def binomial_down(p: int, size: Callable[[int, int], float]) -> list[Round]:
    """From rank 0 by halving distances; ``size(child, subtree)``."""
    rounds: list[Round] = []
    distance = 1
    while distance < p:
        distance *= 2
    have = {0}
    while distance > 1:
        distance //= 2
        new = [(i, i + distance) for i in sorted(have) if i % (2 * distance) == 0 and i + distance < p]
        rounds.append([(i, j, size(j, min(distance, p - j))) for i, j in new])
        have |= {j for _, j in new}
    assert have == set(range(p))
    return rounds


def broadcast(p: int) -> list[Round]:
    return binomial_down(p, lambda child, subtree: 1.0)


def scatter(p: int) -> list[Round]:
    return binomial_down(p, lambda child, subtree: subtree / p)


def backwards(rounds: list[Round]) -> list[Round]:
    return [[(receiver, sender, size) for sender, receiver, size in messages] for messages in reversed(rounds)]


SCHEDULES: dict[tuple[str, str], Callable[[int], list[list[Round]]]] = {
    ("all_gather", "ring"): lambda p: [ring(p)],
    ("reduce_scatter", "ring"): lambda p: [ring(p)],
    ("all_reduce", "ring"): lambda p: [ring(p), ring(p)],
    ("reduce_scatter", "pairwise"): lambda p: [rotation(p)],
    ("all_to_all", "pairwise"): lambda p: [rotation(p)],
    ("all_gather", "recursive_doubling"): lambda p: [recursive_doubling_all_gather(p)],
    ("all_gather", "bruck"): lambda p: [bruck_all_gather(p)],
    ("reduce_scatter", "bruck_reversed"): lambda p: [backwards(bruck_all_gather(p))],
    ("all_reduce", "bruck_rs_ag"): lambda p: [backwards(bruck_all_gather(p)), bruck_all_gather(p)],
    ("all_to_all", "bruck"): lambda p: [bruck_all_to_all(p)],
    ("reduce_scatter", "recursive_halving"): lambda p: [recursive_halving(p)],
    ("all_reduce", "recursive_doubling"): lambda p: [recursive_doubling_all_reduce(p)],
    ("all_reduce", "rabenseifner"): lambda p: [rabenseifner(p)],
    ("broadcast", "binomial"): lambda p: [broadcast(p)],
    ("reduce", "binomial"): lambda p: [backwards(broadcast(p))],
    ("scatter", "binomial"): lambda p: [scatter(p)],
    ("gather", "binomial"): lambda p: [backwards(scatter(p))],
    ("broadcast", "scatter_ring_allgather"): lambda p: [scatter(p), ring(p)],
    ("broadcast", "scatter_bruck_allgather"): lambda p: [scatter(p), bruck_all_gather(p)],
    ("all_reduce", "binomial_reduce_bcast"): lambda p: [backwards(broadcast(p)), broadcast(p)],
}
"""Stage by stage: what each flat algorithm sends."""
