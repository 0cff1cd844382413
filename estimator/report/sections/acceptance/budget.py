"""The budget of a step as measured, an operation a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estimator.judge.budget import MeasuredOperation
from estimator.report.numbers import NONE, plain, seconds
from estimator.report.sections.acceptance.judgement import JudgementIn


class MeasuredRow(NamedTuple):
    """One operation of a step."""

    name: str
    title: str
    condition: str
    calls: str
    call: str
    basis: str
    measured: bool
    exposed: str
    share: str


def budget_rows(seen: JudgementIn) -> Iterator[MeasuredRow]:
    """The operations that a step counts, at the full skew."""
    for name, one in seen.one.budget.operations.items():
        yield MeasuredRow(
            name=name,
            title=seen.text(seen.one.spec.operations[name].title, name),
            condition=seen.condition(one.condition),
            calls=plain(one.calls),
            call=seconds(one.full.call_s),
            basis=_basis(seen, one),
            measured=one.settled(one.full),
            exposed=seconds(one.full.exposed_s),
            share=_share(seen, one),
        )


def _basis(seen: JudgementIn, one: MeasuredOperation) -> str:
    basis = seen.words[f"acceptance.basis.{one.full.basis}"]
    if one.full.basis != "measured" or not one.overlap_open:
        return basis
    return seen.words("acceptance.basis.overlap", basis=basis)


def _share(seen: JudgementIn, one: MeasuredOperation) -> str:
    if one.share_s is None:
        return NONE
    return seen.words(f"acceptance.share.{'kept' if one.within else 'over'}", share=seconds(one.share_s))
