"""What of one version is worked out as in another: that on which no change can have an effect.

Where only numbers of paths under a condition, operations, requirements and the budget differ, an operation rests on its
own text, on its group, and on the numbers of its paths under its conditions; a requirement on those of its cells. Any
other change may reach everything, and so does a text that is written otherwise, whatever it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from estimator.estimate.groups.levels import on_machine
from estimator.spec.conditions import lineage
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import ConcurrencySlowdown, FitQuality, Scaling, WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import CONDITIONS

Numbers: TypeAlias = frozenset[tuple[str, str]]
"""(path, condition) whose numbers differ."""
APART = ("document", "platform", "operations", "requirements", "budget", "glossary", "risks", "open_points")
"""Sections of which more is asked than whether they are equal, and those that nothing rests on."""
DOCUMENT = ("status", "rounding")
"""Fields of the document that limits rest on."""
BASES = ("exclusive", "with_compute")
"""Conditions that an estimate looks at whatever is asked: of bounds and floors, and of what a step hides."""


class Untouched:
    """What of ``spec``, the next version, is as in the version before; both as data that somebody wrote."""

    def __init__(self, before: Mapping[str, Any], after: Mapping[str, Any], spec: Spec) -> None:
        self._before, self._after, self._spec = before, after, spec
        numbers = _numbers(before, after)
        self._numbers = numbers if numbers is not None and _rest(before) == _rest(after) else None

    @cached_property
    def table(self) -> bool:
        """Whether all operations are as before, and there are no others."""
        same = self._before["operations"].keys() == self._after["operations"].keys()
        return same and self._numbers == frozenset() and len(self.operations) == len(self._spec.operations)

    @cached_property
    def operations(self) -> frozenset[str]:
        """Operations that are estimated as before, where the step is of the same pipeline stage."""
        return frozenset(name for name in self._spec.operations if self._operation(name))

    @cached_property
    def requirements(self) -> frozenset[str]:
        """Requirements with the same cells, limits and model as before."""
        if self.table and self._before.get("budget") == self._after.get("budget"):
            return frozenset(name for name in self._spec.requirements if self._equal("requirements", name))
        return frozenset(name for name in self._spec.requirements if self._requirement(name))

    def _operation(self, name: str) -> bool:
        if self._numbers is None or not self._equal("operations", name):
            return False
        operation = self._spec.operations[name]
        return self._quiet([operation.group], operation.condition)

    def _requirement(self, name: str) -> bool:
        if self._numbers is None or not self._equal("requirements", name):
            return False
        requirement = self._spec.requirements[name]
        if not isinstance(requirement, MeasurableRequirement):
            return True
        if isinstance(requirement, FitQuality | WeightSync) or requirement.limit.bound.origin == "budget":
            return False
        cited, sweep = requirement.operation, requirement.sweep
        if cited is not None and cited not in self.operations:
            return False
        base = requirement.base_group if isinstance(requirement, Scaling) else None
        against = requirement.against if isinstance(requirement, ConcurrencySlowdown) else None
        return self._quiet([*(sweep.groups or ()), base], [*(sweep.conditions or ()), against])

    def _equal(self, section: str, name: str) -> bool:
        one, other = (side.get(section, {}).get(name) for side in (self._before, self._after))
        return one is not None and one == other

    def _quiet(self, groups: Iterable[str | None], conditions: Iterable[str | None]) -> bool:
        """Whether no number differs of the paths that join some groups, under conditions and those they are like."""
        numbers = self._numbers
        if not numbers:
            return numbers is not None
        own = self._spec.platform.conditions
        looked = {*BASES, *(like for name in conditions if name for like in lineage(name, own))}
        paths = {path for group in groups if group in self._spec.groups for path in self._paths(group)}
        return not any(path in paths and condition in looked for path, condition in numbers)

    def _paths(self, group: str) -> set[str]:
        """The paths that join the ranks of a group, and those that they go through."""
        known, lying = self._spec.platform.paths, on_machine(self._spec, group)
        names = (lying.machine.paths[level] for level in lying.group.used)
        found = {name for name in names if name is not None}
        while more := {through for path in found if (through := known[path].through)} - found:
            found |= more
        return found


def _rest(data: Mapping[str, Any]) -> dict[str, Any]:
    """All that everything may rest on, but for the numbers of paths."""
    platform = {name: part for name, part in data["platform"].items() if name != "paths"}
    sections = {name: part for name, part in data.items() if name not in APART}
    return sections | {"platform": platform} | {name: data["document"].get(name) for name in DOCUMENT}


def _numbers(before: Mapping[str, Any], after: Mapping[str, Any]) -> Numbers | None:
    """The numbers of paths that differ; None where more than that does."""
    old, new = (side["platform"].get("paths") for side in (before, after))
    if old is None or new is None or list(old) != list(new):
        return None
    own = {name for side in (before, after) for name in (side.get("conditions"), side["platform"].get("conditions"))
           if name for name in name}  # fmt: skip
    found = set()
    for path in old:
        for key in {*old[path], *new[path]}:
            if old[path].get(key) == new[path].get(key):
                continue
            if key not in (*CONDITIONS, *own):
                return None
            found.add((path, key))
    return frozenset(found)
