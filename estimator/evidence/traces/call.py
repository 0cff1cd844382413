"""What a trace tells of one communication call on one rank, and of one rank as a whole."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from estimator.cost.semantics import busbw_factor
from estimator.evidence.traces.busy import Busy

LATEST = 9_000_000_000_000_000
"""Microseconds since any epoch that still fit, as nanoseconds, into 64 bits."""
_ODD = re.compile(r"[^\w .:,-]")
Told = Literal["whole", "share", "sent"]
HOST = "host"
"""The device of a call that no kernel carries out."""
LONGEST = 1e12
"""Microseconds: a call of eleven days is no call."""


class CallGroup(NamedTuple):
    """The ranks that take part, as the trace writes them; ``size`` None where it does not tell."""

    name: str = ""
    ranks: str = ""
    size: int | None = None


@dataclass(frozen=True, slots=True)
class RankSeen:
    """One call as one rank saw it.

    ``what``: the event's own name. ``collective``: ours, "" where the trace does not tell. ``amount``: bytes, None
    where it does not tell, and what they are, ``told``: the canonical size, one rank's share of it, or what one rank
    sent. ``step``: label of the profiler's step, "" outside of any. ``start`` [ns, the rank's own clock], ``elapsed``
    [s]. ``transit``, ``wait``, ``idle`` [s] where the profiler tells them apart. ``order``: names the call among those
    of its group, alike on every rank, "" where only their sequence does. ``device``: where it ran.
    """

    what: str
    collective: str
    group: CallGroup
    amount: float | None
    step: str
    start: int
    elapsed: float
    device: str = ""
    told: Told = "whole"
    transit: float | None = None
    wait: float | None = None
    idle: float | None = None
    order: str = ""

    def n(self, ranks: int | None) -> float | None:
        """Canonical size [byte] in a group of ``ranks``; None where that cannot be told.

        From what one rank sent by the algorithms that send no more than they must: 1.75 n of eight ranks' AllReduce.
        """
        if self.amount is None or self.told == "whole":
            return self.amount
        if ranks is None or not self.collective:
            return None
        factor = busbw_factor(self.collective, ranks) if self.told == "sent" else 1.0 / ranks
        return self.amount / factor if factor > 0.0 else None


@dataclass(frozen=True, slots=True)
class RankTrace:
    """One rank: its calls in order of their start, and the computation of each device where the trace shows it.

    ``rank``: its number where the trace or the file's name tells it, else the name of the file. ``world``: ranks of
    the whole job, None where the trace does not tell. ``steps``: labels in order of time.
    """

    rank: str
    calls: tuple[RankSeen, ...]
    computing: Mapping[str, Busy] = field(default_factory=dict)
    world: int | None = None
    steps: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def nanoseconds(stamp: object) -> int | None:
    """A time stamp in microseconds, a number or text as Ascend writes it, in whole nanoseconds; None if it is none.

    1695054582608213.25 is 1695054582608213250 exactly: 64 bits of floating point would lose a quarter of it.
    """
    if isinstance(stamp, str):
        if not 0 < len(stamp) < 40 or not stamp.replace(".", "", 1).isdecimal() or not stamp.isascii():
            return None
        number = Decimal(stamp)
        return int(number * 1000) if number < LATEST else None
    if isinstance(stamp, bool) or not isinstance(stamp, int | float) or not -LATEST < stamp < LATEST:
        return None
    whole = math.floor(stamp)
    return whole * 1000 + round((stamp - whole) * 1000)


def duration(value: object) -> float | None:
    """A duration as the trace writes it, microseconds or milliseconds, None if it is none."""
    if isinstance(value, str) and len(value) < 40 and value.isascii() and value.replace(".", "", 1).isdecimal():
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < LONGEST else None


def count(value: object) -> int | None:
    """A number of ranks, elements or bytes; None if it is none."""
    if type(value) is str and value.isascii() and value.isdecimal() and len(value) < 19:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < 2**62 else None


def label(text: str) -> str:
    """A text of the trace that people will read: one short line, nothing that a page, terminal or sheet obeys."""
    return _ODD.sub("?", text[:80]).lstrip("-")


def word(value: Any) -> str:
    """A text or a number as text, "" for anything else."""
    if type(value) is str:
        return value
    return str(value) if type(value) is int and abs(value) < 2**64 else ""
