"""A table as the data of a spec, and the cell that each part of it came from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from estimator.errors import Path, Problem
from estimator.history.drafts.machine import INSIDE, SOURCE, MachineDraft
from estimator.history.drafts.rows import DraftRow
from estimator.phrase import phrase
from estimator.spec.values.base import CONDITIONS

CHINESE = re.compile("[\u4e00-\u9fff]")
NOT_A_NAME = re.compile(r"[^A-Za-z0-9]+")
ONE_EACH = ("collective", "bytes", "dtype", "semantics", "algorithm", "calls", "per_step", "note")
"""What rows of one operation under several conditions must have in common, beside its group."""


@dataclass(slots=True)
class SpecDraft:
    """The data of a spec; ``places``: the cell by path, ``assumed``: what the table did not say."""

    data: dict[str, Any]
    places: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    assumed: list[Problem] = field(default_factory=list)

    def placed(self, problem: Problem) -> Problem:
        """A problem of the spec at the cell that it came from; as it is where it is of no cell."""
        for length in range(len(problem.path), 0, -1):
            if (cell := self.places.get(problem.path[:length])) is not None:
                return Problem(problem.path, problem.message, problem.hint, problem.rule, problem.severity, cell)
        return problem


def drafted(name: str, shown: str, rows: Sequence[DraftRow], platform: bool) -> SpecDraft:
    """The spec of a table's rows; with a ``platform`` of its own the machine is left open."""
    machine = MachineDraft()
    if not platform:
        for row in rows:
            machine.take(row)
    draft = SpecDraft(_head(name, rows))
    found = _Operations(draft, machine, platform)
    for row in rows:
        found.take(row)
    found.close()
    draft.problems += machine.problems
    if not platform:
        draft.problems += machine.alone()
        draft.data["platform"] = machine.platform(name, max(found.each, default=1), max(found.nodes, default=1))
        draft.places |= machine.places
        draft.assumed += list(_guessed(draft.data["platform"], shown))
    draft.data |= {"groups": found.groups, "operations": found.operations}
    if not platform:
        draft.data["sources"] = {SOURCE: {"basis": "assumed", "text": name}}
    return draft


def _guessed(platform: Mapping[str, Any], shown: str) -> list[Problem]:
    return [
        Problem(
            ("platform", key),
            phrase("{value}, the most that a row has", value=platform[key]),
            "write what the machine has",
            severity="warning",
            file=shown,
        )
        for key in ("ranks_per_node", "nodes")
    ]


def _head(name: str, rows: Sequence[DraftRow]) -> dict[str, Any]:
    spoken = any(CHINESE.search(row.get(key)) for row in rows for key in ("operation", "note"))
    identity = NOT_A_NAME.sub("-", name).strip("-").upper()[:60] or "TABLE"
    document = {"id": identity, "version": "0.1.0", "status": "draft", "owner": "TBD"}
    return {
        "commspec": 1,
        "document": {**document, "languages": ["zh" if spoken or CHINESE.search(name) else "en"], "title": name},
    }


class _Operations:
    """Operations and groups as they are gathered row by row."""

    def __init__(self, draft: SpecDraft, machine: MachineDraft, platform: bool) -> None:
        self._draft, self._machine, self._platform = draft, machine, platform
        self.groups: dict[str, dict[str, Any]] = {}
        self.operations: dict[str, dict[str, Any]] = {}
        self.each: list[int] = []
        self.nodes: list[int] = []
        self._rows: dict[str, list[DraftRow]] = {}

    def take(self, row: DraftRow) -> None:
        """One row: a new operation, or one that is there under another condition."""
        group = self._group(row)
        if group is None or not row.get("operation"):
            return
        earlier = self._rows.setdefault(row.get("operation"), [])
        if earlier:
            self._again(row, earlier)
            return
        earlier.append(row)
        key = self._key(row)
        self.operations[key] = _operation(row, group)
        self._draft.places |= {path: row.cells[column] for path, column in _places(key).items()}

    def _again(self, row: DraftRow, earlier: list[DraftRow]) -> None:
        first = earlier[0]
        differ = [one for one in (*ONE_EACH, "group_size", "ranks_per_node", "nodes") if one in row.cells]
        differ = [one for one in differ if row.get(one) != first.get(one)]
        same = not {one for held in earlier for one in held.conditions}.isdisjoint(row.conditions)
        if same or differ:
            told = first.cells["operation"].rpartition(":")[2]
            what = phrase("{name} is in {cell} already", name=row.get("operation"), cell=told)
            hint = "give one of the two another name; rows of one operation differ in their condition alone"
            place = row.cells[differ[0]] if differ else row.cells["operation"]
            self._draft.problems.append(Problem((differ[0] if differ else "operation",), what, hint, file=place))
            return
        earlier.append(row)

    def close(self) -> None:
        """The conditions of each operation, the lightest and the heaviest of its rows."""
        for (key, operation), rows in zip(self.operations.items(), self._rows.values(), strict=True):
            self._draft.problems += [] if self._platform else self._not_stated(operation["group"], rows)
            said = sorted((one for row in rows for one in row.conditions), key=_weight)
            operation["condition"] = said[0] if len(said) == 1 else [said[0], said[-1]]
            for between in said[1:-1]:
                what = phrase("the condition {between} is of the path alone, not of the operation", between=between)
                place = next(row.cells["condition"] for row in rows if between in row.conditions)
                path = ("operations", key, "condition")
                self._draft.assumed.append(Problem(path, what, severity="warning", file=place))

    def _not_stated(self, group: str, rows: Sequence[DraftRow]) -> list[Problem]:
        """Paths of an operation that no row states under the conditions that it runs under, but alone."""
        wanted = [(row, path, one) for row in rows for path in self.groups[group]["levels"] for one in row.conditions]
        found = (
            self._machine.lacks(path, one, row.cells["condition"]) for row, path, one in wanted if one != "exclusive"
        )
        return list(dict.fromkeys(problem for problem in found if problem is not None))

    def _group(self, row: DraftRow) -> str | None:
        """The name of the row's group, new or known; None where its numbers do not fit."""
        size, each, nodes = (row.count(key) for key in ("group_size", "ranks_per_node", "nodes"))
        if size is None:
            return None
        if each is None and nodes is None and row.locations and all(one in INSIDE for one in row.locations):
            each = size
        if each is None and nodes is None:
            what = phrase("nothing says how the {size} ranks lie on nodes", size=size)
            self._refuse(row, "group_size", what, "map a column of ranks_per_node or of nodes")
            return None
        if each is None and nodes is not None:
            each = size // nodes
        each, nodes = each or 1, nodes or -(-size // (each or 1))
        if each * nodes != size:
            what = phrase("{each} ranks on each of {nodes} nodes are not {size}", each=each, nodes=nodes, size=size)
            key = "ranks_per_node" if "ranks_per_node" in row.values else "nodes"
            self._refuse(row, key, what, "mend one of the numbers")
            return None
        self.each.append(each)
        self.nodes.append(nodes)
        return self._named(row, {"size": size, "ranks_per_node": each}, nodes)

    def _named(self, row: DraftRow, group: dict[str, Any], nodes: int) -> str:
        name = f"p{group['size']}_g{group['ranks_per_node']}"
        if not self._platform:
            group["levels"] = self._machine.levels(row, nodes, group["ranks_per_node"])
            name = "_".join([name, *group["levels"]])
        self.groups.setdefault(name, group)
        self._draft.places.setdefault(("groups", name), row.cells["group_size"])
        self._draft.places.setdefault(("groups", name, "levels"), row.cells["location"])
        return name

    def _refuse(self, row: DraftRow, key: str, what: str, hint: str) -> None:
        self._draft.problems.append(Problem((key,), what, hint, file=row.cells[key]))

    def _key(self, row: DraftRow) -> str:
        """A name of plain letters: what the operation is called where that has any, else its row."""
        plain = NOT_A_NAME.sub("_", row.get("operation")).strip("_").lower()[:60]
        key = f"row_{row.number}" if not plain or CHINESE.search(row.get("operation")) else plain
        return f"{key}_{row.number}" if key in self.operations else key


def _weight(condition: str) -> int:
    return CONDITIONS.index(condition) if condition in CONDITIONS else len(CONDITIONS)


def _operation(row: DraftRow, group: str) -> dict[str, Any]:
    tensor = {"bytes": row.get("bytes"), "dtype": row.get("dtype"), "semantics": row.get("semantics")}
    made: dict[str, Any] = {"title": row.get("operation"), "collective": row.get("collective"), "group": group}
    if tensor := {key: said for key, said in tensor.items() if said}:
        made["tensor"] = tensor
    made |= {"algorithm": row.get("algorithm"), "condition": row.get("condition")}
    if "calls" in row.values:
        made["calls"] = row.count("calls")
    if "per_step" in row.values:
        made["per_step"] = float(row.get("per_step"))
    return made | ({"note": row.get("note")} if row.get("note") else {})


def _places(key: str) -> dict[Path, str]:
    """The column of each part of an operation."""
    parts: dict[Path, str] = {("operations", key): "operation", ("operations", key, "group"): "group_size"}
    parts[("operations", key, "tensor")] = "bytes"
    parts |= {("operations", key, "tensor", part): part for part in ("bytes", "dtype", "semantics")}
    return parts | {
        ("operations", key, part): part
        for part in ("collective", "algorithm", "condition", "calls", "per_step", "note")
    }
