"""The machine that the rows of a table state: one path a location, with its parameters under each condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from estimator.errors import Problem
from estimator.history.drafts.rows import DraftRow
from estimator.phrase import phrase
from estimator.units import Kind, parse

INSIDE = ("intra_node", "intra_node_cross_switch")
SOURCE = "table"
"""What the source of all numbers is called in the spec."""
STATED: tuple[tuple[str, Kind], ...] = (("alpha", "time"), ("bandwidth", "bandwidth"))


class MachineDraft:
    """Paths as they are gathered row by row, and where each number stood."""

    def __init__(self) -> None:
        self.paths: dict[str, dict[str, Any]] = {}
        self._cells: dict[tuple[str, str, str], str] = {}
        self.places: dict[tuple[str | int, ...], str] = {}
        self.problems: list[Problem] = []

    def take(self, row: DraftRow) -> None:
        """The parameters of a row; they belong to the outermost path that it names."""
        if len(row.conditions) > 1:
            what = phrase("row {number} states one path under several conditions", number=row.number)
            hint = "write a row of the operation for each condition; or use --platform NAME"
            self.problems.append(Problem(("condition",), what, hint, file=row.cells["condition"]))
            return
        if not row.locations or not row.conditions:
            return
        path, condition = row.locations[-1], row.get("condition")
        held = self.paths.setdefault(path, {"location": path}).setdefault(condition, {})
        for key, kind in STATED:
            if key in row.values:
                self._put(held, row, (path, condition, key), kind)
        if row.get("per"):
            self._put(held, row, (path, condition, "per"), None)
        held["from"] = SOURCE
        self.places.setdefault(("platform", "paths", path), row.cells["location"])

    def _put(self, held: dict[str, Any], row: DraftRow, at: tuple[str, str, str], kind: Kind | None) -> None:
        key, other = at[2], f"{at[2]}_conservative"
        value: Any = row.get(key)
        if row.get(other):
            value = [value, row.get(other)]
        if key in held and not _same(held[key], value, kind):
            what = phrase(
                "{key} of {path} under {condition} is {value}, and {other} in {cell}",
                key=key,
                path=at[0],
                condition=at[1],
                value=_shown(value),
                other=_shown(held[key]),
                cell=self._cells[at].rpartition(":")[2],
            )
            hint = "let one path have one value under one condition, or take the machine from --platform NAME"
            self.problems.append(Problem((key,), what, hint, file=row.cells[key]))
            return
        self._cells.setdefault(at, row.cells[key])
        held.setdefault(key, value)
        self.places.setdefault(("platform", "paths", *at), row.cells[key])

    def levels(self, row: DraftRow, nodes: int, each: int) -> list[str]:
        """The paths of a group from inside to outside; of several nodes the one in the node that the table knows."""
        named = row.locations
        if nodes == 1 or each == 1 or len(named) > 1 or not named or named[0] in INSIDE:
            return named
        inside = [path for path in self.paths if path in INSIDE]
        if len(inside) == 1:
            return [inside[0], *named]
        what = phrase("row {number} spans nodes with several ranks on each, and names one path", number=row.number)
        hint = "write both, such as intra_node + inter_node, and a row for each; or use --platform NAME"
        self.problems.append(Problem(("location",), what, hint, file=row.cells["location"]))
        return []

    def platform(self, name: str, most: int, nodes: int) -> dict[str, Any]:
        """The section of the spec. Ranks on a node and nodes are the most that a group of the table has."""
        return {"name": name, "ranks_per_node": most, "nodes": nodes, "paths": self.paths}

    def alone(self) -> list[Problem]:
        """Paths that no row states without other traffic."""
        places = [self.places["platform", "paths", path] for path in self.paths]
        return [
            found
            for path, place in zip(self.paths, places, strict=True)
            if (found := self.lacks(path, "exclusive", place)) is not None
        ]

    def lacks(self, path: str, condition: str, place: str) -> Problem | None:
        """That no row states a path under a condition; None where one does."""
        if condition in self.paths[path]:
            return None
        what = phrase("no row says what {path} carries under {condition}", path=path, condition=condition)
        hint = "add a row of the path under it, or take the machine from --platform NAME"
        return Problem(("condition",), what, hint, file=place)


def _same(one: Any, other: Any, kind: Kind | None) -> bool:
    """Whether two values are the same quantity, such as 1 ms and 1000 us."""
    left, right = (_ends(value) for value in (one, other))
    if kind is None or len(left) != len(right):
        return left == right
    return [parse(text, kind) for text in left] == [parse(text, kind) for text in right]


def _ends(value: Any) -> Sequence[str]:
    return value if isinstance(value, list) else [value]


def _shown(value: Any) -> str:
    return " .. ".join(_ends(value))
