"""Rows of one cell are kept as their times alone, and a row that stands in its table twice is a copy."""

import random

from estimator.judge.matching.pile import MOST_PLACES, Pile
from estimator.judge.matching.runs import Wanted, gathered
from estimator.judge.numbers.timing import Way
from estimator.judge.reason import Reason
from estimator.tools.records import Ended, Event
from tests.judge.logs import record, table
from tests.judge.matching.test_match import ASKED

N = 2**20
P95 = Way("p95", "max")
WANTED = {"all_reduce": Wanted((float(N),), (Way(), P95))}


def piles(events: list[Event]) -> list[Pile]:
    return [one.pile for one in gathered(events, WANTED).candidates(ASKED)]


def rows(seconds: list[float], **fields: object) -> list[Event]:
    """One table with these times [s] at one size, a line each."""
    of = table()
    return [
        *(record(of, line=place, n=N, size=N, seconds=time, **fields) for place, time in enumerate(seconds, 1)),
        Ended(of, len(seconds)),
    ]


def test_many_rows_of_one_cell_are_one_pile_of_numbers() -> None:
    chance = random.Random(1)
    times = [chance.uniform(1e-4, 1.1e-4) for _ in range(20_000)]
    (pile,) = piles(rows(times))
    assert list(pile.seconds) == times
    assert pile.ends == []
    assert len(pile.places) == MOST_PLACES


def test_samples_are_reduced_to_what_is_judged() -> None:
    samples = tuple(tuple((100 + number + rank / 10) * 1e-6 for number in range(100)) for rank in range(16))
    (pile,) = piles(rows([1e-4], times=samples))
    assert pile.record.times == ()
    assert (pile.alike.sampled, pile.alike.iterations) == (16, 100)
    times = pile.times(P95)
    assert not isinstance(times, Reason)
    # The slowest rank is the last, 1.5 us above the first; of 100 samples the 95th is p95, and 1 + 94 us is added.
    assert round(float(times.value[0]) * 1e6, 6) == 195.5


def test_a_time_that_a_log_does_not_tell_says_why() -> None:
    (pile,) = piles(rows([1e-4]))
    told = pile.times(P95)
    assert isinstance(told, Reason)
    assert told.code == "statistic"


def test_a_row_that_stands_twice_is_a_copy_where_no_chance_repeats_its_digits() -> None:
    found = piles(rows([1.23456e-4, 1.31234e-4, 1.23456e-4]))
    assert [(pile.alike.copy, len(pile.seconds)) for pile in found] == [(False, 2), (True, 1)]


def test_times_of_few_digits_may_come_again() -> None:
    (pile,) = piles(rows([1.23e-4, 1.31e-4, 1.23e-4]))
    assert len(pile.seconds) == 3


def test_of_a_side_that_no_test_asks_for_a_few_attempts_are_kept() -> None:
    wanted = {"all_reduce": Wanted((float(N),), (Way(), P95), frozenset((False,)))}
    of = table()
    events: list[Event] = [
        record(of, line=line, n=N, size=N, seconds=(1 + line) * 1e-6, in_place=side)
        for line in range(1000)
        for side in (False, True)
    ]
    runs = gathered([*events, Ended(of, 2000)], wanted)
    kept = {one.pile.alike.in_place: len(one.pile) for one in runs.candidates(ASKED)}
    assert (runs.records, kept) == (2000, {False: 1000, True: 64})
