"""Where a cut runs, and how a group's ranks sit on its nodes, in words."""

from __future__ import annotations

from itertools import groupby

from estimator.cost.shape import Shape
from estimator.estimate.result import Bound
from estimator.report.numbers import Several, plain, rate, size, span
from estimator.report.view.context import Context
from estimator.spec.machine.cut import Cut

RUN = 4
"""So many nodes in a row with the same ranks are written as a product."""


def boundary_text(context: Context, cut: Cut) -> str:
    """The unit of a cut: "per node", "per rack", "per 32 nodes", "bisection, 256 nodes", "one of 8 planes per node"."""
    words, nodes, planes = context.words, cut.boundary.nodes, cut.boundary.planes
    whole = context.spec.platform.nodes
    if cut.boundary.level is not None:
        unit = words("paths.cut.level", level=cut.boundary.level)
    elif cut.boundary.ranks is not None:
        unit = words("paths.cut.ranks", ranks=Several(cut.boundary.ranks))
    elif nodes == 1:
        levels, node = context.spec.platform.levels, context.spec.platform.machine.node
        unit = words("paths.cut.level", level=levels[node].name) if levels else words["paths.cut.node"]
    elif nodes == -(-whole // 2):
        unit = words("paths.cut.bisection", nodes=Several(nodes))
    else:
        unit = words("paths.cut.nodes", nodes=Several(nodes))
    return unit if planes == 1 else words("paths.cut.plane", planes=Several(planes), unit=unit)


def cut_notes(context: Context, cut: Cut) -> tuple[str, ...]:
    """What else the spec says of a cut: how far it is oversubscribed and over what, and help from the network."""
    words = context.words
    notes = []
    if cut.oversubscription is not None:
        ratio = span(*cut.oversubscription.ends, lambda value: f"{plain(value)}:1")
        notes.append(words("paths.cut.oversubscribed", ratio=ratio, over=_node_side(context)))
    if cut.in_network:
        notes.append(words["paths.cut.in_network"])
    return tuple(notes)


def _node_side(context: Context) -> str:
    """What the ratio is over: the cut around one node, else the link of the path between nodes."""
    platform = context.spec.platform
    around = [name for name, cut in platform.cuts.items() if cut.boundary.single and cut.oversubscription is None]
    linked = [name for name, path in platform.paths.items() if path.crosses_nodes and path.link is not None]
    return next(iter(around), "") or context.words("paths.cut.link", path=next(iter(linked), ""))


def border_text(context: Context, bound: Bound) -> str:
    """What must pass where: "node_nics: 1.938 GB \u00f7 384 GB/s", "the border of a rank: 1.75 GB \u00f7 48 GB/s"."""
    words = context.words
    ratio = f"{words['colon']}{size(bound.bytes)} \u00f7 {rate(bound.rate)}" if bound.rate else ""
    return f"{_border(context, bound)}{ratio}"


def _border(context: Context, bound: Bound) -> str:
    words = context.words
    if bound.cut:
        return bound.cut
    unit = words[f"topology.{bound.border}"] if bound.border in ("rank", "node") else bound.border
    if bound.arc > 1:
        return words("minimal.bound.arc", count=plain(bound.arc), unit=unit)
    return words("minimal.bound.border", unit=unit)


def ranks_text(shape: Shape) -> str:
    """Ranks on nodes: "8 \u00d7 4" where all nodes have as many, else node by node, "8 + 8 + 4", "8 \u00d7 63 + 4"."""
    if not shape.uneven:
        return f"{shape.per_node} \u00d7 {shape.nodes}"
    runs = [(ranks, len(list(nodes))) for ranks, nodes in groupby(shape.uneven)]
    return " + ".join(
        f"{ranks} \u00d7 {count}" if count >= RUN else " + ".join([str(ranks)] * count) for ranks, count in runs
    )
