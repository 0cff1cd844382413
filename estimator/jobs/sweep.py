"""Sweeps one operation of a spec file over ranges: in blocks, on all cores, into a summary and a file of all cells."""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from estimator.errors import UserError
from estimator.estimate.case import Case
from estimator.estimate.sweep import SIZE, Axis, Block, Sweep
from estimator.estimate.sweep_block import BlockCells, evaluate
from estimator.estimate.sweep_map import MapRow, regime_map
from estimator.estimate.sweep_summary import Part, SweepSummary, Total, part_of
from estimator.estimate.table import cases_of
from estimator.jobs.estimates import about
from estimator.jobs.specs import Opened, open_spec
from estimator.jobs.sweep_axes import AxisReader
from estimator.jobs.sweep_file import Writer, refuse, writer
from estimator.jobs.work import Say, silent
from estimator.report.swept import AxisText, as_json, as_text
from estimator.spec.alter import Alteration
from estimator.spec.change import change_of
from estimator.spec.suggest import suggestion

POINTS = "100"
MOST_CELLS = 10**8
MOST_ROWS = 10**6
"""Settings of the parameters: each is looked up in the spec, which takes longer than a cell."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks for.

    ``changes`` (PATH=VALUE) hold for every cell; ``ranges`` are AXIS=LOW .. HIGH; ``points`` one number for all axes or
    one each; ``operation`` may be None where the spec has a single one; ``out`` gets every cell.
    """

    ranges: tuple[str, ...]
    points: str = POINTS
    operation: str | None = None
    changes: tuple[str, ...] = ()
    out: Path | None = None


class Swept(NamedTuple):
    """A sweep with what it found, and its axes as they are shown."""

    sweep: Sweep
    summary: SweepSummary
    map: tuple[MapRow, ...]
    axes: tuple[AxisText, ...]


def sweep(path: Path, asked: Asked, say: Say = silent) -> tuple[Opened, Swept]:
    """Evaluate the grid; a file is .npy, or .csv of at most a million cells.

    Raises SpecError with every mistake of the spec or of a range's end, UserError for what cannot be done.
    """
    changes = tuple(map(change_of, asked.changes))
    opened = open_spec(path, Alteration(None, changes))
    with opened.located():
        case = _case(cases_of(opened.spec), asked.operation)
    read = AxisReader(path, changes, case).axes(asked.ranges, asked.points)
    own = Axis(SIZE, case.size.n, case.size.n, 1)
    size = next((one.axis for one in read if one.axis.name == SIZE), own)
    found = Sweep(case, tuple(one.axis for one in read if one.axis.name != SIZE), size)
    _refuse(found)
    if asked.out is not None:
        refuse(found, asked.out)
    summary = _run(found, asked.out, say)
    return opened, Swept(found, summary, regime_map(found), tuple(one.text for one in read))


def swept(path: Path, asked: Asked, form: str, say: Say = silent) -> str:
    """The summary of a sweep as ``text`` or ``json``."""
    if form not in ("text", "json"):
        raise UserError(f"the summary of a sweep is text or json, not {form}; --out FILE.csv holds the cells")
    opened, found = sweep(path, asked, say)
    summary = (found.sweep.case.name, found.axes, found.summary, found.map)
    return as_text(*summary) if form == "text" else as_json(*summary, about(opened))


def _case(cases: dict[str, Case], name: str | None) -> Case:
    if name is None and len(cases) == 1:
        return next(iter(cases.values()))
    if name is None:
        raise UserError(f"which operation is to be swept? add --operation: {suggestion('', cases)}")
    if name not in cases:
        raise UserError(f"there is no operation '{name}'; {suggestion(name, cases)}")
    return cases[name]


def _refuse(found: Sweep) -> None:
    if found.cells > MOST_CELLS:
        raise UserError(f"{found.cells:,} cells are too many; choose --points for at most {MOST_CELLS:,}")
    if found.rows > MOST_ROWS:
        raise UserError(
            f"{found.rows:,} settings of the parameters are too many; choose at most {MOST_ROWS:,}, and "
            f"more points for {SIZE}"
        )
    if found.case.work.schedule is not None:
        place = f"operations.{found.case.name}.algorithm.segments"
        raise UserError(f"the best number of segments is another one in each cell; state it: --set {place}=16")


def _run(found: Sweep, out: Path | None, say: Say) -> SweepSummary:
    """All blocks, on all cores: the arithmetic lets other threads run meanwhile."""
    total, done = Total(), 0
    with writer(found, out) if out is not None else nullcontext() as file:
        for block, part in _parts(found, file):
            total.add(part)
            done += block.rows * block.sizes
            say(f"{done / found.cells:.0%} of {found.cells:,} cells")
    return total.summary(found.cells)


def _parts(found: Sweep, file: Writer | None) -> Iterator[tuple[Block, Part]]:
    """The parts in order. Only a few blocks are held at a time, whatever the size of the grid."""

    def work(block: Block) -> tuple[Block, Part, BlockCells | None]:
        cells = evaluate(found, block)
        return block, part_of(found, block, cells), cells if file is not None else None

    workers = len(os.sched_getaffinity(0))
    waiting: deque[Future[tuple[Block, Part, BlockCells | None]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for block in found.blocks():
            waiting.append(pool.submit(work, block))
            if len(waiting) > 2 * workers:
                yield _written(waiting.popleft(), file)
        while waiting:
            yield _written(waiting.popleft(), file)


def _written(future: Future[tuple[Block, Part, BlockCells | None]], file: Writer | None) -> tuple[Block, Part]:
    block, part, cells = future.result()
    if file is not None and cells is not None:
        file.write(block, cells)
    return block, part
