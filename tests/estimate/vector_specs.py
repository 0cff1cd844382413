"""The oracle's machines in levels as their authors would write them: a spec for every vector."""

from __future__ import annotations

from itertools import accumulate, product
from operator import mul
from typing import Any

from tests.cost.level_vectors import Vector

BYTES = {"p2p": "message", "broadcast": "message", "reduce": "message", "gather": "output", "all_gather": "output"}


def spec_data(vector: Vector, part: bool = False) -> dict[str, Any]:
    """A spec with the vector's machine, its group and its operation, as it is read from YAML.

    ``part``: the machine has the units of the group, and ``of`` says how many are physically there.
    """
    units = units_held(vector) if part else units_there(vector)
    names = [level["name"] for level in vector["levels"]]
    ranks = list(accumulate(units, mul))
    levels = [
        {"name": name, "ranks": str(held), "path": f"{name}_path"} for name, held in zip(names, ranks, strict=True)
    ]
    for level, written in zip(vector["levels"], levels, strict=True):
        if part and "full" in level:
            written["of"] = str(level["full"])
        if "wrap" in level:
            written["wrap"] = str(level["wrap"]).lower()
    paths = {f"{name}_path": path_of(vector, number) for number, name in enumerate(names)}
    algorithm: dict[str, Any] = {"name": vector["algorithm"]}
    if vector.get("channels", 1) > 1:
        algorithm["channels"] = str(vector["channels"])
    if "segments" in vector:
        algorithm["segments"] = str(vector["segments"])
    if "methods" in vector and "tree" not in vector:
        algorithm["methods"] = vector["methods"]
    tensor = {"bytes": f"{vector['n_bytes']} B", "semantics": BYTES.get(vector["collective"], "input")}
    platform: dict[str, Any] = {
        "name": "machine",
        "ranks_per_host": str(ranks[0]),
        "levels": levels,
        "knee": {"k": "0"},
        "paths": paths,
    }
    if "gamma_s_per_B" in vector:
        platform["reduce"] = {"bandwidth": f"{1 / vector['gamma_s_per_B']!r} B/s"}
    return {
        "commspec": "1",
        "document": {"id": vector["id"], "version": "1", "title": "vector"},
        "platform": platform,
        "groups": {"all": group_data(vector, names)},
        "operations": {
            "one": {"collective": vector["collective"], "group": "all", "tensor": tensor, "algorithm": algorithm}
        },
    }


def units_there(vector: Vector) -> list[int]:
    """Units of the machine that each level joins: stated, else as many as the group has."""
    held = units_held(vector)
    return [max(level.get("full", 0), units) for level, units in zip(vector["levels"], held, strict=True)]


def units_held(vector: Vector) -> list[int]:
    """Units of each level that the group has, or its siblings have together."""
    found: list[int] = vector.get("machine_shape") or vector.get("shape") or most_units(vector["tree"])
    return found


def most_units(tree: Any) -> list[int]:
    """Most units of each level of a tree, innermost first."""
    if isinstance(tree, int):
        return [tree]
    inner = [most_units(part) for part in tree]
    return [*(max(column) for column in zip(*inner, strict=True)), len(tree)]


def path_of(vector: Vector, number: int) -> dict[str, Any]:
    """The path of one level; a bandwidth per rank where the vector has one, else per NIC."""
    level = vector["levels"][number]
    per = "rank" if "port_Bps" in level else "nic"
    stated = {"alpha": f"{level['alpha_s']!r} s", "per": per, "messages": "0 us"}  # peers of a vector start at once
    stated["bandwidth"] = f"{level.get('port_Bps') or level['nic_Bps']!r} B/s"
    for key, name in (("one_peer", "one_peer_Bps"), ("unit", "unit_Bps"), ("nic", "nic_Bps")):
        if name in level and stated["per"] != key:
            stated[key] = f"{level[name]!r} B/s"
    if "hop_s" in level:
        stated["hop"] = f"{level['hop_s']!r} s"
    path: dict[str, Any] = {"wiring": level["wiring"], "exclusive": stated}
    if "through" in level:
        path["through"] = f"{vector['levels'][level['through']]['name']}_path"
    if "nics" in level:
        path["nics"] = [[str(rank) for rank in ranks] for ranks in level["nics"]]
    return path


def group_data(vector: Vector, names: list[str]) -> dict[str, Any]:
    """Shape or tree; of siblings the first, with how many run at once; of one message its two ranks."""
    ends = _pair(vector)
    if ends is not None:
        return {"units": {name: _texts(units) for name, units in zip(names, ends, strict=True) if units != [0]}}
    if "tree" in vector:
        return {"tree": _texts(vector["tree"])}
    group: dict[str, Any] = {"shape": _texts(vector["shape"])}
    if "stride" in vector:
        group["stride"] = _texts(vector["stride"])
    if "siblings" in vector:
        strided = next(iter(vector.get("stride", names[:1])))
        group["at_once"] = {strided: str(len(vector["siblings"]))}
        first = vector["siblings"][0][0]
        if first:  # the group enters its unit at another rank than the first
            group["units"] = {names[0]: [str(first)]}
    return group


def aslant(vector: Vector) -> bool:
    """Whether its one message is between ranks that differ on several levels, which no two lists of units can say."""
    return vector["collective"] == "p2p" and _pair(vector) is None


def _pair(vector: Vector) -> list[list[int]] | None:
    """The units of each level that hold the two ranks of a message, where they differ on one level only."""
    if vector["collective"] != "p2p":
        return None
    both = [_coordinates(vector)[vector[end]] for end in ("sender", "receiver")]
    units = [sorted({*column}) for column in zip(*both, strict=True)]
    return units if sum(len(used) for used in units) == len(units) + 1 else None


def _coordinates(vector: Vector) -> list[tuple[int, ...]]:
    """The index of every rank on each level, innermost first."""
    if "shape" in vector:
        return [index[::-1] for index in product(*(range(units) for units in reversed(vector["shape"])))]
    return _walked(vector["tree"])


def _walked(tree: Any) -> list[tuple[int, ...]]:
    if isinstance(tree, int):
        return [(rank,) for rank in range(tree)]
    return [(*inner, number) for number, part in enumerate(tree) for inner in _walked(part)]


def _texts(value: Any) -> Any:
    """Numbers as a loader hands them on: as text."""
    if isinstance(value, dict):
        return {key: _texts(item) for key, item in value.items()}
    return [_texts(item) for item in value] if isinstance(value, list) else str(value)
