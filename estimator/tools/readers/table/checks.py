"""Whether the numbers of a row agree with each other: size, time, printed bandwidth, least and largest time."""

from __future__ import annotations

from typing import NamedTuple

from estimator.tools.readers.table.agree import EVERY, FINE, MANY, PLAIN, BandwidthConvention, fits
from estimator.tools.readers.table.deduce import Clues
from estimator.tools.readers.table.layout import TableLayout
from estimator.tools.readers.table.rows import LogRow, SideValues
from estimator.tools.readers.table.rules import Rules
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.tokens import PrintedNumber
from estimator.tools.records import Told

DIGITS = 1.2e-4
"""Relative error of a time of four digits that a script turned into another unit."""
OLD = BandwidthConvention(0.0, False)
"""Of nccl-tests before June 2020: algbw of AllGather and ReduceScatter already times (p-1)/p, like busbw."""


class TableHead(NamedTuple):
    """What a table starts with: its columns, the tool's rules, the facts at that moment, where it stands."""

    layout: TableLayout
    rules: Rules
    facts: RunFacts
    line: int


class Checks:
    """Units and conventions of one header. ``per_second``: how many units of its time column make a second."""

    def __init__(self, head: TableHead, told: Told) -> None:
        layout, rules = head.layout, head.rules
        self.head, self.rules = head, rules
        stated = {column.kind: column.unit for column in reversed(layout.columns)}
        self.fixed = bool(told.time_unit or stated.get("time"))
        self.per_second = _inverse(told.time_unit or stated.get("time") or head.facts.time_unit or rules.time_unit)
        self.units = {kind: stated.get(kind) or rules.rate_unit for kind in ("algbw", "busbw", "rate")}
        described = layout.place("type") is not None and layout.split == "space"
        self.conventions = MANY if rules.tool == "imb" else (*PLAIN, OLD) if described else PLAIN
        self.counted = layout.place("wrong") is not None

    def unit_line(self, time: float) -> None:
        """The line below the header states the unit of times [s], where the header or somebody else did not."""
        if not self.fixed:
            self.per_second = _inverse(time)

    def seconds(self, time: PrintedNumber) -> PrintedNumber:
        """A printed time in seconds."""
        return PrintedNumber(time.value / self.per_second, time.half / self.per_second)

    def mask(self, side: SideValues, row: LogRow) -> int:
        """Which readings of the bandwidth agree with size and time; ``EVERY`` where nothing can be checked."""
        bandwidth = side.algbw or side.rate
        if not self.rules.checks or bandwidth is None or side.time is None:
            return EVERY
        unit = self.units["algbw" if side.algbw is not None else "rate"]
        # IMB takes the slowest rank's time for its bandwidth.
        slowest = self.rules.tool == "imb" and side.high is not None
        seconds = side.high if slowest and side.high is not None else self.seconds(side.time)
        mask = fits(bandwidth, row.size, seconds, self.conventions, unit)
        if mask != EVERY and OLD in self.conventions and side.busbw == side.algbw and row.ratio and row.ratio > 1:
            old = BandwidthConvention((row.ratio - 1) / row.ratio, False)
            mask |= (fits(bandwidth, row.size, seconds, (old,), unit) & 1) << self.conventions.index(OLD)
        return mask

    def between(self, side: SideValues) -> bool:
        """Whether the mean over the ranks lies between the quickest and the slowest one, where the tool prints them."""
        if side.time is None or not self.rules.rising:
            return True
        time = self.seconds(side.time)
        above = side.low is None or time.value + time.half >= side.low.value - side.low.half
        return above and (side.high is None or time.value - time.half <= side.high.value + side.high.half)

    def learn(self, evidence: Clues, row: LogRow) -> None:
        """Add what a row says of collective and ranks."""
        evidence.roots.add(row.root)
        evidence.redops.add(row.redop)
        if row.ratio:
            evidence.shares[row.ratio] = evidence.shares.get(row.ratio, 0) + 1
        for side in row.sides:
            self._ratio(evidence, row, side)
        if len(row.sides) == 2 and self.counted and not row.sides[0].unchecked:
            evidence.in_place_checked = not row.sides[1].unchecked

    def _ratio(self, evidence: Clues, row: LogRow, side: SideValues) -> None:
        """Busbw over algbw; where no algbw is printed, or one of too few digits, over size / time."""
        if side.busbw is None:
            return
        coarse = side.algbw is None or (side.algbw.value < FINE * side.algbw.half and OLD in self.conventions)
        if side.algbw is not None and not coarse:
            evidence.ratios.add(side.algbw, side.busbw)
        elif side.busbw.value > side.busbw.half and side.time is not None and side.time.value > 0 and row.size:
            seconds = self.seconds(side.time)
            rate = row.size / seconds.value / self.units["busbw"]
            evidence.ratios.add(PrintedNumber(rate, rate * max(seconds.half / seconds.value, DIGITS)), side.busbw)


def _inverse(unit: float) -> float:
    return float(round(1.0 / unit)) if unit <= 1.0 else 1.0 / unit
