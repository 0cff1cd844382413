"""What the training runs: operations on groups, and what surrounds a call."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema

from estimator.cost.collectives import MOVING, NAMES
from estimator.phrase import phrase
from estimator.spec.algorithm import Algorithm
from estimator.spec.derived.replaced import accepted, either
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.tensor import Tensor
from estimator.spec.values.base import (
    NAME_PATTERN,
    Collective,
    Condition,
    Count,
    Line,
    Listed,
    Number,
    OneOrMore,
    Reference,
    SpecModel,
    StepName,
    Text,
    Waivers,
)
from estimator.spec.values.date import Date
from estimator.spec.values.quantity import (
    AnyQuantity,
    BandwidthPair,
    OverlapPair,
    Pair,
    Size,
    SkewPair,
    SlowdownPair,
    TimePair,
    WindowPair,
    fault,
    said,
)

RedOp = Literal["sum", "avg", "max", "min", "prod"]
_COPIES = re.compile(rf"per_{NAME_PATTERN}")


def _copies(value: Any) -> str:
    if isinstance(value, str) and _COPIES.fullmatch(value):
        return value
    what = phrase("{value} does not say who gets a copy", value=said(value))
    raise fault(what, "write per_expert, per_rank, per_node, or per_ and the name of a level")


_ANY_COPIES = {"anyOf": [{"enum": ["per_expert", "per_rank", "per_node"]}, {"pattern": f"^per_{NAME_PATTERN}$"}]}
Copies = Annotated[str, PlainValidator(_copies), WithJsonSchema({"type": "string", **_ANY_COPIES})]


class Reorder(SpecModel):
    """Packing and unpacking of the buffer around the call."""

    passes: Number
    """How often the buffer is read and written."""
    bandwidth: BandwidthPair
    """Bytes one rank moves per second in a pass [B/s]."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class Around(SpecModel):
    """What a call costs beside moving data; only the conservative end counts it."""

    reorder: Reorder | None = None
    """Packing and unpacking of the buffer."""
    sync: TimePair = Pair(0.0, 0.0, ("0 s",))
    """Synchronisation with the host or other streams, per call [s]."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the numbers came from: a name in `sources`."""


class OperationLaunch(SpecModel):
    """How the calls of an operation are started, where that differs from the platform."""

    mode: LaunchMode | None = None
    """Who starts the call; the platform's T0 for this mode holds, unless `time` is given."""
    time: TimePair | None = None
    """T0 of this operation, in place of the platform's [s]."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""

    @model_validator(mode="after")
    def something_is_said(self) -> OperationLaunch:
        """A mode or a time."""
        if self.mode is None and self.time is None:
            raise fault("neither mode nor time", "write mode: graph, or time: [5 us, 8 us]")
        return self


class OverlapWindow(SpecModel):
    """The computation beside each call, in place of a share of the call: it does not grow with the call."""

    window: WindowPair
    """Computation that one call can run beside [s]."""
    compute_slowdown: SlowdownPair = Pair(1.0, 1.0, ("1",))
    """How much longer that computation takes while the call runs."""


def _form_of_overlap(value: Any) -> str:
    return "as a window" if isinstance(value, (dict, OverlapWindow)) else "as a share"


Overlap = Annotated[
    Annotated[OverlapPair, Tag("as a share")] | Annotated[OverlapWindow, Tag("as a window")],
    Discriminator(_form_of_overlap),
]


class PublishedValue(SpecModel):
    """A published figure that is printed beside the estimate."""

    value: AnyQuantity
    """The figure with its unit: a time or a bandwidth."""
    metric: Literal["time", "algbw", "busbw"] | None = None
    """What the figure is; left out: time for a time, busbw for a bandwidth."""
    at: Size | None = None
    """The size n it holds for; left out: the operation's own."""
    source: Line
    """Who published it, and where."""
    date: Date | None = None
    """When it was published."""
    text: Text | None = None
    """What to know about it."""


_WITHOUT_TENSOR = ["collective", "group", "algorithm"]
"""What an operation that moves nothing must say."""


class Operation(SpecModel):
    """One collective operation of a step.

    With `from_model` collective, group, tensor and per_step come from the model, those of the pipeline stage that moves
    most by it; what is written in the place of a figure holds on every stage.
    """

    from_model: Reference | None = None
    """The traffic that gives the other figures: moe_dispatch, expert_gradient, decode.moe_dispatch, kv_transfer, ..."""
    collective: Collective
    """The collective."""
    group: Reference
    """The group that runs it: a name in `groups`."""
    tensor: Tensor
    """The buffer of one rank; the bytes of all calls together. Left out of a barrier, which moves none."""
    algorithm: Algorithm
    """The algorithm the vendor must have."""
    redop: RedOp = "sum"
    """The reduction of all_reduce, reduce_scatter and reduce."""
    copies: Copies | None = None
    """Copies of a token that are sent: one per expert, per rank, per node, or per_ and a level's name; needs `moe`."""
    condition: Annotated[tuple[Condition, ...], Field(min_length=1), OneOrMore] = ("exclusive",)
    """What else runs: one condition, or a list whose worse end counts."""
    skew: SkewPair = Pair(1.0, 1.0, ("1",))
    """Largest load of a rank over the mean load; 1 is even. Left out: as `moe.routing` says, else 1."""
    skew_from: Reference | None = None
    """Where the skews came from: a name in `sources`."""
    node_skew: SkewPair | None = None
    """The same for a node's traffic through a cut; left out: as `skew`."""
    padding: SkewPair | None = None
    """Bytes sent over bytes needed where only a fixed-length All-to-All exists; replaces the skew."""
    launch: OperationLaunch | None = None
    """How its calls are started; left out: as the platform says."""
    around: Around = Around()
    """Reorder and synchronisation around the call."""
    at_once_with: Annotated[tuple[Reference, ...], Listed] = ()
    """Operations that run at the same time and share the cuts."""
    calls: Count = 1
    """Calls the buffer is split into; each moves n / calls."""
    per_step: Number | None = None
    """How often it runs in a step, on a rank of a pipeline stage; fractions allowed."""
    step: StepName = "training"
    """The step that it runs in: training, prefill or decode; each is summed up on its own."""
    overlap: Overlap = Pair(0.0, 0.0, ("0",))
    """What computation hides: a share of the time, [optimistic, conservative], or {window: ...} of one call."""
    title: Text | None = None
    """The operation's name for readers."""
    note: Text | None = None
    """A remark that is printed with the operation."""
    reference: PublishedValue | None = None
    """A published figure to print beside the interval."""
    waive: Waivers = ()
    """Lint rules that the operation need not keep, each with a reason."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = either(handler.resolve_ref_schema(handler(schema)), "from_model", ["algorithm"])
        still = [name for name in NAMES if name not in MOVING]
        found["anyOf"].append({"properties": {"collective": {"enum": still}}, "required": _WITHOUT_TENSOR})
        return found

    @model_validator(mode="before")
    @classmethod
    def a_step_has_such_traffic(cls, value: Any) -> Any:
        """What model, layout and routing refused is a mistake here."""
        return accepted(accepted(value, "from_model"), "skew")

    @model_validator(mode="before")
    @classmethod
    def a_barrier_has_no_tensor(cls, value: Any) -> Any:
        """Of a collective that moves nothing the tensor is left out."""
        if not isinstance(value, dict) or value.get("collective") not in NAMES or value["collective"] in MOVING:
            return value
        if "tensor" in value:
            raise fault(
                phrase("a {collective} moves no bytes", collective=value["collective"]), "remove tensor", "tensor"
            )
        return value | {"tensor": Tensor.model_construct(bytes=0.0, semantics="message")}

    @model_validator(mode="after")
    def padding_goes_with_fixed_length(self) -> Operation:
        """A library that has only the fixed-length exchange needs a padding factor."""
        if self.algorithm.only_fixed_length and self.padding is None:
            what = "only_fixed_length without a padding factor"
            raise fault(what, "add padding: [optimistic, conservative], such as [1, 8]", "algorithm")
        return self

    @property
    def hides(self) -> bool:
        """Whether computation hides anything of it, at the optimistic end at least."""
        stated = self.overlap.window if isinstance(self.overlap, OverlapWindow) else self.overlap
        return stated.optimistic > 0.0
