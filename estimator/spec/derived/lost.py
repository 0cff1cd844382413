"""Groups that a spec names and does not define: told where they are named, and not again where one is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from estimator.layout.grid import LayoutError
from estimator.layout.groups import kind_named
from estimator.spec.checks.references import each

SWEPT = ("requirements.*.sweep.groups.*", "requirements.*.base_group")
NAMED = ("operations.*.group", *SWEPT)


class Lost(NamedTuple):
    """``kinds``: of a layout, that are the names of such groups. ``tested``: operations whose tests name one."""

    kinds: frozenset[str]
    tested: frozenset[str]

    def explains(self, operation: str, kind: str) -> bool:
        """Whether no group of a kind is there for an operation because one of these is not defined."""
        return operation in self.tested or kind in self.kinds


def lost_groups(data: Any) -> Lost:
    """What is named as a group and defined nowhere."""
    groups = data.get("groups")
    if not isinstance(groups, dict):
        return Lost(frozenset(), frozenset())
    kinds = {_kind(name) for pattern in NAMED for _, name in each(data, pattern) if _undefined(name, groups)}
    return Lost(frozenset(kinds - {""}), frozenset(_tested(data, groups)))


def _tested(data: Any, groups: dict[str, Any]) -> Iterator[str]:
    for pattern in SWEPT:
        for path, name in each(data, pattern):
            requirement = data["requirements"][path[1]]
            if _undefined(name, groups) and isinstance(requirement.get("operation"), str):
                yield requirement["operation"]


def _undefined(name: Any, groups: dict[str, Any]) -> bool:
    return isinstance(name, str) and name not in groups


def _kind(name: str) -> str:
    try:
        return kind_named(name)
    except LayoutError:
        return ""
