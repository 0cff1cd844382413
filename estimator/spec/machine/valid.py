"""Where a number holds: the sizes and ranks that it was measured or stated for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema, model_validator

from estimator.phrase import phrase
from estimator.spec.values.base import SpecModel, whole
from estimator.spec.values.quantity import AS_WRITTEN, fault, said
from estimator.spec.values.sizes import Sizes

_RANGE = re.compile(r"(\S+?)(?:\s*\.\.\s*(\S+))?")


@dataclass(frozen=True, slots=True)
class RankRange:
    """Ranks ``low`` .. ``high`` of a group, both included."""

    low: int
    high: int
    text: str = field(default="", compare=False)


def rank_range(value: Any) -> RankRange:
    """Read ``8 .. 512``, or one number for both ends; a range that falls is an error."""
    if isinstance(value, RankRange):
        return value
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    match = _RANGE.fullmatch(text)
    if match is None:
        raise fault(phrase("{value} is no range of ranks", value=said(value)), "write a range such as 8 .. 512")
    low, high = (whole(1)(end) for end in (match[1], match[2] or match[1]))
    if low > high:
        raise fault(
            phrase("{value} does not rise", value=said(value)),
            phrase("write the smaller number first: {high} .. {low}", high=high, low=low),
        )
    return RankRange(low, high, str(value))


Ranks = Annotated[
    RankRange,
    PlainValidator(rank_range),
    AS_WRITTEN,
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^[0-9]+(\s*\.\.\s*[0-9]+)?$", "examples": ["8 .. 512"]},
                {"type": "integer", "minimum": 1},
            ],
            "description": "Ranks of a group: a range such as 8 .. 512, or one number.",
        }
    ),
]


class Valid(SpecModel):
    """Where a number holds. Used beyond it the conservative end widens, and the result says that it is extrapolated."""

    sizes: Sizes | None = None
    """The sizes n of one call it holds for; left out: every size."""
    ranks: Ranks | None = None
    """The ranks of a group it holds for; left out: every number."""

    @model_validator(mode="after")
    def something_is_said(self) -> Valid:
        """Sizes, ranks or both."""
        if self.sizes is None and self.ranks is None:
            raise fault("neither sizes nor ranks", "write sizes: 1 KiB .. 1 GiB, ranks: 8 .. 512, or both")
        return self
