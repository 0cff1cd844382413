"""The document's own data, and the spec as a whole."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    PrivateAttr,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema

from estimator.phrase import phrase
from estimator.spec.conditions import NamedCondition
from estimator.spec.derived.derive import completed
from estimator.spec.derived.inherited import Inherited, inherited
from estimator.spec.groups.group import Group
from estimator.spec.inference.run import InferenceRun
from estimator.spec.look import DocumentLook
from estimator.spec.machine.platform import Platform
from estimator.spec.requirements.defaults import Defaults
from estimator.spec.requirements.kinds import AnyRequirement
from estimator.spec.requirements.own_fields import Appendix, OwnField
from estimator.spec.source import Source
from estimator.spec.training.layout import Layout
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.values.base import (
    Language,
    Line,
    Listed,
    Name,
    OneOrMore,
    Reference,
    SpecModel,
    Text,
    Waivers,
    whole,
)
from estimator.spec.values.date import Date
from estimator.spec.values.quantity import AnyQuantity, Ratio, Time, fault, said
from estimator.spec.workload import Operation

Digits = Annotated[int, PlainValidator(whole(1, 15)), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 15})]


class Change(SpecModel):
    """One entry of the document's history."""

    version: Line
    """The version."""
    date: Date | None = None
    """Its date."""
    text: Text
    """What changed."""


class Document(SpecModel):
    """Who the document is from, and what it is called."""

    id: Name
    """The document's id; also the name of its folder."""
    version: Name
    """The document's version; also the name of its folder."""
    status: Literal["draft", "review", "released", "withdrawn"] = "draft"
    """draft, review, released or withdrawn."""
    superseded_by: Line | None = None
    """The version that takes the place of a withdrawn one."""
    owner: Text | None = None
    """Who answers for it."""
    languages: Annotated[tuple[Language, ...], Field(min_length=1), OneOrMore] = ("zh", "en")
    """Languages it is written in."""
    title: Text
    """The title."""
    date: Date | None = None
    """Date of this version."""
    recipient: Text | None = None
    """Who receives it."""
    approvers: Annotated[tuple[Text, ...], Listed] = ()
    """Who approves it: roles or names."""
    confidentiality: Text | None = None
    """Who may read it."""
    previous: Line | None = None
    """The version before."""
    summary: Text | None = None
    """A paragraph for the first page."""
    rounding: Digits = 3
    """Significant digits of derived limits; they are rounded to the side that is harder to meet."""
    fields: dict[Name, OwnField] = Field(default_factory=dict)
    """Attributes of one's own that requirements carry, by name."""
    appendices: Annotated[tuple[Appendix, ...], Listed] = ()
    """Appendices in Markdown, from files in the spec's folder."""
    look: DocumentLook | None = None
    """Templates, style sheets, logo and wording of one's own: a folder in the spec's folder."""
    history: Annotated[tuple[Change, ...], Listed] = ()
    """Earlier versions."""
    waive: Waivers = ()
    """Lint rules that the document, its groups and its risks need not keep, each with a reason."""


class Budget(SpecModel):
    """What the training needs; limits may derive from it."""

    step: Time
    """Time of one training step [s]."""
    exposed_communication: Ratio | None = None
    """Share of the step that communication may take without being hidden."""
    operations: dict[Reference, Time] = Field(default_factory=dict)
    """Exposed time of single operations within a step [s], by operation."""
    allocate: Literal["proportional"] | None = None
    """How what no operation states is shared out: `proportional` to the middle of the estimate; left out: it is not."""
    waive: Waivers = ()
    """Lint rules that the budget need not keep, each with a reason."""

    @model_validator(mode="after")
    def what_is_shared_out_is_known(self) -> Budget:
        """`allocate` shares out what exposed_communication allows."""
        if self.allocate is not None and self.exposed_communication is None:
            raise fault("nothing to share out", "add exposed_communication, such as 15 %", "allocate")
        return self


class GlossaryEntry(SpecModel):
    """A word for the glossary."""

    zh: Line
    """The Chinese word."""
    en: Line
    """The English word."""
    meaning: Text
    """What it means."""


class Risk(SpecModel):
    """Something that may go wrong."""

    title: Text
    """The risk in a few words."""
    effect: Text | None = None
    """What would happen."""
    answer: Text | None = None
    """What is done about it."""
    owner: Text | None = None
    """Who watches it."""


class OpenPoint(SpecModel):
    """A question that is still open."""

    text: Text
    """The question."""
    owner: Text
    """Who answers it."""
    due: Date | None = None
    """By when."""


def _language_version(value: Any) -> int:
    if value not in ("1", 1) or isinstance(value, bool):
        raise fault(phrase("{value} is no known version of the spec language", value=said(value)), "write commspec: 1")
    return 1


class Spec(SpecModel):
    """A whole spec."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        # a group names its paths where the platform, written in place, has no levels that say them
        flat = {"type": "object", "not": {"required": ["levels"]}}
        ways = [{"required": [key]} for key in ("from_layout", "shape", "units", "tree")]
        named = {"additionalProperties": {"if": {"anyOf": ways}, "else": {"required": ["levels"]}}}
        choice = {
            "if": {"properties": {"platform": flat}, "required": ["platform"]},
            "then": {"properties": {"groups": named}},
        }
        return handler.resolve_ref_schema(handler(schema)) | {"allOf": [choice]}

    @model_validator(mode="before")
    @classmethod
    def groups_and_operations_are_worked_out(cls, value: Any) -> Any:
        """Groups with `from_layout` and operations with `from_model` are filled in before they are checked."""
        return completed(value)

    @model_validator(mode="wrap")
    @classmethod
    def what_is_inherited_is_known(cls, value: Any, handler: ModelWrapValidatorHandler[Spec]) -> Spec:
        """Kept beside the requirements, which have it as if it were written in them."""
        spec = handler(value)
        spec._inherited = inherited(value)
        return spec

    _inherited: Inherited = PrivateAttr(default_factory=dict)

    def inherited(self, requirement: str) -> tuple[str, ...]:
        """What a requirement takes from the defaults: ``priority``, ``test.repeats``."""
        return self._inherited.get(requirement, ())

    commspec: Annotated[int, PlainValidator(_language_version), WithJsonSchema({"enum": [1, "1"]})]
    """Version of the spec language: 1."""
    document: Document
    """Who the document is from, and what it is called."""
    sources: dict[Name, Source] = Field(default_factory=dict)
    """Where numbers came from, by name."""
    platform: Platform
    """The machine."""
    conditions: dict[Name, NamedCondition] = Field(default={})
    """Conditions of one's own, by name; they count as the platform's, whose file need not know them."""
    layout: Layout | None = None
    """The rank layout; groups refer to it with `from_layout`."""
    moe: Moe | None = None
    """The mixture of experts."""
    model: ModelShape | None = None
    """The shape of the model; operations refer to it with `from_model`."""
    training: TrainingRun | None = None
    """How a training step runs; for operations with `from_model`."""
    inference: InferenceRun | None = None
    """How a prefill step and a decode step run; for operations such as `from_model: decode.moe_dispatch`."""
    groups: Annotated[dict[Name, Group], Field(min_length=1)]
    """Communication groups by name."""
    operations: Annotated[dict[Name, Operation], Field(min_length=1)]
    """Operations of a step by name."""
    defaults: Defaults | None = None
    """What requirements have where they say nothing of their own."""
    requirements: dict[Name, AnyRequirement] = Field(default_factory=dict)
    """Requirements by id."""
    budget: Budget | None = None
    """What the training needs."""
    frozen: dict[Line, AnyQuantity] = Field(default_factory=dict)
    """Derived limits as they were at review or release, by cell: later estimates do not move them."""
    glossary: dict[Name, GlossaryEntry] = Field(default_factory=dict)
    """Words added to the glossary."""
    risks: dict[Name, Risk] = Field(default_factory=dict)
    """Risks, by id."""
    open_points: dict[Name, OpenPoint] = Field(default_factory=dict)
    """Open questions, by id."""
