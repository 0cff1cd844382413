"""The small file beside benchmark logs that says what they do not say: nodes, path, condition, hardware, columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import PlainValidator, WithJsonSchema

from estimator.errors import Problem
from estimator.evidence.written import written
from estimator.phrase import phrase
from estimator.spec.reading.include import Reader
from estimator.spec.reading.locate import Locations
from estimator.spec.values.base import Collective, Count, Line, OneOrMore, SpecModel, WholeNumber
from estimator.spec.values.quantity import fault, said
from estimator.tools.records import Told
from estimator.units import UnitError, parse

NAME = "commspec-logs.yaml"
"""A file of this name beside a log is its manifest where none is named."""
TIMES = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def _bytes(value: Any) -> float:
    try:
        return parse(str(value), "size", positive=True)
    except UnitError as error:
        raise fault(error.what, error.hint) from None


def _kilo(value: Any) -> int:
    if str(value) not in ("1000", "1024"):
        raise fault(phrase("{value} is no meaning of K", value=said(value)), "write 1000 or 1024")
    return int(str(value))


Bytes = Annotated[float, PlainValidator(_bytes), WithJsonSchema({"type": "string", "examples": ["4 B"]})]
Kilo = Annotated[int, PlainValidator(_kilo), WithJsonSchema({"enum": [1000, 1024]})]


class LogFacts(SpecModel):
    """What is said of logs. It comes before what they say themselves; bandwidths are still checked."""

    collective: Collective | None = None
    """The collective that was run."""
    ranks: Count | None = None
    """Ranks of the group."""
    nodes: Count | None = None
    """Nodes that the group spans."""
    ranks_per_node: Count | None = None
    """Ranks of the group on each node."""
    dtype: Line | None = None
    """Element type."""
    redop: Line | None = None
    """Reduction."""
    algorithm: Line | None = None
    """Algorithm or protocol that was set."""
    path: Line | None = None
    """Path of the spec that the group uses."""
    condition: Line | None = None
    """Condition of the spec: what ran beside it."""
    hardware: Line | None = None
    """Device and interconnect."""
    label: Line | None = None
    """A word that tells this run from others."""
    statistic: Line | None = None
    """Over the iterations, where the time is no mean: p50, p99."""
    over_ranks: Literal["mean", "max", "min", "one"] | None = None
    """How the times of the ranks were joined: nccl-tests takes their mean without -a 3, and its log does not say."""
    iterations: Count | None = None
    """Timed iterations of a run."""
    warmup: WholeNumber | None = None
    """Iterations before them."""
    groups: Count | None = None
    """Groups that ran at once."""
    size_unit: Bytes | None = None
    """Bytes that 1 stands for in the size column of a report's table: 4 B for counts of fp32."""
    size_kilo: Kilo | None = None
    """What K stands for in sizes such as 4K: 1000 or 1024."""
    time_unit: Literal["ns", "us", "ms", "s"] | None = None
    """Unit of the time column."""
    time_column: Line | None = None
    """Name of the time column of a table that no known tool printed."""

    def told(self, base: Told) -> Told:
        """These facts over those of a base."""
        values = self.model_dump(exclude_none=True, include=set(Told.__dataclass_fields__))
        if self.time_unit is not None:
            values["time_unit"] = TIMES[self.time_unit]
        kept = {name: getattr(base, name) for name in Told.__dataclass_fields__}
        return Told(**{**kept, **values})


class LogEntry(LogFacts):
    """Facts of the logs whose names match; a log that several entries match is read once for each."""

    files: Annotated[tuple[Line, ...], OneOrMore]
    """Names or patterns such as ``a2a-*.log``, relative to the manifest."""


class Manifest(SpecModel):
    """A manifest of benchmark logs."""

    commspec_logs: Literal["1"]
    """Version of this format."""
    all: LogFacts = LogFacts()
    """Facts of all logs."""
    logs: tuple[LogEntry, ...] = ()
    """Facts of some of them."""


@dataclass(frozen=True, slots=True)
class Matched:
    """For each log, as it was named, what is told of it: once, or once for each entry that names it."""

    told: tuple[tuple[str, tuple[Told, ...]], ...]
    unused: tuple[Problem, ...]
    """Entries that match none of the logs, and facts without effect."""


def manifest(
    text: str | bytes, name: str, reader: Reader | None = None, folder: str = ""
) -> tuple[Manifest, Locations]:
    """The manifest in a text, and where its parts stand. Raises SpecError with all mistakes and their places."""
    return written(Manifest, 'commspec_logs: "1"', text, name, reader, folder)


def matched(one: Manifest, logs: Sequence[str], base: Told) -> Matched:
    """What the manifest tells of logs, by their paths relative to it. ``base``: told by options, for all logs."""
    common = one.all.told(Told())
    used: set[int] = set()
    found = []
    for log in logs:
        hits = [place for place, entry in enumerate(one.logs) if any(_matches(log, name) for name in entry.files)]
        used |= set(hits)
        told = [one.logs[place].told(common) for place in hits] or [common]
        found.append((log, tuple(over(base, each) for each in told)))
    unused = [
        Problem(
            ("logs", place, "files"), "matches none of the logs", "remove it, or correct the name", severity="warning"
        )
        for place in range(len(one.logs))
        if place not in used
    ]
    return Matched(tuple(found), tuple(unused + _idle(one)))


def _idle(one: Manifest) -> list[Problem]:
    """A unit of the size column where no entry tells which column is the time."""
    found = []
    for place, facts in (((), one.all), *((("logs", number), entry) for number, entry in enumerate(one.logs))):
        named = facts.time_column or one.all.time_column or (not place and any(each.time_column for each in one.logs))
        if facts.size_unit is not None and not named:
            path = (*(place or ("all",)), "size_unit")
            found.append(Problem(path, "has no effect without time_column", "name the time column", severity="warning"))
    return found


def over(upper: Told, lower: Told) -> Told:
    """Facts of both, those of the first before those of the second."""
    names = Told.__dataclass_fields__
    return Told(**{name: value for name in names if (value := _first(upper, lower, name)) is not None})


def _first(upper: Told, lower: Told, name: str) -> Any:
    value = getattr(upper, name)
    return value if value is not None else getattr(lower, name)


def _matches(log: str, pattern: str) -> bool:
    return fnmatchcase(log, pattern) or fnmatchcase(log.rpartition("/")[2], pattern)
