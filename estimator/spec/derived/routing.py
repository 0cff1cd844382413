"""Skews of exchanges that follow from the routing that was seen: worked out on the data as written."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from estimator.phrase import phrase
from estimator.spec.derived.refusal import Refusal
from estimator.spec.training.routing import Routing
from estimator.spec.training.shape import Moe


def routed(data: Any) -> Any:
    """A spec with the skews of its All-to-All-v filled in where the author gave none and ``moe`` has a routing.

    Groups and operations are filled in already. A routing that says nothing of a group is refused there.
    """
    operations = data.get("operations") if isinstance(data, dict) else None
    written = data.get("moe") if isinstance(data, dict) else None
    if not isinstance(operations, dict) or not isinstance(written, dict) or "routing" not in written:
        return data
    try:
        found = Moe.model_validate(written).routing
    except ValidationError:
        return data  # it has its own message
    if found is None:
        return data
    groups = data.get("groups")
    return {**data, "operations": {name: _skewed(item, groups, found) for name, item in operations.items()}}


def takes_skew(operation: Any) -> bool:
    """Whether an operation as written has the skew of the routing."""
    if not isinstance(operation, dict) or operation.get("collective") != "all_to_all_v":
        return False
    algorithm = operation.get("algorithm")
    counted = isinstance(algorithm, dict) and "send_matrix" in algorithm
    return not counted and not {"skew", "padding"} & operation.keys()


def _skewed(operation: Any, groups: Any, routing: Routing) -> Any:
    if not takes_skew(operation):
        return operation
    group = groups.get(operation.get("group")) if isinstance(groups, dict) else None
    held = _node_ranks(group)
    if not held:
        return operation
    ranks = sum(held)
    if routing.experts % ranks:
        what = phrase(
            "{experts} experts do not fall evenly on {ranks} ranks, so the routing tells no skew",
            experts=routing.experts,
            ranks=ranks,
        )
        return operation | {"skew": Refusal("skew", what, "write skew: [1, 1.5], or another group")}
    figures: dict[str, Any] = {"skew": _pair(routing.skews(ranks))}
    if routing.source is not None:
        figures["skew_from"] = routing.source
    if len(held) > 1 and len(set(held)) == 1 and "node_skew" not in operation:
        figures["node_skew"] = _pair(routing.skews(len(held)))
    return figures | operation


def _pair(ends: tuple[float, float]) -> list[str]:
    return [f"{end:.15f}" for end in ends]


def _node_ranks(group: Any) -> tuple[int, ...]:
    """Ranks of a group on each of its nodes; nothing where they are not known, which has its own message."""
    size, each = (group.get(key) for key in ("size", "ranks_per_node")) if isinstance(group, dict) else (None, None)
    try:
        if isinstance(each, (list, tuple)):
            return tuple(int(count) for count in each)
        return (int(str(each)),) * (int(str(size)) // int(str(each)))
    except (ValueError, ZeroDivisionError):
        return ()
