"""The lesson and an uneven exchange scaled down to the processes of one machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

LESSON = Path(__file__).parents[3] / "specs/lesson.yaml"
FEW = {"warmup": "1", "iterations": "4", "repeats": "2", "max_spread": "100 %"}


def lesson(ranks: int) -> str:
    """The lesson on two nodes of ``ranks / 2``: every group and size scaled down, every requirement kept."""
    data = yaml.load(LESSON.read_text("utf-8"), yaml.BaseLoader)
    half = ranks // 2
    data["platform"] |= {"ranks_per_node": str(half), "nodes": "2"}
    for name, group in data["groups"].items():
        node = min(int(group["ranks_per_node"]), half)
        nodes = min(int(group["size"]) // int(group["ranks_per_node"]), 2)
        group |= {"size": str(node * nodes), "ranks_per_node": str(node)}
        if "at_once_per_node" in group:
            group["at_once_per_node"] = str(half // node)
        assert int(group["size"]) > 1, name
    for requirement in data["requirements"].values():
        if "sweep" in requirement:
            requirement["sweep"]["sizes"] = ["1 KiB", "64 KiB"]
        if "test" in requirement:
            requirement["test"] |= {**FEW, "iterations": "2", "repeats": "1"}
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    return re.sub(r"bytes: 256 MB", "bytes: 100 KB", text)


def broadcast(ranks: int) -> str:
    """The uneven exchange, its weights brought by a broadcast of half of them at a time."""
    data = yaml.safe_load(uneven(ranks))
    data["operations"]["weights"] = {
        "collective": "broadcast", "group": "all", "algorithm": "binomial", "condition": ["exclusive"],
        "tensor": {"bytes": "64 KiB", "dtype": "bf16", "semantics": "message"},
    }  # fmt: skip
    data["requirements"] = {"SYNC": data["requirements"]["SYNC"] | {"operation": "weights"}}
    data["requirements"]["SYNC"].pop("path")
    text: str = yaml.safe_dump(data, sort_keys=False)
    return text


def uneven(ranks: int) -> str:
    """All-to-All-v, AllGather-v and ReduceScatter-v under skew, alone, beside others and under computation."""
    half = ranks // 2
    path: dict[str, Any] = {"bandwidth": "10 GB/s", "per": "rank", "from": "guess", "alpha": "5 us"}
    conditions = {name: dict(path) for name in ("exclusive", "multi_group", "with_compute")}

    def asked(name: str, kind: str, **more: Any) -> dict[str, Any]:
        return {
            "kind": kind, "title": name, "responsible": ["library"], "limit": {"at_most": "10 s", "at": "64 KiB"},
            "sweep": {"sizes": ["64 KiB"], "groups": ["all"], "conditions": ["exclusive"]}, "test": dict(FEW),
        } | more  # fmt: skip

    swept = {"sizes": ["64 KiB"], "groups": ["all"], "conditions": list(conditions), "skews": [1, 1.5]}
    data = {
        "commspec": 1,
        "document": {"id": "UNEVEN", "version": "1", "title": "Uneven exchange", "status": "draft"},
        "sources": {"guess": {"basis": "assumed", "text": "round values", "date": "2026-11-30"}},
        "platform": {
            "name": "Two nodes", "ranks_per_node": half, "nodes": 2,
            "paths": {
                "inside": {"location": "intra_node", **conditions},
                "across": {"location": "inter_node", **conditions},
            },
        },
        "groups": {
            "all": {"size": ranks, "ranks_per_node": half, "levels": ["inside", "across"]},
            "rail": {"size": 2, "ranks_per_node": 1, "at_once_per_node": half, "levels": ["across"]},
        },
        "operations": {
            "dispatch": {
                "collective": "all_to_all_v", "group": "all", "algorithm": "pairwise", "skew": [1, 1.5],
                "condition": list(conditions), "overlap": [0.8, 0.1], "per_step": 1,
                "tensor": {"bytes": "64 KiB", "dtype": "bf16", "semantics": "input"},
            },
        },
        "requirements": {
            "A2AV": asked("time", "collective_time", operation="dispatch", sweep=swept),
            "SKEW": asked(
                "ratio", "skewed_all_to_all_v", operation="dispatch", metric={"name": "ratio"}, seed=11,
                limit={"at_most": "50"}, sweep=swept | {"conditions": ["exclusive"]},
            ),
            "OVER": asked(
                "overlap", "compute_overlap", operation="dispatch", limit={"at_least": "0 %"},
                sweep=swept | {"conditions": ["with_compute"], "skews": [1]},
            ),
            "AGV": asked("gather", "collective_time", collective="all_gather_v", algorithm="ring", dtype="fp32"),
            "RSV": asked("scatter", "collective_time", collective="reduce_scatter_v", algorithm="ring", dtype="int32"),
            "SLOW": asked(
                "slow-down", "concurrency_slowdown", collective="p2p", algorithm="direct", dtype="int8",
                limit={"at_most": "100"}, sweep={"sizes": ["4 KiB"], "groups": ["rail"]},
            ),
        },
    }  # fmt: skip
    data["requirements"]["SYNC"] = {  # type: ignore[index]
        "kind": "weight_sync", "title": "weights", "responsible": ["library"], "limit": {"at_most": "10 s"},
        "bytes": "128 KiB", "instances": 1, "devices_per_instance": half, "path": "across", "test": dict(FEW),
    }  # fmt: skip
    for name in ("AGV", "RSV"):
        data["requirements"][name]["sweep"] = swept | {"conditions": ["exclusive"]}  # type: ignore[index]
    text: str = yaml.safe_dump(data, sort_keys=False)
    return text
