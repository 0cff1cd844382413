"""Formulas drawn from LaTeX: an image on the text's base line, with the formula in plain text as its alternative."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape

EM = 24.0
"""Size the glyphs are drawn at [px]; the image is then scaled in em, so it follows the text around it."""

_VIEW_BOX = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*" viewBox="(\S+) (\S+) (\S+) (\S+)"')
_BEYOND = re.compile(r"(?<=\.\d\d)\d+")
_PATH = re.compile(r' d="([^"]*)"')


class Formulas:
    """Draws formulas and keeps each drawing, so that one used in two languages or sixty cards is drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[str, str]] = {}

    def draw(self, latex: str, text: str, size: float = 1.0) -> str:
        """The formula as an image element, ``size`` times the text around it; ``text`` is what is read out or copied.

        Raises ValueError when a character of the formula is not ASCII: the formula font has no Chinese.
        """
        if not latex.isascii():
            raise ValueError(f"a formula is drawn from ASCII LaTeX only: {latex}")
        source, box = self._drawn.get(latex) or self._drawn.setdefault(latex, _image(latex))
        width, below = (float(part) / EM * size for part in box.split())
        # The height follows from the view box, so that a formula too wide for its cell shrinks as a whole.
        style = f"width:{width:.3f}em;max-width:100%;height:auto;vertical-align:{-below:.3f}em"
        return f'<img class="eq" alt="{escape(text)}" style="{style}" src="{source}">'


def _image(latex: str) -> tuple[str, str]:
    """The data URI, and width and depth below the base line [px] as text."""
    # Loading the library takes about 0.1 s, which a command that draws nothing does not pay.
    from ziamath.zmath import Latex

    svg = Latex(latex, size=EM, color="#1b2430").svg()
    match = _VIEW_BOX.search(svg)
    if match is None:
        raise ValueError(f"the formula could not be drawn: {latex}")
    left, top, width, height = (float(match.group(k)) for k in range(2, 6))
    frame = f'<svg {match.group(1)}viewBox="{left:g} {top:g} {width:g} {height:g}"'
    svg = _PATH.sub(_shorter, svg.replace(match.group(0), frame))
    uri = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"
    return uri, f"{width} {top + height}"


def _shorter(path: re.Match[str]) -> str:
    """Path data with two decimals (1/2400 em) and no needless blanks: half the bytes, the same picture."""
    body = _BEYOND.sub("", path.group(1))
    for letter in "MLQCHVZ":
        body = body.replace(f" {letter} ", letter)
    return f' d="{body.strip()}"'
