"""The difference names what random edits changed, their direction and cause, and nothing else.

``COMMSPEC_EDITS=300 pytest tests/history/test_random_edits.py`` tries 300 of them.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings

from tests.history.random_edits import Edited, edits
from tests.history.versions import BASE, between, directions

TRIALS = int(os.environ.get("COMMSPEC_EDITS", "15"))


@settings(max_examples=TRIALS, deadline=None)
@given(edits())
def test_a_difference_names_each_change_and_nothing_else(made: Edited) -> None:
    found = between(BASE, made.text)
    assert directions(found) == made.directions
    assert not found.added
    assert not found.removed
    moved = found.estimates.moved
    assert set(moved) == ({"gradient"} if made.causes else set())
    for one in moved.values():
        assert set(one.because.conservative) == made.causes
        assert set(one.because.optimistic) == set()
        for end in (0, 1):
            assert sum(one.because[end].values()) == pytest.approx(
                one.after[end] - one.before[end], rel=1e-9, abs=1e-15
            )


@settings(max_examples=TRIALS, deadline=None)
@given(edits())
def test_the_way_back_has_the_opposite_directions(made: Edited) -> None:
    turned = {"tighter": "looser", "looser": "tighter"}
    back = directions(between(made.text, BASE))
    assert back == {name: turned.get(way, way) for name, way in made.directions.items()}
