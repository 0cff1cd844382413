"""The machine as the spec describes it: levels, start-up, paths with their parameters, cuts."""

from __future__ import annotations

from math import prod
from typing import Annotated, Any

from pydantic import Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from estimator.spec.conditions import NamedCondition, lineage
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.cut_figures import with_cuts
from estimator.spec.machine.launch import Knee, Launch, Reduce
from estimator.spec.machine.level import LevelSpec
from estimator.spec.machine.path import PathSpec, Plain
from estimator.spec.machine.units import Machine, machine_of, short_machine, with_levels
from estimator.spec.source import Source
from estimator.spec.values.base import Condition, Listed, Name, Nodes, Ranks, SpecModel, Text, Waivers


class Platform(SpecModel):
    """The machine: levels, start-up, paths, cuts; `ranks_per_node` and `nodes` are short for two levels."""

    @model_validator(mode="before")
    @classmethod
    def levels_and_cuts_are_worked_out(cls, value: Any) -> Any:
        """Levels say what a node is; cuts at `plane` and `bisection`, or with an `oversubscription`, follow from it."""
        return with_cuts(with_levels(value))

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        required = [key for key in found.pop("required") if key not in ("ranks_per_node", "nodes")]
        both = [{"required": [*required, "levels"]}, {"required": [*required, "ranks_per_node", "nodes"]}]
        placed = {"properties": {"paths": {"additionalProperties": {"required": ["location"]}}}}
        return found | {"anyOf": both, "allOf": [{"if": {"required": ["levels"]}, "else": placed}]}

    name: Text
    """The platform's name."""
    levels: Annotated[tuple[LevelSpec, ...], Field(min_length=1), Listed] = ()
    """The levels, innermost first; each joins units of the one before by a path. The last one is the machine."""
    ranks_per_host: Ranks | None = None
    """Ranks that a launcher starts on one host, for commands; needed beside `levels`, else as `ranks_per_node`."""
    host: dict[Name, Ranks] = Field(default={})
    """In place of `ranks_per_host`: a block of units on some levels, such as {x: 2, y: 2}."""
    ranks_per_node: Ranks
    """Ranks (devices) of one node; with `levels` they say it."""
    nodes: Nodes
    """Nodes of the platform, a million at most; with `levels` they say it."""
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
    conditions: dict[Name, NamedCondition] = Field(default={})
    """Conditions of one's own, by name; they may stand at the top of the spec as well."""
    sources: dict[Name, Source] = Field(default={})
    """Where the platform's numbers came from, by name; they may stand at the top of the spec as well."""
    note: Text | None = None
    """A remark that is printed with the platform."""
    waive: Waivers = ()
    """Lint rules that the platform need not keep, each with a reason."""

    @property
    def machine(self) -> Machine:
        """The levels as plain numbers; those of the short form are `node` and `machine`."""
        if not self.levels:
            return short_machine(self.ranks_per_node, self.nodes)
        wirings = {name: path.wiring for name, path in self.paths.items()}
        return machine_of(self.levels, wirings, self.ranks_per_host)

    @property
    def host_ranks(self) -> int:
        """Ranks that a launcher starts on one host; those of a node where nothing else is said."""
        return self.ranks_per_host or (prod(self.host.values()) if self.host else self.ranks_per_node)

    def lineage(self, condition: Condition) -> tuple[Condition, ...]:
        """A condition, the one it is like, and so on to one of the three that every platform knows."""
        return lineage(condition, self.conditions)

    def plain(self, path: str, condition: Condition) -> Plain | None:
        """What holds on a path under a condition where no `only` entry does; None where something is not given."""
        stated = [found for name in self.lineage(condition) if (found := self.paths[path].stated(name)) is not None]
        alpha = next((found.alpha for found in stated if found.alpha is not None), None)
        bandwidth = next((found.bandwidth for found in stated if found.bandwidth is not None), None)
        per = next((found.per for found in stated if found.per is not None), None)
        return None if alpha is None or bandwidth is None or per is None else Plain(alpha, bandwidth, per)
