"""Who sends to whom in one call, node by node: the squares off the diagonal leave the node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from estimator.report.figures.labels import fit
from estimator.report.figures.svg import BLUE, GREY, WHITE, Canvas
from estimator.report.figures.topology import elided

SIDE, EDGE = 300.0, 34.0


@dataclass(frozen=True, slots=True)
class TrafficLabels:
    """Texts in the document's language."""

    title: str
    desc: str
    sender: str
    receiver: str


def traffic_figure(
    nodes: int, weight: Callable[[int, int], float] | None, labels: TrafficLabels, prefix: str = "traffic"
) -> str:
    """The figure as SVG, 340 px square. ``weight(sender, receiver)`` in 0..1 shades a square; None: all alike.

    The diagonal is traffic that stays inside a node and is drawn open. More than twelve nodes are cut short.
    """
    c = Canvas(SIDE + EDGE + 6.0, labels.title, labels.desc, prefix)
    indices = elided(nodes, 12)
    cell = SIDE / len(indices)
    size = cell * 0.88
    for row, sender in enumerate(indices):
        middle = EDGE + cell * (row + 0.5)
        c.text(EDGE - 5, middle + 4, "⋮" if sender is None else str(sender), 11, fill=GREY, text_anchor="end")
        c.text(middle, EDGE - 6, "…" if sender is None else str(sender), 11, fill=GREY, text_anchor="middle")
        for column, receiver in enumerate(indices):
            x, y = EDGE + cell * (column + 0.5), middle
            if sender is None or receiver is None:
                c.circle(x, y, 1.6, fill=GREY)
            else:
                _square(
                    c, x - size / 2, y - size / 2, size, sender == receiver, weight(sender, receiver) if weight else 1.0
                )
    c.text(EDGE + SIDE / 2, 12, fit(labels.receiver, 11.5, SIDE), 11.5, fill=GREY, text_anchor="middle")
    middle = EDGE + SIDE / 2
    turn = f"rotate(-90 10 {middle:.0f})"
    c.text(10, middle, fit(labels.sender, 11.5, SIDE), 11.5, fill=GREY, text_anchor="middle", transform=turn)
    return c.svg(SIDE + EDGE + 6.0)


def _square(c: Canvas, x: float, y: float, size: float, inside: bool, weight: float) -> None:
    if inside:
        c.rect(x + 0.5, y + 0.5, size - 1, size - 1, fill=WHITE, stroke=BLUE)
    else:
        c.rect(x, y, size, size, fill=BLUE, fill_opacity=f"{min(max(weight, 0.08), 1.0):.2f}")
