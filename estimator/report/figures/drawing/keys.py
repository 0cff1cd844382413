"""Keys of the topology: numbered badges, lettered tags, and the entries that explain them."""

from __future__ import annotations

from collections.abc import Sequence

from estimator.report.figures.drawing.labels import SIZE, fit
from estimator.report.figures.drawing.svg import GREY, INK, ORANGE, WHITE, Canvas


def badge(canvas: Canvas, number: int, x: float, y: float) -> None:
    """A path's number in a disc."""
    canvas.circle(x, y, 9.5, fill=INK, stroke=WHITE, stroke_width=1.5)
    canvas.text(x, y + 4.2, str(number), SIZE, fill=WHITE, text_anchor="middle", font_weight="700")


def letter(canvas: Canvas, text: str, x: float, y: float) -> None:
    """A cut's letter in a square."""
    canvas.rect(x - 8, y - 8, 16, 16, fill=ORANGE, rx=2)
    canvas.text(x, y + 4.2, text, SIZE, fill=WHITE, text_anchor="middle", font_weight="700")


def entry(canvas: Canvas, lines: Sequence[str], x: float, y: float, colour: str) -> float:
    """A name, a note and numbers below each other, beside the key at y; returns the y of the next key."""
    wide = canvas.width - x
    canvas.text(x, y + 4.5, fit(lines[0], SIZE, wide, True), SIZE, fill=colour, font_weight="700")
    y += 4.5
    for k, line in enumerate(lines[1:]):
        if line:
            y += 16.5
            canvas.text(x, y, fit(line, SIZE, wide), SIZE, fill=INK if k else GREY)
    return y + 24.0
