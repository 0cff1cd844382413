"""The groups of a rank layout: every kind with the ranks of each of its groups, as one array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from estimator.layout.grid import LayoutAxis, LayoutError, RankLayout
from estimator.phrase import phrase

Ranks = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GroupKind:
    """A kind of group: the axes it spans in one of the two grids, or stages picked from each pipeline."""

    grid: Literal["dense", "expert"]
    axes: tuple[str, ...]
    stages: Literal["all", "ends", "neighbours"] = "all"


KINDS: Mapping[str, GroupKind] = MappingProxyType(
    {
        "tp": GroupKind("dense", ("tp",)),
        "cp": GroupKind("dense", ("cp",)),
        "dp": GroupKind("dense", ("dp",)),
        "pp": GroupKind("dense", ("pp",)),
        "dp_cp": GroupKind("dense", ("dp", "cp")),
        "tp_cp": GroupKind("dense", ("tp", "cp")),
        "tp_dp": GroupKind("dense", ("tp", "dp")),
        "tp_dp_cp": GroupKind("dense", ("tp", "dp", "cp")),
        "mp(tp-pp)": GroupKind("dense", ("tp", "pp")),
        "ep": GroupKind("expert", ("ep",)),
        "etp": GroupKind("expert", ("tp",)),
        "ep_etp": GroupKind("expert", ("ep", "tp")),
        "ep_etp_pp": GroupKind("expert", ("ep", "tp", "pp")),
        "edp": GroupKind("expert", ("dp",)),
        "embedding": GroupKind("dense", ("pp",), "ends"),
        "pp_pair": GroupKind("dense", ("pp",), "neighbours"),
    }
)
"""Kind name -> what it spans. Megatron-LM names them the same way; ``pp_pair`` are two stages that hand over."""


def kind_named(text: str) -> str:
    """The kind a user means: axes in any order and with - or _, ``mp`` for tp-pp. Raises LayoutError."""
    for name in KINDS:
        if _plain(text) in (_plain(name), *(_plain(part) for part in name.rstrip(")").split("("))):
            return name
    near = [name for name in KINDS if _plain(text).replace("-", "") == _plain(name).replace("-", "")]
    near = near or get_close_matches(text.lower(), KINDS, n=1)
    hint = (
        phrase("did you mean {near}?", near=near[0]) if near else phrase("write one of {kinds}", kinds=", ".join(KINDS))
    )
    raise LayoutError("group", phrase("'{text}' is no kind of group", text=text[:40]), hint)


@lru_cache(maxsize=256)
def _plain(name: str) -> str:
    return "-".join(sorted(name.strip().lower().replace("_", "-").split("-")))


def ranks_of(layout: RankLayout, kind: str) -> Ranks:
    """The ranks of every group of a kind, shape (groups, size): 64 rows of 64 for ep in the 4,096-rank example.

    Groups are listed with the fastest axis outside the group first; inside a group its own fastest axis comes first.
    Neighbours are (groups, 2) over all pairs of adjacent stages.
    """
    found = KINDS[kind]
    grid = layout.dense if found.grid == "dense" else layout.expert
    first = _offsets([axis for axis in grid if axis.name not in found.axes])
    inside = _offsets([axis for axis in grid if axis.name in found.axes])
    ranks = first[:, None] + inside[None, :]
    if found.stages == "ends":
        return ranks[:, [0, -1]] if layout.pp > 1 else ranks[:, :1]
    if found.stages == "neighbours":
        return np.stack([ranks[:, :-1], ranks[:, 1:]], axis=-1).reshape(-1, 2) if layout.pp > 1 else ranks
    return ranks


def _offsets(axes: list[LayoutAxis]) -> Ranks:
    """Every combination of the axes as a rank, the first axis varying fastest."""
    offsets = np.zeros(1, dtype=np.int64)
    for axis in axes:
        steps = np.arange(axis.size, dtype=np.int64) * axis.stride
        offsets = (steps[:, None] + offsets[None, :]).reshape(-1)
    return offsets
