"""The fingerprint of a spec: a hash over what is normative, the same for the same meaning."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from estimator.spec.document import Spec

EDITORIAL = ("status", "approvers", "languages", "history", "date", "previous")
"""Fields of ``document`` that may change without a new meaning of any requirement."""
DIGITS = 12


def fingerprint(spec: Spec) -> str:
    """The first 12 hexadecimal digits of SHA-256 over the normative data of a spec, keys in order.

    Numbers count in SI units: 400 GB/s and 3200 Gbit/s are the same.
    """
    data = _plain(spec)
    for name in EDITORIAL:
        data["document"].pop(name, None)
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(value: Any) -> Any:
    """A value as JSON knows it; the text that a quantity was written as does not count, nor what is as by default.

    So a spec keeps its fingerprint when the language gains a field, and when a default is written out.
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, BaseModel):
        # The stored values themselves: a field read through the model costs several times as much.
        known = type(value).model_fields
        stated = {name: item for name, item in vars(value).items() if item != known[name].default}
        return {name: _plain(item) for name, item in (stated | (value.__pydantic_extra__ or {})).items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return [_plain(getattr(value, field.name)) for field in fields(value) if field.compare]
    raise TypeError(f"{type(value).__name__} has no plain form")
