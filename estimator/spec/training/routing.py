"""The routing that was seen: how many copies of tokens each expert received."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from estimator.layout.routing import skew
from estimator.phrase import phrase
from estimator.spec.values.base import Reference, SpecModel, number_of
from estimator.spec.values.quantity import fault, said


def _histogram(value: Any) -> tuple[tuple[float, ...], ...]:
    if not isinstance(value, (list, tuple)) or not value:
        raise fault(
            phrase("{value} is no histogram", value=said(value)),
            "write one number an expert: a list, or the name of a file",
        )
    rows = value if all(isinstance(row, (list, tuple)) for row in value) else [value]
    found = tuple(tuple(number_of(cell) for cell in row) for row in rows)
    for number, row in enumerate(found, start=1):
        if len(row) != len(found[0]):
            what = phrase(
                "row {number} of the histogram has {cells} numbers, and the first has {first}",
                number=number,
                cells=len(row),
                first=len(found[0]),
            )
            raise fault(what, "write as many numbers in each row as there are experts")
        if not sum(row):
            raise fault(
                phrase("row {number} of the histogram counts no token", number=number),
                "write the copies that each expert received",
            )
    return found


_ROW: dict[str, Any] = {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 1}
Histogram = Annotated[
    tuple[tuple[float, ...], ...],
    PlainValidator(_histogram),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1}, _ROW, {"type": "array", "items": _ROW}]}),
]


class Routing(SpecModel):
    """The routing that was seen, in the place of even routing.

    It gives every All-to-All-v that states no skew its skew and its node skew, from the least to the most uneven row,
    and the copies of a token that cross. Consecutive experts lie on one rank.
    """

    histogram: Histogram
    """Copies of tokens that each expert received: a list, rows of it (one a layer), or a file that holds them."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the histogram came from: a name in `sources`."""

    @property
    def experts(self) -> int:
        """Experts that are counted."""
        return len(self.histogram[0])

    @property
    def loads(self) -> tuple[float, ...]:
        """Share of the copies of each expert, all rows counted alike [1]."""
        sums = [sum(row) for row in self.histogram]
        rows = len(self.histogram)
        return tuple(
            sum(row[i] / total for row, total in zip(self.histogram, sums, strict=True)) / rows
            for i in range(self.experts)
        )

    def skews(self, places: int) -> tuple[float, float]:
        """Largest load of a place over the mean load [1], of the most even and of the most uneven row."""
        found = [skew(row, places) for row in self.histogram]
        return min(found), max(found)
