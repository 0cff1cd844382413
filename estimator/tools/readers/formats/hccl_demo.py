"""hccl_demo's benchmark of one size: three lines with size, network bandwidth, algorithm bandwidth.

The size of an AllGather is one rank's share there, and NW Bandwidth its p-1 fold: source hccl_demo.cpp. Its summary of
several sizes is a table (see ``heads``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from estimator.phrase import phrase
from estimator.tools.readers.table import rules
from estimator.tools.readers.table.cells import Cells
from estimator.tools.readers.table.checks import TableHead
from estimator.tools.readers.table.layout import TableColumn, TableLayout
from estimator.tools.readers.table.rules import collective_of
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.tokens import WIDTHS, dtype_of, whole

_FIRST = re.compile(r"\[BENCHMARK\]\s+(hccl\w{2,30})\((.{0,300})\)")
_SIZE = re.compile(r"(?:data_?size)=(\d{1,18})(?![\w.])", re.IGNORECASE)
_COUNT = re.compile(r"\bcount=(\d{1,18})(?![\w.])", re.IGNORECASE)
_DTYPE = re.compile(r"dtype=(\w{2,12})")
_TIMES = re.compile(r"iterations=(\d{1,9})")
_RATE = re.compile(r"\[BENCHMARK\]\s+(NW|Algo) Bandwidth\s*:\s*(\S{1,24}) GB/s")
LAYOUT = TableLayout(
    (TableColumn("size", 1.0), TableColumn("algbw", 1e9), TableColumn("busbw", 1e9)), "space", ((1, 2),), (None,), 1
)


class Named(NamedTuple):
    """The first line of a benchmark: what ran, and the size token with its line."""

    head: TableHead
    size: str
    line: int


class Rate(NamedTuple):
    """One of the two bandwidths with its line."""

    kind: str
    token: str
    line: int


def named(text: str, facts: RunFacts, line: int) -> Named | str | None:
    """A benchmark's first line, why it is of no use, or None where the line is none."""
    match = _FIRST.search(text)
    if match is None:
        return None
    size, dtype, times = _SIZE.search(match.group(2)), _DTYPE.search(match.group(2)), _TIMES.search(match.group(2))
    if size is None:
        return "no size in bytes is printed, only a count"
    count, width = _COUNT.search(match.group(2)), WIDTHS.get(dtype_of(dtype.group(1))) if dtype else None
    number, size_number = whole(count.group(1)) if count else None, whole(size.group(1))
    if size_number is None or (number and width and size_number % (number * width)):
        return phrase("data_size {size} is no multiple of the count's bytes", size=size.group(1))
    new = replace(
        facts,
        tool="hccl_demo",
        benchmark=match.group(1),
        collective=collective_of(match.group(1)),
        dtype=dtype_of(dtype.group(1)) if dtype else "",
        iterations=whole(times.group(1)) if times else None,
        in_place=False if "src!=dst" in match.group(2) else None,
    )
    return Named(TableHead(LAYOUT, rules.HCCL_DEMO, new, line), size.group(1), line)


def rate(text: str, line: int) -> Rate | None:
    """A bandwidth line, or None."""
    match = _RATE.search(text)
    return Rate(match.group(1), match.group(2), line) if match else None


def cells(one: Named, algo: Rate, network: Rate | None) -> Cells:
    """The three lines as one row; without the network bandwidth "N/A" stands there."""
    return Cells([one.size], [algo.token, network.token if network else "N/A"])
