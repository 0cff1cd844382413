"""Which tool's table a header line starts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from estimator.phrase import phrase, word
from estimator.tools.readers.table import rules
from estimator.tools.readers.table.layout import TableColumn, TableLayout, grouped, layouts
from estimator.tools.readers.table.plain import WHY, facts_of, told_layout, unread
from estimator.tools.readers.table.rules import Rules, collective_of
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.tokens import DTYPES, REDOPS, TIME_UNITS, is_root, printed, whole
from estimator.tools.records import NOTHING_TOLD, Told

MAY_START = re.compile(r"(?i)size|bytes|repetitions|latency\(us\)|overall\(us\)|大小|数据量")
_BARRIER = re.compile(r"^\W*(?:#repetitions\s+t_|(?:Avg )?Latency\(us\)|Overall\(us\))")
_PERFTEST = re.compile(r"#bytes\s+#iterations\s+(?:BW peak|t_min|min)")
_ROW = re.compile(rf"\s*\d+\s+\d+\s+(?:{'|'.join(sorted(map(re.escape, DTYPES), key=len, reverse=True))})\s")
_CUT = re.compile(r"\s*\d+\s+\d+\s+\w+\s+[a-z]+\s+-1(?=[^\d\s.])")
"""A row that another line cuts behind its root: only the form with redop and root has a -1 there."""
_NCCOM = re.compile(r"size\(B\)\s+count\(elem")
_UNITS = re.compile(r"^\W*\(B\)\s+\(elem\w*\)\s+\((ns|us|ms|s)\)")
_UCC = re.compile(r"^\s*(?:#\s+)?Count\s+Size\s+Time, us(\s+(?:Bus )?Bandwidth, GB/s)?\s*$")
_UCC_SECOND = re.compile(r"^\s*(?:#\s+)?avg\s+min\s+max(?:\s+avg\s+max\s+min)?\s*$")

OSU_OTHERS = (
    ("multiple bandwidth", "the rate of several pairs together"),
    ("multi latency", "several pairs at once"),
    ("multi-threaded", "several threads at once"),
    ("multi-process", "several processes at once"),
    *((word, "one-sided") for word in ("get", "put", "accumulate", "fetch", "compare")),
)
"""Tests of OSU that time neither a collective nor a message between two ranks alone, by how their titles start."""


class KnownHeader(NamedTuple):
    """A header that is known: the layouts it starts, by which rules, with which facts; or why it is refused."""

    layouts: tuple[TableLayout, ...]
    rules: Rules
    facts: RunFacts
    refusal: str = ""


Layouts = tuple[TableLayout, ...]
Test = Callable[[str, Layouts, RunFacts], bool]
Make = Callable[[str, Layouts, RunFacts], KnownHeader]


def known(text: str, facts: RunFacts, told: Told = NOTHING_TOLD) -> KnownHeader | None:
    """The table that a line starts, or None for a line that is no header."""
    if _UCC.match(text):
        return _ucc(text, facts)
    if _PERFTEST.search(text):
        return KnownHeader((), rules.PLAIN, facts.fresh(), "perftest times one connection, no library's call")
    if "barrier" in facts.benchmark.lower() and _BARRIER.match(text):
        return KnownHeader((), rules.PLAIN, facts, "a barrier moves no bytes: it has no size to go by")
    plain = told_layout(text, told)
    if plain is not None:
        why = "" if told.time_unit else phrase("the unit of the column {name} is not told", name=told.time_column)
        return KnownHeader((plain,), rules.PLAIN, facts_of(facts, told), why)
    found = layouts(text)
    head = next((make(text, found, facts) for test, make in TOOLS if test(text, found, facts)), None) if found else None
    return head or (KnownHeader((), rules.PLAIN, facts_of(facts, told), WHY) if unread(text) else None)


def _named(tool: str, rule: Rules) -> Make:
    return lambda text, found, facts: KnownHeader(found, rule, replace(facts, tool=tool))


def _has(found: Layouts, *kinds: str) -> bool:
    return all(found[0].place(kind) is not None for kind in kinds)


def _nccl(text: str, found: Layouts, facts: RunFacts) -> KnownHeader:
    if re.search(r"bytes\s+N\s+type\s+op\b", text):
        return KnownHeader(found, rules.NCCL_ONE, facts)
    if found[0].place("type") is None:
        return KnownHeader(found, rules.MSCCLPP, replace(facts, tool=facts.tool or "mscclpp-test"))
    return KnownHeader(found, rules.NCCL, facts)


def _osu(_text: str, found: Layouts, facts: RunFacts) -> KnownHeader:
    title = facts.benchmark.lower() if facts.tool == "osu" else ""
    if not title:
        return KnownHeader(found, rules.OSU, facts, "an OSU table without the line that names the test")
    other = next((why for start, why in OSU_OTHERS if title.startswith(start)), "")
    if other:
        notes = [
            *facts.notes,
            phrase("{benchmark}: {other}, no collective", benchmark=facts.benchmark, other=word(other)),
        ]
        return KnownHeader(found, rules.OSU._replace(over_ranks=""), replace(facts, collective=None, notes=notes))
    way = {"latency": "one", "bandwidth": "window", "bi-directional bandwidth": "both"}.get(title)
    if way is not None:
        return KnownHeader(
            found, rules.OSU._replace(way=way, over_ranks="one"), replace(facts, collective="p2p", processes=2)
        )
    plain = re.sub(r"^non-blocking ", "", title).replace("all-to-all", "alltoall")
    notes = [*facts.notes, "non-blocking call"] if title.startswith("non-blocking") else facts.notes
    return KnownHeader(found, rules.OSU, replace(facts, collective=collective_of(plain.split()[0]), notes=notes))


def _imb(_text: str, found: Layouts, facts: RunFacts) -> KnownHeader:
    if facts.tool == "oneccl":
        return KnownHeader(found, rules.ONE_CCL, facts)
    if not facts.benchmark or facts.tool != "imb":
        return KnownHeader(found, rules.IMB, facts, "an IMB table without the line that names the benchmark")
    way = "both" if facts.benchmark in ("PingPing", "Sendrecv", "Exchange") else "one"
    new = replace(facts, collective="p2p" if way == "both" else facts.collective)
    pairs = (facts.processes or 0) // 2 if facts.benchmark in ("PingPong", "PingPing") else 1
    if pairs > 1:
        # Their bandwidth is that of all pairs together, by a time of more digits.
        note = phrase("{groups} groups of {ranks} ran at once", groups=pairs, ranks=2)
        new = replace(new, processes=2, groups=pairs, notes=[*new.notes, note])
    return KnownHeader(found, rules.IMB._replace(way=way, checks=pairs <= 1), new)


TOOLS: tuple[tuple[Test, Make], ...] = (
    (lambda text, found, _: "data_size" in text.lower(), _named("hccl_test", rules.HCCL_TEST)),
    (lambda text, found, facts: facts.tool == "osu" or "Latency" in text or "MB/s)" in text, _osu),
    (lambda text, found, _: "#repetitions" in text.replace(" ", ""), _imb),
    (
        lambda _, found, __: found[0].split == "pipe" and bool(found[0].columns[0].word) and _has(found, "check"),
        _named("mscclpp-bench", rules.MSCCLPP_BENCH),
    ),
    (
        lambda _, found, __: found[0].split == "pipe",
        lambda _, found, facts: KnownHeader(found, rules.PLAIN, facts, WHY),
    ),
    (
        lambda _, found, __: found[0].split != "space" and _has(found, "count", "type"),
        lambda _, found, facts: KnownHeader(found, rules.CSV, facts),
    ),
    (lambda text, found, _: "nw_bw" in text.lower(), _named("hccl_demo", rules.HCCL_DEMO)),
    (lambda text, found, _: _NCCOM.search(text) is not None, _named("nccom-test", rules.NCCOM)),
    (lambda _, found, __: found[0].split == "space" and _has(found, "count"), _nccl),
)
"""Which tool prints a header, the first that fits: whether it does, and what follows."""


def _ucc(text: str, facts: RunFacts) -> KnownHeader:
    columns = [
        TableColumn("count"),
        TableColumn("size", 1.0),
        TableColumn("time", 1e-6),
        TableColumn("low", 1e-6),
        TableColumn("high", 1e-6),
    ]
    if "andwidth" in text:
        columns += [TableColumn("busbw", 1e9), TableColumn("other"), TableColumn("other")]
    groups = grouped(columns)
    layout = TableLayout(tuple(columns), "space", groups, (None,), 2)
    return KnownHeader((layout,), rules.UCC, replace(facts, tool="ucc_perftest"))


def second_line(text: str) -> bool:
    """Whether a line is the second half of a header."""
    return _UCC_SECOND.match(text) is not None


def unit_line(text: str) -> float:
    """The unit of times [s] that the line below a header states: ``(B) (elements) (us) (GB/s)``; 0.0: another line."""
    match = _UNITS.match(text)
    return TIME_UNITS[match.group(1)] if match else 0.0


def starts_row(text: str) -> bool:
    """Whether a line looks like a row of nccl-tests: two whole numbers and an element type."""
    return _ROW.match(text) is not None


def guessed(text: str) -> TableLayout | None:
    """The columns of nccl-tests that a row without a header fits: with or without redop and root, one or two groups.

    A number after redop is the root only where four or eight columns are left behind it.
    """
    tokens = text.split()
    if len(tokens) < 5 or whole(tokens[0]) is None or whole(tokens[1]) is None:
        return None
    if _CUT.match(text):
        return _standard(("redop", "root"), 8)
    for names in (("redop", "root"), ("redop",), ("root",), ()):
        left = len(tokens) - 3 - len(names)
        if left in (4, 8) and _leads(tokens[3:], names) and all(map(_measured, tokens[3 + len(names) :])):
            return _standard(names, left)
    return None


def _measured(text: str) -> bool:
    return text == "N/A" or printed(text) is not None


def _standard(names: tuple[str, ...], left: int) -> TableLayout:
    lead = [TableColumn("size", 1.0), TableColumn("count"), TableColumn("type"), *(TableColumn(name) for name in names)]
    last = "error" if "root" not in names else "wrong"
    group = [TableColumn("time"), TableColumn("algbw"), TableColumn("busbw"), TableColumn(last)]
    columns = [*lead, *group, *(group if left == 8 else [])]
    groups = grouped(columns)
    return TableLayout(tuple(columns), "space", groups, tuple(None for _ in groups), len(lead), guessed=True)


def _leads(tokens: list[str], names: tuple[str, ...]) -> bool:
    fits = {"redop": lambda text: text.lower() in REDOPS, "root": is_root}
    return all(fits[name](text) for name, text in zip(names, tokens, strict=False))
