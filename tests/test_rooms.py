"""A room imports only from the rooms before it, only two reach what lies outside; lines and files are short."""

import ast
from pathlib import Path

import pytest

from tests.sources import parsed

ROOMS = (
    *(
        "collector",
        "phrase",
        "chinese",
        "mistakes",
        "errors",
        "misread",
        "units",
        "dtypes",
        "cost",
        "layout",
        "spec",
        "estimate",
        "require",
        "tools",
        "lint",
        "evidence",
    ),
    *("judge", "history", "report", "jobs", "cli"),
)
RIM = ("jobs", "cli")
OUTSIDE = frozenset(
    [
        *("glob", "os", "pathlib", "random", "secrets", "shutil", "socket", "subprocess", "tempfile", "time"),
        *("urllib", "uuid"),
    ]
)
"""Modules that reach files, clock, chance, network or environment."""
CALLS = frozenset(["input", "now", "open", "today", "utcnow"])
"""Calls that do, whatever they are called on."""
PACKAGE = Path(__file__).parents[1] / "estimator"
TEMPLATES = PACKAGE.parent / "templates"
LONGEST_LINE = 160
"""Of a template [characters]."""
LONGEST_FILE = 330
"""Of the program [lines]: 300, and a tenth where one more message belongs to the others."""


def imported(source: str) -> set[str]:
    """The estimator modules named in a source text, imports inside functions too."""
    nodes = list(ast.walk(parsed(source)))
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


def reaches(source: str) -> list[str]:
    """What a source text uses to reach outside the program."""
    found = set()
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Call):
            found.add(getattr(node.func, "id", getattr(node.func, "attr", "")))
    return sorted(found & (OUTSIDE | CALLS))


def long_lines(text: str) -> list[int]:
    """Numbers of the lines that nobody reads at a glance."""
    return [number for number, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST_LINE]


@pytest.fixture(scope="module")
def room_of() -> dict[Path, str]:
    """The room of every source file; the package's own two files belong to none."""
    files = [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or "__" not in path.name]
    rooms = {path: path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files}
    assert set(rooms.values()) == set(ROOMS), "a room was not seen, or is not in the list"
    return rooms


def test_every_room_imports_only_from_rooms_before_it(room_of: dict[Path, str]) -> None:
    found = {str(path): faults(room, path.read_text("utf-8")) for path, room in room_of.items()}
    assert found == {str(path): [] for path in room_of}


def test_only_the_rim_reaches_files_clock_and_environment(room_of: dict[Path, str]) -> None:
    found = {str(path): reaches(path.read_text("utf-8")) for path, room in room_of.items() if room not in RIM}
    assert found == {path: [] for path in found}
    assert any(reaches(path.read_text("utf-8")) for path, room in room_of.items() if room in RIM)


def test_a_planted_reach_is_found() -> None:
    assert reaches("def f(p):\n    import os.path\n    return open(p)\n") == ["open", "os"]
    assert reaches("from datetime import date\ndate.fromisoformat('2026-11-29')\n") == []
    assert reaches("from datetime import date\ndate.today()\n") == ["today"]


def test_a_planted_fault_is_found() -> None:
    assert faults("cost", "def f():\n    from estimator.spec.load import load\n") == ["estimator.spec.load.load"]
    assert faults("cost", "import estimator.jobs.inputs.files as f\nfrom estimator import spec, __version__\n") == [
        *("estimator.__version__", "estimator.jobs.inputs.files", "estimator.spec"),
    ]
    assert faults("report", "import numpy\nfrom estimator.cost import ring\n") == []


def test_no_line_of_a_template_is_long() -> None:
    drawn = TEMPLATES / "formulas.json"
    written = [path for path in TEMPLATES.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    texts = {path.relative_to(TEMPLATES): path.read_text("utf-8") for path in written if path != drawn}
    assert len([path for path in texts if path.suffix == ".j2"]) > 20
    assert {path: found for path, text in texts.items() if (found := long_lines(text))} == {}


def test_a_planted_long_line_is_found() -> None:
    assert long_lines(f"short\n{'x' * 160}\n{'x' * 161}\n") == [3]


def test_no_file_of_the_program_is_long() -> None:
    lines = {
        str(path.relative_to(PACKAGE)): len(path.read_text("utf-8").splitlines()) for path in PACKAGE.rglob("*.py")
    }
    assert len(lines) > 500
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}
