"""The plan of a test kit: every cell that is to be run, complete in itself, as a file for programs other than ours."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from estimator.spec.schema import DIALECT
from estimator.spec.values.base import Collective
from estimator.spec.workload import RedOp

Count = Annotated[int, Field(ge=1)]
Bytes = Annotated[int, Field(ge=0)]
Rank = Annotated[int, Field(ge=0)]
Members = tuple[Rank, ...]
Span = tuple[float, float]
Carrier = Literal[
    "bf16",
    "fp16",
    "fp32",
    "fp64",
    "fp8_e4m3",
    "fp8_e5m2",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
]


class PlanModel(BaseModel):
    """A part of the plan."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Document(PlanModel):
    """The requirement document that the plan is of."""

    id: str
    """Its id."""
    version: str
    """Its version."""
    sources_sha256: str
    """Digest of the spec and of all files that it includes."""


class Machine(PlanModel):
    """How ranks are numbered: host by host, rank r is device r mod ranks_per_host of host r / ranks_per_host."""

    ranks: Count
    """Ranks of the machine."""
    ranks_per_host: Count
    """Ranks that a launcher starts on one host."""
    ranks_per_node: Count
    """Ranks of a node."""


class Where(PlanModel):
    """Groups that run the same call at the same time."""

    group: str
    """Name of the group in the spec."""
    path: str
    """The outermost path that it uses, by its name in the spec."""
    groups: tuple[Members, ...]
    """The ranks of each group, in the order of their numbers in it; all groups are timed."""
    ranks: Count
    """Ranks of one group; of weights the devices of an instance: each is the second of a pair, and gets a shard."""
    at_once: Count
    """Groups of the kind at once on a node, as the requirement says; of weights the instances."""


class SendMatrix(PlanModel):
    """The rule of an uneven load: what every rank sends to each.

    The ranks of the group are shuffled: Fisher-Yates, from the last place down. Before each swap the state, at first
    the seed, becomes 6364136223846793005 * state + 1442695040888963407 mod 2^64; the place swapped in is its high half
    (state / 2^32) modulo the number of places up to the one that is filled, that one included. The r-th of this order,
    from 1 on, gets a share of r^-z, the last `zero_peers` of them nothing; z by bisection, so that the first one's
    share is skew / p. Elements by largest remainder, of equal ones the more popular first. Every rank sends the same
    row, one number for each rank of the group. Of an AllGather-v it holds what each rank gives, of a ReduceScatter-v
    what each gets.
    """

    generator: Literal["zipf"]
    """The rule above."""
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    """The first state."""
    skew: Annotated[float, Field(ge=1.0)]
    """Load of the busiest rank over the mean load; 1: all shares are equal."""
    zero_peers: Annotated[int, Field(ge=0)]
    """Ranks that get nothing."""


class Work(PlanModel):
    """One call."""

    collective: Collective
    """The collective. What has a root has it on the first rank of the group."""
    dtype: str
    """Element type, by its name in the spec."""
    carrier: Carrier
    """Type of the elements that are sent: the same, or single bytes where that has no elements of whole bytes."""
    redop: RedOp | None
    """Reduction; null: nothing is reduced."""
    elements: Bytes
    """Elements of the carrier in canonical n, a multiple of the ranks where n is shared out evenly.

    n is the whole tensor of a rank: of an AllGather its output, of a ReduceScatter its input, of an All-to-All what it
    sends, its own share included; of a message, a broadcast, a reduction the message; of a gather or scatter what the
    root holds.
    """
    matrix: SendMatrix | None
    """The uneven load; null: the collective has none."""


class Beside(Work):
    """Calls of other groups, one beside each timed call."""

    kind: Literal["groups"]
    """What it is."""
    groups: tuple[Members, ...]
    """The ranks of each group; where they are those that are timed, a second communicator."""


class Computation(PlanModel):
    """Products of square matrices, started with each call, as many as last longer than it."""

    kind: Literal["compute"]
    """What it is."""
    size: Count
    """Rows of a matrix."""


class ByHand(PlanModel):
    """What an operator has to bring about."""

    kind: Literal["by_hand"]
    """What it is."""
    condition: str
    """Name of the condition; `--made NAME` says that it is there."""
    zh: str
    """What to do, in Chinese."""
    en: str
    """What to do, in English."""


class Procedure(PlanModel):
    """How a cell is run."""

    warmup: Annotated[int, Field(ge=0)]
    """Calls before the timed ones."""
    iterations: Count
    """Timed calls."""
    duration: Annotated[float, Field(ge=0.0)]
    """Shortest time of all timed calls together [s]; more of them are made where they take less."""
    repeats: Count
    """Runs of all that."""
    placement: Literal["packed", "strided", "worst_distance", "rank_list"]
    """How the hosts that are started are to lie on the machine, for who starts them; the record names them."""
    in_place: bool
    """Whether the result may lie in the buffer of the input."""
    check: bool
    """Whether results are checked."""
    buffer: Literal["registered", "symmetric", "plain"]
    """Kind of buffer that the requirement asks for; the record says which it was."""
    launch: Literal["host", "graph", "device"]
    """Who starts the calls: the program on the host, a graph that was captured once, the device itself."""
    seed: int
    """Seed of the values in the buffers."""


class CellPlan(Work):
    """One cell: one group, condition, load and size."""

    id: str
    """Its name; a record cites it."""
    requirement: str
    """The requirement that it is of."""
    judges: tuple[str, ...]
    """Cells of requirements that are judged by it: itself, a curve, or those that are set against it."""
    measure: str
    """What is judged: time, busbw, ratio, overlap, ..."""
    algorithm: str
    """The algorithm that the requirement names; setting it is up to the library."""
    place: str
    """Where it runs: a name in `places`."""
    n: Bytes
    """Canonical size that the requirement names [byte]."""
    calls: Count
    """Calls that are timed together, one after another, each of `elements`; n is that of all of them."""
    bytes: Bytes
    """The size that is run: whole elements, whole shares, all calls [byte]."""
    condition: str
    """What else runs, by its name in the spec."""
    load: tuple[Annotated[Beside | Computation | ByHand, Field(discriminator="kind")], ...]
    """What makes the condition."""
    way: Literal["there_and_back", "one_way", "shards", ""]
    """Of a message: half of there and back; from a barrier to its arrival; shards of weights, all one way at once."""
    procedure: Procedure
    """How it is run."""
    seconds: Span
    """Time of all calls by the model [s], optimistic and conservative."""


class Script(PlanModel):
    """A requirement that a benchmark tool can run: the commands are in a file beside the plan."""

    requirement: str
    """The requirement."""
    file: str
    """The file."""
    tool: str
    """The tool."""
    only: bool
    """Whether no cell of it is run by the plan's own program."""


class Left(PlanModel):
    """A requirement that no cell shows."""

    requirement: str
    """The requirement."""
    zh: str
    """What shows it instead, in Chinese."""
    en: str
    """What shows it instead, in English."""


class Plan(PlanModel):
    """The plan of a test kit. Sizes in bytes, times in seconds."""

    commspec_plan: Literal[1] = 1
    """Version of the format."""
    made_by: str
    """Version of commspec."""
    document: Document
    """The requirement document."""
    machine: Machine
    """How ranks are numbered."""
    places: dict[str, Where]
    """Where cells run, by name."""
    cells: tuple[CellPlan, ...]
    """The cells, in the order of the requirements."""
    scripts: tuple[Script, ...]
    """Commands of benchmark tools."""
    left: tuple[Left, ...]
    """What is shown by other means."""
    seconds: Span
    """Time of all cells by the model [s], without filling and checking buffers."""


def plan_schema() -> dict[str, Any]:
    """The JSON schema of a plan, in draft 2020-12."""
    return {"$schema": DIALECT, "$comment": "commspec plan, version 1", **Plan.model_json_schema()}
