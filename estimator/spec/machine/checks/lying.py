"""How an author says where the ranks of a group lie on the levels: shape, stride, units, tree."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from estimator.phrase import phrase
from estimator.spec.values.base import Listed, Name, Ranks, SpecModel, WholeNumber, ranks_of
from estimator.spec.values.quantity import fault, said

Tree = int | tuple[Any, ...]
"""Ranks of one innermost unit, or the units inside a unit: ((2, 2), (2,)) on three levels."""

_DEEPEST = 16


def _tree(value: Any, depth: int = 0) -> Tree:
    if not isinstance(value, (list, tuple)):
        return ranks_of(value)
    if not value or depth == _DEEPEST:
        raise fault(
            phrase("{value} is no tree of units", value=said(value)), "write the ranks of each unit, such as [6, 2]"
        )
    return tuple(_tree(part, depth + 1) for part in value)


def depth_of(tree: Tree) -> int | None:
    """Lists around every number; None where they differ: 1 for [6, 2], 2 for [[2, 2], [2]]."""
    if isinstance(tree, int):
        return 0
    depths = {depth_of(part) for part in tree}
    return None if len(depths) > 1 or None in depths else 1 + (depths.pop() or 0)


def leaves(tree: Tree) -> int:
    """Ranks of a tree: 8 for [6, 2]."""
    return tree if isinstance(tree, int) else sum(leaves(part) for part in tree)


TreeRanks = Annotated[
    Tree,
    PlainValidator(_tree),
    WithJsonSchema({"type": "array", "items": {"type": ["integer", "array"], "minimum": 1}, "minItems": 1}),
]
UnitList = Annotated[tuple[WholeNumber, ...], Field(min_length=1), Listed]


class OnLevels(SpecModel):
    """Where the ranks of a group lie on the levels of the machine."""

    counts: Annotated[tuple[Ranks, ...], Field(min_length=1), Listed] | None = Field(
        default=None, validation_alias="shape"
    )
    """Units of the group on each level, innermost first: ranks in an innermost unit, units in the next, ...; then 1."""
    stride: dict[Name, Ranks] = Field(default={})
    """Distance between two units of the group on a level, where it is not 1: {x: 4} takes every fourth."""
    units: dict[Name, UnitList] = Field(default={})
    """Which units the group has on a level, counted from 0: {box: [0, 2, 3]}; in place of `shape` there."""
    tree: TreeRanks | None = None
    """Ranks of each unit where they differ, outermost list first: [6, 2], or [[2, 2], [2]] on three levels."""
    at_once: dict[Name, Ranks] = Field(default={})
    """Groups of this kind that cross the border of one unit of a level; with a stride there: that share its links."""

    @property
    def by_levels(self) -> bool:
        """Whether something is said in levels about where the ranks lie."""
        return self.counts is not None or self.tree is not None or bool(self.stride or self.units)
