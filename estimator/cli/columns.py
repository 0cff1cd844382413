"""How many columns of a terminal a text takes."""

from unicodedata import combining, east_asian_width


def columns(text: str) -> int:
    """Two for a Chinese letter or sign, none for a mark that is put on a letter, one for any other."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
