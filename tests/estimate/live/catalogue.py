"""A spec with one operation for every algorithm of the catalogue, counted in a step, some of them hidden."""

from __future__ import annotations

from typing import Any

from estimator.cost.collectives import MOVING, UNEVEN, WHOLE_MESSAGE
from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from tests.estimate.worked import spec_data

TWO = Group.on((Level("node", units=8), Level("machine", units=2)), (8, 2))
"""Two nodes of eight ranks: what is no ring can run as a torus of 4 x 4 there."""
OPTIONS: tuple[tuple[Options, dict[str, Any]], ...] = (
    (Options(), {}),
    (Options(segments="optimal"), {"segments": "optimal"}),
    (Options(dims=(4, 4)), {"dims": "4x4"}),
)


def every_algorithm(*, root: bool = False) -> dict[str, Any]:
    """The data of the spec; ``root``: with a fitted root and a link on one path, a message rate and efficiencies of a
    link on the other."""
    data = spec_data()
    data["groups"] = {"pair": {"size": "16", "ranks_per_node": "8", "levels": ["scale_up", "scale_out"]}}
    if root:
        paths = data["platform"]["paths"]
        for condition in ("exclusive", "multi_group", "with_compute"):
            paths["scale_up"][condition]["root"] = {"time": ["15 us", "20 us"], "at": "1 MiB"}
            out = paths["scale_out"][condition]
            out["message_rate"] = ["20 Mmsg/s", "10 Mmsg/s"]
            out["efficiency"] = {"exclusive": ["0.95", "0.86"]}.get(condition, ["0.9", "0.7"])
            del out["bandwidth"], out["per"]
        paths["scale_up"]["link"] = {"rate": "224 GB/s", "per": "rank"}
        paths["scale_out"]["link"] = {"rate": "50 GB/s", "per": "rank"}
    data["operations"] = {
        f"{entry.collective}-{entry.name}": _operation(entry, number) for number, entry in enumerate(ALGORITHMS)
    }
    data["budget"] = {"step": "1 s", "exposed_communication": "0.2", "allocate": "proportional"}
    return data


def _operation(entry: CatalogueEntry, number: int) -> dict[str, Any]:
    written = next(written for options, written in OPTIONS if entry.refusal(TWO, options) is None)
    found: dict[str, Any] = {
        "collective": entry.collective,
        "group": "pair",
        "algorithm": {"name": entry.name} | written,
        "condition": ["exclusive", "multi_group"][: 1 + number % 2],
        "per_step": str(1 + number % 5),
    }
    if entry.collective in MOVING:
        semantics = "message" if entry.collective in (*WHOLE_MESSAGE, "p2p") else "input"
        found["tensor"] = {"bytes": f"{2 ** (number % 12)} MiB", "semantics": semantics}
    if entry.collective in UNEVEN:
        found["skew"] = ["1.0", "1.5"]
    if number % 3 == 1:
        found["overlap"] = ["0.8", "0.3"]
    if number % 3 == 2:
        found["overlap"] = {"window": ["2 ms", "1 ms"], "compute_slowdown": ["1", "1.08"]}
    if number % 7 == 3 and entry.collective in MOVING:
        found["around"] = {"reorder": {"passes": "2", "bandwidth": "1.2 TB/s"}, "sync": "5 us"}
    return found
