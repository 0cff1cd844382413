"""What requirements have where they say nothing of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from estimator.spec.requirements.measure import Test
from estimator.spec.requirements.requirement import Priority, Responsible
from estimator.spec.values.base import Condition, Line, OneOrMore, SpecModel


class Defaults(SpecModel):
    """What every requirement of the spec has that does not say it itself; of a test each key counts alone."""

    priority: Priority | None = None
    """must, should or may."""
    responsible: Annotated[tuple[Responsible, ...], OneOrMore] = ()
    """Who on the recipient's side has to meet it."""
    run_by: Literal["vendor", "us"] | None = None
    """Who runs the test."""
    phase: Line | None = None
    """When it has to be met, such as alpha, beta, general availability."""
    condition: Annotated[tuple[Condition, ...], Field(min_length=1), OneOrMore] | None = None
    """Conditions of the cells, where a requirement's `sweep.conditions` is left out."""
    test: Test | None = None
    """How a measured requirement is measured: the keys that its own `test` leaves out."""
