"""Where the conservative time of each operation goes: stacked bars of equal length, one pattern or shade a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from estimator.cost.key import Family, Key
from estimator.report.figures.drawing.labels import SIZE, fit, text_width
from estimator.report.figures.drawing.svg import BLUE, BLUE_MID, BLUE_PALE, GREY, HAIR, INK, ORANGE, WHITE, Canvas
from estimator.units import format_ratio

LEFT, RIGHT = 276.0, 890.0
MOVED: tuple[Family, ...] = ("beta", "link", "unit", "nic")
"""Transfers: light on the innermost level, dark on the others."""


class Segment(NamedTuple):
    """Seconds of one kind; ``key`` as in ``End.parts``; ``assumed``: it rests on an assumption."""

    key: Key
    seconds: float
    assumed: bool = False


class Bar(NamedTuple):
    """One operation: its name, its time as text, its parts."""

    label: str
    total: str
    parts: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class SharesLabels:
    """Texts; ``kinds`` maps each key to its legend text, in the order of the legend."""

    title: str
    desc: str
    total: str
    assumed: str
    kinds: Mapping[Key, str]


class _Look(NamedTuple):
    fill: str
    text: str


def shares_figure(bars: Sequence[Bar], labels: SharesLabels, prefix: str = "shares") -> str:
    """The figure as SVG, 1000 px wide; a bar without time stays empty. A hatched strip marks what is assumed."""
    canvas = Canvas(1000.0, labels.title, labels.desc, prefix)
    used = {part.key for bar in bars for part in bar.parts if part.seconds > 0.0}
    looks = _looks(canvas, [key for key in labels.kinds if key in used] + sorted(used - set(labels.kinds)))
    hatch = canvas.hatch(ORANGE, WHITE, 4.0, 45, 1.6)
    assumed = labels.assumed if any(part.assumed for bar in bars for part in bar.parts) else ""
    top = _legend(canvas, looks, labels, hatch if assumed else "") + 12.0
    canvas.text(1000, top - 4, labels.total, SIZE, fill=GREY, text_anchor="end")
    row = 27.0
    bottom = top + 6.0 + row * len(bars)
    _axis(canvas, top + 2.0, bottom)
    for line, bar in enumerate(bars):
        _bar(canvas, bar, top + 8.0 + row * line, 17.0, looks, hatch)
    return canvas.svg(bottom + 24.0)


def _looks(canvas: Canvas, keys: Sequence[Key]) -> dict[Key, _Look]:
    """One look a key: the family gives the colour or pattern, a second key of a family the next shade."""
    shades: dict[str, list[_Look]] = {
        "alpha": [_Look(INK, WHITE), _Look("#4b5866", WHITE), _Look("#84909c", INK)],
        "inner": [_Look(BLUE_MID, INK), _Look("#b9d1e4", INK)],
        "outer": [_Look(BLUE, WHITE), _Look("#4a80ad", WHITE)],
        "cut": [_Look(ORANGE, WHITE), _Look("#d78a5c", INK)],
        "gap": [_Look(canvas.hatch(INK, WHITE, 3.0, 90), INK)],
        "gamma": [_Look(canvas.hatch(BLUE, BLUE_PALE, 4.0, 0), INK)],
        "knee": [_Look(canvas.dots(BLUE), INK)],
        "root": [_Look(canvas.dots(INK), INK)],
        "skew": [_Look(canvas.hatch(GREY, WHITE, 6.0, -45), INK)],
        "padding": [_Look(canvas.hatch(INK, WHITE, 6.0, -45), INK)],
        "reorder": [_Look("#d5dae0", INK)],
        "sync": [_Look(canvas.hatch(GREY, WHITE, 4.0, 90), INK)],
        "T0": [_Look(WHITE, INK)],
    }
    found: dict[Key, _Look] = {}
    inner = next((key.where for key in keys if key.family in MOVED), "")
    for key in sorted(keys, key=lambda key: (key.where != inner, keys.index(key))):
        name = ("inner" if key.where == inner else "outer") if key.family in MOVED else key.family
        row = shades.get(name, shades["reorder"])
        found[key] = row.pop(0) if len(row) > 1 else row[0]
    return {key: found[key] for key in keys}


def _legend(canvas: Canvas, looks: Mapping[Key, _Look], labels: SharesLabels, hatch: str) -> float:
    """Swatches in rows; returns the y below the last one."""
    x, y = 0.0, 16.0
    entries = [(labels.kinds.get(key, str(key)), look.fill, 11.0) for key, look in looks.items()]
    entries += [(labels.assumed, hatch, 5.0)] if hatch else []
    for text, fill, tall in entries:
        shown = fit(text, SIZE, 300)
        width = 18.0 + text_width(shown, SIZE) + 22.0
        if x + width > 1000.0 and x > 0.0:
            x, y = 0.0, y + 22.0
        canvas.rect(x, y - tall, 13, tall, fill=fill, stroke=INK, stroke_width=0.8)
        canvas.text(x + 18, y, shown, SIZE)
        x += width
    return y + 16.0


def _axis(canvas: Canvas, top: float, bottom: float) -> None:
    for k in range(5):
        x = LEFT + (RIGHT - LEFT) * k / 4
        canvas.line(x, top, x, bottom, HAIR)
        canvas.text(x, bottom + 17, format_ratio(k / 4), SIZE, fill=GREY, text_anchor="middle")


def _bar(canvas: Canvas, bar: Bar, y: float, tall: float, looks: Mapping[Key, _Look], hatch: str) -> None:
    canvas.text(
        LEFT - 12, y + tall - 4, fit(bar.label, SIZE, LEFT - 16, True), SIZE, text_anchor="end", font_weight="600"
    )
    canvas.text(1000, y + tall - 4, fit(bar.total, SIZE, 112), SIZE, text_anchor="end")
    whole = sum(max(part.seconds, 0.0) for part in bar.parts)
    order = {key: at for at, key in enumerate(looks)}
    x = LEFT
    for part in sorted((p for p in bar.parts if p.seconds > 0.0), key=lambda p: order[p.key]):
        share = part.seconds / whole
        wide = share * (RIGHT - LEFT)
        look = looks[part.key]
        canvas.rect(x, y, wide, tall, fill=look.fill, stroke=INK, stroke_width=0.6)
        if part.assumed and wide >= 1.0:
            canvas.rect(x, y + tall + 1.5, wide, 4.0, fill=hatch)
        _percent(canvas, x + wide / 2, y, wide, tall, share, look)
        x += wide


def _percent(canvas: Canvas, x: float, y: float, wide: float, tall: float, share: float, look: _Look) -> None:
    text = format_ratio(share, 2)
    width = text_width(text, SIZE, True)
    if wide < width + 6.0:
        return
    if look.fill.startswith("url"):
        canvas.rect(x - width / 2 - 2, y + 1.5, width + 4, tall - 3, fill=WHITE)
    canvas.text(x, y + tall / 2 + 5.0, text, SIZE, fill=look.text, text_anchor="middle", font_weight="600")
