"""Values of a spec as plain data that means the same however it was written."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel


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
        known = type(value).model_fields
        stated = {name: item for name, item in vars(value).items() if item != known[name].default}
        return {name: plain(item) for name, item in (stated | (value.__pydantic_extra__ or {})).items()}
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in fields(value) if field.compare]
    raise TypeError(f"{type(value).__name__} has no plain form")
