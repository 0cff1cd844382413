"""Cuts that take their figures from the platform around them: worked out on the data as written, before it is checked.

A cut that cannot be worked out carries a ``Refusal``, which its own check turns into a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from estimator.spec.base import whole
from estimator.spec.machine.cut import Boundary, CutBandwidth, oversubscription
from estimator.spec.quantity import Pair, one
from estimator.spec.refusal import Refusal
from estimator.units import format_bandwidth

ELSEWHERE = {"exclusive": {"bandwidth": Pair(1.0, 1.0)}}
"""Stands for bandwidths that cannot be worked out because of a mistake that has its own message."""


class _Side(NamedTuple):
    """What one node can send: bandwidths [B/s] by condition, and the source of the numbers."""

    bandwidths: dict[str, tuple[float, float]]
    source: Any


def with_cuts(platform: Any) -> Any:
    """A platform as written with the boundaries and bandwidths of its cuts filled in; anything else as it is."""
    cuts = platform.get("cuts") if isinstance(platform, dict) else None
    if not isinstance(cuts, dict) or not any(_open(cut) for cut in cuts.values()):
        return platform
    placed = {name: _placed(cut, platform) for name, cut in cuts.items()}
    known = {name: cut for name, cut in placed.items() if cut is not None}
    return {**platform, "cuts": {name: _carrying(cut, known, platform) for name, cut in known.items()}}


def _open(cut: Any) -> bool:
    return isinstance(cut, dict) and ("oversubscription" in cut or cut.get("boundary") in ("plane", "bisection"))


def _placed(cut: Any, platform: Mapping[str, Any]) -> Any:
    """The cut with its boundary in nodes and planes; None where the platform's count is a mistake told elsewhere."""
    word = cut.get("boundary") if isinstance(cut, dict) else None
    if word not in ("plane", "bisection"):
        return cut
    count = _count(platform, "ranks_per_node" if word == "plane" else "nodes")
    if count is None:
        return None
    if word == "plane":
        return {**cut, "boundary": {"planes": count}}
    if count == 1:
        return {"boundary": Refusal("boundary", "a platform of one node has no halves", "write node")}
    return {**cut, "boundary": {"nodes": -(-count // 2)}}


def _carrying(cut: Any, cuts: Mapping[str, Any], platform: Mapping[str, Any]) -> Any:
    """The cut with the bandwidths that its oversubscription means."""
    if not isinstance(cut, dict) or "oversubscription" not in cut:
        return cut
    for key in ("exclusive", "loaded"):
        if key in cut:
            return _refused(key, f"{key} and oversubscription both say what leaves the unit", f"remove {key}")
    try:
        boundary = Boundary.model_validate(cut.get("boundary"))
        ratio = oversubscription(cut["oversubscription"])
        if boundary.single:
            hint = "write exclusive: {bandwidth: ...}, or boundary: {nodes: 32}"
            return _refused("oversubscription", "a node's own boundary is not oversubscribed", hint)
        side = _node_side(cuts, platform)
    except (ValidationError, PydanticCustomError):
        return ELSEWHERE | cut
    if isinstance(side, Refusal):
        return {"oversubscription": side}
    share = boundary.nodes / boundary.planes
    carried = {key: {"bandwidth": _over(ends, share, ratio)} for key, ends in side.bandwidths.items()}
    source = {"from": side.source} if side.source is not None else {}
    return source | cut | carried


def _over(ends: tuple[float, float], share: float, ratio: Pair) -> Pair:
    """``share`` nodes' worth of a node's bandwidth [B/s] over the ratio, end by end."""
    first, last = (end * share / by for end, by in zip(ends, ratio.ends, strict=True))
    return Pair(first, last, tuple(format_bandwidth(end) for end in dict.fromkeys((first, last))))


def _node_side(cuts: Mapping[str, Any], platform: Mapping[str, Any]) -> _Side | Refusal:
    """What one node sends: by the one cut around a node, else by the link of the one path between nodes."""
    around = {name: cut for name, cut in cuts.items() if _around_node(cut)}
    if len(around) > 1:
        what = f"several cuts surround one node ({', '.join(around)})"
        return Refusal("oversubscription", what, "write exclusive: {bandwidth: ...} in place of it")
    for cut in around.values():
        planes = Boundary.model_validate(cut["boundary"]).planes
        return _Side({key: _ends(cut[key], planes) for key in ("exclusive", "loaded") if key in cut}, cut.get("from"))
    return _link_side(platform)


def _around_node(cut: Any) -> bool:
    if not isinstance(cut, dict) or "exclusive" not in cut:
        return False
    try:
        return Boundary.model_validate(cut.get("boundary")).single
    except ValidationError:
        return False


def _ends(carried: Any, planes: int) -> tuple[float, float]:
    found = CutBandwidth.model_validate(carried).bandwidth
    return found.optimistic * planes, found.conservative * planes


def _link_side(platform: Mapping[str, Any]) -> _Side | Refusal:
    paths = platform.get("paths")
    named = paths.values() if isinstance(paths, dict) else ()
    links = [
        path["link"]
        for path in named
        if isinstance(path, dict)
        and str(path.get("location")).startswith("inter_node")
        and isinstance(path.get("link"), dict)
    ]
    if len(links) != 1:
        hint = "add a cut with boundary: node, or write exclusive: {bandwidth: ...} in place of it"
        return Refusal("oversubscription", f"{len(links)} links between nodes and no cut around a node", hint)
    per_node = _count(platform, "ranks_per_node") or 1
    rate = one(links[0].get("rate"), "bandwidth", True)
    rate *= 1 if links[0].get("per", "rank") == "node" else per_node
    return _Side({"exclusive": (rate, rate)}, links[0].get("from"))


def _count(platform: Mapping[str, Any], key: str) -> int | None:
    try:
        return whole(1)(platform.get(key))
    except PydanticCustomError:
        return None


def _refused(key: str, what: str, hint: str) -> dict[str, Refusal]:
    return {"oversubscription": Refusal(key, what, hint)}
