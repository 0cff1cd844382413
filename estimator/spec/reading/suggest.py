"""What to write instead of a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from estimator.phrase import linked, phrase

MOST = 12
PART = 4
"""Letters from which a part of a word is taken for it: tree for double_binary_tree."""
ALL = 1000
"""For closed lists that a reader has to choose from, such as the algorithms."""


def suggestion(word: object, known: Iterable[str], most: int = MOST) -> str:
    """``did you mean condition?`` for a near miss or a part of a word, else the words that are known.

    Empty when there are none; more than ``most`` words are cut short.
    """
    words = list(known)
    text = str(word)
    near = get_close_matches(text.lower().replace("-", "_"), words, n=1, cutoff=0.6) or [
        name for name in words if name.lower() == text.lower()
    ]
    near = near or [name for name in words if len(text) >= PART and text.lower() in name.lower()]
    if near and len(near) <= MOST:
        return phrase("did you mean {near}?", near=linked(" or ", near))
    if not words:
        return ""
    if len(words) > most:
        return phrase("write one of {words}, ...", words=", ".join(words[:most]))
    return (
        phrase("write {words}", words=words[0])
        if len(words) == 1
        else phrase("write {words} or {words_2}", words=", ".join(words[:-1]), words_2=words[-1])
    )
