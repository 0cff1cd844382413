"""The platform as a picture: nodes with their ranks, paths by number, cuts by letter, groups by the ranks they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.report.figures.keys import badge, entry, letter
from estimator.report.figures.labels import fit, text_width
from estimator.report.figures.svg import BLUE, BLUE_MID, BLUE_PALE, GREY, INK, ORANGE, RULE, TINT, WHITE, Canvas

LEFT, RIGHT, LEGEND = 150.0, 734.0, 776.0


class PathView(NamedTuple):
    """One path. ``shared``: it runs through a switch or uplink that others share. ``numbers``: lines as printed."""

    name: str
    note: str
    level: Literal["intra", "inter"]
    shared: bool
    numbers: tuple[str, ...]


class CutView(NamedTuple):
    """One cut around every ``nodes`` consecutive nodes; 1 is the node's own boundary."""

    name: str
    note: str
    nodes: int
    numbers: tuple[str, ...]


class GroupView(NamedTuple):
    """One group: ``ranks`` of each of ``nodes`` nodes, its label and a note such as its size."""

    label: str
    ranks: int
    nodes: int
    note: str


@dataclass(frozen=True, slots=True)
class PlatformView:
    """What is drawn; any platform of the spec language."""

    ranks_per_node: int
    nodes: int
    paths: tuple[PathView, ...]
    cuts: tuple[CutView, ...] = ()
    groups: tuple[GroupView, ...] = ()


@dataclass(frozen=True, slots=True)
class TopologyLabels:
    """Texts in the document's language; ``total`` e.g. "8 x 512 = 4096 rank"."""

    title: str
    desc: str
    rank: str
    nic: str
    node: str
    scale_up: str
    scale_out: str
    uplink: str
    groups: str
    total: str


def elided(count: int, most: int) -> list[int | None]:
    """Indices to draw of ``count`` things in ``most`` places, None for the gap: ``elided(9, 4)`` is [0, 1, None, 8]."""
    if count <= most:
        return list(range(count))
    return [*range(most - 2), None, count - 1]


def topology_figure(view: PlatformView, labels: TopologyLabels, prefix: str = "topo") -> str:
    """The figure as SVG, 1000 px wide; long runs of nodes, ranks and groups are cut short with an ellipsis."""
    drawing = _Drawing(view, labels, prefix)
    y = drawing.fabric() if view.nodes > 1 else 12.0
    y = drawing.all_nodes(y)
    y = drawing.all_groups(y)
    return drawing.canvas.svg(max(y, drawing.legend()) + 8.0)


class _Node(NamedTuple):
    """A node's place: its number (None for the gap), left and right edge."""

    number: int | None
    left: float
    right: float


class _Drawing:
    def __init__(self, view: PlatformView, labels: TopologyLabels, prefix: str) -> None:
        self.view, self.labels = view, labels
        self.canvas = Canvas(1000.0, labels.title, labels.desc, prefix)
        self.numbers = {path: k for k, path in enumerate(view.paths, 1)}
        self.letters = {cut: chr(ord("A") + k % 26) for k, cut in enumerate(view.cuts)}
        self.ranks = elided(view.ranks_per_node, 8 if view.nodes > 1 else 16)
        self.nodes = self._places()
        self.intra = [path for path in view.paths if path.level == "intra"]
        self.inter = [path for path in view.paths if path.level == "inter"]

    def _places(self) -> list[_Node]:
        indices = elided(self.view.nodes, 4)
        gap = 44.0
        narrow = indices.count(None)
        wide = (RIGHT - LEFT - 16.0 * (len(indices) - 1) - gap * narrow) / (len(indices) - narrow)
        found, x = [], LEFT
        for index in indices:
            width = gap if index is None else wide
            found.append(_Node(index, x, x + width))
            x += width + 16.0
        return found

    def fabric(self) -> float:
        """Uplink, scale-out and the lines and cuts between them; returns the y of the top of the nodes."""
        y = 12.0
        outer = [cut for cut in self.view.cuts if cut.nodes > 1]
        shared = [path for path in self.inter if path.shared]
        if outer or shared:
            self._box(LEFT, RIGHT, y, self.labels.uplink, TINT, GREY)
            self._badges(shared, RIGHT, y + 14)
            y = self._between(y + 28, outer, self._units(outer))
        units = self._units(outer)
        plain = [path for path in self.inter if not path.shared]
        for unit in units:
            if unit.number is None:
                self._gap(unit, y + 14)
            else:
                self._box(unit.left, unit.right, y, self.labels.scale_out, BLUE_PALE, BLUE)
        self._badges(plain, units[-1].right, y + 14)
        return self._risers(y + 28, [cut for cut in self.view.cuts if cut.nodes == 1])

    def _units(self, outer: Sequence[CutView]) -> list[_Node]:
        """Boxes of the scale-out network: one per unit of the smallest outer cut, as far as its nodes are drawn."""
        size = min((cut.nodes for cut in outer), default=self.view.nodes)
        drawn = [node for node in self.nodes if node.number is not None]
        groups: dict[int, list[_Node]] = {}
        for node in drawn:
            groups.setdefault((node.number or 0) // size, []).append(node)
        boxes = [_Node(unit, places[0].left, places[-1].right) for unit, places in groups.items()]
        units = [box.number or 0 for box in boxes]
        if len(boxes) > 1 and units[-1] - units[-2] > 1:
            boxes.insert(-1, _Node(None, boxes[-2].right, boxes[-1].left))
        return boxes

    def _box(self, left: float, right: float, y: float, text: str, fill: str, stroke: str) -> None:
        self.canvas.rect(left, y, right - left, 28, fill=fill, stroke=stroke, stroke_width=1.2, rx=4)
        shown = fit(text, 13, right - left - 44, True)
        self.canvas.text((left + right) / 2, y + 19, shown, 13, text_anchor="middle", font_weight="600")

    def _gap(self, node: _Node, y: float) -> None:
        for k in (-8, 0, 8):
            self.canvas.circle((node.left + node.right) / 2 + k, y, 2, fill=GREY)

    def _badges(self, paths: Sequence[PathView], right: float, y: float) -> None:
        """Path numbers on the right edge of a box."""
        for k, path in enumerate(reversed(paths)):
            badge(self.canvas, self.numbers[path], right - 24.0 * k, y)

    def _between(self, y: float, cuts: Sequence[CutView], units: Sequence[_Node]) -> float:
        """Lines from the uplink to the scale-out boxes, the outer cuts across them."""
        below = y + 20.0 + 14.0 * max(len(cuts), 1)
        for unit in units:
            for part in (0.25, 0.5, 0.75) if unit.number is not None else ():
                x = unit.left + part * (unit.right - unit.left)
                self.canvas.line(x, y, x, below, BLUE, stroke_width=1.6)
        self._cuts(cuts, y + 17.0)
        return below

    def _risers(self, y: float, cuts: Sequence[CutView]) -> float:
        """Lines from the scale-out network to each NIC, the node cuts across them."""
        below = y + 24.0 + 14.0 * max(len(cuts), 1)
        for node in self.nodes:
            if node.number is not None:
                for x in self._rank_centres(node):
                    self.canvas.line(x, y, x, below + 10.0, BLUE_MID, stroke_width=1.2)
        self._cuts(cuts, y + 19.0)
        return below

    def _cuts(self, cuts: Sequence[CutView], y: float) -> None:
        for k, cut in enumerate(cuts):
            at = y + 14.0 * k
            self.canvas.line(LEFT - 26, at, RIGHT + 8, at, ORANGE, stroke_width=1.8, stroke_dasharray="7 4")
            letter(self.canvas, self.letters[cut], LEFT - 36 - 18.0 * (k % 2), at)

    def _cell(self, node: _Node) -> float:
        return (node.right - node.left - 20.0) / len(self.ranks)

    def _rank_centres(self, node: _Node) -> list[float]:
        cell = self._cell(node)
        return [node.left + 10.0 + cell * (k + 0.5) for k, rank in enumerate(self.ranks) if rank is not None]

    def all_nodes(self, y: float) -> float:
        """The row of nodes from y down: NICs, ranks, scale-up, name."""
        many = self.view.nodes > 1
        inside = (26.0 if many else 0.0) + 30.0 + 24.0 * len(self.intra) + 26.0
        for node in self.nodes:
            if node.number is None:
                self._gap(node, y + inside / 2)
                continue
            self.canvas.rect(
                node.left, y, node.right - node.left, inside, fill=WHITE, stroke=INK, stroke_width=1.3, rx=5
            )
            self._node(node, y, many)
        y_rank = y + (26.0 if many else 0.0)
        if many:
            self._side(self.labels.nic, y + 20)
        self._side(self.labels.rank, y_rank + 22)
        return y + inside

    def _side(self, text: str, y: float) -> None:
        self.canvas.text(LEFT - 8, y, fit(text, 12, LEFT - 10), 12, fill=GREY, text_anchor="end")

    def _node(self, node: _Node, y: float, many: bool) -> None:
        cell = self._cell(node)
        size = min(cell * 0.82, 24.0)
        for k, rank in enumerate(self.ranks):
            x = node.left + 10.0 + cell * (k + 0.5)
            self._rank(rank, x, y, size, many)
        y += (26.0 if many else 0.0) + 36.0
        for path in self.intra:
            fill, ink = (BLUE, WHITE) if not path.shared else (WHITE, BLUE)
            wide = node.right - node.left - 20.0
            self.canvas.rect(node.left + 10, y, wide, 18, fill=fill, stroke=BLUE, stroke_width=1.2, rx=3)
            name = fit(self.labels.scale_up if len(self.intra) == 1 else path.name, 11.5, wide - 26, True)
            self.canvas.text(
                node.left + 10 + wide / 2, y + 13, name, 11.5, fill=ink, text_anchor="middle", font_weight="600"
            )
            if node.number == 0:
                badge(self.canvas, self.numbers[path], node.right - 10, y + 9)
            y += 24.0
        text = fit(f"{self.labels.node} {node.number}", 12.5, node.right - node.left - 12, True)
        self.canvas.text((node.left + node.right) / 2, y + 9, text, 12.5, text_anchor="middle", font_weight="600")

    def _rank(self, rank: int | None, x: float, y: float, size: float, many: bool) -> None:
        c = self.canvas
        if rank is None:
            for k in (-4, 0, 4):
                c.circle(x + k, y + (44.0 if many else 18.0), 1.3, fill=GREY)
            return
        if many:
            nic = min(size, 13.0)
            c.line(x, y + 10 + nic, x, y + 33, BLUE_MID, stroke_width=1.2)
            c.rect(x - nic / 2, y + 10, nic, nic, fill=BLUE, stroke=BLUE)
            y += 26.0
        c.rect(x - size / 2, y + 7, size, 21, fill=BLUE_PALE, stroke=BLUE, stroke_width=1.0, rx=2)
        label = str(rank)
        small = 11.0 if len(label) < 3 or size > 22 else 8.0
        c.text(x, y + 21.5, label, small, text_anchor="middle")

    def all_groups(self, y: float) -> float:
        """One row a group: which ranks of which nodes are one group of it (filled), the others open."""
        c, shown = self.canvas, self.view.groups[:8]
        if not shown:
            c.text((LEFT + RIGHT) / 2, y + 22, self.labels.total, 13, text_anchor="middle")
            return y + 28.0
        c.text(LEFT, y + 24, self.labels.groups, 12.5, font_weight="600")
        c.text(RIGHT, y + 24, self.labels.total, 12.5, fill=GREY, text_anchor="end")
        y += 34.0
        for group in shown:
            self._group(group, y)
            y += 22.0
        if len(self.view.groups) > len(shown):
            c.text(LEFT - 8, y + 8, f"… +{len(self.view.groups) - len(shown)}", 12, fill=GREY, text_anchor="end")
            y += 18.0
        return y

    def _group(self, group: GroupView, y: float) -> None:
        c = self.canvas
        label = fit(group.label, 12.5, LEFT - 12, True)
        c.text(0, y + 11, label, 12.5, font_weight="600")
        note = fit(group.note, 11.5, LEFT - 18 - text_width(label, 12.5, True))
        if note != "…":
            c.text(LEFT - 8, y + 11, note, 11.5, fill=GREY, text_anchor="end")
        inside = [node for node in self.nodes if node.number is not None and node.number < group.nodes]
        first = self._rank_centres(self.nodes[0])[0]
        if len(inside) > 1:
            last = inside[-1]
            c.line(first, y + 7, self._rank_centres(last)[0], y + 7, BLUE, stroke_width=2.0)
        if inside and group.nodes > (inside[-1].number or 0) + 1:
            gap = next((node for node in self.nodes if node.number is None), None)
            if gap is not None:
                c.line(first, y + 7, gap.left + 10, y + 7, BLUE, stroke_width=2.0)
                c.text(gap.left + 14, y + 11, "…", 13, fill=BLUE, font_weight="700")
        for node in self.nodes:
            self._members(node, group, y)

    def _members(self, node: _Node, group: GroupView, y: float) -> None:
        if node.number is None:
            return
        cell = self._cell(node)
        for k, rank in enumerate(self.ranks):
            if rank is None:
                continue
            member = node.number < group.nodes and rank < group.ranks
            x = node.left + 10.0 + cell * (k + 0.5)
            wide = min(cell * 0.82, 24.0)
            look: dict[str, str | float] = {"fill": BLUE, "stroke": BLUE} if member else {"fill": WHITE, "stroke": RULE}
            self.canvas.rect(x - wide / 2, y + 1, wide, 12, rx=2, **look)

    def legend(self) -> float:
        """Paths by number and cuts by letter with their parameters; returns the y below the last line."""
        y = 18.0
        for path in self.view.paths:
            badge(self.canvas, self.numbers[path], LEGEND, y)
            y = entry(self.canvas, (path.name, path.note, *path.numbers), LEGEND + 18.0, y, INK)
        for cut in self.view.cuts:
            letter(self.canvas, self.letters[cut], LEGEND, y)
            y = entry(self.canvas, (cut.name, cut.note, *cut.numbers), LEGEND + 18.0, y, ORANGE)
        return y
