"""What a log holds and nobody takes, as a sentence."""

from __future__ import annotations

from estimator.phrase import phrase
from estimator.tools.records import Rejection


def rejection_text(one: Rejection) -> str:
    """``file:line: why; the start of the line``."""
    place = f"{one.source}:{one.line}"
    if not one.text:
        return phrase("{place}: {reason}", place=place, reason=one.reason)
    return phrase("{place}: {reason}: {text}", place=place, reason=one.reason, text=one.text)
