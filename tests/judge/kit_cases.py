"""Cells of the example specs with sound records of the kit for them, written without the kit's program."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from estimator.evidence.handed import NOTHING_HANDED
from estimator.jobs.work import Worked, work_out
from estimator.judge.acceptance import accept, wanted_of
from estimator.judge.matching.runs import gathered
from estimator.require.criterion import Criterion, Expanded
from estimator.tools.kit.digest import digests
from estimator.tools.kit.whole import kit_of, plan_text
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import NOTHING_TOLD, Told

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ("lesson", "dense_training", "moe_5t", "supernode", "torus", "whole_way/spec")
MOST_TIMES = 20_000
Line = dict[str, Any]
Plan = dict[str, Any]
WORK = ("collective", "dtype", "carrier", "redop", "elements", "matrix", "calls", "condition", "way")


@cache
def opened(name: str) -> tuple[Worked, Plan]:
    """An example worked out, and its plan as a vendor gets it."""
    worked = work_out(SPECS / f"{name}.yaml")
    kit = kit_of(worked.opened.spec, worked.expanded, worked.opened.sources_sha256, "0")
    plan: Plan = json.loads(plan_text(kit.plan))
    assert dict(digests(kit.plan)) == {one["id"]: digest(plan, one) for one in plan["cells"]}
    return worked, plan


def digest(plan: Plan, cell: Plan) -> str:
    """The digest that a record carries, by the text in the documentation of the plan."""
    loads = [{key: value for key, value in load.items() if key not in ("zh", "en")} for load in cell["load"]]
    what = {name: cell[name] for name in WORK} | {"load": loads, "groups": plan["places"][cell["place"]]["groups"]}
    return hashlib.sha256(json.dumps(what, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True)
class KitCase:
    """One cell, the limit as a time [s] of one call, and records that meet it."""

    spec: str
    cell: Plan
    criterion: Criterion
    limit: float
    lines: tuple[Line, ...]

    @property
    def id(self) -> str:
        return str(self.cell["requirement"])

    def changed(self, *lines: Line) -> list[Line]:
        return [copy.deepcopy(line) for line in (lines or self.lines)]


def cells(name: str) -> Iterator[tuple[Plan, Criterion, float]]:
    """The cells of an example that ask for a time or a bandwidth alone, with the longest time that meets them [s]."""
    worked, plan = opened(name)
    by_key = {one.key: one for each in worked.expanded.values() for one in each.criteria}
    for cell in plan["cells"]:
        found = by_key.get(cell["id"])
        if found is None or found.effective is None or found.n is None or found.estimate is None:
            continue
        where = plan["places"][cell["place"]]
        many = sum(map(len, where["groups"])) * cell["procedure"]["iterations"]
        if found.measure.against or cell["way"] or found.measure.name not in ("time", "busbw") or many > MOST_TIMES:
            continue
        limit = found.effective
        if found.measure.name == "busbw":
            limit = found.estimate.busbw.optimistic * found.estimate.time.optimistic / found.effective
        if limit > 1.05 * found.estimate.bound_s:
            yield cell, found, limit


def healthy(chance: random.Random) -> KitCase:
    """Records that meet a cell by 2 to 4 %."""
    name = chance.choice([one for one in NAMES if next(cells(one), None) is not None])
    cell, found, limit = chance.choice(list(cells(name)))
    seconds = limit * chance.uniform(0.96, 0.98)
    _, plan = opened(name)
    repeats = range(1, cell["procedure"]["repeats"] + 1)
    lines = tuple(line_of(plan, cell, repeat, seconds, chance) for repeat in repeats)
    return KitCase(name, cell, found, limit, lines)


def line_of(plan: Plan, cell: Plan, repeat: int, seconds: float, chance: random.Random) -> Line:
    """A record of one repeat as ``docs/records.md`` has it; iterations differ by 1 %."""
    where, procedure = plan["places"][cell["place"]], cell["procedure"]
    members = where["groups"]
    hosts = {rank // plan["machine"]["ranks_per_host"] for rank in members[0]}
    count = max(procedure["iterations"], round(1.2 * procedure["duration"] / seconds))
    times = [
        [float(f"{seconds * chance.uniform(0.99, 1.0):.5g}") for _ in range(count)] for group in members for _ in group
    ]
    return {
        "cell": cell["id"], "requirement": cell["requirement"], "work": digest(plan, cell),
        "collective": cell["collective"], "group": where["group"], "path": where["path"], "ranks": len(members[0]),
        "nodes": len(hosts), "placement": spread(members[0], plan), "groups": len(members), "members": members,
        "dtype": cell["dtype"], "redop": cell["redop"] or "", "n": cell["bytes"],
        "skew": cell["matrix"]["skew"] if cell["matrix"] else 1.0, "condition": cell["condition"],
        "in_place": procedure["in_place"], "buffer": "plain", "launch": procedure["launch"],
        "warmup": procedure["warmup"], "iterations": count, "repeat": repeat, "repeats": procedure["repeats"],
        "times": times, "wrong": 0,
    }  # fmt: skip


def spread(group: list[int], plan: Plan) -> str:
    """Hosts with as many of the ranks as they hold, numbered from 0 on each."""
    held: dict[int, int] = {}
    for rank in group:
        node = rank // plan["machine"]["ranks_per_host"]
        held[node] = held.get(node, 0) + 1
    return " ".join(f"n{node}:0-{count - 1}" for node, count in held.items())


def verdict(case: KitCase, text: str, told: Told = NOTHING_TOLD) -> tuple[str, str]:
    """Verdict and code of the cell by the text of a log."""
    worked, plan = opened(case.spec)
    expanded: dict[str, Expanded] = {case.id: worked.expanded[case.id]}
    found = {one["id"]: digest(plan, one) for one in plan["cells"]}
    events = list(read_log(numbered([text]), "records.jsonl", told))
    runs = gathered(events, wanted_of(worked.opened.spec, expanded), lambda: found)
    result = accept(worked.opened.spec, worked.table, expanded, runs, NOTHING_HANDED, {}, "2026-11-30", draft=True)
    (one,) = [cell for cell in result.requirements[case.id].cells if cell.cell.key == case.criterion.key]
    return one.verdict, one.reason.code


def written(lines: list[Line]) -> str:
    """JSON lines of the kit."""
    head = {"commspec_records": 1, "tool": "run_plan", "version": "1", "over_ranks": "max", "statistic": "mean"}
    return "\n".join(json.dumps(line) for line in (head, *lines)) + "\n"
