"""Rank layouts worked out elsewhere, and groups worked out slowly: one rank at a time."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from estimator.layout.grid import RankLayout, rank_layout

DATA = Path(__file__).parent / "data"
LAYOUTS: dict[str, Any] = json.loads((DATA / "layouts.json").read_text("utf-8"))
AXES = ("tp", "cp", "ep", "etp", "pp", "dp")


def laid_out(case: dict[str, Any]) -> RankLayout:
    """The layout of a case; only the sizes that it names are given."""
    return rank_layout(case["world"], case.get("order", "tp-cp-ep-dp-pp"), **{k: case[k] for k in AXES if k in case})


def slow_groups(order: tuple[str, ...], sizes: dict[str, int], spanned: set[str]) -> set[tuple[int, ...]]:
    """Groups by coordinates: ranks whose coordinates agree outside ``spanned`` are one group."""
    groups: dict[tuple[int, ...], list[int]] = {}
    # product() varies its last factor fastest, the order its first.
    for rank, reverse in enumerate(product(*(range(sizes[name]) for name in reversed(order)))):
        place = dict(zip(reversed(order), reverse, strict=True))
        groups.setdefault(tuple(place[name] for name in order if name not in spanned), []).append(rank)
    return {tuple(ranks) for ranks in groups.values()}


def slow_placement(groups: set[tuple[int, ...]], per_node: int) -> dict[str, Any]:
    """Nodes spanned, spread and groups per node, counted group by group."""
    held = [Counter(rank // per_node for rank in group) for group in groups]
    at_once = Counter(node for counts in held for node in counts)
    crossing = Counter(node for counts in held if len(counts) > 1 for node in counts)
    return {
        "spans": tuple(sorted({len(counts) for counts in held})),
        "spread": tuple(sorted({(min(counts.values()), max(counts.values())) for counts in held})),
        "at_once": max(at_once.values()),
        "crossing": max(crossing.values(), default=0),
    }
