"""What all logs together say of each: which hold a time that cannot be, and which device was measured.

A log has one clock, one unit of its sizes and one of its times. Where one of its rows cannot be, a slip in a unit is at
work in all of them, also in those that it leaves looking likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.judge.matching.pile import Lot
from estimator.judge.numbers.taking import Taken
from estimator.judge.reason import Reason, reason


class Doubted(NamedTuple):
    """A time of a log [s] at a size [byte] that is less than half of the ``least`` [s] that the spec allows there."""

    n: float
    seconds: float
    least: float


@dataclass(frozen=True, slots=True)
class Grounds:
    """``doubted``: by log; ``hardware``: the device that most tables name, "" where none does."""

    doubted: Mapping[str, Doubted] = field(default_factory=dict)
    hardware: str = ""

    def missing(self, takens: Sequence[Taken]) -> Reason | None:
        """Why times that meet a limit show nothing: of several machines, of another one, or of a log in doubt."""
        lots = list(_lots(takens))
        return self._other_machine(lots) or self._in_doubt(lots)

    def _other_machine(self, lots: Iterable[Lot]) -> Reason | None:
        devices = dict.fromkeys(lot.hardware for lot in lots if lot.hardware)
        if len(devices) > 1:
            return reason("mixed_hardware", found=" | ".join(devices))
        other = next((name for name in devices if name != self.hardware), None)
        if other is not None:
            return reason("other_machine", found=other, most=self.hardware)
        libraries: dict[str, dict[str, None]] = {}
        for lot in lots:
            if lot.library:
                libraries.setdefault(lot.tool, {})[lot.library] = None
        several = next((found for found in libraries.values() if len(found) > 1), None)
        return None if several is None else reason("mixed_library", found=" | ".join(several))

    def _in_doubt(self, lots: Iterable[Lot]) -> Reason | None:
        source = next((lot.source for lot in lots if lot.source in self.doubted), None)
        if source is None:
            return None
        one = self.doubted[source]
        return reason(
            "log_in_doubt", source=source, size=(one.n, "size"), found=(one.seconds, "time"), least=(one.least, "time")
        )


NOTHING_KNOWN = Grounds()


def _lots(takens: Sequence[Taken]) -> Iterator[Lot]:
    for taken in takens:
        for batch in taken.batches:
            yield from batch.pile.lots
