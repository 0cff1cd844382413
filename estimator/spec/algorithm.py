"""The algorithm of an operation as users write it, with the options that some algorithms take."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import GetJsonSchemaHandler, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import CoreSchema

from estimator.cost.options import Method, Options
from estimator.phrase import phrase
from estimator.spec.values.base import (
    Flag,
    Listed,
    Ranks,
    Reference,
    SpecModel,
    count_or,
    count_or_schema,
    number_of,
    or_string,
    whole,
)
from estimator.spec.values.quantity import Ratio, fault, said


def _dims(value: Any) -> tuple[int, ...]:
    parts = re.split("[xX]", value) if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) < 2:
        raise fault(phrase("{value} is no torus", value=said(value)), "write two numbers or more, such as 4x8")
    return tuple(whole(1, 10**9)(part) for part in parts)


def _send_matrix(value: Any) -> tuple[tuple[float, ...], ...]:
    if not isinstance(value, (list, tuple)) or not value or not all(isinstance(row, (list, tuple)) for row in value):
        raise fault(
            phrase("{value} is no send matrix", value=said(value)),
            "write p rows of p numbers, such as [[0, 3], [1, 0]]",
        )
    for number, row in enumerate(value, start=1):
        if len(row) != len(value):
            what = phrase(
                "row {number} of the send matrix has {cells} numbers, and there are {rows} rows",
                number=number,
                cells=len(row),
                rows=len(value),
            )
            raise fault(what, "write p rows of p numbers")
    return tuple(tuple(number_of(cell) for cell in row) for row in value)


Dims = Annotated[
    tuple[int, ...],
    PlainValidator(_dims),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": "^[1-9][0-9]*([xX][1-9][0-9]*)+$"},
                {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2},
            ]
        }
    ),
]
SendMatrix = Annotated[
    tuple[tuple[float, ...], ...],
    PlainValidator(_send_matrix),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 1},
                    "minItems": 1,
                },
            ]
        }
    ),
]
Channels = Annotated[int | Literal["all"], PlainValidator(count_or("all")), count_or_schema("all")]
Segments = Annotated[int | Literal["optimal"], PlainValidator(count_or("optimal")), count_or_schema("optimal")]


class Algorithm(SpecModel):
    """The algorithm the vendor must have, and others to show beside it."""

    name: Reference
    """The algorithm's name in the catalogue."""
    also: Annotated[tuple[Reference, ...], Listed] = ()
    """Other algorithms whose times are shown beside it."""
    only_fixed_length: Flag = False
    """Whether the library has only the fixed-length All-to-All of the whole group; `padding` then says the factor."""
    segments: Segments | None = None
    """Segments of a pipelined chain: a number, or `optimal`."""
    dims: Dims | None = None
    """Dimensions of a torus: ranks of a row and rows, such as 4x8, and so on for more axes."""
    rings: Ranks | None = None
    """Rings of `multi_ring`; left out: one for each rank of a node."""
    channels: Channels | None = None
    """Orders of a ring or chain that run at once, each with its share of the message: a number, or `all`; else 1."""
    methods: Annotated[tuple[Method, ...], Listed] | None = None
    """How a hierarchical form works on each level, innermost first: ring, both (half each way round), direct."""
    efficiency: Ratio | None = None
    """Share of the path's bandwidth that a named model reaches; left out: the catalogue's."""
    send_matrix: SendMatrix | None = None
    """Row i, column j: what rank i sends to rank j, in any unit; the largest row sum stands for the tensor.

    Rows, or the name of a JSON or CSV file that holds them, relative to the file of the spec.
    """

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return or_string(handler.resolve_ref_schema(handler(schema)))

    @model_validator(mode="before")
    @classmethod
    def a_name_alone_will_do(cls, value: Any) -> Any:
        """A plain name is {name: ...}."""
        return {"name": value} if isinstance(value, str) else value

    @property
    def options(self) -> Options:
        """What the plan gets beside the shape of the group."""
        share = None if self.efficiency is None else float(self.efficiency)
        return Options(self.segments, self.dims, self.rings, self.channels, self.methods, share, self.send_matrix)
