"""A rank layout for a program and for a terminal."""

import json
from collections.abc import Collection, Mapping, Sequence

from estimator.layout.grid import RankLayout
from estimator.layout.placement import Placement
from estimator.phrase import heads, linked, phrase, word
from estimator.report.tables.screen import PLAIN, Screen, fitted, letters, to_the_right

LONGEST = 64
RANKS = (0, 1, 0, 1, 1, 4, 2, 3, 2)
SHOWN = heads("kind", "groups", "ranks", "per node", "nodes", "apart", "at once", "crossing", "path")
PATHS: Mapping[str, str] = {
    one: one
    for one in (
        *heads("single", "intra_node", "inter_node", "mixed(intra+inter)"),
        word("inter_node_one_rank_per_node(rail-aligned)"),
    )
}
"""What the members of a group cross."""


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
    lines = [_sizes(layout), "", *fitted(_right(screen.rows(rows)), screen, RANKS)]
    lines += [_uneven(group) for group in found.values() if group.uneven]
    for kind in listed:
        lines += ["", f"{kind}:", *(" ".join(map(str, ranks)) for ranks in found[kind].ranks.tolist())]
    return screen.text(lines)


def _right(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The numbers under one another, the last digits in one column."""
    widths = [max(letters(row[column]) for row in rows) for column in range(len(SHOWN))]
    return [[row[0], *map(to_the_right, row[1:-1], widths[1:-1]), row[-1]] for row in rows]


def _sizes(layout: RankLayout) -> str:
    return phrase(
        "{world} ranks, {order}: dense {dense}; expert {expert}",
        world=layout.world,
        order="-".join(layout.order),
        dense=_product(layout, "tp", "cp", "dp", "pp"),
        expert=_product(layout, "etp", "ep", "edp", "pp"),
    )


def _product(layout: RankLayout, *axes: str) -> str:
    return " x ".join(f"{axis} {getattr(layout, axis)}" for axis in axes)


def _row(group: Placement) -> tuple[str, ...]:
    spread = (str(low) if low == high else phrase("{low} to {high}", low=low, high=high) for low, high in group.spread)
    held = linked(", ", spread)
    apart = "-" if group.spans == (1,) else word("uneven") if group.stride_nodes is None else str(group.stride_nodes)
    spans = linked(", ", map(str, group.spans))
    numbers = (str(group.count), str(group.size), held, spans, apart, str(group.at_once), str(group.crossing))
    return (group.kind, *numbers, PATHS[group.path])


def _uneven(group: Placement) -> str:
    low, high = min(pair[0] for pair in group.spread), max(pair[1] for pair in group.spread)
    return phrase(
        "warning: {kind} is uneven: a node holds {low} to {high} ranks of a group", kind=group.kind, low=low, high=high
    )
