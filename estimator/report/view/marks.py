"""Marks of the document: badges of evidence, chips of limits and priorities, as data for the templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from estimator.report.words.lookup import Words
from estimator.spec.document import Spec
from estimator.spec.source import Basis


class Mark(NamedTuple):
    """A chip: its CSS class and its word."""

    css: str
    text: str


LIMITS: Mapping[str, str] = {"latency": "lat", "bandwidth": "bw", "cut": "cut"}
BASES: tuple[Basis, ...] = ("assumed", "datasheet", "simulated", "measured", "fitted")


def basis_mark(words: Words, basis: str) -> Mark:
    """The badge of a kind of evidence: dashed, outlined, tinted or solid."""
    return Mark(basis, words[f"basis.{basis}"])


def source_mark(words: Words, spec: Spec, source: str | None) -> Mark:
    """The badge of a parameter by its source; a number without one is an assumption."""
    found = spec.sources.get(source or "")
    return basis_mark(words, found.basis if found else "assumed")


def limit_mark(words: Words, regime: str) -> Mark:
    """The chip of what limits a row."""
    return Mark(LIMITS[regime], words[f"regime.{regime}"])


def priority_mark(words: Words, priority: str) -> Mark:
    """The chip of a requirement's level."""
    return Mark(priority, words[f"priority.{priority}"])
