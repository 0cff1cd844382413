"""Not performance: the run failed, was cut off, had wrong results or a single rank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from estimator.judge.diagnosis.causes.cause import CauseFinding, Number
from estimator.judge.diagnosis.runs.run import DiagnosedRun, Seen
from estimator.tools.readers.table.rows import CUT_OFF

_STOPPED = re.compile(r"failed before its |without rows")
_LARGEST = re.compile(r"(?:_perf|_perf_mpi|_test)\s.*?-e\s*(\d{1,15})([KMGT]?)(?![A-Za-z0-9])", re.IGNORECASE)
_PREFIX = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
CHECKED_IN_PLACE = ("all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce")
"""Collectives whose results in place a checker can tell: of messages and exchanges it has overwritten the input."""


def failure(seen: Seen) -> Iterator[CauseFinding]:
    """What speaks against any question of performance, and what could not be read."""
    for run in seen.runs:
        yield from _of_run(run)
    for table in seen.failed:
        rows = sum(
            len(run.samples)
            for run in seen.runs
            if (run.table.source, run.table.number) == (table.source, table.number)
        )
        yield CauseFinding("not_performance", 0.95, "run_failed", f"{table.source}:{table.line}", {"rows": rows})
    for one in seen.rejected:
        if _STOPPED.search(one.reason):
            where, words = f"{one.source}:{one.line}", {"words": one.reason, "line": one.text}
            yield CauseFinding("not_performance", 0.9 if not seen.runs else 0.2, "no_rows", where, words)
        elif one.reason == CUT_OFF:
            yield CauseFinding("not_performance", 0.3, "cut_row", f"{one.source}:{one.line}", {"line": one.text})
        else:
            words = {"words": one.reason, "line": one.text}
            weight = 0.1 if seen.runs else 0.8
            yield CauseFinding("cannot_tell", weight, "refused", f"{one.source}:{one.line}", words)


def _of_run(run: DiagnosedRun) -> Iterator[CauseFinding]:
    if run.wrong:
        yield CauseFinding("not_performance", _wrong(run), "wrong_results", run.name, {"rows": run.wrong})
    if run.one_rank:
        yield CauseFinding("not_performance", 0.9, "one_rank", run.name)
    if run.programs > 1:
        hosts: dict[str, Number] = {"programs": run.programs, "hosts": run.table.placement}
        yield CauseFinding("not_performance", 0.85, "several_programs", run.name, hosts)
    yield from _early(run)
    odd = run.odd_rank
    if odd is not None:
        numbers: dict[str, Number] = {"rank": odd.rank, "apart_x": odd.apart, "sizes": odd.sizes}
        named = "one_of_ranks" if odd.rank < 0 else "slow_rank" if odd.apart > 1.0 else "late_rank"
        weight = 0.9 if odd.rank >= 0 else 0.75
        yield CauseFinding("not_performance", weight, named, run.name, numbers | {"of": len(run.samples)})


def _early(run: DiagnosedRun) -> Iterator[CauseFinding]:
    """A table that ends before the largest size that was asked for."""
    wanted = _asked(run)
    if wanted is None or not run.samples or run.failed or run.key.in_place is True:
        return
    if run.samples[-1].n < 0.4 * wanted:
        numbers: dict[str, Number] = {"largest_B": run.samples[-1].n, "asked_B": wanted}
        yield CauseFinding("not_performance", 0.5, "ends_early", run.name, numbers)


def _asked(run: DiagnosedRun) -> int | None:
    """The largest size of the command line, or of what the tool prints before its table [byte]."""
    asked = _LARGEST.search(run.table.command)
    return int(asked.group(1)) * _PREFIX[asked.group(2).upper()] if asked is not None else run.table.largest


def _wrong(run: DiagnosedRun) -> float:
    if run.key.in_place is True and run.collective not in CHECKED_IN_PLACE:
        return 0.2
    return 0.97
