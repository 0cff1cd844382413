"""A published machine as a small spec, and the interval that the estimate gives for one operation on it.

The only place that knows how a spec writes a machine down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from estimator.estimate.result import Interval
from estimator.estimate.table import estimate
from estimator.spec.document import Spec
from tests.published.constants import Range

Path = dict[str, Any]
FREE = Range(0.0, 0.0)
SEMANTICS = {"all_gather": "output", "p2p": "message", "broadcast": "message"}


def path(rate: float, share: Range, alpha: Range, inside: bool = True, ports: int = 1) -> Path:
    """One path: nominal ``rate`` [B/s] of a rank, the share of it that is reached, the start-up of a message [s].

    ``ports``: links that share the rate, one to each peer of a mesh.
    """
    location = "intra_node" if inside else "inter_node"
    parameters = {"alpha": [f"{end:.9f} s" for end in alpha], "efficiency": [f"{share.high:.6f}", f"{share.low:.6f}"]}
    link = {"rate": f"{rate * 1e-9:.6f} GB/s", "ports": str(ports)}
    wiring = {"wiring": "mesh"} if ports > 1 else {}
    return {"location": location, **wiring, "link": link, "exclusive": parameters}


def stated(
    paths: dict[str, Path],
    collective: str,
    algorithm: str | dict[str, Any],
    ranks: int,
    nodes: int,
    n: float,
    launch: Range = FREE,
    knee: Range = FREE,
) -> Interval:
    """The interval of one operation; ``n`` [byte] canonical, T0 ``launch`` [s]."""
    per_node = ranks // nodes
    meshed = max((int(path["link"]["ports"]) + 1 for path in paths.values() if "wiring" in path), default=per_node)
    data = {
        "commspec": "1",
        "document": {"id": "P", "version": "1", "title": "published"},
        "platform": {
            "name": "published",
            "ranks_per_node": str(meshed),
            "nodes": str(nodes),
            "launch": {"time": [f"{end:.9f} s" for end in launch]},
            "knee": {"k": [f"{end:.6f}" for end in knee]},
            "paths": paths,
        },
        "groups": {"g": {"size": str(ranks), "ranks_per_node": str(per_node), "levels": list(paths)}},
        "operations": {
            "op": {
                "collective": collective,
                "group": "g",
                "tensor": {"bytes": f"{n:.0f} B", "semantics": SEMANTICS.get(collective, "input")},
                "algorithm": algorithm,
            }
        },
    }
    return estimate(Spec.model_validate(data)).operations["op"].time


def moved(rate: float, share: Range, n: float, alpha: Range = FREE, launch: Range = FREE) -> Interval:
    """One start-up and ``n`` bytes over one link of ``rate`` [B/s]."""
    return stated({"link": path(rate, share, alpha, inside=False)}, "p2p", "direct", 2, 2, n, launch)


def either(intervals: Sequence[Interval]) -> Interval:
    """One of several ways, nobody says which."""
    return Interval(min(each.optimistic for each in intervals), max(each.conservative for each in intervals))


def overlapped_or_not(parts: Sequence[Interval]) -> Interval:
    """Stages that run at once at the optimistic end, one after the other at the conservative one."""
    return Interval(max(part.optimistic for part in parts), sum(part.conservative for part in parts))
