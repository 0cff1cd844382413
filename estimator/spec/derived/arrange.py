"""Groups that take their figures from the rank layout or from the levels: worked out before the data is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from estimator.errors import Problem
from estimator.layout.grid import LayoutError, RankLayout
from estimator.layout.groups import kind_named
from estimator.layout.placement import Placement, placement
from estimator.phrase import phrase
from estimator.spec.derived.layouts import kind_in_layout, of_step, written_layout
from estimator.spec.derived.refusal import Refusal
from estimator.spec.derived.standing import GROUP
from estimator.spec.machine.checks.lying import OnLevels
from estimator.spec.machine.placing import Placing, by_levels, laid_out, packed
from estimator.spec.machine.units import Machine, written_machine, written_wirings
from estimator.spec.reading.suggest import suggestion
from estimator.spec.training.layout import Layout
from estimator.spec.values.base import STEPS, StepName, ranks_of

if TYPE_CHECKING:
    from estimator.spec.document import Spec

PLACEHOLDER = {"unknown": {"size": 1, "ranks_per_node": 1, "levels": ["unknown"]}}
"""Stands for groups that cannot be worked out because of a mistake elsewhere, which has its own message."""
ELSEWHERE = {"size": 1, "ranks_per_node": 1, "levels": ["unknown"]}
"""Stands for the figures of a group whose own keys are a mistake, which has its own message."""
IN_LEVELS = ("shape", "units", "tree", "stride")
OPEN = ("from_layout", "paths", *IN_LEVELS)
IN_NODES = ("size", "ranks_per_node", "stride_nodes")


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a group rests on. ``layouts``: by step, a text when there is none, None when it is broken.

    ``paths``: locations.
    """

    machine: Machine
    layouts: Mapping[StepName, RankLayout | str | None]
    paths: dict[str, str]
    wirings: Mapping[str, str]

    def layout(self, written: Any) -> RankLayout | str | None:
        """The layout that ``from_layout`` means."""
        return self.layouts[of_step(written)[0] if isinstance(written, str) else "training"]


def arranged(data: Any, drop: bool = False) -> Any:
    """A spec as written, with the figures of every group filled in that layout or levels give.

    A group that cannot be worked out carries a ``Refusal``, which its own check turns into a message; figures that are
    nobody's stand in for it when layout or platform are broken, or with ``drop`` nothing. Anything that is no spec is
    returned as it is.
    """
    groups = data.get("groups") if isinstance(data, dict) else None
    platform = data.get("platform") if isinstance(data, dict) else None
    with_levels = isinstance(platform, dict) and "levels" in platform
    if not isinstance(groups, dict) or not any(_open(group, with_levels) for group in groups.values()):
        return data
    ground = _ground(data)
    filled = {name: _filled(group, ground) if _open(group, with_levels) else group for name, group in groups.items()}
    if ground is not None and (without := [name for name, group in groups.items() if _without_layout(group, ground)]):
        filled |= dict.fromkeys(without[1:])  # told of the first
    if not drop:
        filled = {name: _standing(groups[name]) if item is None else item for name, item in filled.items()}
    return {**data, "groups": {name: group for name, group in filled.items() if group is not None} or PLACEHOLDER}


def _standing(group: Any) -> Any:
    """A group with figures that are nobody's; one that says nothing has its own message."""
    return {**GROUP, **group} if isinstance(group, dict) else None


def straddling(spec: Spec) -> Iterator[Problem]:
    """A warning for each group of the layout whose nodes hold different numbers of its ranks."""
    for name, group in spec.groups.items():
        laid = kind_in_layout(spec, group)
        if laid is None:
            continue
        found = placement(*laid, spec.platform.ranks_per_node)
        if found.uneven:
            low, high = min(pair[0] for pair in found.spread), max(pair[1] for pair in found.spread)
            what = phrase(
                "the layout puts {low} to {high} ranks of a group on a node of {per_node}",
                low=low,
                high=high,
                per_node=found.per_node,
            )
            hint = "change the layout so that groups fill nodes evenly, or count with the uneven group"
            yield Problem(("groups", name), what, hint, severity="warning")


def _open(group: Any, with_levels: bool) -> bool:
    """Whether a group leaves figures to layout or levels."""
    return isinstance(group, dict) and (with_levels or any(key in group for key in OPEN))


def _without_layout(group: Any, ground: _Ground) -> bool:
    """Whether a group lies in a layout that is not there."""
    written = group.get("from_layout") if isinstance(group, dict) else None
    return isinstance(written, str) and isinstance(ground.layout(written), str)


def _ground(data: dict[str, Any]) -> _Ground | None:
    """The machine, its paths and the layout; None when the platform is broken."""
    platform = data.get("platform")
    machine = written_machine(platform)
    paths = platform.get("paths") if isinstance(platform, dict) else None
    if machine is None or not isinstance(paths, dict):
        return None
    locations = {name: str(path.get("location")) for name, path in paths.items() if isinstance(path, dict)}
    return _Ground(machine, {step: _layout(data, step) for step in STEPS}, locations, written_wirings({"paths": paths}))


def _layout(data: dict[str, Any], step: StepName) -> RankLayout | str | None:
    written = written_layout(data, step)
    if written is None and "layout" not in data:
        return "the spec has no layout"
    try:
        return Layout.model_validate(written).ranks
    except ValidationError:
        return None


def _filled(group: dict[str, Any], ground: _Ground | None) -> dict[str, Any] | None:
    """A group with what it leaves out; what the author wrote stands. None when what it rests on is broken."""
    if ground is None or ("from_layout" in group and ground.layout(group["from_layout"]) is None):
        return None
    try:
        if ground.machine.stated and "levels" in group:
            hint = "remove levels; paths: {LEVEL: PATH} takes another path of a level"
            raise LayoutError("levels", "platform.levels says which path joins what", hint)
        ground = _with_paths(group, ground)
        if "from_layout" in group:
            return _from_layout(group, ground) | group
        return (_by_levels if any(key in group for key in IN_LEVELS) else _by_nodes)(group, ground) | group
    except LayoutError as error:
        own = (*IN_LEVELS, *IN_NODES, "levels", "paths")
        key = error.key if error.key in own or "from_layout" not in group else "from_layout"
        return {"from_layout": Refusal(key, error.what, error.hint)}


def _with_paths(group: dict[str, Any], ground: _Ground) -> _Ground:
    """The ground under a group that takes other paths than the levels' own."""
    chosen = group.get("paths")
    if not chosen or not isinstance(chosen, dict):
        return ground
    machine = ground.machine
    if not machine.stated:
        raise LayoutError("paths", "the platform has no levels", "write levels: with the paths, from inside to outside")
    for name, path in chosen.items():
        level = machine.level(name)
        if level is None:
            raise LayoutError("paths", phrase("there is no level {name}", name=name), suggestion(name, machine.names))
        known = machine.choices(level)
        if isinstance(path, str) and {path, *known} <= set(ground.paths) and path not in known:
            hint = phrase("{suggestion}, or add it to also: there", suggestion=suggestion("", known))
            raise LayoutError("paths", phrase("{path} does not join the units of {name}", path=path, name=name), hint)
    there = {name: path for name, path in chosen.items() if isinstance(path, str) and path in ground.paths}
    return replace(ground, machine=machine.taking(there, ground.wirings))


def _from_layout(group: dict[str, Any], ground: _Ground) -> dict[str, Any]:
    written = group["from_layout"]
    layout = ground.layout(written)
    if not isinstance(layout, RankLayout):
        raise LayoutError("from_layout", str(layout), "add layout: {order: tp-cp-ep-dp-pp, world: ..., tp: ...}")
    if not isinstance(written, str):
        raise LayoutError("from_layout", "from_layout names no kind of group", "write a kind such as ep or dp-cp")
    kind = kind_named(of_step(written)[1])
    once = IN_LEVELS + (IN_NODES if ground.machine.stated else ())
    _only_one(group, once, "from_layout")
    if not ground.machine.stated:
        return _of_nodes(placement(layout, kind, ground.machine.node_ranks), group, ground)
    found = laid_out(layout, kind, ground.machine)
    return _figures(found, ground) | {"at_once_per_node": _siblings(found, ground.machine, layout.world)}


def _siblings(found: Placing, machine: Machine, world: int) -> int | None:
    """Groups of the kind that run at once on a node: those that cross its border, or share it where they lie inside.

    A layout of fewer ranks than a node has leaves the rest of it empty.
    """
    inside = len(found.node_ranks) == 1 and machine.wirings[machine.node] != "ring"
    return min(machine.node_ranks, world) // found.size if inside else found.at_once[machine.node]


def _by_levels(group: dict[str, Any], ground: _Ground) -> dict[str, Any]:
    _only_one(group, IN_NODES, next(key for key in IN_LEVELS if key in group))
    try:
        said = OnLevels.model_validate({key: group[key] for key in IN_LEVELS if key in group})
    except ValidationError:
        return ELSEWHERE
    return _figures(Placing(ground.machine, by_levels(said, ground.machine)), ground)


def _by_nodes(group: dict[str, Any], ground: _Ground) -> dict[str, Any]:
    """The paths of a group that says how many ranks it has on each node of a machine with levels."""
    try:
        held = _node_ranks(group.get("ranks_per_node"), ranks_of(group.get("size")))
        found = packed(held, ranks_of(group.get("stride_nodes", 1)), ground.machine)
    except PydanticCustomError:
        return {"levels": ELSEWHERE["levels"]}
    return {"levels": _figures(Placing(ground.machine, found), ground)["levels"]}


def _node_ranks(value: Any, size: int) -> list[int]:
    if isinstance(value, (list, tuple)):
        return [ranks_of(count) for count in value]
    held = ranks_of(value)
    return [held] * max(size // held, 1)


def _only_one(group: dict[str, Any], keys: tuple[str, ...], said: str) -> None:
    for key in keys:
        if key in group:
            raise LayoutError(
                key,
                phrase("{said} and {key} both say where the ranks lie", said=said, key=key),
                phrase("remove {key}", key=key),
            )


def _figures(found: Placing, ground: _Ground) -> dict[str, Any]:
    """What the levels say about a group, in nodes."""
    held = found.node_ranks
    steps = {int(after - before) for before, after in zip(found.nodes, found.nodes[1:], strict=False)}
    if ground.machine.stated:
        levels = [ground.machine.paths[level] for level in found.used or (0,)]
    else:
        levels = list(_levels(held, ground.paths))
    return {
        "size": found.size,
        "ranks_per_node": held[0] if len(set(held)) == 1 else list(held),
        "stride_nodes": steps.pop() if len(steps) == 1 else 1,
        "levels": levels,
    }


def _of_nodes(found: Placement, written: dict[str, Any], ground: _Ground) -> dict[str, Any]:
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
        what = phrase("the nodes of {kind} do not lie at one distance", kind=found.kind)
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
        named = f" ({', '.join(found)})" if found else ""
        what = phrase("the platform has {count} paths {where}{named}", count=len(found), where=where, named=named)
        raise LayoutError("levels", what, "add levels: with the paths that the group uses, from inside to outside")
    return (found if len(found) == 1 else plain)[0]
