"""Edits of the example specs labelled by hand: which requirement each changes, whether fewer or more results pass."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from estimator.history.difference import difference
from estimator.history.state import State
from tests.history.versions import directions, state_of_files

SPECS = Path(__file__).parents[2] / "specs"
ROWS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "data" / "labelled_specs.yaml").read_text("utf-8"))


def files_of(spec: str) -> dict[str, str]:
    """A spec and the platforms that it may include; the spec first."""
    platforms = sorted((SPECS / "platforms").glob("*.yaml"))
    return {path.relative_to(SPECS).as_posix(): path.read_text("utf-8") for path in (SPECS / spec, *platforms)}


@cache
def as_it_is(spec: str) -> State:
    """A spec of the folder worked out."""
    return state_of_files(files_of(spec))


def edited(row: dict[str, Any]) -> State:
    """The spec of a row with its edits."""
    files = files_of(row["spec"])
    for was, now, *other in row["edits"]:
        name = other[0] if other else row["spec"]
        assert was in files[name], was
        files[name] = files[name].replace(was, now, 1)
    return state_of_files(files)


def test_forty_edits_are_labelled() -> None:
    assert len({row["name"] for row in ROWS}) == len(ROWS) >= 40


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_an_edit_of_an_example_has_the_direction_of_what_passes(row: dict[str, Any]) -> None:
    found = difference(as_it_is(row["spec"]), edited(row))
    assert directions(found) == row["changes"]
    assert (found.added, found.removed) == ((), ())
    if "moved" in row:
        assert list(found.estimates.moved) == row["moved"]
