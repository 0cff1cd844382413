"""The platform and operations of the worked interval cases, as a spec that the tests vary."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from estimator.spec.document import Spec

FIGURES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "intervals.json").read_text("utf-8"))
CASES: dict[str, dict[str, Any]] = {case["name"]: case for case in FIGURES["cases"]}

PATHS: dict[str, Any] = {
    "scale_up": {
        "location": "intra_node",
        "link": {"rate": "224 GB/s", "per": "rank", "ports": "7", "from": "sheet"},
        "exclusive": {"alpha": ["3 us", "4 us"], "bandwidth": ["200 GB/s", "180 GB/s"], "per": "rank"},
        "multi_group": {"alpha": ["4 us", "6 us"], "bandwidth": ["180 GB/s", "160 GB/s"], "per": "rank"},
        "with_compute": {"alpha": ["4 us", "9 us"], "bandwidth": ["180 GB/s", "150 GB/s"], "per": "rank"},
    },
    "scale_out": {
        "location": "inter_node",
        "exclusive": {"alpha": ["8 us", "10 us"], "bandwidth": ["48 GB/s", "43 GB/s"], "per": "rank"},
        "multi_group": {"alpha": ["10 us", "20 us"], "bandwidth": ["45 GB/s", "35 GB/s"], "per": "rank"},
        "with_compute": {"alpha": ["10 us", "30 us"], "bandwidth": ["45 GB/s", "35 GB/s"], "per": "rank"},
    },
}
BOTH = ["multi_group", "with_compute"]
GRADIENT = 2 * 9739173888
"""Bytes of the gradient in BF16."""

DATA: dict[str, Any] = {
    "commspec": "1",
    "document": {"id": "T", "version": "0.1.0", "title": "worked cases"},
    "sources": {"sheet": {"basis": "datasheet", "text": "sheet"}, "bench": {"basis": "measured", "text": "bench"}},
    "platform": {
        "name": "ASIC-X pod",
        "ranks_per_node": "8",
        "nodes": "512",
        "launch": {"time": ["0 us", "12 us"]},
        "reduce": {"bandwidth": ["1.6 TB/s", "800 GB/s"]},
        "knee": {"k": ["0", "1.7"]},
        "paths": PATHS,
        "cuts": {
            "node_nics": {
                "boundary": "node",
                "exclusive": {"bandwidth": "384 GB/s"},
                "loaded": {"bandwidth": "320 GB/s"},
            },
            "uplink": {
                "boundary": {"nodes": "32"},
                "exclusive": {"bandwidth": "6.4 TB/s"},
                "loaded": {"bandwidth": "5 TB/s"},
            },
        },
    },
    "moe": {"experts": "768", "top_k": "8"},
    "groups": {
        "ep": {"size": "64", "ranks_per_node": "8", "at_once_per_node": "1", "levels": ["scale_up", "scale_out"]},
        "edp": {
            "size": "8",
            "ranks_per_node": "1",
            "at_once_per_node": "8",
            "levels": ["scale_out"],
            "stride_nodes": "8",
        },
    },
    "operations": {
        "moe_dispatch": {
            "collective": "all_to_all_v",
            "group": "ep",
            "tensor": {
                "shape": ["4096", "8", "8192"],
                "dtype": "fp8_e4m3",
                "scale": {"bytes": "4", "per": "128"},
                "semantics": "input",
            },
            "algorithm": {"name": "hierarchical_rail", "also": ["pairwise"]},
            "condition": BOTH,
            "skew": ["1.0", "1.5"],
            "around": {"reorder": {"passes": "2", "bandwidth": "1.2 TB/s"}, "sync": "5 us"},
            "per_step": "704",
            "overlap": ["0.8", "0.3"],
        },
        "expert_gradient": {
            "collective": "reduce_scatter",
            "group": "edp",
            "tensor": {"shape": ["9739173888"], "dtype": "bf16", "semantics": "input"},
            "algorithm": "ring",
            "condition": BOTH,
            "per_step": "1",
        },
    },
}


def spec_data() -> dict[str, Any]:
    """A copy of the worked spec's data, to be changed at will."""
    return deepcopy(DATA)


def spec(data: dict[str, Any] | None = None, **operations: dict[str, Any]) -> Spec:
    """The worked spec; ``operations`` change or add fields of single operations."""
    found = data or spec_data()
    for name, fields in operations.items():
        found["operations"].setdefault(name, {}).update(fields)
    return Spec.model_validate(found)


def gradient(platform: dict[str, Any], **fields: Any) -> OperationEstimate:
    """The gradient over 8 nodes of one rank, 8 groups at once, no cuts, no knee, exclusive."""
    data = spec_data()
    data["platform"] |= {"cuts": {}, "knee": {"k": "0"}, **platform}
    del data["operations"]["moe_dispatch"]
    return estimate(spec(data, expert_gradient={"condition": "exclusive", **fields})).operations["expert_gradient"]


def scale_out(**parameters: Any) -> dict[str, Any]:
    """The platform's paths with the path between nodes changed."""
    paths = spec_data()["platform"]["paths"]
    return {"paths": {**paths, "scale_out": {**paths["scale_out"], **parameters}}}
