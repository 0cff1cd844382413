"""Records of benchmark logs as text, JSON, JSON lines and CSV, written while they are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from estimator.phrase import linked, phrase, word
from estimator.report.tables.screen import PLAIN, Screen, to_the_right
from estimator.tools.records import Ended, Event, Record, Rejection, Table
from estimator.units import Counted, format_bandwidth, format_size, format_time

VERSION = 1
OF_TABLE = (
    *("tool", "version", "library", "benchmark", "collective", "ranks", "nodes", "ranks_per_node", "placement"),
    *("groups", "group", "dtype", "redop", "root", "skew", "condition", "path", "algorithm", "hardware", "statistic"),
    *(
        "over_ranks",
        "way",
        "units",
        "size_is",
        "warmup",
        "iterations",
        "buffer",
        "launch",
        "repeat",
        "repeats",
        "requirement",
        "cell",
        "label",
    ),
    "command",
)
"""What a record repeats of its table."""
MEASURED = ("size", "n", "seconds", "rate", "algbw", "in_place", "correct", "wrong", "low", "high", "flags")

WAYS: Mapping[str, str] = {"both": "{rate} both ways", "window": "{rate} with many in flight"}
"""What a rate is of beside one message after another."""
BY_RANK = ("times", "alone", "compute", "members")
"""What has a list for each rank or group."""


def as_text(events: Iterable[Event], screen: Screen = PLAIN) -> Iterator[str]:
    """A line for each table, below it a line for each record; refusals are not in it."""
    current: Table | None = None
    for event in events:
        if isinstance(event, Record):
            if event.table is not current:
                current = event.table
                yield f"{screen.say(heading(current))}\n"
            yield f"{_row(event, screen)}\n"


def heading(table: Table) -> str:
    """One line that says what a table is: ``run.log:3: nccl-tests all_reduce, 8 ranks on 1 node, fp32 sum``."""
    what = table.collective or phrase("{benchmark} (collective not known)", benchmark=table.benchmark or "?")
    parts = [_ranks(table), " ".join(one for one in (table.dtype, table.redop) if one)]
    if table.repeat > 1:
        parts.append(phrase("repeat {number}", number=table.repeat))
    parts += [table.condition or "", table.path or "", table.algorithm or "", table.label or ""]
    if table.groups > 1:
        parts.append(phrase("{groups:group} at once", groups=Counted(table.groups)))
    about = linked(", ", (part for part in parts if part))
    return phrase(
        "{source}:{line}: {tool} {what}, {about}",
        source=table.source,
        line=table.line,
        tool=table.tool,
        what=what,
        about=linked("; ", (about, *table.notes)),
    )


def _ranks(table: Table) -> str:
    ranks = phrase("{ranks:rank}", ranks=Counted(table.ranks)) if table.ranks else phrase("ranks not known")
    return phrase("{ranks} on {nodes:node}", ranks=ranks, nodes=Counted(table.nodes)) if table.nodes else ranks


def _row(record: Record, screen: Screen) -> str:
    n = format_size(record.n) if record.n is not None else screen.say(word("n not known"))
    if record.seconds is not None:
        value, beside = format_time(record.seconds), format_bandwidth(record.algbw) if record.algbw else ""
    else:
        rate = format_bandwidth(record.rate) if record.rate else ""
        value = screen.say(word("no time"))
        beside = screen.say(phrase(WAYS.get(record.table.way, "{rate}"), rate=rate)) if rate else ""
    side = screen.say(word("in place")) if record.in_place else ""
    cells = (to_the_right(n, 14), to_the_right(value, 12), to_the_right(beside, 14), f"{side:<8}")
    return f"  {record.line:>7}  {'  '.join(cells)}  {' '.join(record.flags)}".rstrip()


def ending_text(one: Ended) -> str:
    """A finding where the end of a table showed something; empty otherwise."""
    return f"{one.table.source}:{one.table.line}: {', '.join(one.flags)}" if one.flags else ""


def as_json(events: Iterable[Event]) -> Iterator[str]:
    """One object: ``records`` flat, then ``tables`` with their notes and flags, then ``rejections``."""
    tables: list[str] = []
    refused: list[str] = []
    yield f'{{"commspec_records": {VERSION}, "records": ['
    mark = "\n"
    for text in _flat(events, tables, refused):
        yield mark + text
        mark = ",\n"
    yield '\n],\n"tables": [' + ",".join(f"\n{text}" for text in tables) + "\n],\n"
    yield '"rejections": [' + ",".join(f"\n{text}" for text in refused) + "\n]}\n"


def as_json_lines(events: Iterable[Event]) -> Iterator[str]:
    """Our own format: a first line with the version, then a line for each record."""
    yield f'{{"commspec_records": {VERSION}}}\n'
    for text in _flat(events, [], []):
        yield f"{text}\n"


def _flat(events: Iterable[Event], tables: list[str], refused: list[str]) -> Iterator[str]:
    """Each record as a JSON object; tables and refusals are added to the lists."""
    about, current = "", None
    for event in events:
        if isinstance(event, Record):
            if event.table is not current:
                current, about = event.table, _about(event.table)
            yield f"{about}{_measured(event)}"
        elif isinstance(event, Rejection):
            refused.append(json.dumps(event._asdict(), ensure_ascii=False))
        else:
            tables.append(_ended(event))


def _about(table: Table) -> str:
    """The start of a record's object: what its table says, without what nobody said."""
    found = {"source": table.source, "table": table.number}
    found |= {name: value for name in OF_TABLE if (value := getattr(table, name)) not in (None, "")}
    return json.dumps(found, ensure_ascii=False)[:-1]


def _measured(record: Record) -> str:
    """The rest of a record's object; written by hand, since there are millions of them."""
    parts = [f', "line": {record.line}, "time_line": {record.time_line}']
    parts += [f', "{name}": {_number(getattr(record, name))}' for name in MEASURED[:-1]]
    parts.append(f', "flags": {json.dumps(record.flags) if record.flags else "[]"}')
    if record.percentiles:
        parts.append(f', "percentiles": {json.dumps({f"{share:g}": time for share, time in record.percentiles})}')
    if record.iterations is not None:
        parts.append(f', "iterations": {record.iterations}')
    parts += [f', "{name}": {json.dumps(rows)}' for name in BY_RANK if (rows := getattr(record, name))]
    return "".join(parts) + "}"


def _number(value: float | bool | None) -> str:
    if value is None:
        return "null"
    return repr(value) if not isinstance(value, bool) else str(value).lower()


def _ended(event: Ended) -> str:
    table = {field.name: getattr(event.table, field.name) for field in fields(Table)}
    table["environment"] = dict(event.table.environment)
    return json.dumps(table | {"records": event.records, "flags": event.flags}, ensure_ascii=False)


def as_csv(events: Iterable[Event]) -> Iterator[str]:
    """A line for each record under the names of our own format, numbers in full, SI units."""
    yield ",".join(("source", "table", "line", "time_line", *OF_TABLE, *MEASURED)) + "\n"
    current, where, about = None, "", ""
    for event in events:
        if not isinstance(event, Record):
            continue
        if event.table is not current:
            current = event.table
            where = _cells([current.source, current.number])
            about = _cells([getattr(current, name) for name in OF_TABLE])
        values = ",".join(_plain(getattr(event, name)) for name in MEASURED)
        yield f"{where},{event.line},{event.time_line},{about},{values}\n"


def _plain(value: object) -> str:
    """A measured value as a CSV cell: numbers, true or false, flags; none of them needs quotes."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(value)
    return repr(value) if not isinstance(value, bool) else str(value).lower()


def _cells(values: list[object]) -> str:
    """Cells of a CSV line; text that a spreadsheet would take for a formula gets a quote before it."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="").writerow([_cell(value) for value in values])
    return stream.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return f"'{value}"
    return value
