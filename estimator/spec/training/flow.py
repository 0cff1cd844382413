"""One named operation of a training step."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.layout.grid import RankLayout

SIZES = {
    "tp": ("tp",),
    "cp": ("cp",),
    "pp_pair": ("pp",),
    "dp_cp": ("dp", "cp"),
    "tp_cp": ("tp", "cp"),
    "mp(tp-pp)": ("tp", "pp"),
    "ep": ("ep",),
    "etp": ("etp",),
    "ep_etp": ("ep", "etp"),
    "edp": ("edp",),
    "embedding": ("pp",),
}


@dataclass(frozen=True, slots=True)
class Flow:
    """One operation of a step: which collective, on which kind of group, how much, how often.

    ``n``: canonical size of a call [B]; ``per_step``: calls of a rank of one pipeline stage.
    """

    name: str
    collective: str
    group: str
    n: int
    dtype: str
    per_step: float

    @property
    def semantics(self) -> str:
        """Which tensor n is, in a spec's words: n itself for every collective."""
        return semantics(self.collective)


def semantics(collective: str) -> str:
    """Which tensor the canonical size of a collective is, in a spec's words."""
    return {"all_gather": "output", "p2p": "message"}.get(collective, "input")


def alone(layout: RankLayout, group: str) -> bool:
    """Whether groups of this kind have one rank, so that nothing is sent."""
    return all(getattr(layout, axis) == 1 for axis in SIZES[group])
