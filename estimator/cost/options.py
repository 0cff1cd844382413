"""What some plans need beyond the shape of the group: segments, axes, channels, methods, efficiency, a send matrix."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

OPTIMAL: Literal["optimal"] = "optimal"
ALL: Literal["all"] = "all"
Segments = int | Literal["optimal"]
Channels = int | Literal["all"]
Method = Literal["ring", "both", "direct"]
Matrix = tuple[tuple[float, ...], ...]
"""Row i, column j: bytes that rank i sends to rank j [byte]; the diagonal is the own block."""

EXAMPLES = {
    "segments": "segments, such as 16, or optimal",
    "dims": "dims, such as 4x8",
    "rings": "rings, such as 8",
    "channels": "channels, such as 8, or all",
    "methods": "methods, such as direct, ring",
    "efficiency": "an efficiency, such as 0.9",
    "send_matrix": "a send matrix",
}


@dataclass(frozen=True, slots=True)
class Options:
    """Options of one call; None: not stated, so that an algorithm's own default holds.

    ``segments`` of a pipelined chain, ``optimal`` for the best whole number; ``dims`` (a, b, ...) of a torus of a x b
    x ... ranks, the first varying fastest; ``rings`` that run at once; ``channels``: orders of a ring or chain that run
    at once, ``all`` that the group has; ``methods`` of the stages of each level, innermost first; ``efficiency`` of a
    named model, in (0, 1]; ``send_matrix`` of an All-to-All-v.
    """

    segments: Segments | None = None
    dims: tuple[int, ...] | None = None
    rings: int | None = None
    channels: Channels | None = None
    methods: tuple[Method, ...] | None = None
    efficiency: float | None = None
    send_matrix: Matrix | None = None

    @property
    def stated(self) -> tuple[str, ...]:
        """The names of the options that are given."""
        return tuple(f.name for f in fields(self) if getattr(self, f.name) is not None)


NONE = Options()
"""No option stated."""
