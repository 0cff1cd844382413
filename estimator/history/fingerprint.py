"""The fingerprint of a spec: a hash over what is normative, the same for the same meaning."""

from __future__ import annotations

import hashlib
import json

from estimator.history.plain import plain
from estimator.spec.document import Spec

EDITORIAL = ("status", "approvers", "languages", "history", "date", "previous")
"""Fields of ``document`` that may change without a new meaning of any requirement."""
DIGITS = 12


def fingerprint(spec: Spec) -> str:
    """The first 12 hexadecimal digits of SHA-256 over the normative data of a spec, keys in order.

    Numbers count in SI units: 400 GB/s and 3200 Gbit/s are the same.
    """
    data = plain(spec)
    for name in EDITORIAL:
        data["document"].pop(name, None)
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
