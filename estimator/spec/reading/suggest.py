"""What to write instead of a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from estimator.phrase import linked, phrase

FEW = 12
"""Of names that an author gave, which may be very many."""
PART = 4
"""Letters from which a part of a word is taken for it: tree for double_binary_tree."""


def choice(words: Sequence[str]) -> str:
    """The words to choose from: "a", "a or b", "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return phrase("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])


def suggestion(word: object, known: Iterable[str], most: int | None = None) -> str:
    """``did you mean condition?`` for a near miss or a part of a word, else the words that are known.

    Empty when there are none; more than ``most`` words are cut short: lists that the language closes are told whole.
    """
    words = list(dict.fromkeys(known))
    near = _near(str(word), words)
    if near and len(near) <= FEW:
        return phrase("did you mean {near}?", near=linked(" or ", near))
    if not words:
        return ""
    if most is not None and len(words) > most:
        return phrase("write one of {words}, ...", words=", ".join(words[:most]))
    return phrase("write {choice}", choice=choice(words))


def _near(text: str, words: list[str]) -> list[str]:
    """The one word that differs in little, whatever its case; else those that hold the text."""
    alike: dict[str, str] = {}
    for word in words:
        alike.setdefault(_plain(word), word)
    if close := get_close_matches(_plain(text), list(alike), n=1, cutoff=0.6):
        return [alike[close[0]]]
    return [word for word in words if len(text) >= PART and text.lower() in word.lower()]


def _plain(word: str) -> str:
    return word.lower().replace("-", "_")
