"""The lines DeepEP's own tests print: times and bandwidths of dispatch and combine, without sizes.

Source: DeepEP tests/test_low_latency.py, test_intranode.py, test_internode.py: of the tuning only the lines "Best".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from estimator.tools import records
from estimator.tools.readers.register import Register
from estimator.tools.readers.tokens import printed
from estimator.tools.records import Ended, Event, Record, Table, Told

_RANK = re.compile(r"\[rank (\d{1,7})\] (Dispatch \+ combine|Dispatch) bandwidth: (\S{1,20}) GB/s, (avg_t=.*)")
_PART = re.compile(r"(Dispatch|Combine) bandwidth: (\S{1,20}) GB/s, avg_t=(\S{1,20}) us")
_TIMES = re.compile(r"(avg|min|max)_t=([\d.]{1,20}) us")
_BEST = re.compile(r"\[tuning\] Best (dispatch|combine)(?: \((FP8|BF16)\))?[:,]? SMs \d+(.*)")
_RATE = re.compile(r"([\d.]{1,20}) GB/s \((RDMA|NVL)\)")
_BARE = re.compile(r"([\d.]{1,20}) GB/s()")
"""A rate without the link it is of: of a test inside one node."""
_TIME = re.compile(r"(?:transmit: |t: |\+ |, )([\d.]{1,20}) us")
_CONFIG = re.compile(r"\[config\]\s+(num_tokens=.{1,150})")


@dataclass
class DeepEP:
    """Collects the tables of one log."""

    source: str
    told: Told
    register: Register
    config: str = ""
    tables: dict[tuple[str, str, str], Table] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)

    def offer(self, text: str, line: int) -> list[Event] | None:
        """The records of one line; None when it is none of these lines."""
        config = _CONFIG.search(text)
        if config:
            self.config = config.group(1).strip()
            return []
        rank = _RANK.search(text)
        if rank:
            return self._ranked(rank, line)
        best = _BEST.search(text)
        return self._best(best, line) if best else None

    def _ranked(self, match: re.Match[str], line: int) -> list[Event]:
        if match.group(2) == "Dispatch":
            parts = _PART.findall(match.string)
            return [
                event
                for name, rate, time in parts
                for event in self._record(name.lower(), "", "kernel", line, rate, time)
            ]
        times = dict(_TIMES.findall(match.group(4)))
        return self._record(
            "dispatch + combine", "", "", line, match.group(3), times.get("avg", ""), times.get("min"), times.get("max")
        )

    def _best(self, match: re.Match[str], line: int) -> list[Event]:
        name, dtype, rest = match.groups()
        time = _TIME.search(rest)
        found: list[Event] = []
        for rate, link in _RATE.findall(rest) or _BARE.findall(rest)[:1]:
            found += self._record(
                name,
                {"FP8": "fp8_e4m3", "BF16": "bf16"}.get(dtype or "", ""),
                link,
                line,
                rate,
                time.group(1) if time else None,
            )
        return found

    def _record(
        self,
        name: str,
        dtype: str,
        link: str,
        line: int,
        rate: str,
        time: str | None,
        low: str | None = None,
        high: str | None = None,
    ) -> list[Event]:
        numbers = [printed(token) if token else None for token in (rate, time, low, high)]
        if numbers[0] is None or (time is not None and (numbers[1] is None or numbers[1].value <= 0)):
            return []
        table = self._table(name, dtype, link, line)
        self.counts[table.number] = self.counts.get(table.number, 0) + 1
        seconds, least, most = (number.value * 1e-6 if number else None for number in numbers[1:])
        flags = (records.UNKNOWN_N,)
        return [
            Record(table, line, line, None, None, seconds, numbers[0].value * 1e9, low=least, high=most, flags=flags)
        ]

    def _table(self, name: str, dtype: str, link: str, line: int) -> Table:
        key = (name, dtype, link)
        if key not in self.tables:
            told = self.told
            note = "the size in bytes is not printed: bandwidth times time"
            table = Table(
                self.source,
                0,
                line,
                "deepep",
                benchmark=f"{name} ({link})" if link else name,
                collective=told.collective or "all_to_all_v",
                ranks=told.ranks,
                nodes=told.nodes,
                ranks_per_node=told.ranks_per_node,
                dtype=told.dtype or dtype,
                over_ranks=told.over_ranks or "each",
                iterations=told.iterations,
                warmup=told.warmup,
                groups=told.groups or 1,
                path=told.path or "",
                condition=told.condition or "",
                hardware=told.hardware or "",
                algorithm=told.algorithm or "",
                label=told.label or self.config,
                notes=(note,),
            )
            self.tables[key] = self.register.entered(table)
        return self.tables[key]

    def end(self) -> list[Event]:
        """The ends of its tables."""
        return [Ended(table, self.counts[table.number]) for table in self.tables.values()]
