"""Whether an attempt was run as the test says: right results, enough iterations, nothing that spoils its times."""

from __future__ import annotations

from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.runs import Attempt
from estimator.judge.reason import Reason, reason
from estimator.spec.requirements.measure import Test
from estimator.tools import records
from estimator.tools.ability import ability_of

SPOILT = (records.FAILED, records.ONE_RANK, records.CONFLICT, records.ZERO_SIZE, records.UNKNOWN_COLLECTIVE)
"""Flags with which a time says nothing about the call."""
_DECIMAL = "nccl-tests"
"""A tool whose bandwidths are decimal, whatever version: with binary ones its table was worked over."""


def wrong(attempt: Attempt) -> bool:
    """Whether results were wrong, in this row or at the end of its table."""
    record = attempt.record
    return records.WRONG in attempt.flags or record.correct is False or bool(record.wrong)


def fault(attempt: Attempt, asked: AskedTest, clashing: bool, test: Test) -> Reason | None:
    """Why nothing can be judged where there is such an attempt at the call; None where it can."""
    record, table = attempt.record, attempt.record.table
    spoilt = next((flag for flag in SPOILT if flag in attempt.flags), None)
    if spoilt is not None and not (spoilt == records.ONE_RANK and asked.ranks == 1):
        return reason(spoilt, source=table.source)
    if clashing:
        return reason("clash", source=table.source)
    if table.units == "binary" and _decimal(table.tool):
        return reason("units", source=table.source)
    if test.check and record.correct is None:
        return reason("unchecked", source=table.source)
    return None


def shorter(attempt: Attempt, asked: AskedTest, test: Test) -> Reason | None:
    """Why the attempt is of a shorter test: too few iterations, too few before them, or too short a run.

    Another requirement may ask for no more of the same call, so it is left out where longer ones are there.
    """
    record, table = attempt.record, attempt.record.table
    count = len(record.times[0]) if record.times else record.iterations or table.iterations
    if count is None:
        return reason("iterations_unsaid", needed=asked.iterations)
    if count < asked.iterations:
        return reason("few_iterations", iterations=count, needed=asked.iterations)
    if table.warmup is not None and table.warmup < asked.warmup:
        return reason("few_warmup", warmup=table.warmup, needed=asked.warmup)
    lasted = count * (record.seconds or 0.0)
    if test.duration is not None and lasted < float(test.duration):
        return reason("short", lasted=(lasted, "time"), needed=(float(test.duration), "time"))
    return None


def _decimal(tool: str) -> bool:
    ability = ability_of(tool)
    return ability is not None and ability.name == _DECIMAL
