"""The kinds of requirement: each one model with the fields that only it has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from estimator.spec.requirements.measure import Limit, Metric
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.requirements.skewed import Seed, ZeroPeers
from estimator.spec.values.base import (
    Collective,
    Condition,
    Count,
    Dtype,
    Flag,
    Line,
    Listed,
    OneOrMore,
    Ranks,
    Reference,
    Text,
)
from estimator.spec.values.quantity import Ratio, Size
from estimator.spec.workload import RedOp


class LatencyFloor(MeasurableRequirement):
    """Time of the smallest messages; near and far ranks are groups of the sweep."""

    kind: Literal["latency_floor"]
    """The kind of requirement."""


class LargeMessageBandwidth(MeasurableRequirement):
    """Bus bandwidth on the plateau of large messages."""

    kind: Literal["large_message_bandwidth"]
    """The kind of requirement."""
    metric: Metric = Metric(name="busbw")
    """What is measured."""
    top_sizes: Count = 3
    """Largest sizes of the sweep that form the plateau."""


class HalfBandwidthSize(MeasurableRequirement):
    """The smallest size that reaches a share of the plateau."""

    kind: Literal["half_bandwidth_size"]
    """The kind of requirement."""
    metric: Metric = Metric(name="size")
    """What is measured."""
    fraction: Ratio | None = None
    """Share of the plateau that must be reached; left out: one half."""


class NoDipCurve(MeasurableRequirement):
    """Bandwidth that does not fall as the message grows."""

    kind: Literal["no_dip_curve"]
    """The kind of requirement."""
    metric: Metric = Metric(name="dip")
    """What is measured."""


class CollectiveTime(MeasurableRequirement):
    """Time, or bandwidth, of one collective over a range of sizes."""

    kind: Literal["collective_time"]
    """The kind of requirement."""


class Scaling(MeasurableRequirement):
    """Efficiency as the group grows, odd sizes and other than powers of two included."""

    kind: Literal["scaling"]
    """The kind of requirement."""
    metric: Metric = Metric(name="efficiency")
    """What is measured."""
    base_group: Reference
    """The group that the others are compared with: a name in `groups`."""


class HierarchicalEfficiency(MeasurableRequirement):
    """Measured time over the time of the hierarchical plan."""

    kind: Literal["hierarchical_efficiency"]
    """The kind of requirement."""
    metric: Metric = Metric(name="ratio")
    """What is measured."""
    counters: Flag = True
    """Whether the bytes between nodes are read from the NIC counters as well."""


class CutRatio(MeasurableRequirement):
    """Measured time over the time that the cut alone needs."""

    kind: Literal["cut_ratio"]
    """The kind of requirement."""
    metric: Metric = Metric(name="ratio")
    """What is measured."""
    cut: Reference | None = None
    """The cut: a name in `platform.cuts`; left out: the one that binds."""


class ConcurrencySlowdown(MeasurableRequirement):
    """Time under a condition over the time under another, or of several groups at once over the time of one."""

    kind: Literal["concurrency_slowdown"]
    """The kind of requirement."""
    metric: Metric = Metric(name="slowdown")
    """What is measured."""
    against: Condition | None = None
    """The condition that those of the sweep are compared with; left out: several groups at once with one."""


class TailRatio(MeasurableRequirement):
    """A high percentile of the time over its median."""

    kind: Literal["tail_ratio"]
    """The kind of requirement."""
    metric: Metric = Metric(name="ratio", statistic="p99")
    """What is measured: the statistic is the numerator."""
    over: Literal["p50", "mean", "min"] = "p50"
    """The statistic below the line."""


class SkewedAllToAllV(MeasurableRequirement):
    """An All-to-All-v whose load is uneven."""

    kind: Literal["skewed_all_to_all_v"]
    """The kind of requirement."""
    generator: Literal["zipf"] = "zipf"
    """How the uneven load is made: the r-th most popular destination gets a share r**-z of what a source sends."""
    seed: Seed = 7
    """Seed of the shuffle that says which destinations are popular."""
    zero_peers: ZeroPeers = 1
    """How many destinations get nothing: the least popular ones; true is 1, false is 0."""


class NoFixedLengthAllToAll(MeasurableRequirement):
    """Bytes on the wire over bytes that are needed: no padding to the longest message."""

    kind: Literal["no_fixed_length_all_to_all"]
    """The kind of requirement."""
    metric: Metric = Metric(name="bytes")
    """What is measured."""


class ComputeOverlap(MeasurableRequirement):
    """Share of the time hidden behind computation."""

    kind: Literal["compute_overlap"]
    """The kind of requirement."""
    metric: Metric = Metric(name="overlap", ranks="min")
    """What is measured."""
    compute: Text | None = None
    """The computation that runs at the same time."""
    compute_cores: Count | None = None
    """Compute cores that the communication may take."""


REPORTED = ("algorithm", "protocol", "channels", "path", "busbw", "end_to_end_time", "tail_latency")
"""What a report may name, each with its words in both languages; another word is printed as it stands."""


class AlgorithmReport(Requirement):
    """The library reports which algorithm and path it chose."""

    kind: Literal["algorithm_report"]
    """The kind of requirement."""
    operation: Reference | None = None
    """The operation it is about: a name in `operations`."""
    reports: Annotated[tuple[Line, ...], Listed] = ("algorithm", "path", "busbw", "end_to_end_time", "tail_latency")
    """What the report must name."""
    pass_rule: Text | None = Field(default=None, validation_alias="pass")
    """When it passes; left out: when the report of every call names all of these."""
    evidence: Text | None = None
    """What is handed in; left out: a sample report of one step."""


class FitQuality(MeasurableRequirement):
    """How well the fitted start-up time and bandwidth predict a measured time."""

    kind: Literal["fit_quality"]
    """The kind of requirement."""
    metric: Metric = Metric(name="error")
    """What is measured."""
    predicts: Literal["step_time", "operation_time"] = "step_time"
    """What the fitted parameters must predict."""
    trace: Flag = True
    """Whether a trace of the step checks it."""


class WeightSync(MeasurableRequirement):
    """Time to bring new weights to the rollout devices."""

    kind: Literal["weight_sync"]
    """The kind of requirement."""
    bytes: Size
    """All weights [B]."""
    instances: Ranks
    """Rollout instances; each needs all weights."""
    devices_per_instance: Ranks
    """Devices of an instance; each holds an equal shard."""
    path: Reference | None = None
    """The path between nodes the shards take: a name in `platform.paths`; needed where several cross nodes."""
    cut: Reference | None = None
    """The cut the shards come through: a name in `platform.cuts`."""


CapabilityItem = Literal[
    "dtype_coverage",
    "redop_coverage",
    "topology_query",
    "algorithm_override",
    "profiling_hooks",
    "determinism",
    "group_count",
    "group_creation",
    "arbitrary_subsets",
    "concurrent_groups",
    "recovery",
    "graph_capture",
    "device_initiated",
    "buffer_footprint",
    "numerical_accuracy",
    "versioning",
    "other",
]


class Capability(Requirement):
    """Something the library must be able to do: stated, answered, evidenced, not computed."""

    kind: Literal["capability"]
    """The kind of requirement."""
    item: CapabilityItem
    """What the library must be able to do."""
    statement: Text
    """The demand as a sentence."""
    pass_rule: Text | None = Field(default=None, validation_alias="pass")
    """When it passes; left out: the rule of its item."""
    evidence: Text | None = None
    """What is handed in to show it; left out: what its item asks for."""
    collectives: Annotated[tuple[Collective, ...], OneOrMore] = ()
    """Collectives it holds for."""
    dtypes: Annotated[tuple[Dtype, ...], OneOrMore] = ()
    """Element types it holds for."""
    redops: Annotated[tuple[RedOp, ...], OneOrMore] = ()
    """Reductions it holds for."""
    limit: Limit | None = None
    """A number that is stated and answered, not computed."""
    quantity: Text | None = None
    """What the number is of, such as the time until the bandwidth is back; left out: that of its item and unit."""


KINDS: tuple[type[Requirement], ...] = (
    *(LatencyFloor, LargeMessageBandwidth, HalfBandwidthSize, NoDipCurve, CollectiveTime, Scaling),
    *(HierarchicalEfficiency, CutRatio, ConcurrencySlowdown, TailRatio, SkewedAllToAllV, NoFixedLengthAllToAll),
    *(ComputeOverlap, AlgorithmReport, FitQuality, WeightSync, Capability),
)


def kind_name(model: type[Requirement]) -> str:
    """The word a spec writes for a kind: ``cut_ratio`` for ``CutRatio``."""
    name: str = model.model_fields["kind"].annotation.__args__[0]  # type: ignore[union-attr]
    return name


KIND_NAMES = tuple(kind_name(model) for model in KINDS)


def kind_of(value: Any) -> str | None:
    """The kind of a requirement as written, for the union; None when it is no known kind."""
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return kind if kind in KIND_NAMES else None


AnyRequirement = Annotated[
    Annotated[LatencyFloor, Tag("latency_floor")]
    | Annotated[LargeMessageBandwidth, Tag("large_message_bandwidth")]
    | Annotated[HalfBandwidthSize, Tag("half_bandwidth_size")]
    | Annotated[NoDipCurve, Tag("no_dip_curve")]
    | Annotated[CollectiveTime, Tag("collective_time")]
    | Annotated[Scaling, Tag("scaling")]
    | Annotated[HierarchicalEfficiency, Tag("hierarchical_efficiency")]
    | Annotated[CutRatio, Tag("cut_ratio")]
    | Annotated[ConcurrencySlowdown, Tag("concurrency_slowdown")]
    | Annotated[TailRatio, Tag("tail_ratio")]
    | Annotated[SkewedAllToAllV, Tag("skewed_all_to_all_v")]
    | Annotated[NoFixedLengthAllToAll, Tag("no_fixed_length_all_to_all")]
    | Annotated[ComputeOverlap, Tag("compute_overlap")]
    | Annotated[AlgorithmReport, Tag("algorithm_report")]
    | Annotated[FitQuality, Tag("fit_quality")]
    | Annotated[WeightSync, Tag("weight_sync")]
    | Annotated[Capability, Tag("capability")],
    Discriminator(kind_of),
]
