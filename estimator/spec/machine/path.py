"""The paths between ranks: how they are wired, and their parameters under each condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import CoreSchema

from estimator.phrase import phrase
from estimator.spec.derived.refusal import Refusal
from estimator.spec.derived.replaced import accepted
from estimator.spec.machine.launch import Selector
from estimator.spec.machine.valid import Valid
from estimator.spec.values.base import CONDITIONS, Condition, Name, Ranks, Reference, SpecModel, Text, whole
from estimator.spec.values.quantity import (
    Bandwidth,
    BandwidthPair,
    EfficiencyPair,
    Pair,
    RatePair,
    Size,
    TimePair,
    fault,
    rate_times,
    said,
)

Location = Literal["intra_node", "intra_node_cross_switch", "inter_node", "inter_node_shared"]
Wiring = Literal["switch", "rails", "mesh", "ring"]
Nics = int | tuple[tuple[int, ...], ...]


def _nics(value: Any) -> Nics:
    if not isinstance(value, (list, tuple)):
        return whole(1)(value)
    if not value or not all(isinstance(ranks, (list, tuple)) and ranks for ranks in value):
        raise fault(
            phrase("{value} names no ranks", value=said(value)),
            "write the ranks of each NIC, such as [[0, 1], [2], [3]], or 4",
        )
    return tuple(tuple(whole(0)(rank) for rank in ranks) for ranks in value)


NicRanks = Annotated[
    Nics,
    PlainValidator(_nics),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 1},
                {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
                    "minItems": 1,
                },
            ]
        }
    ),
]


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
    """The physical rate of a path's link, in one direction: the sum of its ports."""

    rate: Bandwidth
    """Rate of the link in one direction, all ports together [B/s]; no rank of the path is faster."""
    per: Name = "rank"
    """Whose rate it is: one rank's, or that of a whole unit joined by the path's level (`node`, `rack`)."""
    ports: Ranks | None = None
    """Of a mesh: ports of a rank that share the rate. Beside a rate `per: node`: NICs that share it evenly."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the number came from: a name in `sources`."""

    @model_validator(mode="before")
    @classmethod
    def it_is_there(cls, value: Any) -> Any:
        """A link that the path's efficiencies need, and that is not there, is a mistake."""
        return accepted({"link": value}, "link")["link"]


class StatedParameters(SpecModel):
    """What a path states under a condition of one's own; the rest is as under the condition that one is like."""

    alpha: TimePair | None = None
    """Start-up time of one message [s]."""
    bandwidth: BandwidthPair | None = None
    """Effective bandwidth in one direction [B/s]; or `efficiency` on the link's rate."""
    per: Name | None = None
    """`rank`: of one rank; the name of the level below (`node`): of one unit joined; `nic`: of one of the `nics`."""
    efficiency: EfficiencyPair | None = None
    """In place of `bandwidth` and `per`: the share of `link.rate` that is reached, above 0 and at most 1."""
    one_peer: BandwidthPair | None = None
    """What one rank can send to one other [B/s]; left out: the link of a mesh or ring, no limit on a switch."""
    unit: BandwidthPair | None = None
    """What one joined unit can send, and receive, in all, beside a bandwidth per rank [B/s]."""
    nic: BandwidthPair | None = None
    """What one of the path's `nics` can send, and receive, beside a bandwidth per rank [B/s]."""
    hop: TimePair | None = None
    """Of a ring: start-up of every further link that a message passes [s]."""
    messages: TimePair | None = None
    """Start-up of each further peer that a rank sends to at once [s]; the inverse of `message_rate`."""
    message_rate: RatePair | None = None
    """Messages per second that one rank (or node, as `per` says) can start."""
    root: Root | None = None
    """A fitted term with the square root of the bytes, in place of the platform's knee on this path."""
    valid: Valid | None = None
    """Where the numbers hold: sizes, ranks; used beyond it the conservative end widens."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the numbers came from: a name in `sources`."""

    @model_validator(mode="before")
    @classmethod
    def a_bandwidth_or_an_efficiency(cls, value: Any) -> Any:
        """Either bandwidth, or an efficiency that the path has multiplied with its link's rate."""
        if isinstance(value, dict) and "efficiency" in value and not isinstance(value.get("bandwidth"), Pair):
            for key in ("bandwidth", "per"):
                if key in value:
                    raise fault(
                        phrase("{key} and efficiency both say how fast the path is", key=key),
                        phrase("remove {key}", key=key),
                        key,
                    )
            raise fault("an efficiency without a link rate", "add link: {rate: ..., per: rank}", "efficiency")
        return value

    @model_validator(mode="after")
    def one_word_for_further_messages(self) -> Self:
        """Either the start-up of a further message, or how many a second."""
        if self.messages is not None and self.message_rate is not None:
            what = "messages and message_rate both say what a further message takes"
            raise fault(what, "remove one of the two", "message_rate")
        return self

    @model_validator(mode="after")
    def something_is_stated(self) -> Self:
        """A quantity of the path, not only whose it is, where it holds and where it came from."""
        if not self.model_fields_set - {"per", "valid", "source"}:
            raise fault("no parameter is stated", "write alpha: ... or bandwidth: ..., or remove it")
        if self.per is not None and self.bandwidth is None:
            raise fault("per without a bandwidth", "add bandwidth: ..., or remove per", "per")
        return self


class PathParameters(StatedParameters):
    """Effective start-up time and bandwidth of a path under one condition."""

    alpha: TimePair
    """Start-up time of one message [s]."""
    bandwidth: BandwidthPair
    """Effective bandwidth in one direction [B/s]; or `efficiency` on the link's rate."""
    per: Name
    """`rank`: of one rank; the name of the level below (`node`): of one unit joined; `nic`: of one of the `nics`."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        required = [key for key in found.pop("required") if key not in ("bandwidth", "per")]
        both = [{"required": [*required, "efficiency"]}, {"required": [*required, "bandwidth", "per"]}]
        return found | {"anyOf": both}


class OnlyParameters(PathParameters, Selector):
    """Parameters of one collective, algorithm, condition, size range or rails; the most specific entry wins."""

    condition: Condition | None = None
    """The condition it holds for; left out: every one."""
    rails: Literal["cross", "aligned"] | None = None
    """Traffic between nodes whose sender and receiver have different indices in their nodes (`cross`), or the same."""


def _stated(path: dict[str, Any]) -> Iterator[Any]:
    """What a path states under conditions and in its `only` entries."""
    yield from (item for key, item in path.items() if key not in _PLAIN_KEYS)
    yield from path["only"] if isinstance(path.get("only"), list | tuple) else ()


def _of_link(entry: Any) -> bool:
    """Whether a bandwidth is given as a share of the link's rate."""
    return isinstance(entry, dict) and "efficiency" in entry and not {"bandwidth", "per"} & set(entry)


def _paced(entry: Any, link: dict[str, Any]) -> Any:
    """Parameters with the bandwidth that their efficiency means on a link; others as they are."""
    if not _of_link(entry):
        return entry
    return entry | {"bandwidth": rate_times(link.get("rate"), entry["efficiency"]), "per": link.get("per", "rank")}


_PLAIN_KEYS = ("location", "wiring", "through", "nics", "link", "only", "title")


class PathSpec(SpecModel):
    """One network path between ranks of a group; beside these keys, what it states under conditions of one's own."""

    model_config = ConfigDict(extra="allow")
    otherwise: ClassVar[type[SpecModel]] = StatedParameters
    __pydantic_extra__: dict[str, StatedParameters]

    location: Location
    """Where the path runs, in words; where `levels` are given they say so, and it may be left out."""
    wiring: Wiring = "switch"
    """How units are joined: any to any, a switch for every index (rails), a link for every pair (mesh), a ring."""
    through: Reference | None = None
    """The path of an inner level whose ports, units and NICs its messages pass too."""
    nics: NicRanks | None = None
    """Ranks of a joined unit that share a NIC, by their index in it; a number deals them evenly, in order."""
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

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        # Levels say where a path runs; whether there are any, the schema of a path cannot tell.
        found = handler.resolve_ref_schema(handler(schema))
        return found | {"required": [key for key in found["required"] if key != "location"]}

    @model_validator(mode="before")
    @classmethod
    def an_efficiency_is_of_the_link(cls, value: Any) -> Any:
        """The bandwidth is rate * efficiency, per what the link's rate is per."""
        if not isinstance(value, dict):
            return value
        link, lacking = value.get("link"), {}
        if "link" not in value and any(map(_of_link, _stated(value))):
            hint = "add link: {rate: ..., per: rank}, or write bandwidth: and per:"
            link, lacking = {}, {"link": Refusal("link", "an efficiency is a share of the link's rate", hint)}
        if not isinstance(link, dict):
            return value
        found: dict[str, Any] = {key: _paced(item, link) for key, item in value.items() if key not in _PLAIN_KEYS}
        if isinstance(value.get("only"), list | tuple):
            found["only"] = [_paced(entry, link) for entry in value["only"]]
        return value | found | lacking

    def stated(self, condition: Condition) -> StatedParameters | None:
        """What is stated under a condition, without the `only` entries and what other conditions give."""
        if condition in CONDITIONS:
            found: PathParameters | None = getattr(self, condition)
            return found
        return self.named.get(condition)

    @property
    def named(self) -> dict[str, StatedParameters]:
        """What is stated under conditions of one's own."""
        return self.__pydantic_extra__ or {}

    @property
    def crosses_nodes(self) -> bool:
        """Whether the path leaves the node."""
        return self.location.startswith("inter_node")


class Plain(NamedTuple):
    """Start-up time [s] and bandwidth [B/s] of a path under a condition, and whose bandwidth it is."""

    alpha: Pair
    bandwidth: Pair
    per: str
