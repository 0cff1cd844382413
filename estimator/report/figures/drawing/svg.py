"""A small SVG writer: escaped text, presentation attributes only, fixed numbers; same input, same bytes.

What it writes is shown alike by browsers and by the PDF writer: no style sheets, filters, foreign objects or scripts.
"""

from __future__ import annotations

import re
from html import escape
from math import hypot

INK, GREY, RULE, HAIR, TINT, WHITE = "#1b2430", "#56616e", "#c8cfd7", "#e1e5ea", "#f4f6f8", "#ffffff"
BLUE, BLUE_MID, BLUE_PALE, ORANGE = "#1d5a8e", "#8fb4d3", "#d9e6f1", "#b04a0c"
FONT = "Inter, Noto Sans CJK SC, sans-serif"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_ID = re.compile(r"[^A-Za-z0-9_-]")


def clean(text: str) -> str:
    """Text safe between tags and in attributes; characters that XML does not allow become U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", text))


def num(value: float) -> str:
    """A coordinate with at most one decimal: 92.0 is "92", 257.629 is "257.6", -0.01 is "0"."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def points(pairs: list[tuple[float, float]]) -> str:
    """Pairs of coordinates as the body of a path: "10 20L30 40"."""
    return "L".join(f"{num(x)} {num(y)}" for x, y in pairs)


def thinned(line: list[tuple[float, float]], least: float = 0.12) -> list[tuple[float, float]]:
    """A line without the points that lie within ``least`` px of the rest: the same picture from a third of them."""
    kept, open_parts = {0, len(line) - 1}, [(0, len(line) - 1)] if line else []
    while open_parts:
        first, last = open_parts.pop()
        (x1, y1), (x2, y2) = line[first], line[last]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        away = [abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length for x, y in line[first + 1 : last]]
        if away and max(away) > least:
            middle = first + 1 + away.index(max(away))
            kept.add(middle)
            open_parts += [(first, middle), (middle, last)]
    return [line[i] for i in sorted(kept)] if line else []


def with_fonts(drawing: str) -> str:
    """A small drawing with the page's fonts, which the PDF writer does not hand down to it."""
    return drawing.replace("<svg ", f'<svg font-family="{FONT}" ', 1)


def titled(drawing: str, title: str) -> str:
    """A small drawing with what it shows in words, which readers of the tagged PDF are given in its place."""
    return drawing.replace(">", f"><title>{clean(title)}</title>", 1) if drawing else ""


class Canvas:
    """A drawing under way. Coordinates are px of the view box; y grows downwards."""

    def __init__(self, width: float, title: str, desc: str, prefix: str) -> None:
        self.width = width
        self._head = f"<title>{clean(title)}</title>" + (f"<desc>{clean(desc)}</desc>" if desc else "")
        self._prefix = _NOT_ID.sub("-", prefix)
        self._patterns: dict[str, str] = {}
        self._body: list[str] = []

    def add(self, name: str, **attributes: str | float) -> None:
        """One element without content; ``stroke_width`` becomes stroke-width, floats the fixed number format."""
        self._body.append(f"<{name}{_attributes(attributes)}/>")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: str | float) -> None:
        """A rectangle; a negative width or height is drawn as none."""
        self.add("rect", x=x, y=y, width=max(width, 0.0), height=max(height, 0.0), **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str = INK, **attributes: str | float) -> None:
        """A straight line."""
        self.add("path", d=f"M{points([(x1, y1), (x2, y2)])}", stroke=stroke, **attributes)

    def path(self, d: str, **attributes: str | float) -> None:
        """A path from its ready-made data."""
        self.add("path", d=d, **attributes)

    def clipped(self, d: str, outline: str, **attributes: str | float) -> None:
        """A path of which only what lies inside ``outline`` is seen."""
        key = f"{self._prefix}-c{len(self._body)}"
        self._body.append(f'<clipPath id="{key}"><path d="{outline}"/></clipPath>')
        self.add("path", d=d, clip_path=f"url(#{key})", **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: str | float) -> None:
        """A circle."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def text(self, x: float, y: float, text: str, size: float = 14.0, **attributes: str | float) -> None:
        """One line of text on the base line y; ``text_anchor`` start, middle or end."""
        given: dict[str, str | float] = {"x": x, "y": y, "font_size": size, "fill": INK, **attributes}
        self._body.append(f"<text{_attributes(given)}>{clean(text)}</text>")

    def hatch(self, stroke: str, ground: str = "none", step: float = 8.0, angle: int = 45, width: float = 1.0) -> str:
        """A fill of parallel lines; the pattern's id is unique to this figure's prefix. Angle 0 is upright lines."""
        key = f"{self._prefix}-{len(self._patterns)}"
        size = num(step)
        body = "" if ground == "none" else f'<rect width="{size}" height="{size}" fill="{ground}"/>'
        body += f'<path d="M{num(step / 2)} 0V{size}" stroke="{stroke}" stroke-width="{num(width)}"/>'
        spec = f'width="{size}" height="{size}" patternUnits="userSpaceOnUse" patternTransform="rotate({angle})">{body}'
        return self._pattern(key, spec)

    def dots(self, fill: str, ground: str = WHITE, step: float = 5.0) -> str:
        """A fill of dots."""
        size = num(step)
        spec = (
            f'width="{size}" height="{size}" patternUnits="userSpaceOnUse"><rect width="{size}" height="{size}" '
            f'fill="{ground}"/><circle cx="{num(step / 2)}" cy="{num(step / 2)}" r="1.1" fill="{fill}"/>'
        )
        return self._pattern(f"{self._prefix}-{len(self._patterns)}", spec)

    def _pattern(self, key: str, spec: str) -> str:
        known = self._patterns.setdefault(spec, key)
        return f"url(#{known})"

    def svg(self, height: float) -> str:
        """The finished figure, ``height`` px tall."""
        size = f'viewBox="0 0 {num(self.width)} {num(height)}" width="{num(self.width)}" height="{num(height)}"'
        defs = "".join(f'<pattern id="{key}" {spec}</pattern>' for spec, key in self._patterns.items())
        defs = f"<defs>{defs}</defs>" if defs else ""
        root = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
        return f"{root}{self._head}{defs}{''.join(self._body)}</svg>"


def _attributes(given: dict[str, str | float]) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{clean(value) if isinstance(value, str) else num(value)}"'
        for key, value in given.items()
    )
