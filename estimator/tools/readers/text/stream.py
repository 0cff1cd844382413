"""Reads the lines of one log and yields records, refusals and the ends of tables, in bounded memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from estimator.phrase import phrase
from estimator.tools.readers.formats import hccl_demo
from estimator.tools.readers.formats.deep_ep import DeepEP
from estimator.tools.readers.formats.json_logs import JsonLog
from estimator.tools.readers.register import Register
from estimator.tools.readers.table.checks import TableHead
from estimator.tools.readers.table.heads import (
    MAY_START,
    KnownHeader,
    guessed,
    known,
    second_line,
    starts_row,
    unit_line,
)
from estimator.tools.readers.table.part import SHOWN
from estimator.tools.readers.table.rules import NCCL, PLAIN
from estimator.tools.readers.table.sheet import Sheet
from estimator.tools.readers.text import learn
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.text.launch import LAUNCHER, PROGRAM
from estimator.tools.readers.text.learn import FAILURE, OWN_FAILURE, learned, telling
from estimator.tools.readers.text.lines import LogLine
from estimator.tools.readers.text.printed import said
from estimator.tools.records import NOTHING_TOLD, Event, Rejection, Told

MOST_ORIGINS = 4096
LONGEST_COMMAND = 8192
"""Characters of a command over several lines."""
APART = 3
"""Lines from one row of numbers to the next that still belongs to it."""
_ORPHAN = re.compile(r"\s*\d{1,15}(?:\s{2,}\d{1,12}\.\d{2,5})+(?:\s+Pass)?\s*$")
"""A row as OSU and IMB print it: a size, then numbers with decimals."""
_FENCE = re.compile(r"\s*`{3,}\w*\s*$")
_SENTENCE = re.compile(r"\s*[^\W\d_](?:\S| (?! )){1,99}\s*")
"""A line of words, set apart by one blank each."""
_STRUCTURED = re.compile(r'\{"identifier": ?"nccl-tests structured output"')


@dataclass
class Stream:
    """What one process's lines have led to so far."""

    facts: RunFacts = field(default_factory=RunFacts)
    sheets: list[Sheet] = field(default_factory=list)
    failed: bool = False
    wrong: bool = False
    demo: hccl_demo.Named | None = None
    network: hccl_demo.Rate | None = None
    started: int = 0
    """Line on which a run started that has no table yet; 0: none."""
    orphan: int = -APART
    """The last line of numbers that stood under no header, or under one that was refused."""
    fenced: bool = False
    """Inside a text that a report sets apart by three marks."""
    sentence: str = ""
    """The last line before such a text, where it is one in words."""
    command: str = ""
    """A command so far whose line goes on in the next."""


class LogReading:
    """The state of reading one source."""

    def __init__(self, source: str, told: Told = NOTHING_TOLD, register: Register | None = None) -> None:
        self.source, self.told = source, told
        self.streams: dict[str, Stream] = {"": Stream()}
        self.register = register or Register()
        self.last = self.streams[""]
        self.found = self.column_met = False
        self.deep_ep = DeepEP(source, told, self.register)

    def events(self, lines: Iterable[LogLine]) -> Iterator[Event]:
        """The events of all lines, then the ends of what is open."""
        for line in lines:
            for origin, text in said(line.text):
                if text and not text.isspace():
                    yield from self._line(origin, text, line)
        for stream in self.streams.values():
            yield from self._end(stream)
        yield from self.deep_ep.end()
        if self.told.time_column is not None and not self.column_met:
            yield Rejection(
                self.source,
                1,
                phrase("no table has the time column {name} that was told", name=repr(self.told.time_column)),
            )
        if not (self.found or self.deep_ep.tables or self.deep_ep.tuned):
            yield Rejection(self.source, 1, "nothing that a known benchmark prints")

    def _stream(self, origin: str) -> Stream:
        stream = self.streams.get(origin)
        if stream is None:
            if len(self.streams) >= MOST_ORIGINS:
                return self.streams[""]
            common = self.streams[""].facts
            stream = self.streams[origin] = Stream(facts=common.fresh(label=common.label, launch=common.launch))
            stream.facts.collective, stream.facts.benchmark = common.collective, common.benchmark
        return stream

    def _line(self, origin: str, text: str, line: LogLine) -> Iterator[Event]:
        stream = self._stream(origin)
        text = _whole_command(stream, text)
        if not text or _fence(stream, text):
            return
        if text[0] == "{" and _STRUCTURED.match(text):
            yield from self._structured(stream, text, line)
            return
        for sheet in stream.sheets:
            if not sheet.closed:
                taken = sheet.offer(text, line.number, line.ended)
                if taken is not None:
                    yield from taken
                    if len(stream.sheets) == 1:
                        return
        if starts_row(text):
            yield from self._headless(stream, text, line)
            return
        if telling(text):
            yield from self._said(stream, text, line)
        elif _ORPHAN.match(text):
            yield from self._orphaned(stream, text, line)

    def _orphaned(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        """A row of numbers under no header: the first of those that stand together is refused for all."""
        apart = not any(not sheet.closed for sheet in stream.sheets) and line.number > stream.orphan + APART
        stream.orphan = line.number
        if apart:
            self.found = True
            yield Rejection(self.source, line.number, "rows of numbers under no header", text.strip()[:SHOWN])

    def _structured(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        """Results as JSON on a line of a text: of the run that started before."""
        stream.started, self.found = 0, True
        log = JsonLog(self.source, self.told, self.register)
        log.facts, stream.facts.tabled = stream.facts.copy(), True
        yield from log.events(iter([(line.number, text)]))

    def _headless(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        layout = guessed(text)
        if layout is None:
            if not any(not sheet.closed for sheet in stream.sheets):
                reason = "a row without a header, and not the columns of nccl-tests"
                yield Rejection(self.source, line.number, reason, text.strip()[:SHOWN])
                self.found = True
            return
        stream.started = 0
        yield from self._end(stream)
        head = TableHead(layout, NCCL, stream.facts, line.number)
        self._open(stream, head)
        yield from stream.sheets[0].offer(text, line.number, line.ended) or []

    def _open(self, stream: Stream, *heads: TableHead) -> None:
        copied = [head._replace(facts=head.facts.copy()) for head in heads]
        stream.sheets = [Sheet(head, self.source, self.told, self.register) for head in copied]
        stream.facts.tabled, stream.facts.above, stream.demo = True, "", None
        self.last, self.found = stream, True
        self.streams[""].started = 0

    def _said(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        """A line that is no row: a failure, a footer, a result told in a sentence, a header, or a fact."""
        if FAILURE.search(text):
            yield from self._failed(stream, text, line)
            return
        if learn.footer(text):
            stream.wrong = stream.wrong or learn.out_of_bounds(text)
            for sheet in stream.sheets:
                if not sheet.closed:
                    yield from sheet.close()
            return
        tells = "GB/s" in text or "[" in text or "Testing with" in text
        spoken = self._spoken(stream, text, line) if tells else None
        if spoken is not None:
            yield from spoken
            return
        may_start = MAY_START.search(text) or self.told.time_column
        head = known(text, stream.facts, self.told) if may_start else None
        if head is not None:
            yield from self._headed(stream, head, text, line)
        elif not second_line(text):
            unit = unit_line(text)
            for sheet in stream.sheets if unit else ():
                sheet.checks.unit_line(unit)
            yield from self._learned(stream, text, line)
            for sheet in stream.sheets:
                sheet.typed(stream.facts.dtype)

    def _headed(self, stream: Stream, head: KnownHeader, text: str, line: LogLine) -> Iterator[Event]:
        """A table starts, or is refused."""
        stream.started = 0
        yield from self._end(stream)
        self.found, self.column_met = True, self.column_met or (head.rules is PLAIN and bool(head.layouts))
        if head.refusal:
            stream.facts.tabled, stream.orphan = True, line.number
            yield Rejection(self.source, line.number, head.refusal, text.strip()[:SHOWN])
            return
        stream.facts = head.facts
        self._open(stream, *(TableHead(each, head.rules, head.facts, line.number) for each in head.layouts))

    def _learned(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        """A fact: of a new run it ends the table before."""
        before = stream.facts
        facts = stream.facts = learned(text, before)
        if facts is not before and before.tabled:
            yield from self._end(stream)
        told_of_a_run = facts.tool not in ("", "imb") or facts.launch is not None or facts.benchmark
        if not stream.started and not facts.tabled and told_of_a_run and not facts.listed:
            stream.started = line.number

    def _spoken(self, stream: Stream, text: str, line: LogLine) -> list[Event] | None:
        """Results that are told in sentences instead of tables."""
        one = hccl_demo.named(text, stream.facts, line.number)
        if isinstance(one, str):
            self.found, stream.demo = True, None
            return [Rejection(self.source, line.number, one, text.strip()[:SHOWN])]
        if one is not None:
            same = bool(stream.sheets) and stream.demo is not None and _alike(stream.demo.head.facts, one.head.facts)
            stream.started, stream.network = 0, None
            events = [] if same else list(self._end(stream))
            if not same:
                stream.facts = one.head.facts
                self._open(stream, one.head)
            stream.demo = one
            return events
        rate = hccl_demo.rate(text, line.number)
        if rate is not None and stream.demo is not None and stream.sheets:
            if rate.kind == "NW":
                stream.network = rate
                return []
            cells = hccl_demo.cells(stream.demo, rate, stream.network)
            lines = [rate.line, stream.network.line if stream.network else rate.line]
            stream.network = None
            return stream.sheets[0].take(cells, lines, line.ended, text, start=stream.demo.line)
        of_deep_ep = self.deep_ep.offer(text, line.number)
        stream.started = 0 if of_deep_ep else stream.started
        return of_deep_ep

    def _failed(self, stream: Stream, text: str, line: LogLine) -> Iterator[Event]:
        alone = not self.found and OWN_FAILURE.search(text) is not None
        stream = stream if stream.sheets or stream.started or alone else self.last
        if stream.started or (alone and not stream.sheets):
            reason = "the run failed before its table"
            yield Rejection(self.source, line.number, reason, text.strip()[:SHOWN])
            stream.started, self.found = 0, True
            stream.facts.tabled = True
        stream.failed = True

    def _end(self, stream: Stream) -> Iterator[Event]:
        for sheet in stream.sheets:
            yield from sheet.end(stream.failed, stream.wrong)
            if not sheet.parts:
                reason = "the run failed before its first row" if stream.failed else "a header without rows"
                yield Rejection(self.source, sheet.head.line, reason)
        if stream.started:
            yield Rejection(self.source, stream.started, "a run without rows")
            stream.started, self.found = 0, True
        stream.sheets, stream.failed, stream.wrong = [], False, False


def _fence(stream: Stream, text: str) -> bool:
    """Whether a line opens or closes a fenced text; the sentence before one that opens is its caption."""
    if _FENCE.match(text):
        if not stream.fenced:
            stream.facts.caption = stream.sentence
        stream.fenced, stream.sentence = not stream.fenced, ""
        return True
    if not stream.fenced:
        worded = _SENTENCE.fullmatch(text) is not None and PROGRAM.search(text) is None
        stream.sentence = text.strip(" :") if worded else ""
    return False


def _whole_command(stream: Stream, text: str) -> str:
    """A line, with the lines before that a backslash joins to it; "" while the next one belongs to it too."""
    goes_on = text.rstrip().endswith("\\")
    if stream.command:
        text, stream.command = f"{stream.command} {text.strip()}", ""
    elif not goes_on or not (LAUNCHER.search(text) or PROGRAM.search(text)):
        return text
    text = text.rstrip().rstrip("\\").rstrip()
    if goes_on and len(text) < LONGEST_COMMAND:
        stream.command = text
        return ""
    return text


def _alike(one: RunFacts, other: RunFacts) -> bool:
    """Whether two runs of hccl_demo differ in the size alone."""
    return (one.benchmark, one.dtype, one.iterations) == (other.benchmark, other.dtype, other.iterations)
