"""Which characters of a document no installed font can show. Reading what is installed is the caller's part."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import category

from estimator.phrase import linked, phrase

SAMPLE = "的一是在不了有和人这"
"""Ten of the commonest Chinese characters: a font that has them all is a Chinese font."""
SHOWN = 20
"""Characters that a message names; the rest it counts."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Code points that some font has, as rising ranges that do not touch: ``starts`` and ``stops`` (inclusive)."""

    starts: tuple[int, ...]
    stops: tuple[int, ...]

    def __contains__(self, character: str) -> bool:
        at = bisect_right(self.starts, ord(character)) - 1
        return at >= 0 and ord(character) <= self.stops[at]


def read_charsets(listing: str) -> Coverage:
    r"""Coverage from the output of ``fc-list --format '%{charset}\n'``: hexadecimal code points and ranges.

    ``read_charsets("20-7e a0 4e00-9fff")`` covers Latin and Chinese. What is no hexadecimal number is skipped.
    """
    return coverage(_range(word) for word in set(listing.split()))


def _range(word: str) -> tuple[int, int]:
    first, _, last = word.partition("-")
    try:
        return int(first, 16), int(last or first, 16)
    except ValueError:
        return 1, 0


def coverage(ranges: Iterable[tuple[int, int]]) -> Coverage:
    """Coverage from (first, last) code points in any order; an empty range (last < first) adds nothing."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(pair for pair in ranges if pair[0] <= pair[1]):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return Coverage(tuple(first for first, _ in merged), tuple(last for _, last in merged))


def missing_characters(text: str, fonts: Coverage) -> tuple[str, ...]:
    """Characters of ``text`` that no font has, each once, by code point. Blanks, controls and joiners need no glyph."""
    return tuple(sorted(c for c in set(text) if c not in fonts and category(c) not in _WITHOUT_GLYPH))


_WITHOUT_GLYPH = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn"})


def has_cjk(fonts: Coverage) -> bool:
    """Whether some font has the common Chinese characters."""
    return all(character in fonts for character in SAMPLE)


def missing_message(missing: Sequence[str]) -> str:
    """One sentence that names the characters: "no installed font has 㐂 (U+3402); ..."; empty when none is missing."""
    if not missing:
        return ""
    named = linked(", ", [f"{character} (U+{ord(character):04X})" for character in missing[:SHOWN]])
    if len(missing) > SHOWN:
        named = phrase("{named} and {count} more", named=named, count=len(missing) - SHOWN)
    return phrase("no installed font has {named}; they print as empty boxes: install a font that has them", named=named)
