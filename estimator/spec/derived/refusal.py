"""Why a part of the spec cannot be worked out from the rest of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Stands in the data where the key stood that asked for it; the part's own check turns it into a message."""

    key: str
    what: str
    hint: str
