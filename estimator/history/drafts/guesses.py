"""Which columns heads look like: never taken by themselves, but named in the message that asks for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from shlex import quote

from estimator.history.drafts.columns import COLUMNS
from estimator.history.drafts.sheet import TableRow, plain

LOOKS: Mapping[str, tuple[str, ...]] = {
    "operation": ("算子", "操作", "通信操作", "名称", "name", "operation name", "operator"),
    "collective": (
        "集合",
        "集合操作",
        "集合通信",
        "通信原语",
        "原语",
        "通信类型",
        "op",
        "op type",
        "primitive",
        "collective op",
    ),
    "group_size": (
        "p",
        "通信组大小",
        "通信组大小 p",
        "组大小",
        "rank 数",
        "卡数",
        "world size",
        "ranks",
        "group",
        "n ranks",
    ),
    "ranks_per_node": ("g", "每机卡数", "机内 g", "每节点卡数", "机内 rank 数", "gpus per node", "local size"),
    "nodes": ("m", "机器数", "机器数 m", "节点数", "机数", "hosts", "machines"),
    "bytes": ("n", "消息大小", "数据量", "通信量", "张量大小", "大小", "size", "message size", "tensor size", "volume"),
    "dtype": ("数据类型", "精度", "datatype", "data type", "precision"),
    "semantics": ("张量语义", "语义", "tensor semantics"),
    "algorithm": ("算法", "算法与实现", "algo"),
    "condition": ("并发", "并发条件", "条件", "concurrency", "load"),
    "location": ("位置", "路径位置", "路径", "path", "link"),
    "alpha": ("α", "小消息参数", "小消息参数 α", "启动时延", "启动延迟", "时延", "延迟", "latency", "start-up"),
    "bandwidth": ("B", "大消息带宽", "大消息带宽 B", "有效带宽", "带宽", "bw"),
    "calls": ("次数", "调用次数", "count"),
    "per_step": ("每步次数", "每步调用次数", "calls per step"),
    "note": ("备注", "说明", "remark", "comment", "notes"),
}


def looked_like(word: str) -> tuple[str, ...]:
    """The columns that a word may mean which is none of ours: "ranks" a group's size, or its ranks per node."""
    looks = [key for key, words in LOOKS.items() if plain(word) in map(plain, words)]
    return tuple(dict.fromkeys([*looks, *(key for key in COLUMNS if looks and plain(word) in plain(key))]))


def guessed(missing: Collection[str], row: TableRow, taken: Collection[int], without: Mapping[int, str]) -> list[str]:
    """The options that would say what the missing columns are, where one head alone looks like each.

    ``without``: the heads without their units, by column; ``taken``: the columns that are known.
    """
    options = []
    for key in missing:
        looks = {plain(word) for word in (key, *LOOKS.get(key, ()))}
        found = [
            at
            for at, cell in row.cells.items()
            if at not in taken and not {plain(cell.text), plain(without.get(at, ""))}.isdisjoint(looks)
        ]
        if len(found) == 1:
            options.append(f"--column {quote(f'{key}={without.get(found[0]) or row.cells[found[0]].text}')}")
    return options
