"""What to write instead of a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 12
ALL = 1000
"""For closed lists that a reader has to choose from, such as the algorithms."""


def suggestion(word: object, known: Iterable[str], most: int = MOST) -> str:
    """``did you mean condition?`` for a near miss, else the words that are known; empty when there are none.

    More than ``most`` words are cut short.
    """
    words = list(known)
    text = str(word)
    near = get_close_matches(text.lower().replace("-", "_"), words, n=1, cutoff=0.6) or [
        name for name in words if name.lower() == text.lower()
    ]
    if near:
        return f"did you mean {near[0]}?"
    if not words:
        return ""
    if len(words) > most:
        return f"write one of {', '.join(words[:most])}, ..."
    return f"write {words[0]}" if len(words) == 1 else f"write {', '.join(words[:-1])} or {words[-1]}"
