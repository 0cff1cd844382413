"""The cells of a sweep in a file: complete and in the order of the axes, or not there at all."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from estimator.errors import UserError
from estimator.estimate.ends import end_of
from estimator.estimate.sweeps.block import evaluate
from estimator.estimate.sweeps.sweep import SIZE, SettingsSweep, SweptAxis
from estimator.estimate.table import cases_of
from estimator.jobs.outputs.writing import drafted
from estimator.jobs.sweeps.file import refuse, writer
from tests.estimate.worked import spec

PLACE = ("platform", "paths", "scale_out", "exclusive", "bandwidth")
CUT = ("platform", "cuts", "node_nics", "exclusive", "bandwidth")


@pytest.fixture
def sweep() -> SettingsSweep:
    axes = (SweptAxis("bandwidth", 20e9, 60e9, 3, PLACE), SweptAxis("cut", 1e11, 4e11, 2, CUT))
    return SettingsSweep(cases_of(spec())["moe_dispatch"], axes, SweptAxis(SIZE, 2.0**20, 2.0**30, 11))


def written(sweep: SettingsSweep, out: Path, cells: int) -> None:
    with writer(sweep, out) as file:
        for block in sweep.blocks(cells):
            file.write(block, evaluate(sweep, block))


def broken_off(sweep: SettingsSweep, out: Path) -> None:
    with writer(sweep, out) as file:
        block = next(sweep.blocks(25))
        file.write(block, evaluate(sweep, block))
        raise RuntimeError("planted")


@pytest.mark.parametrize("cells", [4, 25, 1000])
def test_an_array_has_a_dimension_for_the_ends_and_one_for_each_axis(
    sweep: SettingsSweep, tmp_path: Path, cells: int
) -> None:
    written(sweep, tmp_path / "cells.npy", cells)
    found = np.load(tmp_path / "cells.npy", mmap_mode="r")
    assert (found.shape, found.dtype) == ((2, 3, 2, 11), np.dtype("<f8"))
    case = sweep.row(2 * 2 + 1, 2.0**30)  # the last bandwidth and the last cut, at 1 GiB
    expected = end_of(case.work, case.low).total_s, end_of(case.work, case.high).total_s
    assert found[:, 2, 1, 10] == pytest.approx(expected, rel=1e-12)
    assert (np.asarray(found) > 0.0).all()


def test_a_table_has_a_line_for_each_cell(sweep: SettingsSweep, tmp_path: Path) -> None:
    written(sweep, tmp_path / "cells.csv", 25)
    with (tmp_path / "cells.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["bandwidth", "cut", "n_bytes", "optimistic_s", "conservative_s"]
    assert len(rows) == sweep.cells
    assert [float(rows[i]["n_bytes"]) for i in (0, 10, 11)] == [2.0**20, 2.0**30, 2.0**20]
    assert [float(rows[-1][name]) for name in ("bandwidth", "cut")] == [60e9, 4e11]


def test_what_fails_on_the_way_leaves_the_earlier_file(sweep: SettingsSweep, tmp_path: Path) -> None:
    out = tmp_path / "cells.npy"
    out.write_bytes(b"earlier")
    with pytest.raises(RuntimeError, match="planted"):
        broken_off(sweep, out)
    assert out.read_bytes() == b"earlier"
    assert list(tmp_path.iterdir()) == [out]


def test_a_long_table_and_another_kind_of_file_are_refused(sweep: SettingsSweep, tmp_path: Path) -> None:
    long = SettingsSweep(sweep.case, sweep.parameters, SweptAxis(SIZE, 1.0, 1e9, 200_000))
    with pytest.raises(
        UserError, match=r"a CSV of 1,200,000 rows is too long; write \.npy, or at most 1,000,000 cells"
    ):
        refuse(long, tmp_path / "cells.csv")
    with pytest.raises(UserError, match=r"the cells are written as \.npy or \.csv"):
        refuse(sweep, tmp_path / "cells.txt")
    refuse(long, tmp_path / "cells.npy")


def test_a_folder_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder; name a file"), drafted(tmp_path):
        pass


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UserError, match="is a device or a pipe"), drafted(pipe):
        raise AssertionError("nothing is to be written")
    assert pipe.is_fifo()
