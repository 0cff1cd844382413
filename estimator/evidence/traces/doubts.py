"""What makes a comparison less than certain, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from estimator.evidence.traces.align import Aligned, AlignedCall
from estimator.evidence.traces.result import OperationSeen
from estimator.phrase import phrase
from estimator.units import Counted


def doubts(
    lined: Aligned,
    matched: Mapping[str, Sequence[AlignedCall]],
    unsure: Mapping[str, Iterable[str]],
    operations: Mapping[str, OperationSeen],
) -> Iterator[str]:
    """Calls that do not line up, guessed groups, operations that look the same, quantiles that are no transfer."""
    yield from _unlike(lined.unlike)
    yield from _guessed(matched)
    yield from _one_ended(matched)
    yield from _unsure(unsure)
    yield from _still_waiting(operations)


def _still_waiting(operations: Mapping[str, OperationSeen]) -> Iterator[str]:
    """Low quantiles that cannot be the transfer: more bytes of the same collective and ranks took less."""
    low = [seen for seen in operations.values() if seen.all.basis == "low_quantile" and seen.all.n is not None]
    for seen in low:
        larger = [other for other in low if _n(other) > _n(seen) and _same(other, seen)]
        quickest = min(larger, key=lambda other: other.all.transfer.p50, default=seen)
        if quickest.all.transfer.p50 < seen.all.transfer.p50:
            yield phrase(
                "each call of {name} waited: {quicker} is larger and was faster; trace all ranks",
                name=seen.name,
                quicker=quickest.name,
            )


def _n(seen: OperationSeen) -> float:
    return seen.all.n.p50 if seen.all.n is not None else 0.0


def _same(one: OperationSeen, other: OperationSeen) -> bool:
    return (one.collective, one.ranks) == (other.collective, other.ranks)


def _unlike(count: int) -> Iterator[str]:
    if count:
        yield phrase(
            "{calls:call} that do not line up across the ranks of their group: each is taken as one rank's own",
            calls=Counted(count),
        )


def _guessed(matched: Mapping[str, Sequence[AlignedCall]]) -> Iterator[str]:
    guessed = sum(call.guess is not None for calls in matched.values() for call in calls)
    if guessed:
        yield phrase(
            "{calls:call} of groups that no trace names, put together across ranks by their order and their ends",
            calls=Counted(guessed),
        )


def _one_ended(matched: Mapping[str, Sequence[AlignedCall]]) -> Iterator[str]:
    calls = [call for some in matched.values() for call in some if call.seen.collective == "p2p"]
    if alone := sum("->" not in call.group.ranks and len(call.members) == 1 for call in calls):
        yield phrase(
            "{calls:call} of a P2P whose other end no trace tells: a send and its receive count apart",
            calls=Counted(alone),
        )


def _unsure(unsure: Mapping[str, Iterable[str]]) -> Iterator[str]:
    for name, others in unsure.items():
        yield phrase(
            "calls of {name} may be of {others}: they move as much, and no trace tells which ranks take part",
            name=name,
            others=", ".join(others),
        )
