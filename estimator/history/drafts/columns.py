"""What a team's estimation table may say of an operation, and how its columns are called there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from estimator.spec.values.base import Line, SpecModel
from estimator.units import Kind

What = Literal["text", "word", "count", "number", "quantity"]
ENDING = ".columns.yaml"
"""After the name of a table: the file beside it that remembers what its columns are."""
FORMAT: Literal["1"] = "1"
ROWS = re.compile("^[1-9][0-9]{0,6}-[1-9][0-9]{0,6}$")


class Column(NamedTuple):
    """What one column says. ``machine``: of the path, which a platform of its own says in its place."""

    what: What
    kind: Kind = "ratio"
    needed: bool = False
    machine: bool = False


COLUMNS: Mapping[str, Column] = MappingProxyType(
    {
        "operation": Column("text", needed=True),
        "collective": Column("word", needed=True),
        "group_size": Column("count", needed=True),
        "ranks_per_node": Column("count"),
        "nodes": Column("count"),
        "bytes": Column("quantity", "size", needed=True),
        "dtype": Column("word", needed=True),
        "semantics": Column("word", needed=True),
        "algorithm": Column("word", needed=True),
        "condition": Column("word", needed=True),
        "location": Column("word", machine=True),
        "alpha": Column("quantity", "time", machine=True),
        "alpha_conservative": Column("quantity", "time", machine=True),
        "bandwidth": Column("quantity", "bandwidth", machine=True),
        "bandwidth_conservative": Column("quantity", "bandwidth", machine=True),
        "per": Column("word", machine=True),
        "calls": Column("count"),
        "per_step": Column("number"),
        "note": Column("text"),
    }
)
OF_A_MACHINE = ("location", "alpha", "bandwidth", "per")
"""What must be said where no platform is given."""
Heads = dict[Line, Line]


class ColumnsFile(SpecModel):
    """What the columns of a table are: what options said, kept beside the table."""

    commspec_columns: Literal["1"] = FORMAT
    """Version of this format."""
    sheet: Line | None = None
    """Sheet of the workbook."""
    rows: Annotated[Line, Field(pattern=ROWS.pattern)] | None = None
    """The first and the last row of the table in its sheet, the heads included, such as 3-20."""
    turned: bool = False
    """Whether the heads stand below each other, and each column is an operation."""
    decimal: Literal[".", ","] | None = None
    """The sign before the decimals of a number; the other one parts thousands."""
    platform: Line | None = None
    """The platform of ours that says what the machine is."""
    columns: Heads = Field(default={})
    """What a column says -> its head in the table."""
    units: Heads = Field(default={})
    """Unit of the numbers of a column that have none."""
    every: Heads = Field(default={})
    """What holds for every row where the table has no column of it."""
    values: dict[Line, dict[Line, Line]] = Field(default={})
    """What a word of the table means, by column."""
    skip: Annotated[tuple[Line, ...], Field(max_length=1000)] = ()
    """Rows that are left out, by what their operation is called."""
