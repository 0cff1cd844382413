"""What a requirement holds, whatever its kind; the kinds themselves are in ``kinds``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, PlainValidator

from estimator.spec.requirements.measure import Limit, Metric, Sweep, Test
from estimator.spec.values.base import (
    Collective,
    Dtype,
    Line,
    Name,
    OneOrMore,
    Reference,
    SpecModel,
    Text,
    Waivers,
    WholeNumber,
    count_or,
    count_or_schema,
)
from estimator.spec.workload import RedOp

Priority = Literal["must", "should", "may"]
Responsible = Literal["library", "runtime", "compiler", "driver", "nic", "switch", "asic", "framework"]


AtOnce = Annotated[int | Literal["all"], PlainValidator(count_or("all")), count_or_schema("all")]


class Requirement(SpecModel):
    """What every requirement holds."""

    kind: str
    """The kind of requirement."""
    title: Text
    """The requirement in a few words."""
    short_title: Text | None = None
    """The title in one or two words, for the index and figures; left out: the title."""
    priority: Priority = "must"
    """must, should or may."""
    responsible: Annotated[tuple[Responsible, ...], OneOrMore] = ()
    """Who on the recipient's side has to meet it."""
    run_by: Literal["vendor", "us"] = "vendor"
    """Who runs the test."""
    phase: Line | None = None
    """When it has to be met, such as alpha, beta, general availability."""
    rationale: Text | None = None
    """Why the training needs it."""
    need: Text | None = None
    """What in the model or layout it derives from."""
    note: Text | None = None
    """A remark that is printed on the card."""
    covers: Annotated[tuple[Line, ...], OneOrMore] = ()
    """Ids of what it covers: requirements of this document, or of another one."""
    refines: Annotated[tuple[Reference, ...], OneOrMore] = ()
    """Requirements of this document that it makes more precise."""
    fields: dict[Name, Line] = Field(default_factory=dict)
    """Attributes of one's own, as `document.fields` declares them."""
    waive: Waivers = ()
    """Lint rules it need not keep, each with a reason."""


class MeasurableRequirement(Requirement):
    """What every measured requirement holds: workload, metric, limit, sweep, test."""

    operation: Reference | None = None
    """The operation it is about: a name in `operations`."""
    collective: Collective | None = None
    """The collective, where no operation is named."""
    algorithm: Reference | None = None
    """The algorithm; left out: the operation's own."""
    dtype: Dtype | None = None
    """Element type; left out: the operation's own."""
    redop: RedOp | None = None
    """Reduction; left out: the operation's own."""
    metric: Metric = Metric()
    """What is measured."""
    limit: Limit
    """The one limit."""
    sweep: Sweep = Sweep()
    """The cells it expands into."""
    test: Test = Test()
    """How it is measured."""
    at_once: AtOnce | None = None
    """Groups of the kind at once on a node; left out: the group's own number."""
    place: WholeNumber | None = None
    """A rank of the machine: the test is about the group that holds it, where groups of one kind have unequal shares of
    NICs; left out: the slowest."""
