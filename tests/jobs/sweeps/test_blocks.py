"""A sweep on several processes finds what one finds, and fails as one does."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from estimator.errors import UserError
from estimator.estimate.sweeps.block import BlockCells
from estimator.estimate.sweeps.sweep import SIZE, SettingsSweep, SweepBlock, SweptAxis
from estimator.estimate.table import cases_of
from estimator.jobs.sweeps import blocks as sweep_run
from estimator.jobs.sweeps.file import writer
from tests.estimate.worked import spec

PLACE = ("platform", "paths", "scale_out", "exclusive", "bandwidth")


@pytest.fixture
def found() -> SettingsSweep:
    axis = SweptAxis("bandwidth", 20e9, 60e9, 40, PLACE)
    return SettingsSweep(cases_of(spec())["moe_dispatch"], (axis,), SweptAxis(SIZE, 2.0**10, 2.0**30, 10_000))


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cores, and processes for a small sweep too."""
    monkeypatch.setattr(sweep_run, "SMALL", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})


class Failing:
    """A file on a disk that is full."""

    any_order = True

    def write(self, block: SweepBlock, cells: BlockCells) -> None:
        raise OSError(28, "No space left on device")


class Ended(Failing):
    """A process that somebody ends."""

    def write(self, block: SweepBlock, cells: BlockCells) -> None:
        os._exit(1)


def test_three_processes_find_what_one_finds(
    found: SettingsSweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writer(found, tmp_path / "one.npy") as file:
        one = sweep_run.run(found, file, lambda _: None)
    monkeypatch.setattr(sweep_run, "SMALL", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    said: list[str] = []
    with writer(found, tmp_path / "three.npy") as file:
        three = sweep_run.run(found, file, said.append)
    assert three == one
    assert said[-1] == "100% of 400,000 cells"
    np.testing.assert_array_equal(np.load(tmp_path / "one.npy"), np.load(tmp_path / "three.npy"))


@pytest.mark.usefixtures("shared")
def test_what_fails_in_a_process_fails_here(found: SettingsSweep) -> None:
    with pytest.raises(OSError, match="No space left"):
        sweep_run.run(found, Failing(), lambda _: None)


@pytest.mark.usefixtures("shared")
def test_a_process_that_was_ended_is_told(found: SettingsSweep) -> None:
    with pytest.raises(UserError, match="ended from outside"):
        sweep_run.run(found, Ended(), lambda _: None)
