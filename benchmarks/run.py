"""Measures everything in one run, or the parts asked for: python -m benchmarks.run [PART]...

Each part runs in a process of its own: a child's peak memory starts from its parent's, so the parent must be small.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Board

SIZE = 1000
PARTS = ("estimate", "sweep", "trace", "logs", "commands", "diff", "watch", "html", "pdf", "page")


def main(wanted: list[str]) -> int:
    """Run the parts asked for, or all; the exit code says whether an aim was missed."""
    parts = wanted or list(PARTS)
    if len(parts) > 1:
        command = [sys.executable, "-m", "benchmarks.run"]
        return max(subprocess.run([*command, part], check=False).returncode for part in parts)
    board = Board()
    with tempfile.TemporaryDirectory(prefix="commspec-bench-") as folder:
        measure(parts[0], board, Path(folder))
    print(f"{parts[0]}: {len(board.missed)} aims missed. {', '.join(board.missed)}\n", flush=True)
    return int(bool(board.missed))


def measure(part: str, board: Board, folder: Path) -> None:
    """One part. Its module is imported here, for the memory's sake."""
    if part == "commands":
        from benchmarks import commands

        commands.report(board, folder, SIZE)
    elif part == "estimate":
        from benchmarks import estimates

        estimates.report(board)
    elif part == "sweep":
        from benchmarks import sweeps

        sweeps.report(board, folder)
    elif part == "trace":
        from benchmarks import traces

        traces.report(board, folder)
    elif part == "logs":
        from benchmarks import logs

        logs.report(board, folder)
    elif part == "diff":
        from benchmarks import differences

        differences.report(board, folder, SIZE)
    elif part == "watch":
        from benchmarks import watching

        watching.report(board, folder)
    elif part == "page":
        from benchmarks import pages

        pages.report(board, folder, SIZE)
    elif part in PARTS:
        from benchmarks import documents

        (documents.report_html if part == "html" else documents.report_pdf)(board, folder, SIZE)
    else:
        raise SystemExit(f"no part '{part}'; write one of {', '.join(PARTS)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
