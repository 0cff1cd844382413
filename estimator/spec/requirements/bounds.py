"""The value of a limit as it is written: a quantity, a place in the interval, the budget, a share of the line rate."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import PlainValidator, WithJsonSchema

from estimator.phrase import phrase
from estimator.spec.values.patterns import limit_pattern, quantity_schema
from estimator.spec.values.quantity import AS_WRITTEN, fault, one, said
from estimator.units import EXAMPLES, Kind, UnitError, parse_any

Origin = Literal["literal", "estimate", "budget", "line"]


@dataclass(frozen=True, slots=True)
class LimitBound:
    """The value of a limit: a quantity as written, a place in the cell's interval, the budget, a share of the line.

    ``value`` is in SI units and ``kind`` its kind for ``literal``, the share for ``line``; ``at`` is 0 for the
    optimistic and 1 for the conservative end for ``estimate``.
    """

    origin: Origin
    value: float = 0.0
    kind: Kind | None = None
    at: float = 0.0
    text: str = field(default="", compare=False)


WORDS = {
    "estimate.optimistic": LimitBound("estimate", at=0.0, text="estimate.optimistic"),
    "estimate.conservative": LimitBound("estimate", at=1.0, text="estimate.conservative"),
    "budget": LimitBound("budget", text="budget"),
}


_OF_LINE = re.compile(r"(.+?)\s*(?:\bof|的)\s*(?:the\s+)?line(?:[ _-]rate)?", re.IGNORECASE)


def _share(text: str) -> float:
    """The share of the line rate, above 0 and at most 1."""
    share = one(text.strip(), "ratio", True)
    if share > 1:
        raise fault(
            phrase("{text} of the line rate is above it", text=said(text)), "write a share such as 90 % of line"
        )
    return share


def _bound(value: Any) -> LimitBound:
    if isinstance(value, LimitBound):
        return value
    if isinstance(value, dict):
        return _derived(value)
    if not isinstance(value, str):
        raise fault(phrase("{value} is no limit", value=said(value)), "write a quantity, or estimate.conservative")
    if value in WORDS:
        return WORDS[value]
    if share := _OF_LINE.fullmatch(value.strip()):
        return LimitBound("line", _share(share[1]), text=value)
    if re.match("estimate|budget", value):
        raise fault(
            phrase("{value} is no limit", value=said(value)),
            "write estimate.conservative, estimate.optimistic or {estimate.at: 0.3}",
        )
    try:
        kind, number = parse_any(value)
    except UnitError as error:
        raise fault(error.what, error.hint) from None
    if number == 0.0 and kind in ("time", "bandwidth"):
        what = phrase("{value} is nothing that a call can take", value=said(value))
        raise fault(what, phrase("write a {kind} such as {example}", kind=kind, example=EXAMPLES[kind]))
    return LimitBound("literal", number, kind, text=value)


def _derived(value: dict[str, Any]) -> LimitBound:
    if list(value) == ["estimate.at"]:
        at = one(value["estimate.at"], "ratio", False)
        if at > 1:
            raise fault(
                phrase("{value} is outside 0 .. 1", value=said(value["estimate.at"])),
                "write a share such as 0.3",
                "estimate.at",
            )
        return LimitBound("estimate", at=at, text=phrase("estimate.at {at:g}", at=at))
    if value == {"derive": "budget"}:
        return WORDS["budget"]
    raise fault("unknown way to derive a limit", "write {estimate.at: 0.3} or {derive: budget}")


LimitValue = Annotated[
    LimitBound,
    PlainValidator(_bound),
    AS_WRITTEN,
    WithJsonSchema(
        {
            "anyOf": [
                {
                    "type": ["string", "number"],
                    "pattern": limit_pattern(),
                    "patternErrorMessage": "write a quantity such as 5 ms, or estimate.conservative",
                    "examples": ["5 ms", "estimate.conservative", "90 % of line", "budget"],
                },
                {
                    "type": "object",
                    "properties": {"estimate.at": quantity_schema("ratio", high=1.0)},
                    "required": ["estimate.at"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {"derive": {"const": "budget"}},
                    "required": ["derive"],
                    "additionalProperties": False,
                },
            ],
            "description": "A quantity, a place in the cell's interval, the budget, or a share of the line rate.",
        }
    ),
]
