"""Capability items: stated by us, answered and evidenced by the recipient, not computed."""

from __future__ import annotations

from estimator.require.criterion import Comparator, Criterion, Expanded, Measure, Unit
from estimator.require.items import quantity_of
from estimator.require.metrics import KIND_OF_UNIT
from estimator.spec.requirements.bounds import LimitBound
from estimator.spec.requirements.kinds import AlgorithmReport, Capability
from estimator.spec.requirements.requirement import Requirement


def stated(name: str, requirement: Requirement) -> Expanded:
    """One cell a capability item; its limit, where it has one, is stated and answered like the rest."""
    limit = requirement.limit if isinstance(requirement, Capability) else None
    literal = limit is not None and limit.bound.origin == "literal"
    value = limit.bound.value if limit is not None and literal else None
    tolerance = float(limit.tolerance) if limit is not None else 0.0
    comparator: Comparator = "stated" if limit is None else "at_most" if limit.upper else "at_least"
    factor = 1.0 + tolerance if comparator == "at_most" else 1.0 - tolerance
    unit: Unit = "none" if limit is None else _unit(limit.bound)
    cell = Criterion(
        key=f"{name}/{what_of(requirement)}",
        requirement=name,
        collective="",
        place=None,
        condition="",
        skew=1.0,
        n=None,
        sizes=(),
        own_n=False,
        measure=Measure("none", "", "", "", unit, quantity=quantity_of(requirement, unit) if limit else None),
        comparator=comparator,
        limit=value,
        effective=None if value is None else value * factor,
        tolerance=tolerance,
        how="stated",
        expected=None,
        estimate=None,
    )
    return Expanded(name, requirement.kind, "capability", None, stated=(cell,))


def what_of(requirement: Requirement) -> str:
    """The item's name: what the library must be able to do, or report."""
    if isinstance(requirement, Capability):
        return requirement.item
    return "report" if isinstance(requirement, AlgorithmReport) else requirement.kind


def _unit(bound: LimitBound) -> Unit:
    """The unit family of a limit as written: "10 %" is a share, "12" is a count and stays one."""
    if bound.kind == "ratio" and "%" not in bound.text:
        return "none"
    return next((unit for unit, wanted in KIND_OF_UNIT.items() if wanted == bound.kind), "none")
