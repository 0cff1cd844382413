"""What is sent: who sends how much to whom."""

from __future__ import annotations

import math
from typing import NamedTuple

from run_plan.base import BACK, CannotRunError, Json


def popularity(ranks: int, seed: int) -> list[int]:
    """Destinations, the most popular first: a Fisher-Yates shuffle by a 64-bit linear congruential generator.

    The seed is the first state; the place that is swapped in comes from the high 32 bits.
    """
    found, state = list(range(ranks)), seed
    for left in range(ranks, 1, -1):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        other = (state >> 32) % left
        found[left - 1], found[other] = found[other], found[left - 1]
    return found


def shares(ranks: int, skew: float, zero_peers: int) -> list[float]:
    """Share of each destination, the most popular first: place ** -z, the first one being skew / ranks."""
    if skew == 1.0:
        return [1.0 / ranks] * ranks
    served = range(1, ranks - zero_peers + 1)
    low, high = 0.0, 1024.0
    for _ in range(200):
        z = (low + high) / 2.0
        low, high = (z, high) if sum(place**-z for place in served) > ranks / skew else (low, z)
    weights = [float(place ** -((low + high) / 2.0)) for place in served]
    total = sum(weights)
    return [weight / total for weight in weights] + [0.0] * zero_peers


def row(ranks: int, elements: int, matrix: Json | None) -> list[int]:
    """Elements that every source sends to each rank; the largest remainders are rounded up."""
    rule = matrix or {"skew": 1.0, "seed": 0, "zero_peers": 0}
    exact = [share * elements for share in shares(ranks, rule["skew"], rule["zero_peers"])]
    counts = [math.floor(one) for one in exact]
    ordered = sorted(range(ranks), key=lambda place: (counts[place] - exact[place], place))
    for place in ordered[: elements - sum(counts)]:
        counts[place] += 1
    sent = [0] * ranks
    for rank, count in zip(popularity(ranks, rule["seed"]), counts):
        sent[rank] = count
    return sent


class Traffic(NamedTuple):
    """What one rank of a group has in its buffers: ``blocks`` are (rank it comes from, offset there, elements)."""

    send: int
    recv: int
    blocks: tuple[tuple[int, int, int], ...]
    counts: tuple[int, ...]
    """Of a v-form: elements for each rank."""


def traffic(work: Json, ranks: int, me: int) -> Traffic:
    """The buffers of rank ``me`` of a group [elements]. Of a reduction the blocks name rank -1: all ranks together."""
    name, total = work["collective"], work["elements"]
    share = total // ranks
    counts = row(ranks, total, work.get("matrix")) if name.endswith("_v") else [share] * ranks
    before = sum(counts[:me])
    senders = range(ranks)
    starts = [sum(counts[:rank]) for rank in senders]
    found: dict[str, tuple[int, int, list[tuple[int, int, int]]]] = {
        "p2p": _message(total, me, work.get("way", BACK) == BACK),
        "all_reduce": (total, total, [(-1, 0, total)]),
        "all_gather": (counts[me], total, [(rank, 0, counts[rank]) for rank in senders]),
        "reduce_scatter": (total, counts[me], [(-1, before, counts[me])]),
        "all_to_all": (total, counts[me] * ranks, [(rank, starts[me], counts[me]) for rank in senders]),
        "broadcast": (total, total, [(0, 0, total)]),
        "reduce": (total, total if me == 0 else 0, [(-1, 0, total)] if me == 0 else []),
        "scatter": (total if me == 0 else 0, share, [(0, me * share, share)]),
        "gather": (share, total if me == 0 else 0, [(rank, 0, share) for rank in senders] if me == 0 else []),
        "barrier": (0, 0, []),
    }
    if name[:-2] in found and name.endswith("_v"):
        name = name[:-2]
    if name not in found:
        raise CannotRunError(f"this program has no {name}")
    send, recv, blocks = found[name]
    return Traffic(send, recv, tuple(blocks), tuple(counts))


def _message(total: int, me: int, back: bool) -> tuple[int, int, list[tuple[int, int, int]]]:
    """Buffers of a message from rank 0 to rank 1: of one that does not come back only those that it needs."""
    sends, receives = back or me == 0, back or me == 1
    return total if sends else 0, total if receives else 0, [(1 - me, 0, total)] if receives else []
