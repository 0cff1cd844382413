"""A communication group as a spec gives it: its ranks, and how they lie on the machine."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema

from estimator.cost.shape import Shape
from estimator.layout.grid import MOST_RANKS
from estimator.phrase import phrase
from estimator.spec.derived.replaced import accepted
from estimator.spec.machine.checks.lying import OnLevels
from estimator.spec.values.base import (
    Listed,
    Name,
    Ranks,
    Reference,
    Text,
    ranks_of,
)
from estimator.spec.values.quantity import (
    fault,
)
from estimator.units import Counted


def _node_ranks(value: Any) -> int | tuple[int, ...]:
    if isinstance(value, (list, tuple)) and value:
        return tuple(ranks_of(count) for count in value)
    return ranks_of(value)


NodeRanks = Annotated[
    int | tuple[int, ...],
    PlainValidator(_node_ranks),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": MOST_RANKS},
                {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
            ]
        }
    ),
]


class Group(OnLevels):
    """A communication group: its ranks, and how they lie on the levels of the machine.

    Said by `shape`, `units` or `tree`, by `size` and `ranks_per_node`, or by `from_layout`: then everything else comes
    from the rank layout, and what is written replaces it.
    """

    from_layout: Reference | None = None
    """The kind of group in the rank layout that gives the other figures: ep, edp, tp, dp-cp, pp_pair, ...; with
    `decode.` or `prefill.` before it one in the layout of that step of inference."""
    size: Ranks
    """Ranks of the group, p."""
    ranks_per_node: NodeRanks
    """Ranks of the group on one node, g; a list, one number a node, where they differ."""
    at_once_per_node: Ranks = 1
    """Groups of this kind that run at once on a node."""
    levels: Annotated[tuple[Reference, ...], Field(min_length=1), Listed]
    """The paths the group uses, from inside to outside: names in `platform.paths`; where there are no `levels`."""
    paths: dict[Name, Reference] = Field(default={})
    """The path that the group takes on a level in place of the level's own, one of its `also`: {node: bridge}."""
    stride_nodes: Ranks = 1
    """Distance between two nodes of the group, in nodes; 1: consecutive nodes."""
    title: Text | None = None
    """The group's name for readers."""
    note: Text | None = None
    """A remark that is printed with the group."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        required = found.pop("required")
        ways = [[key] for key in ("from_layout", "shape", "units", "tree")]
        return found | {"anyOf": [{"required": keys} for keys in (*ways, [key for key in required if key != "levels"])]}

    @model_validator(mode="before")
    @classmethod
    def the_machine_has_such_groups(cls, value: Any) -> Any:
        """What layout or levels refused is a mistake here."""
        return accepted(value, "from_layout")

    @model_validator(mode="after")
    def ranks_add_up(self) -> Group:
        """The nodes hold exactly the ranks of the group."""
        counts = self.ranks_per_node
        if isinstance(counts, tuple):
            if sum(counts) != self.size:
                hint = phrase("let the list add up to size {size}", size=self.size)
                raise fault(
                    phrase("the nodes hold {ranks:rank}, not {size}", ranks=Counted(sum(counts)), size=self.size),
                    hint,
                    "ranks_per_node",
                )
        elif self.size % counts:
            hint = phrase("write a divisor of {size}, or a list with one number a node", size=self.size)
            raise fault(
                phrase("{ranks:rank} cannot sit {counts} to a node", ranks=Counted(self.size), counts=counts),
                hint,
                "ranks_per_node",
            )
        return self

    @property
    def node_ranks(self) -> tuple[int, ...]:
        """Ranks on each node of the group: (8, 8) for 16 ranks on two nodes."""
        counts = self.ranks_per_node
        return counts if isinstance(counts, tuple) else (counts,) * (self.size // counts)

    @property
    def nodes(self) -> int:
        """Nodes the group spans, m."""
        counts = self.ranks_per_node
        return len(counts) if isinstance(counts, tuple) else self.size // counts

    @property
    def shape(self) -> Shape:
        """The group as the cost of an algorithm sees it."""
        if isinstance(self.ranks_per_node, tuple):
            return Shape.on(self.ranks_per_node)
        return Shape(self.size, self.ranks_per_node)

    @property
    def uneven(self) -> bool:
        """Whether the nodes hold different numbers of ranks."""
        return isinstance(self.ranks_per_node, tuple) and len(set(self.ranks_per_node)) > 1

    @property
    def most_ranks_per_node(self) -> int:
        """Ranks of the group on its fullest node, g."""
        counts = self.ranks_per_node
        return max(counts) if isinstance(counts, tuple) else counts
