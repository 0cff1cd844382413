"""Which tool runs a requirement: the one that it names, or the test kit for what no public tool can run."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.report.view.context import Context
from estimator.spec.requirements.requirement import MeasurableRequirement

KIT = "kit"


def tools_of(context: Context, name: str) -> Iterator[str]:
    """The tools that the cells of a requirement are run by, none for an item of evidence."""
    requirement = context.spec.requirements[name]
    if not isinstance(requirement, MeasurableRequirement):
        return
    left = bool(context.material.by_kit[name])
    if context.material.commands[name] or not left:
        yield requirement.test.tool
    if left:
        yield KIT
