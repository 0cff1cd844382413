"""The lines DeepEP's own tests print: times and bandwidths of dispatch and combine, without sizes.

Source: DeepEP tests/test_low_latency.py, test_intranode.py, test_internode.py: of the tuning only the lines "Best";
of version 2 tests/elastic/test_ep.py, where SO is between nodes, SU inside one, and the bytes are what one rank gets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.tools import records
from estimator.tools.readers.register import Register
from estimator.tools.readers.tokens import exact, printed, whole
from estimator.tools.records import Ended, Event, Record, Rejection, Table, Told

_RANK = re.compile(r"\[rank (\d{1,7})\] (Dispatch \+ combine|Dispatch) bandwidth: (\S{1,20}) GB/s, (avg_t=.*)")
_PART = re.compile(r"(Dispatch|Combine) bandwidth: (\S{1,20}) GB/s, avg_t=(\S{1,20}) us")
_TIMES = re.compile(r"(avg|min|max)_t=([\d.]{1,20}) us")
_BEST = re.compile(r"\[tuning\] Best (dispatch|combine)(?: \((FP8|BF16)\))?[:,]? SMs \d+(.*)")
_RATE = re.compile(r"([\d.]{1,20}) GB/s \((RDMA|NVL)\)")
_BARE = re.compile(r"([\d.]{1,20}) GB/s()")
"""A rate without the link it is of: of a test inside one node."""
_TIME = re.compile(r"(?:transmit: |t: |\+ |, )([\d.]{1,20}) us")
_ELASTIC = re.compile(
    r"^\W*(?:EP:\s*\d{1,7}/(?P<ranks>\d{1,7}) \| )?(?P<name>(?:expanded |cached |reduced )?(?:dispatch|combine)):\W+"
    r"(?P<rate>[\d.]{1,20}) GB/s \(SO\),\s+[\d.]{1,20} GB/s \(SU\),\s+(?P<time>[\d.]{1,20}) us"
    r"(?:, (?P<bytes>\d{1,18}) bytes)?"
)
_APART = re.compile(r"\[rank \d{1,7}\] (?:Dispatch|Combine) send/recv time: ")
_CONFIG = re.compile(r"(?:\[config\]\s+|Testing with )((?:num_tokens|do_handle_copy)=.{1,150})")
NO_SIZE = "the size in bytes is not printed: bandwidth times time"
RECEIVED = "the bytes are those that one rank receives, not n"


class EpKind(NamedTuple):
    """What the records of one table have in common: what ran, over which link, what its lines say of the run."""

    name: str
    dtype: str = ""
    link: str = ""
    ranks: int | None = None
    nodes: int | None = None
    note: str = NO_SIZE
    config: str = ""


@dataclass
class DeepEP:
    """Collects the tables of one log."""

    source: str
    told: Told
    register: Register
    config: str = ""
    tables: dict[EpKind, Table] = field(default_factory=dict)
    tuned: int = 0
    """The first line of a tuning; 0: none."""
    counts: dict[int, int] = field(default_factory=dict)

    def offer(self, text: str, line: int) -> list[Event] | None:
        """The records of one line; None when it is none of these lines."""
        config = _CONFIG.search(text)
        if config:
            self.config = config.group(1).strip(" .")
            return []
        rank = _RANK.search(text)
        if rank:
            return self._ranked(rank, line)
        elastic = _ELASTIC.match(text)
        if elastic:
            return self._elastic(elastic, line)
        if _APART.search(text):
            return [Rejection(self.source, line, "times of sending and receiving without the transfer", text[:80])]
        best = _BEST.search(text)
        if best:
            return self._best(best, line)
        self.tuned = self.tuned or (line if text.lstrip().startswith("[tuning] ") else 0)
        return None

    def _elastic(self, match: re.Match[str], line: int) -> list[Event]:
        ranks, size = match.group("ranks"), match.group("bytes")
        narrow = "use_fp8_dispatch=1" in self.config and "dispatch" in match.group("name")
        kind = EpKind(
            match.group("name"),
            "fp8_e4m3" if narrow else "",
            ranks=int(ranks) if ranks else None,
            note=RECEIVED if size else NO_SIZE,
            config=self.config,
        )
        return self._record(kind, line, match.group("rate"), match.group("time"), size=whole(size) if size else None)

    def _ranked(self, match: re.Match[str], line: int) -> list[Event]:
        if match.group(2) == "Dispatch":
            parts = _PART.findall(match.string)
            return [
                event
                for name, rate, time in parts
                for event in self._record(EpKind(name.lower(), link="kernel", config=self.config), line, rate, time)
            ]
        times = dict(_TIMES.findall(match.group(4)))
        kind = EpKind("dispatch + combine", config=self.config)
        return self._record(kind, line, match.group(3), times.get("avg", ""), times.get("min"), times.get("max"))

    def _best(self, match: re.Match[str], line: int) -> list[Event]:
        name, word, rest = match.groups()
        time = _TIME.search(rest)
        rates = _RATE.findall(rest) or _BARE.findall(rest)[:1]
        dtype = {"FP8": "fp8_e4m3", "BF16": "bf16"}.get(word or "", "")
        # The test between nodes prints both links, that inside one node the one link alone.
        nodes = None if len(rates) > 1 else 1
        found: list[Event] = []
        for rate, link in rates:
            kind = EpKind(name, dtype, link, nodes=nodes, config=self.config)
            found += self._record(kind, line, rate, time.group(1) if time else None)
        return found

    def _record(
        self,
        kind: EpKind,
        line: int,
        rate: str,
        time: str | None,
        low: str | None = None,
        high: str | None = None,
        size: int | None = None,
    ) -> list[Event]:
        numbers = [printed(token) if token else None for token in (rate, time, low, high)]
        if numbers[0] is None or (time is not None and (numbers[1] is None or numbers[1].value <= 0)):
            return []
        table = self._table(kind, line)
        self.counts[table.number] = self.counts.get(table.number, 0) + 1
        seconds, least, most = (exact(number.value * 1e-6) if number else None for number in numbers[1:])
        speed, flags = exact(numbers[0].value * 1e9), (records.UNKNOWN_N,)
        return [Record(table, line, line, size, None, seconds, speed, low=least, high=most, flags=flags)]

    def _table(self, kind: EpKind, line: int) -> Table:
        if kind not in self.tables:
            told = self.told
            table = Table(
                self.source,
                0,
                line,
                "deepep",
                benchmark=f"{kind.name} ({kind.link})" if kind.link else kind.name,
                collective=told.collective or "all_to_all_v",
                ranks=told.ranks or kind.ranks,
                nodes=told.nodes or kind.nodes,
                ranks_per_node=told.ranks_per_node,
                dtype=told.dtype or kind.dtype,
                over_ranks=told.over_ranks or "each",
                iterations=told.iterations,
                warmup=told.warmup,
                groups=told.groups or 1,
                path=told.path or "",
                condition=told.condition or "",
                hardware=told.hardware or "",
                algorithm=told.algorithm or "",
                label=told.label or kind.config,
                notes=(kind.note,),
            )
            self.tables[kind] = self.register.entered(table)
        return self.tables[kind]

    def end(self) -> list[Event]:
        """The ends of its tables."""
        if self.tuned and not self.tables:
            return [Rejection(self.source, self.tuned, "a tuning of DeepEP without its line of the best")]
        return [Ended(table, self.counts[table.number]) for table in self.tables.values()]
