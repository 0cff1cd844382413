"""The levels of the machine in the document's words."""

from __future__ import annotations

from estimator.report.words.book import Words


def level_name(words: Words, level: str) -> str:
    """Where a level is: "between nodes" in the two-level form, else the name that the spec gives it."""
    return words[f"level.{level}"] if level in ("node", "machine") else level


def per_text(words: Words, per: str) -> str:
    """Whose a rate is: of a rank, a node, a NIC, or of a unit of the level of that name."""
    return words[f"per.{per}"] if per in ("rank", "node", "nic") else words("per.unit", level=per)
