"""Words of a team's table to ours: "AllReduce", "全归约" and "all-reduce" are all_reduce."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import get_args

from estimator.cost.collectives import COLLECTIVES
from estimator.cost.entries.catalogue import ALGORITHMS, ALIASES
from estimator.history.drafts.sheet import plain
from estimator.spec.machine.path import Location
from estimator.spec.tensor import Semantics
from estimator.spec.values.base import CONDITIONS, Dtype
from estimator.tools.readers.tokens import DTYPES

_OTHERS: Mapping[str, Mapping[str, str]] = {
    "collective": {"全归约": "all_reduce", "归约": "reduce", "归约散播": "reduce_scatter", "sendrecv": "p2p"}
    | {"点到点": "p2p", "全对全": "all_to_all"},
    "semantics": {"输入": "input", "输出": "output", "消息": "message", "每 peer 分片": "per_peer_shard"}
    | {"每对端分片": "per_peer_shard"},
    "condition": {"独占": "exclusive", "单 collective": "exclusive", "单组": "exclusive", "alone": "exclusive"}
    | {"多组并发": "multi_group", "多组": "multi_group", "训练计算并发": "with_compute", "计算并发": "with_compute"},
    "location": {"机内": "intra_node", "单机": "intra_node", "跨机": "inter_node", "机间": "inter_node"}
    | {"跨交换域": "intra_node_cross_switch", "机内跨交换域": "intra_node_cross_switch"}
    | {"跨机共享上行": "inter_node_shared", "跨机共享": "inter_node_shared"},
    "per": {"每卡": "rank", "每 rank": "rank", "每节点": "node", "每机": "node", "整机": "node", "每网卡": "nic"},
}
_OURS: Mapping[str, Iterable[str]] = {
    "collective": [one.name for one in COLLECTIVES],
    "dtype": get_args(Dtype),
    "semantics": get_args(Semantics),
    "condition": CONDITIONS,
    "location": get_args(Location),
    "per": ("rank", "node", "nic"),
}


def ours(column: str, collective: str = "") -> tuple[str, ...]:
    """The words that the language has for a column; of an algorithm those of the collective."""
    if column == "algorithm":
        return tuple(dict.fromkeys(one.name for one in ALGORITHMS if one.collective == collective))
    return tuple(_OURS[column])


def meaning(column: str, word: str, own: Mapping[str, str], collective: str = "") -> str | None:
    """Our word, or None; ``own``: what the author said that words mean. An algorithm is one of the collective's."""
    word = own.get(word, word)
    return _known(column, collective).get(plain(word))


@cache
def _known(column: str, collective: str) -> Mapping[str, str]:
    if column == "algorithm":
        return _algorithms(collective)
    known = {plain(word): meant for word, meant in _OTHERS.get(column, {}).items()}
    if column == "collective":
        known |= {plain(word): one.name for one in COLLECTIVES for word in (one.zh, one.en, one.short)}
    if column == "dtype":
        known |= {plain(word): meant for word, meant in DTYPES.items()}
    return known | {plain(word): word for word in _OURS[column]}


def _algorithms(collective: str) -> Mapping[str, str]:
    """Names of the catalogue; one that two algorithms share in a language means neither."""
    entries = [one for one in ALGORITHMS if one.collective == collective]
    spoken = [(plain(word), one.name) for one in entries for word in (one.zh, one.en)]
    alone = {word: name for word, name in spoken if {other for key, other in spoken if key == word} == {name}}
    return (
        alone | {plain(word): meant for word, meant in ALIASES.items()} | {plain(one.name): one.name for one in entries}
    )
