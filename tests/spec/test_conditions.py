"""The order of conditions follows from what each is like and what it is said to be harder than."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.spec.conditions import NamedCondition, lineage, said_harder
from estimator.spec.values.base import CONDITIONS

ONE: dict[str, NamedCondition] = {
    "down": NamedCondition(like="exclusive"),
    "both": NamedCondition(like="down", harder_than=("busy",)),
    "busy": NamedCondition(like="multi_group"),
}


def test_a_lineage_ends_in_one_of_the_three() -> None:
    assert lineage("both", ONE) == ("both", "down", "exclusive")
    assert lineage("busy", ONE) == ("busy", "multi_group")
    assert lineage("with_compute", ONE) == ("with_compute",)


def test_a_ring_of_likes_ends() -> None:
    ring = {"a": NamedCondition(like="b"), "b": NamedCondition(like="a")}
    assert lineage("a", ring) == ("a", "b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("multi_group", "exclusive"),
        ("with_compute", "exclusive"),
        ("down", "exclusive"),
        ("both", "down"),
        ("both", "exclusive"),
        ("both", "busy"),
        ("both", "multi_group"),
        ("busy", "exclusive"),
    ],
)
def test_what_is_said_to_be_harder_is_harder_and_not_the_other_way_round(one: str, other: str) -> None:
    assert said_harder(one, other, ONE)
    assert not said_harder(other, one, ONE)


@pytest.mark.parametrize(
    ("one", "other"), [("down", "multi_group"), ("busy", "down"), ("multi_group", "with_compute"), ("down", "down")]
)
def test_nothing_is_made_up_where_nothing_is_said(one: str, other: str) -> None:
    assert not said_harder(one, other, ONE)


def test_parameters_may_order_the_two_that_no_word_orders() -> None:
    def compute_is_harder(one: str, other: str) -> bool:
        return one == "with_compute"

    assert said_harder("with_compute", "multi_group", ONE, compute_is_harder)
    assert not said_harder("multi_group", "with_compute", ONE, compute_is_harder)


NAMES = ("a", "b", "c", "d")


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, NamedCondition]:
    """Conditions that name only earlier ones, so that nothing leads back."""
    found: dict[str, NamedCondition] = {}
    for name in NAMES:
        known = st.sampled_from((*CONDITIONS, *found))
        found[name] = NamedCondition(like=draw(known), harder_than=tuple(draw(st.lists(known, max_size=2))))
    return found


@given(conditions())
def test_the_order_is_transitive_and_never_goes_in_circles(found: dict[str, NamedCondition]) -> None:
    every = (*CONDITIONS, *found)
    for one, two, three in permutations(every, 3):
        if said_harder(one, two, found) and said_harder(two, three, found):
            assert said_harder(one, three, found)
    assert not any(said_harder(name, name, found) for name in every)
    assert all(said_harder(name, "exclusive", found) for name in every[1:])
