"""Parameters that an operation needs under its conditions, and that no path of its group states."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.spec.groups.group import Group
from estimator.spec.machine.platform import Platform
from estimator.spec.values.base import CONDITIONS, Condition
from estimator.spec.workload import Operation


def not_given(spec: Spec) -> Iterator[Problem]:
    """A message for each path and condition, at the first operation that needs it."""
    told: set[tuple[str, str]] = set()
    for name, operation in spec.operations.items():
        group = spec.groups.get(operation.group)
        if group is not None and spec.platform is not None:
            yield from _conditions(("operations", name), operation, group, spec.platform, told)


def _conditions(
    where: Path, operation: Operation, group: Group, platform: Platform, told: set[tuple[str, str]]
) -> Iterator[Problem]:
    known = [name for name in operation.condition if platform.lineage(name)[-1] in CONDITIONS]
    wanted: dict[str, str] = {condition: phrase("condition {condition}", condition=condition) for condition in known}
    if operation.hides:
        wanted.setdefault("with_compute", "overlap, which happens with_compute")
    for level in _passed(group, platform):
        for condition, why in wanted.items():
            lacks = level in platform.paths and not _has(platform, level, condition, operation)
            if lacks and (level, condition) not in told:
                told.add((level, condition))
                text = phrase("path {level} has no parameters for {why}", level=level, why=why)
                hint = phrase(
                    "add {condition}: {{alpha: ..., bandwidth: ..., per: ...}} to platform.paths.{level}",
                    condition=condition,
                    level=level,
                )
                yield Problem((*where, "condition"), text, hint)


def _passed(group: Group, platform: Platform) -> list[str]:
    """The paths that a group uses, and those that its messages pass on the way."""
    found = list(group.levels)
    for name in found:
        through = platform.paths[name].through if name in platform.paths else None
        if through is not None and through not in found:
            found.append(through)
    return found


def _has(platform: Platform, path: str, condition: Condition, operation: Operation) -> bool:
    if platform.plain(path, condition) is not None:
        return True
    lineage = platform.lineage(condition)
    collectives = {operation.collective, operation.collective.removesuffix("_v"), None}
    return any(
        (only.condition or lineage[-1]) in lineage
        and only.collective in collectives
        and only.algorithm in (operation.algorithm.name, None)
        and only.sizes is None
        for only in platform.paths[path].only
    )
