"""The send matrix of an uneven exchange can be rebuilt by anyone from the words of the method."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.skewed import Skewed

WORKED = Skewed(ranks=4, skew=2.0, seed=7, zero_peers=1)


def rebuilt_order(ranks: int, seed: int) -> list[int]:
    """The shuffle as the method says it, on a list of places counted down by popping."""
    state, rest, from_last = seed, list(range(ranks)), []
    while len(rest) > 1:
        state = (6364136223846793005 * state + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        at = (state >> 32) % len(rest)
        rest[at], rest[-1] = rest[-1], rest[at]
        from_last.append(rest.pop())
    return rest + from_last[::-1]


def test_the_generator_starts_at_the_seed_and_its_high_bits_choose_the_place() -> None:
    """By hand: the states' high halves are 2118330556, 4104526463, 3893713506; modulo 4, 3, 2 they are 0, 2, 0."""
    assert (2118330556 % 4, 4104526463 % 3, 3893713506 % 2) == (0, 2, 0)
    # 0 1 2 3 -> swap places 3 and 0 -> 3 1 2 0 -> places 2 and 2 -> places 1 and 0 -> 1 3 2 0
    assert WORKED.order == (1, 3, 2, 0)


def test_the_worked_four_by_four_example() -> None:
    """1 + 2**-z + 3**-z = 2 has z = 0.78788: shares 1/2, 0.2896, 0.2104; of 16 elements 8, 4.63, 3.37."""
    assert WORKED.shares == pytest.approx((0.5, 0.28960, 0.21040, 0.0), abs=5e-6)
    assert WORKED.row(16) == (0, 8, 3, 5)
    assert WORKED.matrix(16, 2.0) == ((0, 16, 6, 10),) * 4


def test_an_even_load_shares_out_evenly_and_leaves_nobody_out() -> None:
    assert Skewed(4, 1.0, seed=7, zero_peers=1).row(8) == (2, 2, 2, 2)
    assert sorted(Skewed(4, 1.0).row(9)) == [2, 2, 2, 3]


@given(st.integers(1, 300), st.integers(0, 2**64 - 1))
def test_the_order_is_the_one_of_an_independent_shuffle(ranks: int, seed: int) -> None:
    assert list(Skewed(ranks, 1.0, seed).order) == rebuilt_order(ranks, seed)


@given(st.integers(2, 200), st.data())
def test_the_busiest_destination_gets_skew_times_the_mean_and_the_last_get_nothing(
    ranks: int, data: st.DataObject
) -> None:
    zero = data.draw(st.integers(0, ranks - 2))
    least = ranks / (ranks - zero)
    skew = data.draw(st.floats(least * 1.001, ranks * 0.999)) if least * 1.001 < ranks * 0.999 else least
    made = Skewed(ranks, skew, data.draw(st.integers(0, 2**32)), zero)
    if made.refusal:
        assert skew == 1.0
        return
    elements = data.draw(st.integers(0, 10**9))
    row = made.row(elements)
    assert sum(row) == elements
    mean = Fraction(elements, ranks)
    assert abs(max(row) - float(skew * mean)) <= 1.0 + 1e-6 * elements
    assert all(row[rank] == 0 for rank in made.order[ranks - zero :])
    popular = [row[rank] for rank in made.order]
    assert popular == sorted(popular, reverse=True)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (Skewed(4, 5.0), "a skew of 5 is more than the 4 ranks"),
        (Skewed(4, 1.2, zero_peers=1), "3 of 4 ranks that get something make a skew of 1.333 at least"),
        (Skewed(4, 2.0, zero_peers=4), "4 of 4 ranks cannot all get nothing"),
    ],
)
def test_what_cannot_be_is_refused_in_words(made: Skewed, why: str) -> None:
    assert made.refusal == why
