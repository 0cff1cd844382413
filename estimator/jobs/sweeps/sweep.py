"""Sweeps one operation of a spec file over ranges: in blocks, on all cores, into a summary and a file of all cells."""

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from estimator.errors import UserError
from estimator.estimate.case import Case
from estimator.estimate.sweeps.picture import MapRow, regime_map
from estimator.estimate.sweeps.summary import SweepSummary
from estimator.estimate.sweeps.sweep import SIZE, SettingsSweep, SweptAxis
from estimator.estimate.table import cases_of
from estimator.jobs.estimates import about
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.jobs.sweeps.axes import AxisReader
from estimator.jobs.sweeps.blocks import run
from estimator.jobs.sweeps.file import refuse, writer
from estimator.jobs.work import Say, silent
from estimator.phrase import phrase
from estimator.report.tables.estimates.swept import AxisText, as_json, as_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import change_of
from estimator.spec.reading.suggest import FEW, suggestion

POINTS = "100"
MOST_CELLS = 10**8
MOST_ROWS = 10**6
"""Settings of the parameters: each is looked up in the spec, which takes longer than a cell."""


@dataclass(frozen=True, slots=True)
class SweepOptions:
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

    sweep: SettingsSweep
    summary: SweepSummary
    map: tuple[MapRow, ...]
    axes: tuple[AxisText, ...]


def sweep(path: Path, asked: SweepOptions, say: Say = silent) -> tuple[Opened, Swept]:
    """Evaluate the grid; a file is .npy, or .csv of at most a million cells.

    Raises SpecError with every mistake of the spec or of a range's end, UserError for what cannot be done.
    """
    changes = tuple(map(change_of, asked.changes))
    opened = open_spec(path, Alteration(None, changes))
    with opened.located():
        case = _case(cases_of(opened.spec), asked.operation)
    read = AxisReader(path, changes, case).axes(asked.ranges, asked.points)
    own = SweptAxis(SIZE, case.size.n, case.size.n, 1)
    size = next((one.axis for one in read if one.axis.name == SIZE), own)
    found = SettingsSweep(case, tuple(one.axis for one in read if one.axis.name != SIZE), size)
    _refuse(found)
    if asked.out is not None:
        refuse(found, asked.out)
    summary = _run(found, asked.out, say)
    return opened, Swept(found, summary, regime_map(found), tuple(one.text for one in read))


def swept(path: Path, asked: SweepOptions, form: str, say: Say = silent, screen: Screen = PLAIN) -> str:
    """The summary of a sweep as ``text`` or ``json``."""
    if form not in ("text", "json"):
        raise UserError(
            phrase("the summary of a sweep is text or json, not {form}; --out FILE.csv holds the cells", form=form)
        )
    opened, found = sweep(path, asked, say)
    summary = (found.sweep.case.name, found.axes, found.summary, found.map)
    return as_text(*summary, screen) if form == "text" else as_json(*summary, about(opened))


def _case(cases: dict[str, Case], name: str | None) -> Case:
    if name is None and len(cases) == 1:
        return next(iter(cases.values()))
    if name is None:
        raise UserError(
            phrase(
                "which operation is to be swept? add --operation: {suggestion}", suggestion=suggestion("", cases, FEW)
            )
        )
    if name not in cases:
        raise UserError(
            phrase("there is no operation '{name}'; {suggestion}", name=name, suggestion=suggestion(name, cases, FEW))
        )
    return cases[name]


def _refuse(found: SettingsSweep) -> None:
    if found.cells > MOST_CELLS:
        raise UserError(
            phrase(
                "{cells:,} cells are too many; choose --points for at most {most_cells:,}",
                cells=found.cells,
                most_cells=MOST_CELLS,
            )
        )
    if found.rows > MOST_ROWS:
        raise UserError(
            phrase(
                "{rows:,} settings of the parameters are too many; choose at most {most_rows:,}, "
                "and more points for {size}",
                rows=found.rows,
                most_rows=MOST_ROWS,
                size=SIZE,
            )
        )
    if found.case.work.schedule is not None:
        place = f"operations.{found.case.name}.algorithm.segments"
        raise UserError(
            phrase("the best number of segments is another one in each cell; state it: --set {place}=16", place=place)
        )


def _run(found: SettingsSweep, out: Path | None, say: Say) -> SweepSummary:
    with writer(found, out) if out is not None else nullcontext() as file:
        return run(found, file, say)
