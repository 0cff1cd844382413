"""How a requirement is measured: metric, limit, sweep and test."""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import CoreSchema

from estimator.phrase import phrase
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.requirements.bounds import WORDS, LimitBound, LimitValue
from estimator.spec.values.base import (
    Condition,
    Count,
    Flag,
    Line,
    Listed,
    Number,
    Reference,
    SpecModel,
    Text,
    WholeNumber,
    whole,
)
from estimator.spec.values.patterns import quantity_schema
from estimator.spec.values.quantity import Quantity, Ratio, Size, Time, fault, one, said
from estimator.spec.values.sizes import Sizes

Statistic = Literal["mean", "p50", "p90", "p95", "p99", "p99.9", "min", "max"]
MetricName = Literal[
    "time",
    "algbw",
    "busbw",
    "alpha",
    "bandwidth",
    "size",
    "ratio",
    "efficiency",
    "dip",
    "slowdown",
    "overlap",
    "error",
    "bytes",
    "none",
]


class Limit(SpecModel):
    """ONE limit with ONE tolerance."""

    at_most: LimitValue | None = None
    """The measured value may be this or less."""
    at_least: LimitValue | None = None
    """The measured value may be this or more."""
    tolerance: Ratio = Quantity(0.0, "0 %")
    """How far the measured value may miss the limit, as a share of it."""
    at: Size | None = None
    """The size n at which a written limit holds."""
    start: Size | None = Field(default=None, validation_alias="from")
    """The size n from which on a limit holds: at every size of the sweep that is as large; in place of `at`."""
    factor: Number = 1.0
    """Factor on a limit that comes from the estimate or the budget."""

    @model_validator(mode="before")
    @classmethod
    def derive_alone_is_at_most(cls, value: Any) -> Any:
        """{derive: budget} is {at_most: {derive: budget}}."""
        if isinstance(value, dict) and "derive" in value and not {"at_most", "at_least"} & set(value):
            value = {key: item for key, item in value.items() if key != "derive"} | {
                "at_most": {"derive": value["derive"]}
            }
        return value

    @model_validator(mode="after")
    def exactly_one_limit(self) -> Limit:
        """Either at_most or at_least."""
        if (self.at_most is None) == (self.at_least is None):
            what = "no limit" if self.at_most is None else "two limits"
            raise fault(what, "write exactly one of at_most and at_least")
        if self.at is not None and self.start is not None:
            raise fault("at and from say where the limit holds", "write at for one size, or from for all larger ones")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        found["properties"]["derive"] = {"const": "budget", "description": "Short for at_most: {derive: budget}."}
        return found

    @property
    def bound(self) -> LimitBound:
        """The value of the limit."""
        return self.at_most or self.at_least or WORDS["budget"]

    @property
    def upper(self) -> bool:
        """Whether the measured value must stay below."""
        return self.at_most is not None


def _p50(value: Any) -> Any:
    return "p50" if value == "median" else value


class Metric(SpecModel):
    """What is measured, and how the samples become one number."""

    name: MetricName = "time"
    """The quantity."""
    statistic: Annotated[Statistic, BeforeValidator(_p50)] = "mean"
    """Over the iterations of one run (`median` is p50)."""
    ranks: Literal["max", "mean", "min"] = "max"
    """Over the ranks."""
    repeats: Literal["worst", "median", "mean"] = "worst"
    """Over the repeats of the run."""


PerOctave = Annotated[
    int, PlainValidator(whole(1, 64)), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 64})
]


class Sweep(SpecModel):
    """The cells a requirement expands into: sizes x groups x conditions x skews."""

    sizes: Sizes | None = None
    """Sizes n: a list, or a range such as 64 KiB .. 1 GiB; the operation's own n is added."""
    per_octave: PerOctave = 1
    """Sizes for each doubling, in a range; 64 at most."""
    groups: Annotated[tuple[Reference, ...], Field(min_length=1), Listed] | None = None
    """Groups; left out: the operation's own."""
    conditions: Annotated[tuple[Condition, ...], Field(min_length=1), Listed] | None = None
    """Conditions; left out: the operation's own."""
    skews: Annotated[tuple[Skew, ...], Field(min_length=1), Listed] | None = None
    """Skews, largest load over mean load; left out: the operation's own."""

    def points(self) -> tuple[int, ...]:
        """The swept sizes n in bytes, rising; empty when none are given."""
        return self.sizes.points(self.per_octave) if self.sizes else ()

    @property
    def cells(self) -> int:
        """Criteria the sweep stands for, where what is left out counts once."""
        lists = (self.points(), self.groups, self.conditions, self.skews)
        return prod(len(listed or (1,)) for listed in lists)


def _skew(value: Any) -> float:
    number = one(value, "ratio", True)
    if number < 1:
        raise fault(
            phrase("{value} is below 1", value=said(value)),
            "a skew is the largest load over the mean load: write 1 or more",
        )
    return number


Skew = Annotated[float, PlainValidator(_skew), WithJsonSchema(quantity_schema("ratio", True, low=1.0))]


class Test(SpecModel):
    """The procedure: how the recipient runs the test."""

    __test__ = False

    tool: Line = "nccl-tests"
    """The benchmark tool, such as nccl-tests or hccl_test."""
    warmup: WholeNumber = 20
    """Iterations before the measured ones."""
    iterations: Count = 1000
    """Measured iterations of one run."""
    repeats: Count = 5
    """Runs of the whole test."""
    launch: LaunchMode | None = None
    """Who starts the calls; left out: as the platform says."""
    buffer: Literal["registered", "symmetric", "plain"] = "registered"
    """Kind of buffer."""
    in_place: Flag = False
    """Whether input and output share the buffer."""
    check: Flag = True
    """Whether results are checked."""
    placement: Literal["packed", "strided", "worst_distance", "rank_list"] = "packed"
    """How the ranks are placed."""
    nodes_min: Count | None = None
    """Fewest nodes the test must run on; below 3 the fabric is not exercised."""
    nodes_reason: Text | None = None
    """Why fewer than three nodes will do."""
    max_spread: Ratio | None = None
    """Largest coefficient of variation of the repeats; left out: 5 % above 1 MiB, 15 % below."""
    duration: Time | None = None
    """Shortest duration of the test [s]."""
    load: Text | None = None
    """What makes the other traffic or the computation of the condition; words about several conditions name each."""
    command: Line | None = None
    """The command line in place of the generated one."""


Sweep.model_rebuild()
