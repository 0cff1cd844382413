"""The requirements of a generated spec as every tool is given them: the same words, and the same limits as a table."""

import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.generate import spec_text
from estimator.jobs.work import Worked, work_out
from estimator.report.tables.exchange.requirement_rows import CELL_HEAD, cell_rows, requirement_head, requirement_rows

WORDS = ("kind", "priority", "responsible", "run_by", "operation", "tool", "limit")
"""What is said of a requirement beside its sentence, a field each."""


class Stated(NamedTuple):
    """One requirement: its fields by name, and its limits as rows of text, a head first (none: no table)."""

    id: str
    title: str
    statement: str
    rationale: str
    fields: dict[str, str]
    limits: list[list[str]]


def spec_file(folder: Path, requirements: int, operations: int) -> Path:
    """The spec that we are given."""
    path = folder / f"spec_{requirements}_{operations}.yaml"
    path.write_text(spec_text(operations, requirements), "utf-8")
    return path


def stated(spec: Path) -> list[Stated]:
    """What our document says of each requirement, in English."""
    worked = work_out(spec)
    head = requirement_head(worked.opened.spec)
    tables = _tables(worked)
    found = []
    for row in requirement_rows(worked.opened.spec, worked.expanded, "en"):
        one = dict(zip(head, map(_text, row), strict=True))
        fields = {name: one[name] for name in WORDS if one[name]}
        found.append(
            Stated(one["id"], one["title"], one["statement"], one["rationale"], fields, tables.get(one["id"], []))
        )
    return found


def _tables(worked: Worked) -> dict[str, list[list[str]]]:
    """Limits by group and condition, a column a size, as our cards show them."""
    rows: dict[str, dict[tuple[str, str], dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for row in cell_rows(worked.opened.spec, worked.expanded):
        one = dict(zip(CELL_HEAD, map(_text, row), strict=True))
        if one["n_bytes"]:
            rows[one["requirement"]][one["group"], one["condition"]][one["n_bytes"]] = one["limit_si"]
    return {name: list(_lines(found)) for name, found in rows.items()}


def _lines(rows: dict[tuple[str, str], dict[str, str]]) -> Iterator[list[str]]:
    sizes = list(dict.fromkeys(size for row in rows.values() for size in row))
    yield ["group", "condition", *sizes]
    for (group, condition), row in rows.items():
        yield [group, condition, *(row.get(size, "-") for size in sizes)]


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return f"{value:.4g}" if isinstance(value, float) else "" if value is None else str(value)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for each in stated(spec_file(Path(place), 5, 5)):
            print(each)
