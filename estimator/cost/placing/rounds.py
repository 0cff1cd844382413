"""What a flat algorithm is written as: rounds over the ranks 0 ... p - 1, without a word of levels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.group import Ranks

Array = NDArray[np.float64]


class Messages(NamedTuple):
    """``repeat`` equal rounds: each ``sender`` sends ``size`` [n] to its ``receiver``, who reduces ``reduced``."""

    sender: Ranks
    receiver: Ranks
    size: Array | float
    reduced: Array | float = 0.0
    repeat: float = 1.0


class Rotation(NamedTuple):
    """One round: every rank i sends ``size`` [n] to rank i + ``distance`` (mod p), who reduces ``reduced``."""

    distance: int
    size: float
    reduced: float = 0.0
    repeat: float = 1.0

    def messages(self, p: int) -> Messages:
        """The same, message by message."""
        rank = np.arange(p)
        return Messages(rank, (rank + self.distance) % p, self.size, self.reduced, self.repeat)


class Exchange(NamedTuple):
    """One round: every rank i exchanges ``size`` [n] with rank i XOR ``distance``; p is a power of two."""

    distance: int
    size: float
    reduced: float = 0.0
    repeat: float = 1.0

    def messages(self, p: int) -> Messages:
        """The same, message by message."""
        rank = np.arange(p)
        return Messages(rank, rank ^ self.distance, self.size, self.reduced, self.repeat)


Round = Messages | Rotation | Exchange
Rounds = Iterable[Round]
