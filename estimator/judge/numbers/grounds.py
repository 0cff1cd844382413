"""What all logs together say of each: which hold a time that cannot be, and which device was measured.

A log has one clock, one unit of its sizes and one of its times. Where one of its rows cannot be, a slip in a unit is at
work in all of them, also in those that it leaves looking likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.judge.matching.pile import Lot, Pile
from estimator.judge.numbers.taking import Taken
from estimator.judge.reason import Reason, reason


class Doubted(NamedTuple):
    """A time of a log [s] at a size [byte] that is less than the ``least`` [s] that can be there."""

    n: float
    seconds: float
    least: float


@dataclass(frozen=True, slots=True)
class Grounds:
    """``doubted``: by log; ``hardware``: the device that most tables name, "" where none does."""

    doubted: Mapping[str, Doubted] = field(default_factory=dict)
    hardware: str = ""

    def missing(self, takens: Sequence[Taken]) -> Reason | None:
        """Why times that meet a limit show nothing: of another machine than most logs, or of a log in doubt."""
        piles = [batch.pile for taken in takens for batch in taken.batches]
        return self._other_machine(piles) or self._in_doubt(lot for pile in piles for lot in pile.lots)

    def _other_machine(self, piles: Iterable[Pile]) -> Reason | None:
        devices = dict.fromkeys(pile.record.table.hardware for pile in piles)
        other = next((name for name in devices if name and name != self.hardware), None)
        return None if other is None else reason("other_machine", found=other, most=self.hardware)

    def _in_doubt(self, lots: Iterable[Lot]) -> Reason | None:
        source = next((lot.source for lot in lots if lot.source in self.doubted), None)
        if source is None:
            return None
        one = self.doubted[source]
        return reason(
            "log_in_doubt", source=source, size=(one.n, "size"), found=(one.seconds, "time"), least=(one.least, "time")
        )


NOTHING_KNOWN = Grounds()
