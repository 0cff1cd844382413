"""Who says a sentence in a language; the catalogue is read only where Chinese is spoken."""

from __future__ import annotations

from estimator.phrase import Speak, english


def speaker(language: str) -> Speak:
    """Says a sentence in a language."""
    if language == "zh":
        from estimator.chinese.say import chinese

        return chinese
    return english
