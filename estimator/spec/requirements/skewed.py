"""What an exchange under uneven load is made from: its seed, and how many ranks get nothing."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from estimator.spec.values.base import whole


def _zero_peers(value: Any) -> int:
    flags = {True: 1, "true": 1, False: 0, "false": 0}
    return flags[value] if isinstance(value, bool | str) and value in flags else whole(0)(value)


ZeroPeers = Annotated[
    int,
    PlainValidator(_zero_peers),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "boolean"}]}),
]
SEEDS = 2**63 - 1
Seed = Annotated[
    int, PlainValidator(whole(0, SEEDS)), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": SEEDS})
]
