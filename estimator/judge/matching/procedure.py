"""Whether an attempt was run as the test says: right results, enough iterations, nothing that spoils its times."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.pile import Pile
from estimator.judge.reason import Reason, reason
from estimator.spec.requirements.measure import Test
from estimator.tools import records
from estimator.tools.ability import ability_of

SPOILT = (
    records.FAILED,
    records.ONE_RANK,
    records.CONFLICT,
    records.ZERO_SIZE,
    records.UNKNOWN_COLLECTIVE,
    records.OTHER_PLAN,
    records.NAMED_OTHERWISE,
)
"""Flags with which a time says nothing about the call."""
_DECIMAL = "nccl-tests"
"""A tool whose bandwidths are decimal, whatever version: with binary ones its table was worked over."""


def wrong(pile: Pile) -> bool:
    """Whether results were wrong, in these rows or at the end of their tables."""
    return records.WRONG in pile.alike.flags or pile.record.correct is False or pile.alike.wrong


def fault(pile: Pile, asked: AskedTest, clashing: bool, test: Test) -> Reason | None:
    """Why nothing can be judged where there are such attempts at the call; None where it can."""
    record, table = pile.record, pile.record.table
    spoilt = next((flag for flag in SPOILT if flag in pile.alike.flags), None)
    if spoilt is not None and not (spoilt == records.ONE_RANK and asked.ranks == 1):
        return reason(spoilt, source=table.source)
    if clashing:
        return reason("clash", source=table.source)
    if table.units == "binary" and _decimal(table.tool):
        return reason("units", source=table.source)
    if test.check and record.correct is None:
        return reason("unchecked", source=table.source)
    return None


def shorter(pile: Pile, asked: AskedTest) -> Reason | None:
    """Why the attempts are of a shorter test: too few iterations, or too few before them.

    Another requirement may ask for no more of the same call, so they are left out where longer ones are there.
    """
    count, warmup = pile.alike.iterations, pile.record.table.warmup
    if count is None:
        return reason("iterations_unsaid", needed=asked.iterations)
    if count < asked.iterations:
        return reason("few_iterations", iterations=count, needed=asked.iterations)
    if warmup is not None and warmup < asked.warmup:
        return reason("few_warmup", warmup=warmup, needed=asked.warmup)
    return None


def duration(pile: Pile, test: Test) -> NDArray[np.bool_] | Reason | None:
    """Which of the attempts lasted as long as the test asks for; None: all, a reason: none did."""
    if test.duration is None:
        return None
    needed = float(test.duration)
    lasted = (pile.alike.iterations or 0) * np.frombuffer(pile.seconds)
    if float(lasted.max()) < needed:
        return reason("short", lasted=(float(lasted.max()), "time"), needed=(needed, "time"))
    return np.asarray(lasted >= needed)


def _decimal(tool: str) -> bool:
    ability = ability_of(tool)
    return ability is not None and ability.name == _DECIMAL
