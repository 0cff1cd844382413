"""Values of a spec as plain data that means the same however it was written."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel


@cache
def _defaults(kind: type[BaseModel]) -> dict[str, Any]:
    return {name: field.default for name, field in kind.model_fields.items()}


@cache
def _compared(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare)


def plain(value: Any) -> Any:
    """A value as JSON knows it; the text that a quantity was written as does not count, nor what is as by default.

    So a spec keeps its fingerprint when the language gains a field, and when a default is written out. Numbers are in
    SI units, to twelve digits.
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, BaseModel):
        # The stored values themselves: a field read through the model costs several times as much.
        known = _defaults(type(value))
        stated = {name: plain(item) for name, item in vars(value).items() if item != known[name]}
        return stated | {name: plain(item) for name, item in (value.__pydantic_extra__ or {}).items()}
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    kind: type[Any] = type(value)
    if is_dataclass(kind):
        return [plain(getattr(value, name)) for name in _compared(kind)]
    raise TypeError(f"{type(value).__name__} has no plain form")
