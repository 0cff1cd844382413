"""Whether a collective may be reduced in the switch on more ranks, though it was not on those measured."""

from __future__ import annotations

import re

from estimator.cost.entries.catalogue import find
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import stages
from estimator.evidence.fitting.series import Key

FROM = 5
"""Devices from which on libraries reduce in a switch that can."""
_LESS = re.compile(
    r"\b(P100|V100|T4|A[1-9]\d?|A100|A800|L[24]0?S?|GB10|RTX|GTX|TITAN|MI\d{2,3}\w*|Ascend|910\w*|Gaudi\d?|Trn\d|TPU)\b",
    re.IGNORECASE,
)
"""Devices whose links end in no switch that reduces. Source: their makers' data sheets; NVIDIA has it since Hopper."""
_WHOLE = frozenset({"int8", "uint8", "int16", "uint16"})
"""Element types that the switch does not add. Source: NCCL, types of multimem instructions."""


def may_reduce(key: Key, most: int, ranks: int) -> bool:
    """Whether an AllReduce measured on at most ``most`` ranks may go over the switch on so many."""
    known_not = bool(_LESS.search(key.hardware)) or key.dtype in _WHOLE
    return key.collective == "all_reduce" and ranks >= FROM > most and not known_not


def volume(ranks: int) -> float:
    """What such an AllReduce moves over a port [n]: n at 0.85 of the rate, 1.18 where a ring of eight moves 1.75."""
    entry = find("all_reduce", "in_network")
    if entry is None:
        return 1.0
    return sum(stage.volume for stage in stages(entry.on(Group.on((Level("node"),), (ranks,)))))
