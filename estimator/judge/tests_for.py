"""What would test a cell: the tool's command line for its group, else the cell of the test kit."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.judge.acceptance import Acceptance
from estimator.judge.cells import CellVerdict, in_no_log
from estimator.require.criterion import Criterion, Expanded
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.ability import ability_of
from estimator.tools.catalogue import commands
from estimator.tools.tool import Command

ALONE = "exclusive"


def tests_for(found: Acceptance, spec: Spec, expanded: Mapping[str, Expanded], shown: str) -> dict[str, str]:
    """By key of each untested cell what would test it. ``shown``: the spec's path as it is written in a command."""
    lines: dict[str, tuple[Command, ...]] = {}
    answers = {}
    for one in found.untested:
        name = one.cell.requirement
        if name not in lines:
            lines[name] = commands(spec, name, expanded[name])
        answers[one.cell.key] = _test(one, spec, lines[name], shown)
    return {key: text for key, text in answers.items() if text}


def _test(one: CellVerdict, spec: Spec, lines: tuple[Command, ...], shown: str) -> str:
    cell, requirement = one.cell, spec.requirements[one.cell.requirement]
    if not isinstance(requirement, MeasurableRequirement) or in_no_log(requirement, cell):
        return ""
    own = [line.line for line in lines if _is_of(line, cell)]
    if own and (requirement.test.command is not None or _able(requirement, cell)):
        return " && ".join(own)
    return f"commspec kit {shown} --only {cell.requirement}"


def _is_of(line: Command, cell: Criterion) -> bool:
    """Whether a line runs the cell, one of its sizes, or what it is set against."""
    if not line.sizes:
        return line.group in ("", cell.group)
    against = cell.measure.against
    what, value, name = (against.what, against.value, against.name) if against else ("", None, "")
    groups = {cell.group, name} if what == "group" else {cell.group}
    at_once = {cell.at_once, value} if what == "at_once" else {cell.at_once}
    sizes = {*cell.sizes, value} if what == "size" else set(cell.sizes)
    if line.group not in groups or (line.at_once not in at_once and line.group == cell.group):
        return False
    return not sizes.isdisjoint(map(float, line.sizes))


def _able(requirement: MeasurableRequirement, cell: Criterion) -> bool:
    """Whether the tool of the test can load a cell as it says and report what it asks for; else the kit can.

    What runs beside the calls in another condition than alone, the kit makes and no tool does.
    """
    ability = ability_of(requirement.test.tool)
    if ability is None or cell.measure.name == "overlap" or cell.condition != ALONE:
        return False
    started = requirement.test.launch in (None, "host") or (requirement.test.launch == "graph" and ability.graphs)
    return started and (cell.skew == 1.0 or ability.uneven) and cell.measure.statistic in ability.statistics
