"""Writes the commented starter spec."""

from pathlib import Path

from estimator.jobs.assets import templates
from estimator.jobs.files import write_new


def write_starter(path: Path) -> None:
    """Write the starter spec to ``path``; UserError when something is there already or the place is unwritable."""
    write_new(path, (templates() / "starter.yaml").read_bytes())
