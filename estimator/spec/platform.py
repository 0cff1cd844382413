"""The machine as the spec describes it: nodes, start-up, paths with their parameters, cuts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from estimator.spec.base import (
    CONDITIONS,
    Collective,
    Condition,
    Count,
    Line,
    Name,
    Nodes,
    Per,
    Reference,
    SpecModel,
    Text,
    Waivers,
)
from estimator.spec.cut import Cut
from estimator.spec.cut_figures import with_cuts
from estimator.spec.quantity import (
    Bandwidth,
    BandwidthPair,
    EfficiencyPair,
    KneePair,
    Pair,
    RatePair,
    Size,
    Sizes,
    TimePair,
    fault,
    rate_times,
)

Location = Literal["intra_node", "intra_node_cross_switch", "inter_node", "inter_node_shared"]
LaunchMode = Literal["host", "device", "graph"]


class LaunchTime(SpecModel):
    """Time before a call starts to move data, T0."""

    time: TimePair
    """T0, the fixed time of one call outside the plan [s]."""
    mode: LaunchMode | None = None
    """Who starts the call: the host, the device, or a captured graph."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class Selector(SpecModel):
    """What an entry of `only` holds for; the entry that names most wins."""

    collective: Collective | None = None
    """The collective it holds for; left out: every one."""
    algorithm: Reference | None = None
    """The algorithm it holds for; left out: every one."""
    sizes: Sizes | None = None
    """The sizes n it holds for, as a range; left out: every size."""


class OnlyLaunch(Selector, LaunchTime):
    """T0 of one collective, algorithm, launch mode or size range."""


class Launch(LaunchTime):
    """T0 of the platform, and of single collectives, algorithms, launch modes and sizes where it differs."""

    per_collective: dict[Collective, LaunchTime] = Field(default_factory=dict)
    """T0 of one collective, in place of the platform's."""
    only: tuple[OnlyLaunch, ...] = ()
    """T0 of one collective, algorithm, launch mode or size range; the most specific entry wins."""


class Reduce(SpecModel):
    """How fast a rank adds two buffers, 1/gamma."""

    bandwidth: BandwidthPair
    """Bytes reduced per second by one rank [B/s]."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class OnlyKnee(Selector):
    """The knee factor of one collective, algorithm or size range."""

    k: KneePair
    """The factor k in k * sqrt(A * X)."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class Knee(SpecModel):
    """How far real curves lie above start-up plus transfer around the balance point.

    A path with a fitted `root` of its own stays out of it.
    """

    k: KneePair = Pair(0.0, 1.7, ("0", "1.7"))
    """The factor k in k * sqrt(A * X); the default [0, 1.7] is an assumption."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""
    only: tuple[OnlyKnee, ...] = ()
    """The factor of one collective, algorithm or size range; the most specific entry wins."""


class Root(SpecModel):
    """A fitted term c * sqrt(bytes on the path), in place of the knee: what it adds at one size.

    20 us at 1 MiB: 20 us * sqrt(bytes / 1 MiB), bytes being the volume of all stages on the path.
    """

    time: TimePair
    """What the term adds to a call that moves `at` bytes over the path [s]."""
    at: Size
    """The bytes at which it adds that [B]."""

    @property
    def coefficients(self) -> Pair:
        """The factor c at both ends [s/B^0.5]; 20 us at 1 MiB: 1.953e-8."""
        return Pair(*(end / float(self.at) ** 0.5 for end in self.time.ends))


class Link(SpecModel):
    """The physical rate of a path's link, in one direction; used for ceilings and lint only."""

    rate: Bandwidth
    """Rate of the link in one direction [B/s]."""
    per: Per = "rank"
    """Whether the rate is one rank's or the whole node's."""
    ports: Count = 1
    """Ports of a rank that share the rate, as in a full mesh."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""


class PathParameters(SpecModel):
    """Effective start-up time and bandwidth of a path under one condition."""

    alpha: TimePair
    """Start-up time of one message [s]."""
    bandwidth: BandwidthPair
    """Effective bandwidth in one direction [B/s]; or `efficiency` on the link's rate."""
    per: Per
    """`rank`: the bandwidth is one rank's; `node`: the ranks of a node that send at once share it."""
    efficiency: EfficiencyPair | None = None
    """In place of `bandwidth` and `per`: the share of `link.rate` that is reached, above 0 and at most 1."""
    message_rate: RatePair | None = None
    """Messages per second that one rank (or node, as `per` says) can start."""
    root: Root | None = None
    """A fitted term with the square root of the bytes, in place of the platform's knee on this path."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the numbers came from: a name in `sources`."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        required = [key for key in found.pop("required") if key not in ("bandwidth", "per")]
        both = [{"required": [*required, "efficiency"]}, {"required": [*required, "bandwidth", "per"]}]
        return found | {"anyOf": both}

    @model_validator(mode="before")
    @classmethod
    def a_bandwidth_or_an_efficiency(cls, value: Any) -> Any:
        """Either bandwidth, or an efficiency that the path has multiplied with its link's rate."""
        if isinstance(value, dict) and "efficiency" in value and not isinstance(value.get("bandwidth"), Pair):
            for key in ("bandwidth", "per"):
                if key in value:
                    raise fault(f"{key} and efficiency both say how fast the path is", f"remove {key}", key)
            raise fault("an efficiency without a link rate", "add link: {rate: ..., per: rank}", "efficiency")
        return value


class OnlyParameters(PathParameters, Selector):
    """Parameters of one collective, algorithm, condition, size range or rails; the most specific entry wins."""

    condition: Condition | None = None
    """The condition it holds for; left out: every one."""
    rails: Literal["cross", "aligned"] | None = None
    """Traffic between nodes whose sender and receiver have different indices in their nodes (`cross`), or the same."""


def _paced(entry: Any, link: dict[str, Any]) -> Any:
    """Parameters with the bandwidth that their efficiency means on a link; others as they are."""
    if not isinstance(entry, dict) or "efficiency" not in entry or {"bandwidth", "per"} & set(entry):
        return entry
    return entry | {"bandwidth": rate_times(link["rate"], entry["efficiency"]), "per": link.get("per", "rank")}


class PathSpec(SpecModel):
    """One network path between ranks of a group."""

    location: Location
    """Where the path runs."""
    link: Link | None = None
    """The physical link under the path."""
    exclusive: PathParameters
    """When no other operation runs; the sibling groups of the same kind on a node do run."""
    multi_group: PathParameters | None = None
    """When other groups' traffic runs too."""
    with_compute: PathParameters | None = None
    """Under training computation."""
    only: tuple[OnlyParameters, ...] = ()
    """Parameters that hold for one collective, algorithm, condition or size range only."""
    title: Text | None = None
    """The path's name for readers."""

    @model_validator(mode="before")
    @classmethod
    def an_efficiency_is_of_the_link(cls, value: Any) -> Any:
        """The bandwidth is rate * efficiency, per what the link's rate is per."""
        link = value.get("link") if isinstance(value, dict) else None
        if not isinstance(link, dict) or "rate" not in link:
            return value
        found: dict[str, Any] = {key: _paced(value[key], link) for key in CONDITIONS if key in value}
        if isinstance(value.get("only"), list | tuple):
            found["only"] = [_paced(entry, link) for entry in value["only"]]
        return value | found

    def under(self, condition: Condition) -> PathParameters | None:
        """The parameters under a condition, without the `only` entries."""
        found: PathParameters | None = getattr(self, condition)
        return found

    @property
    def crosses_nodes(self) -> bool:
        """Whether the path leaves the node."""
        return self.location.startswith("inter_node")


class Platform(SpecModel):
    """The machine: nodes, start-up, paths, cuts."""

    @model_validator(mode="before")
    @classmethod
    def cuts_are_worked_out(cls, value: Any) -> Any:
        """Cuts at `plane` and `bisection`, or with an `oversubscription`, take their figures from the platform."""
        return with_cuts(value)

    name: Line
    """The platform's name."""
    ranks_per_node: Count
    """Ranks (devices) of one node."""
    nodes: Nodes
    """Nodes of the platform, a million at most."""
    launch: Launch | None = None
    """T0, the fixed time of one call; left out: 0."""
    reduce: Reduce | None = None
    """The speed of a reduction; left out: reductions cost nothing."""
    knee: Knee = Knee()
    """The knee between start-up and transfer."""
    paths: Annotated[dict[Name, PathSpec], Field(min_length=1)]
    """The paths by name."""
    cuts: dict[Name, Cut] = Field(default_factory=dict)
    """The boundaries by name."""
    note: Text | None = None
    """A remark that is printed with the platform."""
    waive: Waivers = ()
    """Lint rules that the platform need not keep, each with a reason."""
