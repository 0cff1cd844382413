"""Results that are kept while somebody asks for them, round by round."""

from estimator.spec.kept import kept, next_round
from estimator.spec.same import Keyed


def test_what_is_asked_for_in_every_round_is_worked_out_once_and_the_rest_goes_after_two() -> None:
    asked: list[int] = []

    @kept
    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [doubled(1), doubled(2), doubled(1)] == [2, 4, 2]
    for _ in range(5):
        next_round()
        assert doubled(1) == 2
    assert asked == [1, 2]
    assert doubled(2) == 4
    assert asked == [1, 2, 2]
    next_round()
    next_round()
    assert doubled(1) == 2
    assert asked == [1, 2, 2, 1]


def test_a_failure_is_not_kept() -> None:
    fails = [True]

    @kept
    def asked(number: int) -> int:
        if fails.pop():
            fails.append(False)
            raise ValueError
        return number

    try:
        asked(3)
    except ValueError:
        fails.append(False)
    assert asked(3) == 3


def test_what_is_worked_out_from_the_same_parts_is_equal_whatever_object_it_is() -> None:
    assert Keyed([1], "key") == Keyed([2], "key")
    assert len({Keyed([1], "key"), Keyed([2], "key"), Keyed([1], "other")}) == 2
