"""Cuts that take their figures from the platform around them: worked out on the data as written, before it is checked.

A cut that cannot be worked out carries a ``Refusal``, which its own check turns into a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from estimator.phrase import phrase
from estimator.spec.derived.refusal import Refusal
from estimator.spec.machine.cut import WORDS, Boundary, CutBandwidth, oversubscription
from estimator.spec.machine.units import Machine, written_machine
from estimator.spec.reading.suggest import suggestion
from estimator.spec.values.base import whole
from estimator.spec.values.quantity import Pair, one, said
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
    machine = written_machine(platform)
    placed = {name: _placed(cut, machine) for name, cut in cuts.items()}
    known = {name: cut for name, cut in placed.items() if cut is not None}
    return {**platform, "cuts": {name: _carrying(cut, known, platform) for name, cut in known.items()}}


def _open(cut: Any) -> bool:
    """Whether something of a cut is to be worked out."""
    if not isinstance(cut, dict):
        return False
    boundary = cut.get("boundary")
    named = isinstance(boundary, str) and boundary != "node"
    return (
        named or "oversubscription" in cut or (isinstance(boundary, dict) and bool({"ranks", "level"} & set(boundary)))
    )


def _placed(cut: Any, machine: Machine | None) -> Any:
    """The cut with its boundary in nodes, ranks and planes; None where the platform has a mistake told elsewhere."""
    boundary = cut.get("boundary") if isinstance(cut, dict) else None
    if isinstance(boundary, str):
        boundary = {"level": boundary}
    if not isinstance(boundary, dict) or not {"ranks", "level"} & set(boundary):
        return cut
    if machine is None:
        return cut if boundary == {"level": "node"} else None
    found = _of_level(boundary, machine) if "level" in boundary else _in_ranks(boundary, machine)
    return {"boundary": found} if isinstance(found, Refusal) else {**cut, "boundary": found}


def _of_level(boundary: dict[str, Any], machine: Machine) -> Any:
    """The boundary that a level's name, or another word, means."""
    word, rest = boundary["level"], {key: item for key, item in boundary.items() if key != "level"}
    for key in ("nodes", "ranks"):
        if key in rest:
            return Refusal(
                "boundary",
                phrase("level and {key} both say how large a unit is", key=key),
                phrase("remove {key}", key=key),
            )
    nodes = machine.ranks[-1] // machine.node_ranks
    if word == "node":
        return {"nodes": 1} | rest
    if word == "plane":
        return {"planes": machine.node_ranks} | rest
    if word == "bisection":
        return {"nodes": -(-nodes // 2)} | rest if nodes > 1 else Refusal("boundary", *_NO_HALVES)
    level = machine.level(word) if isinstance(word, str) else None
    if level is None:
        near = suggestion(word, (known := list(dict.fromkeys((*WORDS, *machine.names)))))
        hint = (
            near
            if near.startswith("did")
            else phrase("write {known}, {{nodes: 32}} or {{ranks: 4}}", known=", ".join(known))
        )
        return Refusal("boundary", phrase("{word} is no boundary and no level", word=said(word)), hint)
    return _in_ranks(rest | {"ranks": machine.ranks[level]}, machine) | (
        {} if level == machine.node else {"level": word}
    )


def _in_ranks(boundary: dict[str, Any], machine: Machine) -> Any:
    """A boundary of so many ranks, which also says how many nodes that is where it is whole ones."""
    if "nodes" in boundary:
        return Refusal("boundary", "nodes and ranks both say how large a unit is", "remove one of the two")
    try:
        ranks = whole(1)(boundary["ranks"])
    except PydanticCustomError:
        return boundary
    nodes, rest = divmod(ranks, machine.node_ranks)
    if ranks == machine.node_ranks:
        return {key: item for key, item in boundary.items() if key != "ranks"} | {"nodes": 1}
    return boundary if rest else boundary | {"nodes": nodes}


_NO_HALVES = ("a platform of one node has no halves", "write node")


def _carrying(cut: Any, cuts: Mapping[str, Any], platform: Mapping[str, Any]) -> Any:
    """The cut with the bandwidths that its oversubscription means."""
    if not isinstance(cut, dict) or "oversubscription" not in cut:
        return cut
    for key in _states(platform):
        if key in cut:
            return _refused(
                key,
                phrase("{key} and oversubscription both say what leaves the unit", key=key),
                phrase("remove {key}", key=key),
            )
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
        what = phrase("several cuts surround one node ({around})", around=", ".join(around))
        return Refusal("oversubscription", what, "write exclusive: {bandwidth: ...} in place of it")
    for cut in around.values():
        planes = Boundary.model_validate(cut["boundary"]).planes
        carried = {key: _ends(cut[key], planes) for key in _states(platform) if key in cut}
        return _Side(carried, cut.get("from"))
    return _link_side(platform)


def _states(platform: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of a cut that say what it carries."""
    named = platform.get("conditions")
    return ("exclusive", "loaded", *(named if isinstance(named, dict) else ()))


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
    links = [
        path["link"] for path in _leaving(platform) if isinstance(path, dict) and isinstance(path.get("link"), dict)
    ]
    if len(links) != 1:
        hint = "add a cut with boundary: node, or write exclusive: {bandwidth: ...} in place of it"
        return Refusal(
            "oversubscription", phrase("{count} links between nodes and no cut around a node", count=len(links)), hint
        )
    per_node = _count(platform, "ranks_per_node") or 1
    rate = one(links[0].get("rate"), "bandwidth", True)
    rate *= per_node if links[0].get("per", "rank") == "rank" else 1
    return _Side({"exclusive": (rate, rate)}, links[0].get("from"))


def _leaving(platform: Mapping[str, Any]) -> list[Any]:
    """The paths that leave a node: that of the level around it, else all that say so."""
    paths = platform.get("paths")
    if not isinstance(paths, dict):
        return []
    machine = written_machine(platform)
    if machine is not None and machine.stated:
        return [paths.get(name) for name in machine.paths[machine.node + 1 : machine.node + 2]]
    return [
        path for path in paths.values() if isinstance(path, dict) and str(path.get("location")).startswith("inter_node")
    ]


def _count(platform: Mapping[str, Any], key: str) -> int | None:
    try:
        return whole(1)(platform.get(key))
    except PydanticCustomError:
        return None


def _refused(key: str, what: str, hint: str) -> dict[str, Refusal]:
    return {"oversubscription": Refusal(key, what, hint)}
