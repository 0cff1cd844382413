"""What a diagnosis says: findings with their numbers, causes with confidence, measurements asked for. No words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

CauseName = Literal[
    "startup",
    "bandwidth",
    "topology",
    "algorithm",
    "contention",
    "not_performance",
    "healthy",
    "cannot_tell",
]
CAUSES: tuple[CauseName, ...] = get_args(CauseName)
Number = float | int | str


class CauseFinding(NamedTuple):
    """One thing that speaks for a cause.

    ``code`` names the sentence; ``run`` is where it was seen. ``numbers`` by name, the ending tells the unit:
    ``_s`` seconds, ``_B`` bytes, ``_Bps`` bytes per second, ``_x`` a factor; others are counts and names.
    ``weight``: how sure the cause is by this finding alone [0 .. 1].
    """

    cause: CauseName
    weight: float
    code: str
    run: str
    numbers: Mapping[str, Number] = {}


class Next(NamedTuple):
    """A measurement that would tell more: a short name, the command line, and numbers for its sentence."""

    measure: str
    command: str
    numbers: Mapping[str, Number] = {}


class Cause(NamedTuple):
    """A cause, how sure it is [0 .. 1], and what speaks for it, the strongest first."""

    name: CauseName
    confidence: float
    evidence: tuple[CauseFinding, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Causes by falling confidence, what to measure next, how many runs there were.

    ``silent``: what the logs do not tell, where that is no cause of its own. ``left_out``: runs beyond the most judged.
    """

    causes: tuple[Cause, ...]
    next: tuple[Next, ...]
    runs: int = 0
    silent: tuple[CauseFinding, ...] = ()
    left_out: int = 0
