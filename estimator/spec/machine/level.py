"""The levels of a machine as the spec writes them: each joins units of the level below by a path."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from estimator.phrase import phrase
from estimator.spec.values.base import Flag, Listed, Name, Ranks, Reference, SpecModel, whole
from estimator.spec.values.quantity import fault, said


def _wrap(value: Any) -> bool | int:
    if value in ("true", "false") or isinstance(value, bool):
        return value in ("true", True)
    try:
        return whole(2)(value)
    except PydanticCustomError:
        raise fault(
            phrase("{value} says nothing about a ring", value=said(value)), "write true, false, or a number such as 4"
        ) from None


Wrap = Annotated[
    bool | int,
    PlainValidator(_wrap),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 2}]}),
]


class LevelSpec(SpecModel):
    """One level of the machine: how many ranks one of its units holds, and the path that joins the units below."""

    name: Name
    """The level's name, such as node, rack or fabric."""
    ranks: Ranks
    """Ranks in one unit of this level; of the last level: of the whole machine."""
    path: Reference
    """The path between the units of the level below, inside one unit of this level: a name in `paths`."""
    also: Annotated[tuple[Reference, ...], Listed] = ()
    """Further paths between the same units; a group that takes one says so by `paths: {LEVEL: PATH}`."""
    of: Ranks | None = None
    """Units that are physically joined there; left out: as many as `ranks` gives."""
    wrap: Wrap = True
    """Of a ring: whether it closes when it is gone all the way round; 4: whenever its units are a multiple of four."""
    node: Flag = False
    """Whether one unit of this level is a node; left out: the level of one host, else the innermost."""
