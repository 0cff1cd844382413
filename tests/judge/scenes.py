"""Acceptances for the tests: one requirement of the small machine, held against records or logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from estimator.evidence.handed import NOTHING_HANDED, Handed
from estimator.judge.acceptance import Acceptance, accept, wanted_of
from estimator.judge.cells import CellVerdict, RequirementVerdict
from estimator.judge.matching.runs import gathered
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import Ended, Event, Table, Told
from tests.judge.logs import record, table
from tests.require.specs import Worked, changed, work_out

DATA = Path(__file__).parent / "data" / "accept.yaml"
TODAY = "2026-11-30"
TEST = {"iterations": "100", "warmup": "5", "repeats": "3"}
CALL = {"kind": "collective_time", "operation": "grad", "test": TEST}
N = 64 * 2**20
OF_RECORD = ("in_place", "correct", "wrong", "rate", "times", "percentiles", "low", "high", "alone", "compute")


@cache
def base() -> Any:
    return yaml.load(DATA.read_text("utf-8"), yaml.BaseLoader)


def spec_with(requirement: dict[str, Any], changes: dict[str, Any] | None = None) -> Worked:
    """The small machine with one requirement, R."""
    one = {"title": {"zh": "题", "en": "title"}, "responsible": ["library"], **requirement}
    return work_out(changed(base(), {"requirements": {"R": one}, **(changes or {})}))


def acceptance(worked: Worked, events: Iterable[Event], handed: Handed = NOTHING_HANDED, **more: Any) -> Acceptance:
    """Everything judged."""
    runs = gathered(events, wanted_of(worked.spec, worked.expanded))
    found = more.pop("found", {})
    return accept(worked.spec, worked.table, worked.expanded, runs, handed, found, TODAY, **more)


def judged(worked: Worked, events: Iterable[Event], handed: Handed = NOTHING_HANDED, **more: Any) -> RequirementVerdict:
    """The verdict of R."""
    return acceptance(worked, events, handed, **more).requirements["R"]


def only(found: RequirementVerdict) -> CellVerdict:
    """The one cell that counts."""
    (cell,) = [one for one in found.cells if one.counts]
    return cell


def runs(each: Sequence[float], n: int = N, first: int = 1, **fields: Any) -> list[Event]:
    """One run for each time [s] at a size; ``fields`` are of the table, or of the record where it has them."""
    inside = {name: fields.pop(name) for name in list(fields) if name in OF_RECORD}
    found: list[Event] = []
    for place, seconds in enumerate(each):
        of = table(number=first + place, **{"iterations": 100, **fields})
        found += [record(of, n=n, size=n, seconds=seconds, **inside), Ended(of, 1)]
    return found


def sweep(curve: dict[int, float], repeats: int = 3, first: int = 1, **fields: Any) -> list[Event]:
    """Runs over several sizes, with times that differ a little from run to run."""
    found: list[Event] = []
    for repeat in range(repeats):
        of: Table = table(number=first + repeat, **{"iterations": 100, **fields})
        rows = [record(of, n=n, size=n, seconds=seconds * (1 + 1e-4 * repeat)) for n, seconds in curve.items()]
        found += [*rows, Ended(of, len(rows))]
    return found


def read(texts: Iterable[str], told: Told) -> list[Event]:
    """What the readers find in logs."""
    found: list[Event] = []
    for place, text in enumerate(texts):
        found += read_log(numbered([text]), f"run{place}.log", told)
    return found
