"""The step of the version that a change asks for."""

from __future__ import annotations

import pytest

from estimator.history.versions import asked, suggested
from tests.history.versions import BASE, between, edited

LIMIT = ("at_most: 20 ms", "at_most: 18 ms")


@pytest.mark.parametrize(
    ("step", "before", "following"),
    [
        ("major", "1.2.3", "2.0.0"),
        ("minor", "1.2.3", "1.3.0"),
        ("patch", "1.2.3", "1.2.4"),
        ("major", "1.2", "2.0"),
        ("patch", "1.2", "1.2.1"),
        ("major", "0.3.1", "0.4.0"),
        ("minor", "0.3.1", "0.3.2"),
        ("major", "v2", "3.0"),
        ("none", "1.0", "1.0"),
        ("major", "first", ""),
    ],
)
def test_the_next_version_has_the_step(step: str, before: str, following: str) -> None:
    assert suggested(step, before, before).next == following  # type: ignore[arg-type]


def test_the_hardest_change_counts() -> None:
    assert asked(["editorial", "looser"], added=False, removed=False, moved=True) == "minor"
    assert asked(["editorial", "tighter"], added=False, removed=False, moved=False) == "major"
    assert asked([], added=True, removed=False, moved=False) == "major"
    assert asked([], added=False, removed=False, moved=True) == "patch"
    assert asked([], added=False, removed=False, moved=False) == "none"


@pytest.mark.parametrize(("version", "small"), [("1.0.1", True), ("1.1", True), ("2.0", False), ("0.9", True)])
def test_a_smaller_step_than_the_change_asks_for_is_told(version: str, small: bool) -> None:
    found = between(BASE, edited(LIMIT, ('version: "1.0"', f'version: "{version}"')))
    assert found.version.next == "2.0"
    assert found.version.too_small is small


def test_a_version_that_stayed_declares_nothing() -> None:
    assert between(BASE, edited(LIMIT)).version.declared is None
