"""Tables of no known tool, such as a report's: read only where somebody says which column is the time, and its unit."""

from __future__ import annotations

import re

from estimator.tools.readers.table.layout import TableColumn, TableLayout, split_of
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.records import Told

SIZES = frozenset(
    {"size", "message size", "msg size", "bytes", "size (bytes)", "size(b)", "大小", "数据量", "消息大小"}
)
_MEASURED = re.compile(r"\((?:ns|us|µs|ms|s)\)|latency|time|延迟|时间|耗时|b/s")
_SPACED = re.compile(r"\W*size\s*\(\w{1,12}\)\s+.{0,200}\((?:u|m|n|µ)?s(?:ec)?\)", re.IGNORECASE)
"""The head of a script's own table: sizes first, then times, set apart by blanks."""
_TIMED = re.compile(
    r"\((?:ns|us|µs|ms|s|sec|seconds|microseconds|milliseconds)\)|(?:time|latency|avg|mean)_(?:ns|us|usec|ms|s|sec)$"
)
LONGEST = 30
"""Characters of a column's name; what is longer between commas is a sentence."""
_MARKS = " \t*`~#|"


def told_layout(text: str, told: Told) -> TableLayout | None:
    """The columns of a table whose head names the time column that was told; None for any other line."""
    if told.time_column is None or told.time_column not in text:
        return None
    split = split_of(text)
    if split == "space":
        return None
    mark = {"pipe": "|", "comma": ",", "semicolon": ";", "tab": "\t"}[split]
    names = [cell.strip(_MARKS) for cell in text.strip().strip("|").split(mark)]
    wanted = told.time_column.strip(_MARKS)
    if wanted not in names:
        return None
    size = next((place for place, name in enumerate(names) if name.lower() in SIZES), 0)
    time = names.index(wanted)
    if size >= time:
        return None
    columns = [TableColumn("other") for _ in names]
    columns[size] = TableColumn("size", told.size_unit or 1.0)
    columns[time] = TableColumn("time", told.time_unit or 0.0)
    return TableLayout(tuple(columns), split, ((time,),), (None,), time, wordy=True)


def unread(text: str) -> bool:
    """Whether a line is the head of such a table: it names sizes, and no known tool prints it."""
    if text.count("|") < 2 and text.count(",") > 1:
        names = [cell.strip().lower() for cell in text.split(",")]
        first = next((place for place, name in enumerate(names) if name in SIZES), len(names))
        return max(map(len, names)) <= LONGEST and any(map(_TIMED.search, names[first + 1 :]))
    if text.count("|") < 2:
        return _SPACED.match(text) is not None
    names = [cell.strip(_MARKS).lower() for cell in text.strip().strip("|").split("|")]
    sized = [place for place, name in enumerate(names) if name in SIZES]
    return len(names) > 1 and bool(sized) and (sized[0] == 0 or any(map(_MEASURED.search, names[sized[0] + 1 :])))


WHY = "a table of no known tool: name its time column, its units and its collective in a manifest"


def facts_of(facts: RunFacts, told: Told) -> RunFacts:
    """The facts of a table that nobody's tool printed: none but the label and which of its columns is read."""
    return facts.fresh(label=", ".join(filter(None, (facts.label, told.time_column))))
