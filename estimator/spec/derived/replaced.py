"""One key in the place of others: what a layout or a training run works out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from estimator.spec.derived.refusal import Refusal
from estimator.spec.values.quantity import (
    fault,
)


def accepted(value: Any, key: str) -> Any:
    """The value, unless it was refused when it was worked out."""
    refusal = value.get(key) if isinstance(value, dict) else None
    if isinstance(refusal, Refusal):
        raise fault(refusal.what, refusal.hint, refusal.key)
    return value


def either(schema: dict[str, Any], key: str, needed: Sequence[str] = ()) -> dict[str, Any]:
    """A JSON schema in which ``key`` stands in the place of what is required otherwise, except ``needed``."""
    required = schema.pop("required")
    return schema | {"anyOf": [{"required": [key, *needed]}, {"required": required}]}
