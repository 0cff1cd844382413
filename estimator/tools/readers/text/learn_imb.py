"""What the lines around a table of the Intel MPI Benchmarks say: which benchmark, and how many processes."""

from __future__ import annotations

import re
from collections.abc import Callable

from estimator.phrase import phrase
from estimator.tools.readers.table.rules import collective_of
from estimator.tools.readers.text.facts import RunFacts
from estimator.tools.readers.tokens import REDOPS, dtype_of

_IMB = (
    "PingPong|PingPing|Sendrecv|Exchange|Allreduce|Reduce|Reduce_scatter|Reduce_scatter_block|Allgatherv?|Gatherv?"
    "|Scatterv?|Alltoallv?|Bcast|Barrier"
)
REDUCING = frozenset({"all_reduce", "reduce_scatter", "reduce"})
_NONBLOCKING = re.compile(r"I([a-z][a-z_]*?)(?:_pure)?$")
"""Names of IMB-NBC: Iallreduce, and Iallreduce_pure without computation beside it."""


def _imb(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = facts.fresh(label=facts.label, launch=facts.launch, version=facts.version)
    facts.tool, facts.benchmark = "imb", match.group(1)
    waits = _NONBLOCKING.match(match.group(1))
    facts.collective = collective_of(waits.group(1) if waits else match.group(1))
    facts.notes = ["non-blocking call"] if waits else []
    return facts


def _one_ccl(match: re.Match[str], facts: RunFacts) -> RunFacts:
    """The benchmark of oneCCL heads its tables as IMB does, with a colon before the name."""
    kept = facts.fresh(label=facts.label, launch=facts.launch, dtype=facts.dtype, redop=facts.redop)
    kept.tool, kept.benchmark, kept.collective = "oneccl", match.group(1), collective_of(match.group(1))
    kept.redop = kept.redop if kept.collective in REDUCING else ""
    return kept


def _one_ccl_fact(match: re.Match[str], facts: RunFacts) -> RunFacts:
    """Element type and reduction, which it prints before its tables."""
    facts = facts.fresh(label=facts.label, launch=facts.launch, dtype=facts.dtype) if facts.tabled else facts
    if match.group(1) == "datatype":
        facts.dtype = dtype_of(match.group(2))
    elif match.group(2) in REDOPS:
        facts.redop = match.group(2)
    return facts


def _imb_named(match: re.Match[str], facts: RunFacts) -> RunFacts:
    if facts.tool not in ("", "imb"):
        return facts
    facts = _imb(match, facts)
    facts.listed = True
    return facts


def _imb_headed(match: re.Match[str], facts: RunFacts) -> RunFacts:
    """A heading that somebody wrote over a table, of the tool's own words."""
    return _imb(match, facts) if facts.tool in ("", "imb") else facts


def _imb_version(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts = facts.fresh(label=facts.label, launch=facts.launch)
    facts.tool, facts.version = "imb", match.group(1)
    return facts


def _processes(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.processes = int(match.group(1))
    return facts


def _groups(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.groups, facts.processes = int(match.group(1)), int(match.group(2))
    facts.notes.append(phrase("{groups} groups of {ranks} ran at once", groups=match.group(1), ranks=match.group(2)))
    return facts


def _waiting(match: re.Match[str], facts: RunFacts) -> RunFacts:
    facts.notes.append(phrase("{count} more processes waited meanwhile", count=match.group(1)))
    return facts


IMB_LESSONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], RunFacts], RunFacts]], ...] = (
    (re.compile(r"#\s*Benchmarking:\s+([A-Za-z_]{2,40})"), _one_ccl),
    (re.compile(r"^(datatype|reduction): (\w{1,20})\s*$"), _one_ccl_fact),
    (re.compile(r"#processes: (\d{1,7})\s*$"), _processes),
    (re.compile(r"#?\s*Benchmarking\s+([A-Za-z_]{2,40})"), _imb),
    (re.compile(rf"^#\s*({_IMB})\s*$"), _imb_named),
    (re.compile(rf"^\s*({_IMB})\s*[:\uff1a]\s*$"), _imb_headed),
    (re.compile(r"Intel\s?\(R\) MPI Benchmarks ([\d.]+)"), _imb_version),
    (re.compile(r"#processes = (\d{1,7})"), _processes),
    (re.compile(r"\(\s*(\d{1,6}) groups? of (\d{1,6}) processes"), _groups),
    (re.compile(r"\(\s*(\d{1,7}) additional processes? waiting"), _waiting),
)
