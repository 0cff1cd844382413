"""Boundaries that traffic must cross: the units of a level, a node, a plane, many nodes; and what they carry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import CoreSchema

from estimator.phrase import phrase
from estimator.spec.derived.refusal import Refusal
from estimator.spec.machine.valid import Valid
from estimator.spec.values.base import Condition, Flag, Ranks, Reference, SpecModel, Text, or_string
from estimator.spec.values.quantity import AS_WRITTEN, BandwidthPair, Pair, fault, said

WORDS = ("node", "plane", "bisection")
HINT = "write node, plane, bisection, the name of a level, {nodes: 32} or {ranks: 4}"
_RATIO = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:\s*:\s*([0-9]{1,9}(?:\.[0-9]{1,9})?))?")


class Boundary(SpecModel):
    """The unit that a cut surrounds: consecutive nodes or ranks, or what connects them to one network plane."""

    nodes: Ranks = 1
    """Nodes in one unit; `node` is written for 1, `bisection` for half of the platform."""
    ranks: Ranks | None = None
    """Ranks in one unit, in place of nodes: 4 is half of a node of eight."""
    level: Reference | None = None
    """The level whose units are meant; its name alone will do."""
    planes: Ranks = 1
    """Network planes that share the traffic; rank i of a node is on plane i modulo this. `plane`: one for each rank."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return or_string(handler.resolve_ref_schema(handler(schema)) | {"minProperties": 1})

    @model_validator(mode="before")
    @classmethod
    def node_is_one_node(cls, value: Any) -> Any:
        """The word `node` is {nodes: 1}."""
        if value == "node":
            return {"nodes": 1}
        if isinstance(value, Boundary) or (isinstance(value, dict) and value):
            return value
        raise fault(phrase("{value} is no boundary", value=said(value)), HINT)

    @property
    def single(self) -> bool:
        """Whether it surrounds one node, wholly or one of its planes."""
        return self.nodes == 1 and self.ranks is None

    def unit_ranks(self, node_ranks: int) -> int:
        """Ranks in one unit, where a node has ``node_ranks``."""
        return self.ranks or self.nodes * node_ranks


class CutBandwidth(SpecModel):
    """What a unit can send through the boundary under one condition."""

    bandwidth: BandwidthPair
    """Aggregate bandwidth of one unit in one direction [B/s]; where there are planes, into one of them."""


def oversubscription(value: Any) -> Pair:
    """Read 2:1, or a list of two ratios [optimistic, conservative]; below 1:1 or in the wrong order is an error."""
    if isinstance(value, Pair):
        return value
    texts = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    if len(texts) not in (1, 2):
        raise fault(phrase("a list of {count} values", count=len(texts)), "write 2:1, or [optimistic, conservative]")
    ends = [_ratio(text) for text in texts]
    if ends[0] > ends[-1]:
        what = phrase("[{first}, {last}] is in the wrong order", first=texts[0], last=texts[-1])
        hint = phrase(
            "the optimistic value comes first and is the smaller one: [{last}, {first}]", last=texts[-1], first=texts[0]
        )
        raise fault(what, hint)
    return Pair(ends[0], ends[-1], tuple(str(text) for text in texts))


def _ratio(value: Any) -> float:
    text = str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
    match = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if match is None or float(match[2] or 1) == 0.0:
        raise fault(phrase("{value} is no oversubscription", value=said(value)), "write 2:1, or 1:1 for none")
    ratio = float(match[1]) / float(match[2] or 1)
    if ratio < 1.0:
        raise fault(phrase("{value} is below 1:1", value=said(value)), "write the nodes' side first, as in 2:1")
    return ratio


_ONE_RATIO: dict[str, Any] = {
    "type": ["string", "number"],
    "pattern": rf"^{_RATIO.pattern}$",
    "patternErrorMessage": "write 2:1, or 1:1 for none",
    "minimum": 1,
    "examples": ["2:1"],
}
OversubscriptionPair = Annotated[
    Pair,
    PlainValidator(oversubscription),
    AS_WRITTEN,
    WithJsonSchema(
        {
            "anyOf": [_ONE_RATIO, {"type": "array", "items": _ONE_RATIO, "minItems": 1, "maxItems": 2}],
            "description": "The nodes' bandwidth over the uplink's, such as 2:1, or [optimistic, conservative].",
        }
    ),
]


class Cut(SpecModel):
    """A boundary that traffic must cross, and the aggregate bandwidth of one unit through it.

    Beside these keys, what it carries under conditions of one's own.
    """

    model_config = ConfigDict(extra="allow")
    otherwise: ClassVar[type[SpecModel]] = CutBandwidth
    __pydantic_extra__: dict[str, CutBandwidth]

    boundary: Boundary
    """`node`, `plane`, `bisection`, a level, {nodes: N} or {ranks: N} in a row, {nodes: N, planes: P} for one plane."""
    exclusive: CutBandwidth
    """When no other operation runs."""
    loaded: CutBandwidth | None = None
    """Under multi_group, with_compute and what is like them; left out: as `exclusive`."""
    oversubscription: OversubscriptionPair | None = None
    """In place of the bandwidths: what the nodes can send, by their own cut or link, over what leaves the unit."""
    valid: Valid | None = None
    """Where the numbers hold: sizes, ranks; used beyond it the conservative end widens."""
    in_network: Flag = False
    """Whether switches at the boundary reduce and copy; it lowers the bound, not the time of other algorithms."""
    source: Reference | None = Field(default=None, validation_alias="from")
    """Where the numbers came from: a name in `sources`."""
    title: Text | None = None
    """The cut's name for readers."""

    @model_validator(mode="before")
    @classmethod
    def it_could_be_worked_out(cls, value: Any) -> Any:
        """What could not be worked out on this platform is a mistake here."""
        for found in value.values() if isinstance(value, dict) else ():
            if isinstance(found, Refusal):
                raise fault(found.what, found.hint, found.key)
        return value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        found.pop("required")
        either = [{"required": ["boundary", key]} for key in ("exclusive", "oversubscription")]
        return found | {"anyOf": either}

    def under(self, lineage: Sequence[Condition]) -> tuple[str, Pair]:
        """Bandwidth of the cut [B/s] under a condition with its lineage, and the key it stands under."""
        for name in lineage:
            if name in self.named:
                return name, self.named[name].bandwidth
        if lineage[-1] == "exclusive" or self.loaded is None:
            return "exclusive", self.exclusive.bandwidth
        return "loaded", self.loaded.bandwidth

    @property
    def named(self) -> dict[str, CutBandwidth]:
        """What it carries under conditions of one's own."""
        return self.__pydantic_extra__ or {}
