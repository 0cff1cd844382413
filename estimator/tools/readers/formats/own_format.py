"""Our own records: JSON lines or CSV, one measured size each. The test kit writes them, ``commspec read`` prints them.

The first JSON line names the version and may hold what all lines share::

    {"commspec_records": 1, "tool": "run_plan", "hardware": "ASIC-X", "environment": {"driver": "1.2"}}
    {"collective": "all_reduce", "ranks": 8, "n": 1048576, "seconds": 3.5e-05, "wrong": 0}
    {"collective": "all_reduce", "ranks": 2, "n": 8, "times": [[1.1e-05, 1.2e-05], [1.3e-05, 1.2e-05]]}

A CSV has the same names in its first line. n is the canonical size [byte], seconds the time of one call; ``times`` is a
list for each rank of its times of each iteration, from which seconds is the mean of the slowest rank's.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from estimator.spec.values.base import Collective

VERSION = 1
Other = Literal["gather_v", "scatter_v", "all_to_all_w"]
"""What benchmarks run beside the collectives of a spec."""
Size = Annotated[int, Field(ge=0, le=10**18)]
Count = Annotated[int, Field(ge=1, le=10**9)]
Seconds = Annotated[float, Field(gt=0.0, lt=1e9, allow_inf_nan=False)]
Word = Annotated[str, Field(max_length=2000)]


class Shared(BaseModel):
    """What a run says of all its sizes."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    collective: Collective | Other | None = None
    """The collective, by the name it has in a spec."""
    ranks: Count | None = None
    """Ranks of the group."""
    nodes: Count | None = None
    """Nodes that the group spans."""
    ranks_per_node: Count | None = None
    """Ranks of the group on each node, where all have the same."""
    placement: Word = ""
    """Hosts in order with their ranks, such as n0:0-7 n1:8-15."""
    groups: Count = 1
    """Groups that ran at once."""
    group: Word = ""
    """Name of the group in the spec."""
    dtype: Word = ""
    """Element type."""
    redop: Word = ""
    """Reduction."""
    root: Size | None = None
    """Rank that sends or receives it all."""
    skew: Annotated[float, Field(ge=1.0)] | None = None
    """Busiest rank's load over the mean."""
    in_place: bool | None = None
    """Whether the result lies in the buffer of the input."""
    condition: Word = ""
    """What ran beside it, by the name in the spec."""
    path: Word = ""
    """Path that the group uses, by the name in the spec."""
    algorithm: Word = ""
    """Algorithm or protocol that was set or reported."""
    hardware: Word = ""
    """Device."""
    tool: Word = ""
    """Program that measured."""
    version: Word = ""
    """Its version."""
    library: Word = ""
    """Communication library and its version."""
    benchmark: Word = ""
    """The program's own name for the test."""
    statistic: Word = ""
    """Over the iterations: mean, p50, ..."""
    over_ranks: Word = ""
    """How the times of the ranks were joined: mean, max, min, one."""
    warmup: Size | None = None
    """Iterations before the timed ones."""
    iterations: Size | None = None
    """Timed iterations."""
    repeat: Count | None = None
    """Which repeat of the same run, from 1 on."""
    repeats: Count | None = None
    """How many repeats there are to be."""
    buffer: Word = ""
    """Kind of buffer: plain, registered, symmetric."""
    launch: Word = ""
    """Who started the calls: host, graph, device."""
    requirement: Word = ""
    """Id of the requirement that is tested."""
    cell: Word = ""
    """Which of its cells."""
    work: Word = ""
    """Digest of what the plan of the test kit has this cell run."""
    label: Word = ""
    """A word to tell runs apart."""
    command: Word = ""
    """Command line."""


class FirstLine(Shared):
    """The first line of JSON lines."""

    commspec_records: Literal[1]
    """Version of the format."""
    environment: dict[str, str | int | float | bool | None] = {}
    """Versions, clocks, settings."""


class MeasuredSize(Shared):
    """One measured size."""

    n: Size
    """Canonical size [byte]: the tensor of an AllReduce, the output of an AllGather, the input of a ReduceScatter."""
    seconds: Seconds | None = None
    """Time of one call [s]."""
    times: list[list[Seconds]] | None = None
    """Each rank's times of each iteration [s]."""
    alone: list[list[Seconds]] | None = None
    """Where `times` is of calls and computation together: the times of the calls alone [s]."""
    compute: list[list[Seconds]] | None = None
    """The times of the computation alone [s]."""
    members: list[list[Size]] | None = None
    """The ranks of each group that was timed, in the order of `times`."""
    low: Seconds | None = None
    """Shortest time [s]."""
    high: Seconds | None = None
    """Longest time [s]."""
    percentiles: dict[str, Seconds] = {}
    """Times [s] by share of the iterations, such as {"0.99": 4.1e-05}."""
    wrong: Annotated[float, Field(ge=0.0)] | None = None
    """Wrong elements; left out: results were not checked."""
    correct: bool | None = None
    """Whether the results were right, where nobody counted."""


class NotRun(BaseModel):
    """A repeat of a cell that could not be run."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    cell: Word
    """Which cell."""
    requirement: Word = ""
    """Id of its requirement."""
    repeat: Count
    """Which repeat."""
    not_run: Word
    """Why."""


SHARED = tuple(name for name in Shared.model_fields if name != "in_place")
"""What tells one run from another."""
TELLABLE = (
    *("collective", "ranks", "nodes", "ranks_per_node", "dtype", "redop", "algorithm", "path", "condition"),
    *("hardware", "label", "statistic", "over_ranks", "iterations", "warmup", "groups"),
)
"""What a manifest may say in place of the file."""
IGNORED = frozenset(
    ("source", "table", "line", "time_line", "size", "algbw", "rate", "flags", "units", "size_is", "way", "time_us")
)
"""Columns that ``commspec read`` prints and that say nothing new here."""


def json_schema() -> dict[str, Any]:
    """The JSON schema of one line, in draft 2020-12: the first, a measured size, or a cell that could not be run."""
    schema = TypeAdapter(FirstLine | MeasuredSize | NotRun).json_schema()
    about = {"description": "Printed by commspec read; not read again."}
    schema["$defs"]["MeasuredSize"]["properties"] |= dict.fromkeys(sorted(IGNORED), about)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"commspec records, version {VERSION}",
    }
    return {**head, **schema}
