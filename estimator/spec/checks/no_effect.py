"""What is written and changes nothing: a warning, so that nobody believes it counts."""

from __future__ import annotations

from estimator.errors import Path, Problem
from estimator.phrase import phrase


def no_effect(path: Path, what: str, hint: str) -> Problem:
    """The warning at a place; ``what``: why nothing feels it, ``hint``: what to write instead."""
    return Problem(path, phrase("has no effect: {what}", what=what), hint, severity="warning")
