"""A room imports only from the rooms before it."""

import ast
from pathlib import Path

ROOMS = (
    *("errors", "units", "dtypes", "cost", "layout", "spec", "estimate", "require", "tools", "evidence", "judge"),
    *("history", "report", "jobs", "cli"),
)
PACKAGE = Path(__file__).parents[1] / "estimator"


def imported(source: str) -> set[str]:
    """The estimator modules named in a source text, imports inside functions too."""
    nodes = list(ast.walk(ast.parse(source)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == "estimator"}


def faults(room: str, source: str) -> list[str]:
    """Imports of a room that lies later; of the package itself by any room but the last two."""
    rank = ROOMS.index(room)
    outer = rank >= ROOMS.index("jobs")
    parts = {name: [*name.split("."), ""][1] for name in imported(source)}
    return sorted(n for n, part in parts.items() if (ROOMS.index(part) > rank if part in ROOMS else not outer))


def test_every_room_imports_only_from_rooms_before_it() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or "__" not in path.name]
    room_of = {path: path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files}
    assert set(room_of.values()) == set(ROOMS), "a room was not seen, or is not in the list"
    assert {str(path): faults(room, path.read_text("utf-8")) for path, room in room_of.items()} == {
        str(path): [] for path in files
    }


def test_a_planted_fault_is_found() -> None:
    assert faults("cost", "def f():\n    from estimator.spec.load import load\n") == ["estimator.spec.load.load"]
    assert faults("cost", "import estimator.jobs.files as f\nfrom estimator import spec, __version__\n") == [
        *("estimator.__version__", "estimator.jobs.files", "estimator.spec"),
    ]
    assert faults("report", "import numpy\nfrom estimator.cost import ring\n") == []
