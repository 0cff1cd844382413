"""Edits labelled by hand: which requirement each changes, and whether fewer or more results pass."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.history.versions import BASE, between, directions, edited, state

Edits = list[tuple[str, str]]
ROWS = yaml.safe_load((Path(__file__).parent / "data" / "labelled.yaml").read_text("utf-8"))
LABELLED: list[tuple[Edits, dict[str, str]]] = [
    ([(was, now) for was, now in row["edits"]], row["changes"]) for row in ROWS
]
NAMES = [row["name"] for row in ROWS]


def test_forty_edits_and_more_are_labelled() -> None:
    assert len(set(NAMES)) == len(NAMES) > 40


@pytest.mark.parametrize(("edits", "expected"), LABELLED, ids=NAMES)
def test_an_edit_has_the_direction_of_what_passes(edits: Edits, expected: dict[str, str]) -> None:
    found = between(BASE, edited(*edits))
    assert directions(found) == expected
    assert not found.added
    assert not found.removed


@pytest.mark.parametrize(("edits", "expected"), LABELLED, ids=NAMES)
def test_taking_an_edit_back_turns_it_round(edits: Edits, expected: dict[str, str]) -> None:
    turned = {"tighter": "looser", "looser": "tighter"}
    found = between(edited(*edits), BASE)
    assert directions(found) == {name: turned.get(way, way) for name, way in expected.items()}


def test_a_requirement_that_came_and_one_that_went_are_named_by_id() -> None:
    start = BASE.index("  R-CAP:")
    renamed = BASE[:start] + BASE[start:].replace("R-CAP", "R-CAP-2", 1)
    found = between(BASE, renamed)
    assert (found.added, found.removed, directions(found)) == (("R-CAP-2",), ("R-CAP",), {})


def test_a_spec_differs_from_itself_in_nothing() -> None:
    assert between(BASE, BASE).empty
    assert between(BASE, edited(("# none", "# none"), text=BASE + "# none\n")).empty
    assert state().spec.requirements
