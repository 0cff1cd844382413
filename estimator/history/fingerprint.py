"""The fingerprint of a spec: a hash over what is normative, the same for the same meaning."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from estimator.spec.document import Spec

EDITORIAL = ("status", "approvers", "languages", "history", "date", "previous")
"""Fields of ``document`` that may change without a new meaning of any requirement."""
DIGITS = 12


def fingerprint(spec: Spec) -> str:
    """The first 12 hexadecimal digits of SHA-256 over the normative data of a spec, keys in order."""
    data: dict[str, Any] = spec.model_dump(mode="python", exclude={"document": set(EDITORIAL)})
    text = json.dumps(data, sort_keys=True, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(value: object) -> object:
    """Pairs, sweeps and limits as lists of their numbers; the text they were written as does not count."""
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None:
        raise TypeError(f"{type(value).__name__} has no plain form")
    return [getattr(value, name) for name, field in fields.items() if field.compare]
