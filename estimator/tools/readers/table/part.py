"""The rows of one element type and reduction under a header: a table once its facts are settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from estimator.phrase import phrase, word
from estimator.tools import records
from estimator.tools.readers.register import Register
from estimator.tools.readers.table.agree import EVERY, chosen
from estimator.tools.readers.table.checks import OLD, Checks, TableHead
from estimator.tools.readers.table.deduce import ONCE, Clues, Deduced, deduce
from estimator.tools.readers.table.rows import LogRow, SideValues
from estimator.tools.readers.text.launch import LaunchLine
from estimator.tools.readers.tokens import exact
from estimator.tools.records import Event, Record, Rejection, Table, Told

SETTLED = 256
"""Rows after which the facts of a table are settled; the rows after them stream."""
SHOWN = 80
SIDES = ("the first columns: ", "the second columns: ")


@dataclass
class LogPart:
    """Collects rows until the facts are settled, then turns each into records. ``register`` numbers the tables."""

    head: TableHead
    checks: Checks
    source: str
    told: Told
    register: Register
    line: int
    dtype: str
    redop: str
    root: int | None
    evidence: Clues = field(default_factory=Clues)
    waiting: list[tuple[LogRow, tuple[int, ...]]] = field(default_factory=list)
    table: Table | None = None
    reading: int | None = None
    given: int = 0
    flags: tuple[str, ...] = ()

    def add(self, row: LogRow, text: str) -> list[Event]:
        """The events of one row: none while the table is not settled."""
        share = self.evidence.share
        if self.table is not None and row.ratio and share and row.ratio != share:
            return [self.refused(row.line, _other_share(row.ratio, share), text)]
        if not all(map(self.checks.between, row.sides)):
            return [self.refused(row.line, "the mean is not between the least and the largest time", text)]
        masks = tuple(self.checks.mask(side, row) for side in row.sides)
        if self.table is not None:
            return list(self._records(self.table, row, masks))
        if not any(masks):
            return [self.refused(row.line, _unlike(row.sides[0]), text)]
        self.checks.learn(self.evidence, row)
        self.waiting.append((row, masks))
        return list(self.settled()) if len(self.waiting) >= SETTLED else []

    def settled(self) -> Iterator[Event]:
        """Settle the facts by the rows that wait, and give their records."""
        if self.table is not None:
            return
        masks = [mask for _, each in self.waiting for mask in each]
        self.reading, units = chosen(masks, self.checks.conventions)
        old = self.reading is not None and self.checks.conventions[self.reading] is OLD
        if old:
            self.evidence.ratios.found.clear()
        answer = deduce(self.head.facts, self.told, self.evidence, self.head.rules)
        self.table = self.register.entered(self._table(answer, units, old), self.head.facts.caption)
        self.flags = _flags(answer)
        share = self.evidence.share
        for row, each in self.waiting:
            if row.ratio and share and row.ratio != share:
                yield self.refused(row.line, _other_share(row.ratio, share), f"size {row.size}")
            else:
                yield from self._records(self.table, row, each)
        self.waiting = []

    def _table(self, answer: Deduced, units: str, old: bool) -> Table:
        facts, rules, told = self.head.facts, self.head.rules, self.told
        notes = [*facts.notes, *answer.notes]
        notes += ["algbw is of the old kind, already times (p-1)/p"] * old
        notes += ["no header was seen: columns by the form of the rows"] * self.head.layout.guessed
        launch = facts.launch
        return Table(
            self.source,
            0,
            self.line,
            facts.tool or rules.tool,
            version=facts.version,
            library=facts.library,
            benchmark=facts.benchmark or (launch.program if launch else ""),
            collective=answer.collective,
            ranks=answer.ranks,
            nodes=answer.nodes,
            ranks_per_node=answer.ranks_per_node,
            placement=facts.devices.placement(),
            groups=told.groups or max(facts.devices.groups(), facts.groups),
            dtype=told.dtype or self.dtype or facts.dtype,
            redop=told.redop or (self.redop if self.redop != "none" else "") or facts.redop,
            root=self.root if self.root is not None and self.root >= 0 else None,
            statistic=told.statistic or rules.statistic,
            over_ranks=told.over_ranks or _joined(launch) or rules.over_ranks,
            way="aggregated" if facts.aggregated else rules.way,
            size_is="share" if answer.share else "n",
            units=units,
            warmup=facts.warmup if told.warmup is None else told.warmup,
            iterations=told.iterations or facts.iterations,
            largest=facts.largest,
            algorithm=told.algorithm or facts.algorithm,
            path=told.path or "",
            condition=told.condition or "",
            hardware=told.hardware or facts.devices.hardware,
            label=told.label or facts.label,
            command=launch.text if launch else "",
            environment=tuple(sorted(facts.environment.items())),
            launch=facts.started_by,
            notes=tuple(dict.fromkeys(notes)),
        )

    def _records(self, table: Table, row: LogRow, masks: tuple[int, ...]) -> Iterator[Event]:
        n = row.size if table.size_is == "n" else row.size * table.ranks if table.ranks else None
        for side, mask in zip(row.sides, masks, strict=True):
            which = SIDES[min(side.group, 1)] if len(self.head.layout.groups) > 1 else ""
            if self.reading is not None and mask != EVERY and not mask >> self.reading & 1:
                yield self.refused(row.line, _on(which, _unlike(side)), f"size {row.size}")
            elif side.time is not None and side.time.value <= 0.0:
                yield self.refused(row.line, _on(which, "the time is not above 0"), f"size {row.size}")
            else:
                self.given += 1
                yield self._record(table, row, side, n)

    def _record(self, table: Table, row: LogRow, side: SideValues, n: int | None) -> Record:
        flags, in_place, correct, wrong = self.flags, self._in_place(side.group), side.correct, side.wrong
        if in_place and self.head.rules.in_place[1] and table.collective in ONCE:
            correct = wrong = None
        if correct is False:
            flags = (*flags, records.WRONG)
        if row.size == 0:
            flags = (*flags, records.ZERO_SIZE)
        if n is None:
            flags = (*flags, records.UNKNOWN_N)
        return Record(
            table,
            row.line,
            side.line,
            row.size,
            n,
            exact(self.checks.seconds(side.time).value) if side.time is not None else None,
            self._rate(side) if side.time is None else None,
            in_place,
            correct,
            wrong,
            exact(side.low.value) if side.low else None,
            exact(side.high.value) if side.high else None,
            side.percentiles,
            side.iterations,
            flags,
            side.times,
        )

    def _rate(self, side: SideValues) -> float | None:
        """The bandwidth [B/s] of a tool that prints no time."""
        if side.rate is not None:
            return exact(side.rate.value * self.checks.units["rate"])
        return exact(side.algbw.value * self.checks.units["algbw"]) if side.algbw is not None else None

    def _in_place(self, group: int) -> bool | None:
        if len(self.head.layout.groups) == 1:
            return self.head.facts.in_place
        first = self.head.facts.in_place_first
        if first is None:
            default = self.head.rules.in_place
            return default[group] if group < len(default) else None
        return first if group == 0 else not first

    def refused(self, line: int, reason: str, text: str) -> Rejection:
        """A row that is not taken."""
        return Rejection(self.source, line, reason, text.strip()[:SHOWN])


def _joined(launch: LaunchLine | None) -> str:
    """How nccl-tests was told to join the times of the ranks: -a 1 their mean, 2 the least, 3 the greatest."""
    if launch is None or not launch.program.endswith(("_perf", "_perf_mpi")):
        return ""
    return {"0": "one", "1": "mean", "2": "min", "3": "max"}.get(launch.options.get("-a", ""), "")


def _flags(answer: Deduced) -> tuple[str, ...]:
    """What of the facts keeps the records of a table out of every fit, or of every verdict."""
    found = (
        (records.ONE_RANK, answer.ranks == 1),
        (records.CONFLICT, answer.conflict),
        (records.NAMED_OTHERWISE, answer.renamed),
    )
    return tuple(flag for flag, true in (*found, (records.UNKNOWN_COLLECTIVE, answer.collective is None)) if true)


def _on(side: str, reason: str) -> str:
    """A reason that is about one of two groups of columns; ``side`` "" where there is one."""
    return phrase("{side}{reason}", side=word(side), reason=reason) if side else reason


def _other_share(ratio: int, share: int) -> str:
    return phrase(
        "size over count times the element's bytes is {ratio}, and {share} in the other rows", ratio=ratio, share=share
    )


def _unlike(side: SideValues) -> str:
    shown = side.algbw or side.rate
    value = f"{shown.value:g}" if shown else ""
    return phrase(
        "the printed bandwidth {value} is not size / time: a digit is wrong, or the row is of another table",
        value=value,
    )
