"""Runs a sweep: block by block in this process, or the blocks dealt to one process a core.

Processes, not threads: putting the parameters of each row in is plain Python, which threads cannot share out.
"""

import os
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

from estimator.errors import UserError
from estimator.estimate.sweeps.block import evaluate
from estimator.estimate.sweeps.summary import SweepSummary, Total, part_of
from estimator.estimate.sweeps.sweep import SettingsSweep, SweepBlock
from estimator.jobs.sweeps.allocator import keep_freed_memory
from estimator.jobs.sweeps.file import Writer
from estimator.jobs.work import Say
from estimator.phrase import phrase

SMALL = 1 << 21
"""Cells below which starting processes does not pay."""


def run(found: SettingsSweep, file: Writer | None, say: Say) -> SweepSummary:
    """Evaluate every cell, into ``file`` too where there is one; the summary is the same on any number of cores."""
    cores = len(os.sched_getaffinity(0))
    alone = cores == 1 or found.cells < SMALL or (file is not None and not file.any_order)
    total, done = Total(), 0
    keep_freed_memory()
    for part in _parts(found, file) if alone else _shared(found, file, cores):
        if isinstance(part, Total):
            total.merge(part)
        else:
            done += part
            say(phrase("{done:.0%} of {cells:,} cells", done=done / found.cells, cells=found.cells))
    return total.summary(found.cells)


def _parts(found: SettingsSweep, file: Writer | None, first: int = 0, step: int = 1) -> Iterator[int | Total]:
    """The cells of each block as they are done, and the total at the end; of every ``step``-th block only."""
    total = Total()
    for i, block in enumerate(found.blocks()):
        if i % step == first:
            yield _one(found, block, file, total)
    yield total


def _one(found: SettingsSweep, block: SweepBlock, file: Writer | None, total: Total) -> int:
    cells = evaluate(found, block)
    if file is not None:
        file.write(block, cells)
    total.add(part_of(found, block, cells))
    return block.rows * block.sizes


def _shared(found: SettingsSweep, file: Writer | None, cores: int) -> Iterator[int | Total]:
    """The same from one process a core. They are forks: the sweep and the open file are theirs as they stand."""
    context = get_context("fork")
    ends: list[Connection] = []
    workers: list[ForkProcess] = []
    try:
        for core in range(cores):
            here, there = context.Pipe(duplex=False)
            worker = context.Process(target=_worker, args=(found, file, core, cores, there), daemon=True)
            worker.start()
            there.close()
            ends.append(here)
            workers.append(worker)
        yield from _received(ends)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _worker(found: SettingsSweep, file: Writer | None, core: int, cores: int, there: Connection) -> None:
    try:
        for part in _parts(found, file, core, cores):
            there.send(part)
    except Exception as error:  # it belongs to whoever asked for the sweep
        there.send(error)


def _received(ends: list[Connection]) -> Iterator[int | Total]:
    waiting = list(ends)
    while waiting:
        ready = wait(waiting)
        for end in [one for one in waiting if one in ready]:
            try:
                part = end.recv()
            except EOFError:
                raise UserError("a part of the sweep was ended from outside; run it again") from None
            if isinstance(part, Exception):
                raise part
            yield part
            if isinstance(part, Total):
                waiting.remove(end)
