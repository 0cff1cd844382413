"""A rank layout for a program and for a terminal."""

import json
from collections.abc import Collection, Mapping, Sequence

from estimator.layout.grid import RankLayout
from estimator.layout.placement import Placement
from estimator.report.tables.screen import PLAIN, Screen, fitted

LONGEST = 64
RANKS = (0, 1, 0, 1, 1, 4, 2, 3, 2)
SHOWN = ("kind", "groups", "ranks", "per node", "nodes", "apart", "at once", "crossing", "path")


def layout_json(layout: RankLayout, found: Mapping[str, Placement], listed: Collection[str] = ()) -> str:
    """The layout and its groups as JSON; kinds in ``listed`` with the ranks of every group.

    ``first`` is the first group, beyond 64 ranks its ends with "..." between; ``ranks_per_node`` are the pairs
    [fewest, most] that occur; ``stride_nodes`` is null when the nodes of a group do not lie evenly.
    """
    sizes = {key: getattr(layout, key) for key in ("world", "tp", "cp", "pp", "ep", "etp", "dp", "edp")}
    per_node = next(iter(found.values())).per_node
    data = sizes | {
        "rpn": per_node,
        "nodes": -(-layout.world // per_node),
        "order": "-".join(layout.order),
        "groups": {kind: _group(group, kind in listed) for kind, group in found.items()},
    }
    return json.dumps(data, allow_nan=False) + "\n"


def _group(group: Placement, listed: bool) -> dict[str, object]:
    first = group.ranks[0]
    steps = set((first[1:] - first[:-1]).tolist())
    shown = first.tolist() if len(first) <= LONGEST else [*first[:4].tolist(), "...", *first[-2:].tolist()]
    data: dict[str, object] = {
        "count": group.count,
        "size": group.size,
        "first": shown,
        "strides_in_first_group": sorted(steps),
        "nodes_spanned": list(group.spans),
        "ranks_per_node": [list(pair) for pair in group.spread],
        "path": group.path,
        "concurrent_groups_per_node": group.at_once,
        "concurrent_groups_crossing_node": group.crossing,
        "stride_nodes": group.stride_nodes,
        "uneven": group.uneven,
    }
    return data | ({"groups": group.ranks.tolist()} if listed else {})


def layout_text(
    layout: RankLayout, found: Mapping[str, Placement], listed: Collection[str] = (), screen: Screen = PLAIN
) -> str:
    """The sizes, one line a kind of group, a line for each uneven kind, then the groups of the kinds in ``listed``."""
    rows = [SHOWN, *(_row(group) for group in found.values())]
    lines = [_sizes(layout), "", *fitted(_right(rows), screen, RANKS)]
    lines += [_uneven(group) for group in found.values() if group.uneven]
    for kind in listed:
        lines += ["", f"{kind}:", *(" ".join(map(str, ranks)) for ranks in found[kind].ranks.tolist())]
    return "\n".join(lines) + "\n"


def _right(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The numbers under one another, the last digits in one column."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(SHOWN))]
    return [
        [row[0], *(cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)), row[-1]]
        for row in rows
    ]


def _sizes(layout: RankLayout) -> str:
    dense = f"tp {layout.tp} x cp {layout.cp} x dp {layout.dp} x pp {layout.pp}"
    expert = f"etp {layout.etp} x ep {layout.ep} x edp {layout.edp} x pp {layout.pp}"
    return f"{layout.world} ranks, {'-'.join(layout.order)}: dense {dense}; expert {expert}"


def _row(group: Placement) -> tuple[str, ...]:
    held = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in group.spread)
    apart = "-" if group.spans == (1,) else "uneven" if group.stride_nodes is None else str(group.stride_nodes)
    spans = ", ".join(map(str, group.spans))
    numbers = (str(group.count), str(group.size), held, spans, apart, str(group.at_once), str(group.crossing))
    return (group.kind, *numbers, group.path)


def _uneven(group: Placement) -> str:
    low, high = min(pair[0] for pair in group.spread), max(pair[1] for pair in group.spread)
    return f"warning: {group.kind} is uneven: a node holds {low} to {high} ranks of a group"
