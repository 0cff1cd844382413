"""What a version takes over from another is what it works out by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from estimator.history.state import State
from estimator.history.untouched import Untouched
from estimator.jobs.difference import worked_out_like
from estimator.report.tables.estimates.listing import as_json
from estimator.require.criterion import Expanded
from tests.history.random_edits import Edited, edits
from tests.history.test_labelled_specs import ROWS, as_it_is, edited
from tests.history.versions import BASE, state
from tests.history.versions import edited as with_edits


def taken_over(before: State, after: State) -> State:
    """The later version with what it can have from the one before."""
    table, expanded = worked_out_like(before, after.spec, after.data)
    return State(after.spec, after.data, table, expanded)


def cells(found: Expanded) -> list[Any]:
    """Everything that a requirement says of its cells, as numbers and texts; nan as a text, which equals itself."""
    rows: list[Any] = [found.problems, found.stated]
    for block in found.blocks:
        model = [] if block.model is None else [block.model.optimistic, block.model.conservative, block.model.bound]
        numbers = [block.sizes, block.limits, *(block.expected or ()), *model]
        rows += [
            block.cell_keys(),
            block.how,
            block.against,
            [np.array2string(one, threshold=10**6) for one in numbers],
        ]
    return rows


def assert_the_same(one: State, other: State) -> None:
    assert as_json(one.table, {}, one.closure) == as_json(other.table, {}, other.closure)
    assert list(one.expanded) == list(other.expanded)
    for name in one.expanded:
        assert cells(one.expanded[name]) == cells(other.expanded[name]), name


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_after_an_edit_of_an_example_nothing_old_is_left(row: dict[str, Any]) -> None:
    after = edited(row)
    assert_the_same(taken_over(as_it_is(row["spec"]), after), after)


@settings(max_examples=25, deadline=None)
@given(edits())
def test_after_random_edits_nothing_old_is_left(made: Edited) -> None:
    before, after = state(), state(made.text)
    assert_the_same(taken_over(before, after), after)
    assert_the_same(taken_over(after, before), before)


@pytest.mark.parametrize(
    ("was", "now", "operations", "requirements"),
    [
        # numbers that only the gradient's condition has
        ("multi_group:  {alpha: [10 us, 20 us]", "multi_group:  {alpha: [10 us, 25 us]",
         {"dispatch", "gather"}, {"R-EST", "R-CAP", "R-REP"}),
        # those that every estimate looks at, of the path that all but the gather cross
        ("exclusive:    {alpha: [8 us, 10 us]", "exclusive:    {alpha: [8 us, 11 us]",
         {"gather"}, {"R-EST", "R-CAP", "R-REP"}),
        # a word of the machine reaches everything
        ("reduce: {bandwidth: [1.6 TB/s, 800 GB/s]", "reduce: {bandwidth: [1.6 TB/s, 700 GB/s]", set(), set()),
        # one requirement alone
        ("at_most: 20 ms", "at_most: 18 ms", {"dispatch", "gradient", "gather"},
         {"R-EST", "R-BUD", "R-BW", "R-RATIO", "R-CAP", "R-REP"}),
        # the budget
        ("dispatch: 250 ms", "dispatch: 240 ms", {"dispatch", "gradient", "gather"},
         {"R-LIT", "R-EST", "R-BW", "R-RATIO", "R-CAP", "R-REP"}),
    ],
)  # fmt: skip
def test_as_much_is_taken_over_as_an_edit_leaves_alone(
    was: str, now: str, operations: set[str], requirements: set[str]
) -> None:
    after = state(with_edits((was, now)))
    found = Untouched(state().data, after.data, after.spec)
    assert found.operations == operations
    assert found.requirements == requirements


def test_a_path_passes_its_numbers_on_to_those_that_go_through_it() -> None:
    """Two hosts are joined by the spine, which goes through the board of each."""
    hop = "  hop: {collective: p2p, group: far, tensor: {bytes: 1 MiB, semantics: message}, algorithm: direct}\n"
    far = "  far: {shape: [1, 1, 2], at_once: {host: 16}}\n"
    more = [["groups:\n", f"groups:\n{far}"], ["operations:\n", f"operations:\n{hop}"]]
    slower = ["alpha: [0.93 us, 2.8 us]", "alpha: [0.93 us, 2.9 us]"]
    before, after = (edited({"spec": "supernode.yaml", "edits": [*more, *own]}) for own in ([], [slower]))
    assert Untouched(before.data, after.data, after.spec).operations == {"prefill_tp_sum", "kv_transfer"}
    assert_the_same(taken_over(before, after), after)


def test_the_base_is_as_it_is() -> None:
    found = Untouched(state().data, state(BASE + "# a comment\n").data, state(BASE + "# a comment\n").spec)
    assert found.table
    assert found.requirements == set(state().spec.requirements)
