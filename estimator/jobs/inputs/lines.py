"""Single lines of a file that was read before, for messages that show them."""

from functools import cache
from pathlib import Path

from estimator.jobs.inputs.files import SIZE_LIMIT


def line_of(file: str, line: int) -> str | None:
    """A line of a file, counted from 1; None where it is not there, or the file cannot be read any more."""
    lines = _lines(file)
    return lines[line - 1] if 0 < line <= len(lines) else None


@cache
def _lines(file: str) -> list[str]:
    path = Path(file)
    try:
        if not path.is_file() or path.stat().st_size > SIZE_LIMIT:
            return []
        return path.read_text("utf-8-sig", errors="replace").split("\n")
    except (OSError, ValueError):
        return []
