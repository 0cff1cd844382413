"""The scores of the fits as the page about published figures shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.held_out.carried_over import collectives, halves, later, ranks, stated, tenths
from tests.held_out.cuts import Stated
from tests.held_out.scores import by_size, grouped, score


def rows() -> Iterator[str]:
    """A row a hold-out, from 1 MiB on and below, families of logs where sizes are held out, and tables met later."""
    yield "| held out | times | inside | width | error | p95 |"
    yield "|---|---|---|---|---|---|"
    yield from _sides("eight ranks from two and four", stated(ranks((2, 4), 8)))
    yield from _sides("four ranks from two and eight", stated(ranks((2, 8), 4)))
    yield from _sides("two ranks from four and eight", stated(ranks((4, 8), 2)))
    yield from _sides("AllGather and ReduceScatter from AllReduce alone", stated(collectives()))
    for name, found in (("every other size", halves()), ("a whole decade of sizes", tenths())):
        yield _row(name, found)
        for family, own in grouped(found, lambda one: one.source.family).items():
            yield _row(f"{name}: {family}", own)
    yield _row("tables met later: every other size", later(decade=False))
    yield _row("tables met later: a whole decade of sizes", later(decade=True))


def _sides(name: str, found: Sequence[Stated]) -> Iterator[str]:
    for side, own in sorted(by_size(found).items(), reverse=True):
        yield _row(f"{name}, {side}", own)


def _row(name: str, found: Sequence[Stated]) -> str:
    one = score(found)
    shares = f"{one.inside * 100:.1f} % | {one.width:.2f} | {one.error * 100:.1f} % | {one.p95 * 100:.1f} %"
    return f"| {name} | {one.points} | {shares} |"
