"""Measures everything in one run: python -m benchmarks.run [estimate] [commands] [html] [pdf]."""

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks import commands, documents, estimates
from benchmarks.measure import Board

SIZE = 1000


def measure_commands(board: Board, folder: Path) -> None:
    commands.start_up(board)
    commands.small_spec(board, folder)
    commands.large_spec(board, folder, SIZE)
    commands.growth(board, folder, SIZE)


PARTS: Mapping[str, Callable[[Board, Path], None]] = {
    "estimate": lambda board, _: estimates.report(board),
    "commands": measure_commands,
    "html": lambda board, folder: documents.report_html(board, folder, SIZE),
    "pdf": lambda board, folder: documents.report_pdf(board, folder, SIZE),
}


def main(wanted: list[str]) -> int:
    """Run the parts asked for, or all; the exit code says whether an aim was missed."""
    board = Board()
    with tempfile.TemporaryDirectory(prefix="commspec-bench-") as folder:
        for name in wanted or PARTS:
            PARTS[name](board, Path(folder))
    print(f"{len(board.missed)} aims missed{': ' if board.missed else ''}{', '.join(board.missed)}")
    return int(bool(board.missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
