"""Places of a spec: finding, reading and replacing one value by its path, without checking the whole spec again."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from pydantic import BaseModel

from estimator.errors import Path

Part = TypeVar("Part")

_INDEX = re.compile(r"\[([0-9]+)\]")
_WORD = re.compile(r"[^.\[]+")


def path_in(part: Any, text: str) -> Path:
    """The path that a text such as ``paths.scale_out.only[0].alpha`` means below a part of a spec.

    Names may hold dots: of the names that fit the longest is meant. Raises LookupError where nothing fits.
    """
    path: list[str | int] = []
    while text:
        index = _INDEX.match(text)
        step: str | int = int(index[1]) if index else _name(part, text)
        text = text[len(index[0]) if index else len(str(step)) :].removeprefix(".")
        part = _below(part, step)
        path.append(step)
    return tuple(path)


def value_at(part: Any, path: Path) -> Any:
    """The value that stands at a path below a part of a spec; None below a part that is not given.

    Raises LookupError for a path that is not there.
    """
    for step in path:
        if part is None:
            return None
        part = _below(part, step)
    return part


def replaced(part: Part, path: Path, value: Any) -> Part:
    """The same part of a spec with ``value`` at ``path``; everything off the path is shared, nothing is validated."""
    if not path:
        return value  # type: ignore[no-any-return]
    changed: Any = part
    first, below = path[0], replaced(_below(part, path[0]), path[1:], value)
    if isinstance(part, BaseModel):
        changed = part.model_copy(update={str(first): below})
    elif isinstance(part, dict):
        changed = {**part, first: below}
    else:
        changed = (*changed[: int(first)], below, *changed[int(first) + 1 :])
    return changed  # type: ignore[no-any-return]


def _name(part: Any, text: str) -> str:
    names = part.__pydantic_extra__ if isinstance(part, BaseModel) else part
    if isinstance(names, dict):
        fitting = [key for key in names if text == key or text.startswith((f"{key}.", f"{key}["))]
        if fitting:
            return str(max(fitting, key=len))
    found = _WORD.match(text)
    if found is None:
        raise LookupError(text)
    return found[0]


def _below(part: Any, step: str | int) -> Any:
    if isinstance(part, BaseModel):
        if step in type(part).__pydantic_fields__:
            return getattr(part, str(step))
        part = part.__pydantic_extra__ or {}
        if step not in part:
            raise LookupError(step)
    if not isinstance(part, dict | tuple):
        raise LookupError(step)
    return part[step]  # type: ignore[index]
