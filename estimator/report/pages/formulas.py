"""Formulas drawn from LaTeX on the text's base line, with the formula in plain text as its alternative.

For print an image each; for screens drawings that share one sheet of glyphs, which the page holds once.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape

from estimator.report.pages.drawn import Shipped, shipped

EM = 24.0
"""Size the glyphs are drawn at [px]; the image is then scaled in em, so it follows the text around it."""

_VIEW_BOX = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*" viewBox="(\S+) (\S+) (\S+) (\S+)"')
_BEYOND = re.compile(r"(?<=\.\d\d)\d+")
_PATH = re.compile(r' d="([^"]*)"')
_SYMBOL = re.compile(r'<symbol id="([^"]*)"( viewBox="[^"]*">.*?)</symbol>', re.DOTALL)
_EMPTY = re.compile(r'<symbol [^>]*/>|<use [^>]* width="0" [^>]*/>')
_USE = re.compile(r'<use href="#([^"]*)"')
_FILL = ' fill="#1b2430"'


class Formulas:
    """Draws formulas and keeps each drawing, so that one used in two languages or sixty cards is drawn once.

    ``ready``: drawings that need not be made.
    """

    def __init__(self, ready: Shipped | None = None) -> None:
        self._ready = ready or shipped("")
        self._drawn: dict[str, tuple[str, str]] = {}
        self._images: dict[str, str] = {}

    def draw(self, latex: str, text: str, size: float = 1.0) -> str:
        """The formula as an image element, ``size`` times the text around it; ``text`` is what is read out or copied.

        Raises ValueError when a character of the formula is not ASCII: the formula font has no Chinese.
        """
        svg, style = self._figure(latex, size)
        if latex not in self._images:
            self._images[latex] = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"
        return f'<img class="eq" alt="{escape(text)}" style="{style}" src="{self._images[latex]}">'

    def inline(self, latex: str, text: str, sheet: Glyphs, size: float = 1.0) -> str:
        """The formula as a drawing inside the page whose glyphs stand in ``sheet``. Raises as ``draw`` does."""
        svg, style = self._figure(latex, size)
        svg = sheet.shared(svg).replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
        head = f'<svg class="eq" role="img" aria-label="{escape(text)}" style="{style}"{_FILL} '
        return svg.replace("<svg ", head, 1)

    def _figure(self, latex: str, size: float) -> tuple[str, str]:
        if not latex.isascii():
            raise ValueError(f"a formula is drawn from ASCII LaTeX only: {latex}")
        if latex not in self._drawn:
            self._drawn[latex] = self._ready.get(latex) or drawing(latex)
        svg, box = self._drawn[latex]
        width, below = (float(part) / EM * size for part in box.split())
        # The height follows from the view box, so that a formula too wide for its cell shrinks as a whole.
        return svg, f"width:{width:.3f}em;max-width:100%;height:auto;vertical-align:{-below:.3f}em"


class Glyphs:
    """The glyphs of one page, each once, under names that no other part of the page has."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def shared(self, svg: str) -> str:
        """A formula without its own glyphs: each use leads to the sheet."""
        names = {key: self._names.setdefault(body, f"g{len(self._names)}") for key, body in _SYMBOL.findall(svg)}
        svg = _SYMBOL.sub("", svg).replace(_FILL, "")
        return _USE.sub(lambda use: f'<use href="#{names[use.group(1)]}"', svg)

    def sheet(self) -> str:
        """The glyphs as an element that takes no room; "" where no formula was drawn."""
        symbols = "".join(f'<symbol id="{name}"{body}</symbol>' for body, name in self._names.items())
        return (
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{symbols}</svg>' if symbols else ""
        )


def drawing(latex: str) -> tuple[str, str]:
    """The drawing as SVG, and width and depth below the base line [px] as text."""
    # Loading the library takes about 0.1 s, which a command that draws nothing does not pay.
    from ziamath.zmath import Latex

    svg = Latex(latex, size=EM, color="#1b2430").svg()
    match = _VIEW_BOX.search(svg)
    if match is None:
        raise ValueError(f"the formula could not be drawn: {latex}")
    left, top, width, height = (float(match.group(k)) for k in range(2, 6))
    frame = f'<svg {match.group(1)}viewBox="{left:g} {top:g} {width:g} {height:g}"'
    svg = _PATH.sub(_shorter, _EMPTY.sub("", svg.replace(match.group(0), frame)))
    return svg, f"{width} {top + height}"


def _shorter(path: re.Match[str]) -> str:
    """Path data with two decimals (1/2400 em) and no needless blanks: half the bytes, the same picture."""
    body = _BEYOND.sub("", path.group(1))
    for letter in "MLQCHVZ":
        body = body.replace(f" {letter} ", letter)
    return f' d="{body.strip()}"'
