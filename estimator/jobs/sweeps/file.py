"""The cells of a sweep in a file: .npy written block by block in place, or .csv line by line; never a half file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np

from estimator.errors import UserError
from estimator.estimate.sweeps.block import BlockCells
from estimator.estimate.sweeps.sweep import SettingsSweep, SweepBlock
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import phrase

CSV_ROWS = 10**6
ENDS = ("optimistic_s", "conservative_s")


class Writer(Protocol):
    """Takes the cells of blocks; ``any_order``: as they come, from several processes too, or else in the grid's."""

    any_order: bool

    def write(self, block: SweepBlock, cells: BlockCells) -> None:
        """Write the cells of one block."""


def refuse(sweep: SettingsSweep, out: Path) -> None:
    """UserError for a file that cannot hold the cells."""
    if out.suffix not in (".npy", ".csv"):
        raise UserError(phrase("{out}: the cells are written as .npy or .csv", out=out))
    if out.suffix == ".csv" and sweep.cells > CSV_ROWS:
        raise UserError(
            phrase(
                "{out}: a CSV of {cells:,} rows is too long; write .npy, or at most {csv_rows:,} cells",
                out=out,
                cells=sweep.cells,
                csv_rows=CSV_ROWS,
            )
        )


@contextmanager
def writer(sweep: SettingsSweep, out: Path) -> Iterator[Writer]:
    """A writer of the cells to ``out``, which takes its place when everything is written."""
    with drafted(out) as draft, draft.open("wb") as stream:
        yield _Npy(stream, sweep) if out.suffix == ".npy" else _Csv(stream, sweep)


class _Npy:
    """A float64 array (2, points of each parameter, points of the size): optimistic, then conservative seconds."""

    any_order = True

    def __init__(self, stream: BinaryIO, sweep: SettingsSweep) -> None:
        self.sweep, self.handle = sweep, stream.fileno()
        header = {"descr": "<f8", "fortran_order": False, "shape": (2, *sweep.shape)}
        np.lib.format.write_array_header_1_0(stream, header)
        stream.flush()
        self.start = stream.tell()
        os.posix_fallocate(self.handle, 0, self.start + 16 * sweep.cells)  # a full disk is found out now

    def write(self, block: SweepBlock, cells: BlockCells) -> None:
        first = block.first_row * self.sweep.size.points + block.first_size
        for i, end in enumerate((cells.optimistic, cells.conservative)):
            data = memoryview(end.seconds.astype("<f8", copy=False).tobytes())
            at = self.start + 8 * (i * self.sweep.cells + first)
            while data:
                done = os.pwrite(self.handle, data, at)
                data, at = data[done:], at + done


class _Csv:
    """One line a cell: the parameters, the size, both ends; SI units, numbers in full."""

    any_order = False

    def __init__(self, stream: BinaryIO, sweep: SettingsSweep) -> None:
        self.sweep, self.stream = sweep, stream
        names = [*(axis.name for axis in sweep.parameters), "n_bytes", *ENDS]
        stream.write((",".join(names) + "\n").encode())

    def write(self, block: SweepBlock, cells: BlockCells) -> None:
        for i in range(block.rows):
            row = "".join(f"{value!r}," for value in self.sweep.values(block.first_row + i))
            columns = (
                cells.sizes.tolist(),
                cells.optimistic.seconds[i].tolist(),
                cells.conservative.seconds[i].tolist(),
            )
            lines = (f"{row}{_bytes(n)},{low!r},{high!r}\n" for n, low, high in zip(*columns, strict=True))
            self.stream.write("".join(lines).encode())


def _bytes(n: float) -> str:
    """A size in full; a whole number of bytes, as all swept ones are, without a point."""
    return str(int(n)) if n.is_integer() else repr(n)
