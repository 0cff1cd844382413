"""One rank whose times stand apart from those of all others."""

from __future__ import annotations

from statistics import median

from estimator.tools.records import Record

FAR = 1.5
"""How many times longer, or shorter, than the others one rank takes that stands apart, ..."""
NEAR = 1.2
"""... while no other one is so far from them."""
MANY = 8
"""Ranks from which their mean between the fastest and the slowest tells that one is alone."""
UNNAMED = -2
NONE = (-1, 1.0)


def odd_one(record: Record) -> tuple[int, float]:
    """The rank that stands apart and its time over that of the others; (-1, 1) where none does.

    A rank that comes late takes less time than those that wait for it. Of the mean alone: seven ranks of 10 us and one
    of 30 us have a mean of 12.5 us, one eighth of the way from the fastest to the slowest.
    """
    if len(record.times) > 2:
        return _of_ranks([median(times) for times in record.times if times])
    ranks = record.table.ranks or 0
    if ranks < MANY or not record.low or not record.high or record.seconds is None or record.high < FAR * record.low:
        return NONE
    share = (record.seconds - record.low) / (record.high - record.low) * ranks
    if 0.5 < share < 1.5:
        return UNNAMED, record.high / record.low
    return (UNNAMED, record.low / record.high) if 0.5 < ranks - share < 1.5 else NONE


def _of_ranks(times: list[float]) -> tuple[int, float]:
    if len(times) < 3 or min(times) <= 0.0:
        return NONE
    order = sorted(range(len(times)), key=lambda rank: times[rank])
    for rank, others in ((order[-1], order[:-1]), (order[0], order[1:])):
        middle = median(times[other] for other in others)
        apart = times[rank] / middle
        alike = times[others[-1]] < NEAR * middle and times[others[0]] > middle / NEAR
        if alike and max(apart, 1.0 / apart) > FAR:
            return rank, apart
    return NONE
