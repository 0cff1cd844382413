"""The commented starter spec: its text, and a file of it."""

from pathlib import Path

from estimator.jobs.assets import templates
from estimator.jobs.writing import write_new


def starter() -> bytes:
    """The starter spec as YAML text in UTF-8."""
    return (templates() / "starter.yaml").read_bytes()


def write_starter(path: Path) -> None:
    """Write the starter spec to ``path``; UserError when something is there already or the place is unwritable."""
    write_new(path, starter())
