"""Limits that moved: a ceiling that rises is looser, a floor that rises is tighter."""

from __future__ import annotations

from dataclasses import replace

from estimator.report.tables.estimates.moved import moves_as_data, moves_as_text
from estimator.require.criterion import Criterion, Expanded, Measure
from estimator.require.limits.moves import moves

CELL = Criterion(
    *(
        "R/g/n=8",
        "R",
        "all_reduce",
        None,
        "exclusive",
        1.0,
        8.0,
        (8.0,),
        True,
        Measure("time"),
        "at_most",
        10e-6,
        10e-6,
    ),
    *(0.0, "derived", None, None),
)


def worked(*cells: Criterion) -> dict[str, Expanded]:
    return {"R": Expanded("R", "latency", "performance", None, stated=cells)}


def test_a_ceiling_that_rises_and_a_floor_that_falls_are_looser() -> None:
    floor = replace(CELL, key="R/g/n=9", comparator="at_least", limit=5e9, measure=Measure("busbw", unit="bandwidth"))
    before = worked(CELL, floor)
    found = moves(before, worked(replace(CELL, limit=12e-6), replace(floor, limit=4e9)))
    assert [(move.way, move.before, move.after) for move in found] == [("looser", 10e-6, 12e-6), ("looser", 5e9, 4e9)]
    found = moves(before, worked(replace(CELL, limit=8e-6), replace(floor, limit=6e9)))
    assert [move.way for move in found] == ["tighter", "tighter"]
    assert moves_as_text(found) == "R: 2 cells tighter\n  R/g/n=8: 10 µs -> 8 µs\n  R/g/n=9: 5 GB/s -> 6 GB/s\n"


def test_what_does_not_move_is_not_told() -> None:
    assert moves(worked(CELL), worked(replace(CELL, limit=10e-6 * (1 + 1e-12)))) == ()
    assert moves_as_text(()) == "no limit moves\n"


def test_a_limit_that_comes_or_goes_is_told() -> None:
    none = replace(CELL, limit=None)
    assert [move.way for move in moves(worked(none), worked(CELL))] == ["new"]
    assert [move.way for move in moves(worked(CELL), worked(none))] == ["gone"]
    (one,) = moves(worked(), worked(CELL))
    assert moves_as_data([one])[0]["way"] == "new"
    assert "no limit -> 10 µs" in moves_as_text([one])
