"""A spec that was read anew, with the parts that are as they were before being the same objects.

What is kept for a part is found by the part being the same (``spec.same``), so that it is found again after an edit
elsewhere. Alike is what a reader could not tell apart: values to the last bit, texts as written, the order of keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any, TypeVar

from pydantic import BaseModel

Part = TypeVar("Part")

PLAIN = (str, int, bool, type(None), bytes, date, frozenset)
"""Types whose values are alike when they are equal."""
_ABSENT = object()


def shared(part: Part, before: Any) -> Part:
    """``part``, or ``before`` where both are alike, or ``part`` with those of its parts that are as before.

    ``{a: 1, b: [2]}`` after ``{a: 3, b: [2]}``: a mapping whose list is the one of before.
    """
    return before if part is before else _shared(part, before)


def _shared(part: Any, before: Any) -> Any:
    kind = type(part)
    if kind is not type(before):
        return part
    if kind in PLAIN:
        return before if part == before else part
    if isinstance(part, BaseModel):
        return _model(part, before)
    if kind is dict:
        return _mapping(part, before)
    if kind is tuple or kind is list:
        return _row(part, before)
    return before if _alike(part, before) else part


def _model(part: Any, before: Any) -> Any:
    names = type(part).model_fields
    found = {name: shared(part.__dict__[name], before.__dict__.get(name, _ABSENT)) for name in names}
    extra = None if part.__pydantic_extra__ is None else shared(part.__pydantic_extra__, before.__pydantic_extra__)
    own = shared(part.__pydantic_private__, before.__pydantic_private__)
    if (
        extra is before.__pydantic_extra__
        and own is before.__pydantic_private__
        and part.model_fields_set == before.model_fields_set
        and all(found[name] is before.__dict__.get(name, _ABSENT) for name in names)
    ):
        return before
    made = part.model_copy()
    made.__dict__.update(found)  # an update by the copy itself would count these as written by the author
    if extra:
        made.__pydantic_extra__.update(extra)
    return made


def _mapping(part: dict[Any, Any], before: dict[Any, Any]) -> dict[Any, Any]:
    found = {key: shared(value, before.get(key, _ABSENT)) for key, value in part.items()}
    return before if list(part) == list(before) and _same(found.values(), before.values()) else found


def _row(part: Any, before: Any) -> Any:
    found = [shared(one, other) for one, other in zip(part, before, strict=False)]
    if len(part) == len(before) and _same(found, before):
        return before
    return type(part)([*found, *part[len(found) :]])


def _same(some: Iterable[object], others: Iterable[object]) -> bool:
    return all(one is other for one, other in zip(some, others, strict=True))


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are the same, with what their own equality leaves out; of an unknown kind they never are."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float | str) and type(one) is not str:
        written = one.hex() == other.hex() if isinstance(one, float) else str(one) == str(other)
        return written and _alike(getattr(one, "__dict__", None), getattr(other, "__dict__", None))
    if is_dataclass(one):
        return all(_alike(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if type(one) is dict:
        return list(one) == list(other) and all(map(_alike, one.values(), other.values()))
    return type(one) in PLAIN and bool(one == other)
