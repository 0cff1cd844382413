"""Versions of a small spec for the tests of differences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from estimator.estimate.table import estimate
from estimator.history.difference import Difference, difference
from estimator.history.state import State
from estimator.require.expand import expand
from estimator.spec.load import load, load_text

BASE = (Path(__file__).parent / "data" / "base.yaml").read_text("utf-8")


@cache
def state(text: str = BASE) -> State:
    """A spec worked out."""
    loaded = load_text(text)
    table = estimate(loaded.spec)
    return State(loaded.spec, loaded.data, table, expand(loaded.spec, table))


def state_of_files(files: Mapping[str, str]) -> State:
    """A spec that includes others; the first file is the spec."""
    loaded = load(next(iter(files)), lambda name: files[name].encode())
    table = estimate(loaded.spec)
    return State(loaded.spec, loaded.data, table, expand(loaded.spec, table))


def edited(*edits: tuple[str, str], text: str = BASE) -> str:
    """The spec with each text put in the place of another, which it holds once at least; only the first is replaced."""
    for was, now in edits:
        assert was in text, was
        text = text.replace(was, now, 1)
    return text


def between(before: str, after: str) -> Difference:
    """The difference of two specs."""
    return difference(state(before), state(after))


def directions(found: Difference) -> dict[str, str]:
    """The direction of every requirement that changed."""
    return {name: one.changed.direction for name, one in found.changed.items()}
