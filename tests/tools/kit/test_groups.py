"""Groups are made once, in one order on all ranks, and the oldest go before a process has too many."""

from __future__ import annotations

from typing import Any

from tests.tools.kit.program import loaded

RUN = loaded()


class Library:
    """Hands out groups and remembers which it was given back."""

    def __init__(self) -> None:
        self.made: list[tuple[int, ...]] = []
        self.back: list[tuple[int, ...]] = []

    def group(self, members: Any) -> tuple[int, ...]:
        self.made.append(tuple(members))
        return self.made[-1]

    def release(self, group: tuple[int, ...]) -> None:
        self.back.append(group)


def test_a_group_is_made_once_and_a_second_one_of_the_same_ranks_is_another() -> None:
    groups = RUN.Groups(Library())
    for copy in (0, 0, 1, 0):
        groups.of([0, 1], copy)
    assert groups.library.made == [(0, 1), (0, 1)]


def test_the_groups_used_longest_ago_go_until_no_process_has_more_than_sixteen() -> None:
    """Rank 0 with each of twenty others is in twenty groups; (0, 1), used again, is not among the four that go."""
    groups = RUN.Groups(Library())
    for other in range(1, 21):
        groups.of([0, other], 0)
    groups.of([0, 1], 0)
    groups.tidy()
    assert groups.library.back == [(0, other) for other in range(2, 6)]
    groups.of([0, 2], 0)
    assert groups.library.made.count((0, 2)) == 2, "made anew when it is wanted again"


def test_many_groups_that_share_no_process_are_kept() -> None:
    groups = RUN.Groups(Library())
    for first in range(0, 100, 2):
        groups.of([first, first + 1], 0)
    groups.tidy()
    assert groups.library.back == []
