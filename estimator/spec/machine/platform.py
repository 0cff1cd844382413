"""The machine as the spec describes it: nodes, start-up, paths with their parameters, cuts."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from estimator.spec.base import Count, Line, Name, Nodes, SpecModel, Text, Waivers
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.cut_figures import with_cuts
from estimator.spec.machine.launch import Knee, Launch, Reduce
from estimator.spec.machine.path import PathSpec


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
