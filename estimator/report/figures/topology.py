"""The machine as a picture: a band for each level, outermost first, each opening one unit of the band above.

A band shows how its units are joined, the cuts across what leaves them, and the paths by number; below stands, level
by level, which units one group of each kind takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from estimator.report.figures.drawing.keys import badge, entry, letter
from estimator.report.figures.drawing.labels import SIZE, fit, text_width
from estimator.report.figures.drawing.svg import BLUE, BLUE_MID, BLUE_PALE, GREY, HAIR, INK, ORANGE, RULE, WHITE, Canvas

LEFT, RIGHT, LEGEND = 150.0, 734.0, 776.0
GAP = 44.0
MOST_UNITS, MOST_STRIP = 8, 16
Wiring = Literal["switch", "rails", "mesh", "ring"]


class PathView(NamedTuple):
    """One path: its name, a note, and ``numbers``, lines as printed."""

    name: str
    note: str
    numbers: tuple[str, ...]


class CutView(NamedTuple):
    """One cut: around the units that its level joins."""

    name: str
    note: str
    numbers: tuple[str, ...]


class LevelView(NamedTuple):
    """One level: ``units`` of the level below, ``unit`` its name, joined by ``paths`` (by name) under ``cuts``.

    ``title`` and ``note`` stand to its left, ``how`` on what joins them. ``closed``: a ring has a way round.
    """

    title: str
    note: str
    unit: str
    units: int
    wiring: Wiring
    how: str
    paths: tuple[str, ...]
    cuts: tuple[str, ...] = ()
    closed: bool = True


class GroupView(NamedTuple):
    """One group: its label, a note such as its size, and per level, innermost first, the units it takes."""

    label: str
    note: str
    units: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlatformView:
    """What is drawn; ``levels`` innermost first."""

    levels: tuple[LevelView, ...]
    paths: tuple[PathView, ...]
    cuts: tuple[CutView, ...] = ()
    groups: tuple[GroupView, ...] = ()


@dataclass(frozen=True, slots=True)
class TopologyLabels:
    """Texts in the document's language; ``total`` e.g. "8 x 512 = 4096 rank"."""

    title: str
    desc: str
    groups: str
    total: str


def elided(count: int, most: int) -> list[int | None]:
    """Indices to draw of ``count`` things in ``most`` places, None for the gap: ``elided(9, 4)`` is [0, 1, None, 8]."""
    if count <= most:
        return list(range(count))
    return [*range(most - 2), None, count - 1]


def topology_figure(view: PlatformView, labels: TopologyLabels, prefix: str = "topo") -> str:
    """The figure as SVG, 1000 px wide; long runs of units and groups are cut short with an ellipsis."""
    drawing = _Drawing(view, labels, prefix)
    y, above = 12.0, None
    for level in reversed(view.levels):
        if level.units > 1 or level is view.levels[0]:
            y, above = drawing.band(level, y, above)
    y = drawing.all_groups(y + 6.0)
    return drawing.canvas.svg(max(y, drawing.legend()) + 8.0)


class _Unit(NamedTuple):
    """A unit's place: its number (None for the gap), left and right edge."""

    number: int | None
    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class _Drawing:
    def __init__(self, view: PlatformView, labels: TopologyLabels, prefix: str) -> None:
        self.view, self.labels = view, labels
        self.canvas = Canvas(1000.0, labels.title, labels.desc, prefix)
        self.numbers = {path.name: k for k, path in enumerate(view.paths, 1)}
        self.letters = {cut.name: chr(ord("A") + k % 26) for k, cut in enumerate(view.cuts)}

    def band(self, level: LevelView, y: float, above: tuple[_Unit, float] | None) -> tuple[float, tuple[_Unit, float]]:
        """One level from y down; ``above``: the unit that it opens. Returns the y below and its own first unit."""
        c = self.canvas
        if above is not None:
            opened, bottom = above
            for x, to in ((opened.left, LEFT), (opened.right, RIGHT)):
                c.line(x, bottom, to, y + 20.0, RULE, stroke_width=1.0, stroke_dasharray="3 3")
            y += 26.0
        c.text(LEFT - 14, y + 14, fit(level.title, SIZE, LEFT - 16, True), SIZE, text_anchor="end", font_weight="600")
        c.text(LEFT - 14, y + 31, fit(level.note, SIZE, LEFT - 16), SIZE, fill=GREY, text_anchor="end")
        units = _places(level.units)
        below = y + 34.0 + 14.0 * max(len(level.cuts), 1)
        self._joined(level, units, y, below)
        for k, name in enumerate(level.cuts):
            at = y + 42.0 + 14.0 * k
            c.line(LEFT - 10, at, RIGHT + 8, at, ORANGE, stroke_width=1.8, stroke_dasharray="7 4")
            letter(c, self.letters[name], RIGHT + 18, at)
        for unit in units:
            self._unit(unit, below, level.unit)
        return below + 26.0, (units[0], below + 26.0)

    def _joined(self, level: LevelView, units: Sequence[_Unit], y: float, below: float) -> None:
        """What joins the units, by wiring, with the paths' numbers on its right edge."""
        drawn = [unit for unit in units if unit.number is not None]
        if level.wiring in ("mesh", "ring"):
            links = _pairs(drawn) if level.wiring == "mesh" else _neighbours(drawn, level.closed)
            for one, other, around in links:
                self._arc(one.middle, other.middle, below, y + 8.0, around)
            self._word(level.how, y, WHITE)
        else:
            bars = 3 if level.wiring == "rails" else 1
            tall = 26.0 / bars - (3.0 if bars > 1 else 0.0)
            for bar in range(bars):
                top = y + bar * 26.0 / bars
                self.canvas.rect(LEFT, top, RIGHT - LEFT, tall, fill=BLUE_PALE, stroke=BLUE, stroke_width=1.2, rx=3)
            for unit in drawn:
                for part in (-0.2, 0.0, 0.2) if bars > 1 else (0.0,):
                    x = unit.middle + part * (unit.right - unit.left)
                    self.canvas.line(x, y + 26.0, x, below, BLUE_MID, stroke_width=1.4)
            self._word(level.how, y, BLUE_PALE)
        for k, name in enumerate(reversed(level.paths)):
            badge(self.canvas, self.numbers[name], RIGHT - 24.0 * k, y + 13)

    def _word(self, text: str, y: float, ground: str) -> None:
        shown = fit(text, SIZE, RIGHT - LEFT - 60, True)
        middle, wide = (LEFT + RIGHT) / 2, text_width(shown, SIZE, True) + 12.0
        self.canvas.rect(middle - wide / 2, y + 3, wide, 20, fill=ground)
        self.canvas.text(middle, y + 18, shown, SIZE, text_anchor="middle", font_weight="600")

    def _arc(self, left: float, right: float, below: float, top: float, around: bool) -> None:
        if around:
            d = f"M{left:.1f} {below:.1f}C{left:.1f} {top:.1f} {right:.1f} {top:.1f} {right:.1f} {below:.1f}"
        else:
            d = f"M{left:.1f} {below + 13:.1f}L{right:.1f} {below + 13:.1f}"
        self.canvas.path(d, fill="none", stroke=BLUE_MID, stroke_width=1.2)

    def _unit(self, unit: _Unit, y: float, name: str) -> None:
        c = self.canvas
        if unit.number is None:
            for k in (-8, 0, 8):
                c.circle(unit.middle + k, y + 13, 2, fill=GREY)
            return
        c.rect(unit.left, y, unit.right - unit.left, 26, fill=WHITE, stroke=INK, stroke_width=1.2, rx=4)
        text, wide = f"{name} {unit.number}", unit.right - unit.left - 6
        text = fit(text if text_width(text, SIZE, True) <= wide else str(unit.number), SIZE, wide, True)
        c.text(unit.middle, y + 17.5, text, SIZE, text_anchor="middle", font_weight="600")

    def all_groups(self, y: float) -> float:
        """One row a group: level by level the units that one group takes (filled), those beside them open."""
        c, shown = self.canvas, self.view.groups[:8]
        if not shown:
            c.text((LEFT + RIGHT) / 2, y + 22, self.labels.total, SIZE, text_anchor="middle")
            return y + 28.0
        c.text(0, y + 22, self.labels.groups, SIZE, font_weight="600")
        columns = list(self._columns())
        for level, left, right in columns:
            c.text(left, y + 22, fit(level.title, SIZE, right - left, True), SIZE, fill=GREY)
        c.line(0, y + 29, RIGHT, y + 29, HAIR)
        y += 36.0
        for group in shown:
            self._group(group, columns, y)
            y += 22.0
        if len(self.view.groups) > len(shown):
            c.text(LEFT - 14, y + 8, f"… +{len(self.view.groups) - len(shown)}", SIZE, fill=GREY, text_anchor="end")
            y += 18.0
        c.text(RIGHT, y + 12, self.labels.total, SIZE, fill=GREY, text_anchor="end")
        return y + 18.0

    def _columns(self) -> Iterator[tuple[LevelView, float, float]]:
        """The levels, innermost first, each with its part of the width."""
        titles = [text_width(level.title, SIZE, True) / SIZE for level in self.view.levels]
        weights = [
            max(min(level.units, MOST_STRIP), title) + 3 for level, title in zip(self.view.levels, titles, strict=True)
        ]
        x, whole = LEFT + 60.0, float(sum(weights))
        for level, weight in zip(self.view.levels, weights, strict=True):
            wide = (RIGHT - LEFT - 60.0) * weight / whole
            yield level, x, x + wide - 16.0
            x += wide

    def _group(self, group: GroupView, columns: Sequence[tuple[LevelView, float, float]], y: float) -> None:
        label = fit(group.label, SIZE, LEFT - 12, True)
        self.canvas.text(0, y + 11, label, SIZE, font_weight="600")
        note = fit(group.note, SIZE, LEFT + 50 - text_width(label, SIZE, True))
        if note != "…":
            self.canvas.text(LEFT + 48, y + 11, note, SIZE, fill=GREY, text_anchor="end")
        for (level, left, right), used in zip(columns, group.units, strict=True):
            self._strip(level.units, frozenset(used), left, right, y)

    def _strip(self, units: int, used: frozenset[int], left: float, right: float, y: float) -> None:
        places = elided(units, MOST_STRIP)
        cell = min((right - left) / len(places), 20.0)
        for k, number in enumerate(places):
            x = left + cell * k
            if number is None:
                for dot in (-3, 0, 3):
                    self.canvas.circle(x + cell / 2 + dot, y + 7, 1.2, fill=GREY)
                continue
            look: dict[str, str | float] = {"fill": WHITE, "stroke": RULE}
            if number in used:
                look = {"fill": BLUE, "stroke": BLUE}
            self.canvas.rect(x, y + 1, cell * 0.82, 12, rx=2, **look)

    def legend(self) -> float:
        """Paths by number and cuts by letter with their parameters; returns the y below the last line."""
        y = 18.0
        for path in self.view.paths:
            badge(self.canvas, self.numbers[path.name], LEGEND, y)
            y = entry(self.canvas, (path.name, path.note, *path.numbers), LEGEND + 18.0, y, INK)
        for cut in self.view.cuts:
            letter(self.canvas, self.letters[cut.name], LEGEND, y)
            y = entry(self.canvas, (cut.name, cut.note, *cut.numbers), LEGEND + 18.0, y, ORANGE)
        return y


def _places(count: int) -> list[_Unit]:
    indices = elided(count, MOST_UNITS)
    narrow = indices.count(None)
    wide = (RIGHT - LEFT - 12.0 * (len(indices) - 1) - GAP * narrow) / (len(indices) - narrow)
    wide = min(wide, 150.0)
    found, x = [], LEFT
    for index in indices:
        width = GAP if index is None else wide
        found.append(_Unit(index, x, x + width))
        x += width + 12.0
    return found


def _pairs(units: Sequence[_Unit]) -> Iterator[tuple[_Unit, _Unit, bool]]:
    """Every pair, drawn over the units."""
    for k, one in enumerate(units):
        for other in units[k + 1 :]:
            yield one, other, True


def _neighbours(units: Sequence[_Unit], closed: bool) -> Iterator[tuple[_Unit, _Unit, bool]]:
    """Neighbours beside each other, and the way round where there is one."""
    for one, other in pairwise(units):
        yield one._replace(left=one.right, right=one.right), other._replace(right=other.left), False
    if closed and len(units) > 2:
        yield units[0], units[-1], True
