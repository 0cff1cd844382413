"""Groups that take their figures from the rank layout: worked out on the data as written, before it is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from estimator.errors import Problem
from estimator.layout.grid import LayoutError, RankLayout
from estimator.layout.groups import kind_named
from estimator.layout.placement import Placement, placement
from estimator.spec.base import whole
from estimator.spec.refusal import Refusal
from estimator.spec.training.layout import Layout

if TYPE_CHECKING:
    from estimator.spec.document import Spec

PLACEHOLDER = {"unknown": {"size": 1, "ranks_per_node": 1, "levels": ["unknown"]}}
"""Stands for groups that cannot be worked out because of a mistake elsewhere, which has its own message."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a group from the layout rests on; ``paths``: name -> location."""

    layout: RankLayout
    ranks_per_node: int
    paths: dict[str, str]


def arranged(data: Any) -> Any:
    """A spec as written, with the figures of every ``from_layout`` group filled in where the author gave none.

    A group that cannot be worked out carries a ``Refusal``, which its own check turns into a message; it is left out
    when layout or platform are broken. Anything that is no spec is returned as it is.
    """
    groups = data.get("groups") if isinstance(data, dict) else None
    if not isinstance(groups, dict) or not any(_from_layout(group) for group in groups.values()):
        return data
    ground = _ground(data)
    if ground is None:
        kept = {name: group for name, group in groups.items() if not _from_layout(group)}
        return {**data, "groups": kept or PLACEHOLDER}
    return {**data, "groups": {name: _filled(group, ground) for name, group in groups.items()}}


def straddling(spec: Spec) -> Iterator[Problem]:
    """A warning for each group of the layout whose nodes hold different numbers of its ranks."""
    for name, group in spec.groups.items():
        if spec.layout is None or group.from_layout is None:
            continue
        found = placement(spec.layout.ranks, kind_named(group.from_layout), spec.platform.ranks_per_node)
        if found.uneven:
            low, high = min(pair[0] for pair in found.spread), max(pair[1] for pair in found.spread)
            what = f"the layout puts {low} to {high} ranks of a group on a node of {found.per_node}"
            hint = "change the layout so that groups fill nodes evenly, or count with the uneven group"
            yield Problem(("groups", name), what, hint, severity="warning")


def _from_layout(group: Any) -> bool:
    return isinstance(group, dict) and "from_layout" in group


def _ground(data: dict[str, Any]) -> _Ground | str | None:
    """The layout and the platform's nodes and paths; a text when the layout is missing, None when a part is broken."""
    if "layout" not in data:
        return "the spec has no layout"
    platform = data.get("platform")
    paths = platform.get("paths") if isinstance(platform, dict) else None
    if not isinstance(platform, dict) or not isinstance(paths, dict):
        return None
    try:
        layout = Layout.model_validate(data["layout"]).ranks
        per_node = whole(1)(platform.get("ranks_per_node"))
    except (ValidationError, PydanticCustomError):
        return None
    locations = {name: str(path.get("location")) for name, path in paths.items() if isinstance(path, dict)}
    return _Ground(layout, per_node, locations)


def _filled(group: Any, ground: _Ground | str) -> Any:
    """A group with what it leaves out; what the author wrote stands."""
    if not _from_layout(group):
        return group
    try:
        if isinstance(ground, str):
            raise LayoutError("from_layout", ground, "add layout: {order: tp-cp-ep-dp-pp, world: ..., tp: ...}")
        if not isinstance(group["from_layout"], str):
            raise LayoutError("from_layout", "from_layout names no kind of group", "write a kind such as ep or dp-cp")
        found = placement(ground.layout, kind_named(group["from_layout"]), ground.ranks_per_node)
        return _figures(found, group, ground) | group
    except LayoutError as error:
        key = error.key if error.key in ("levels", "stride_nodes") else "from_layout"
        return {"from_layout": Refusal(key, error.what, error.hint)}


def _figures(found: Placement, written: dict[str, Any], ground: _Ground) -> dict[str, Any]:
    held = found.node_ranks
    figures: dict[str, Any] = {
        "size": found.size,
        "ranks_per_node": held[0] if len(set(held)) == 1 else list(held),
        "at_once_per_node": found.at_once,
        "stride_nodes": found.stride_nodes,
    }
    if "levels" not in written:
        figures["levels"] = _levels(held, ground.paths)
    if found.stride_nodes is None and "stride_nodes" not in written:
        what = f"the nodes of {found.kind} do not lie at one distance"
        raise LayoutError("stride_nodes", what, "add stride_nodes: the distance between two nodes of the group")
    return figures


def _levels(held: tuple[int, ...], paths: dict[str, str]) -> list[str]:
    """The path inside a node, the path between nodes, or both, as the group needs them."""
    levels = [_only("intra_node", "inside the node", paths)] if len(held) == 1 or max(held) > 1 else []
    return levels + ([_only("inter_node", "between nodes", paths)] if len(held) > 1 else [])


def _only(location: str, where: str, paths: dict[str, str]) -> str:
    """The one path at a location; where there are several, the one that shares nothing and crosses no switch."""
    found = [name for name, place in paths.items() if place.startswith(location)]
    plain = [name for name in found if paths[name] == location]
    if len(found) != 1 and len(plain) != 1:
        what = f"the platform has {len(found)} paths {where}" + (f" ({', '.join(found)})" if found else "")
        raise LayoutError("levels", what, "add levels: with the paths that the group uses, from inside to outside")
    return (found if len(found) == 1 else plain)[0]
