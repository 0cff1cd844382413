"""Transfer apart from waiting: a call lasts from the first rank's start to the data's end, and all but one rank wait.

Where all ranks were traced, the shortest of them came last and waited for nobody. Where the profiler tells both apart,
it is believed. Where only some ranks were traced, a low quantile over an operation's calls stands for the transfer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

import numpy as np

from estimator.estimate.result import Interval
from estimator.evidence.traces.align import AlignedCall
from estimator.evidence.traces.call import RankSeen
from estimator.evidence.traces.result import Basis

LOW = 0.1
"""The quantile of the durations of like calls that is taken for the transfer where only some ranks were traced."""


def known_transfer(call: AlignedCall) -> tuple[float, Basis] | None:
    """Seconds of transfer that the traces tell of one call, and how; None where they do not.

    The profiler's own are those of the slowest rank: until then the call is not done.
    """
    told = [member.seen.transit for member in call.members if member.seen.transit]
    if told:
        return max(told), "profiler"
    return (call.shortest, "all_ranks") if call.whole else None


def transfers(calls: Sequence[AlignedCall], predicted: Sequence[Interval]) -> tuple[list[float], list[bool], Basis]:
    """Seconds of transfer of each call of an operation, whether they are known, and how most of them are.

    What is not known is a share of the middle of the call's own interval, alike for all calls, so that calls of
    different sizes speak for each other: the median share of those that are known, else a low quantile of them all.
    """
    told = [known_transfer(call) for call in calls]
    middles = [_middle(interval) for interval in predicted]
    shares = [one[0] / middle for one, middle in zip(told, middles, strict=True) if one is not None]
    if shares:
        share = median(shares)
    else:
        share = float(np.quantile([call.shortest / middle for call, middle in zip(calls, middles, strict=True)], LOW))
    found = [
        one[0] if one is not None else min(call.shortest, share * middle)
        for one, call, middle in zip(told, calls, middles, strict=True)
    ]
    bases = [one[1] for one in told if one is not None]
    basis: Basis = max(set(bases), key=lambda each: (bases.count(each), each)) if bases else "low_quantile"
    return found, [one is not None for one in told], basis


def waiting(seen: RankSeen, transfer: float) -> float:
    """Seconds that one rank of a call waited: the profiler's own, else what the transfer leaves of its duration."""
    return seen.wait if seen.wait is not None and seen.transit else max(seen.elapsed - transfer, 0.0)


def _middle(interval: Interval) -> float:
    """The geometric middle; where an end is 0 the other one, where both are a second, so that shares stay finite."""
    low, high = interval
    return math.sqrt(low * high) or high or low or 1.0
