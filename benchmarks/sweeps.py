"""A sweep of 10^8 cells: cells per second on all cores and on one, and the peak memory."""

import os
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.measure import Board, process
from estimator.estimate.sweeps.block import evaluate
from estimator.estimate.sweeps.summary import Total, part_of
from estimator.estimate.sweeps.sweep import SIZE, SettingsSweep, SweptAxis
from estimator.estimate.table import cases_of
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.sweeps.allocator import keep_freed_memory

SPEC = Path(__file__).parents[1] / "specs" / "moe_5t.yaml"
PLACE = ("platform", "paths", "scale_out", "exclusive", "bandwidth")
CELLS = 10**8
OPTIONS = (
    *("-m", "estimator", "estimate", str(SPEC), "--operation", "moe_dispatch", "--points", "10000,10000"),
    *("--sweep", "size=1 KiB .. 1 GiB", "--sweep", f"{'.'.join(PLACE)}=20 GB/s .. 60 GB/s"),
)


def report(board: Board, folder: Path) -> None:
    """Whole processes, start-up included; the aim on memory is a GiB."""
    command = [sys.executable, *OPTIONS]
    cores = len(os.sched_getaffinity(0))
    one = one_core()
    bare = plain_numpy()
    run = process(command, repeats=2)
    rate = CELLS / run.seconds
    beside = f"one core {one / 1e6:.1f}, bare numpy on one end {bare / 1e6:.0f} million"
    board.figure(f"sweep of 10^8 cells on {cores} cores", rate / 1e6, "M/s", None, beside)
    processes = cores + 1
    beside = f"{processes} processes of at most {run.peak_mib:.0f} MiB"
    board.figure("its peak memory, all processes together", run.peak_mib * processes, "MiB", 1024, beside)
    written = process([*command, "--out", str(folder / "cells.npy")], repeats=1)
    board.figure("the same into a file of 1.6 GB", CELLS / written.seconds / 1e6, "M/s", None, "with the disk's time")
    board.figure("its peak memory, all processes together", written.peak_mib * processes, "MiB", 1024)


def one_core() -> float:
    """Cells per second of blocks one after the other, with the memory kept as the command keeps it."""
    keep_freed_memory()
    case = cases_of(open_spec(SPEC).spec)["moe_dispatch"]
    sweep = SettingsSweep(
        case, (SweptAxis(".".join(PLACE), 20e9, 60e9, 1000, PLACE),), SweptAxis(SIZE, 2.0**10, 2.0**30, 10**4)
    )
    total, start = Total(), time.perf_counter()
    for block in sweep.blocks():
        total.add(part_of(sweep, block, evaluate(sweep, block)))
    return sweep.cells / (time.perf_counter() - start)


def plain_numpy() -> float:
    """Cells per second of the optimistic end alone, written by hand: no limits, no quantiles, extremes only."""
    sizes = np.geomspace(2.0**10, 2.0**30, 10**4)
    start = time.perf_counter()
    for bandwidth in np.geomspace(20e9, 60e9, 1000):
        path, cut = sizes * (7 / 8 / bandwidth), sizes * (7 / 384e9)
        inside = sizes * (7 / 8 / 200e9)
        found = 7.7e-5 + np.maximum(np.maximum(path, cut), inside)
        found.min(), found.max()
    return 10**7 / (time.perf_counter() - start)
