"""What a vendor writes: the answers to the requirements of a document, one file a vendor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from estimator.errors import Problem, SpecError
from estimator.evidence.handed import EvidenceFile
from estimator.spec.reading.few import few_of_a_kind
from estimator.spec.reading.translate import mistakes
from estimator.spec.values.base import Line, Reference, SpecModel
from estimator.spec.values.date import Date

State = Literal["meets", "partly", "does_not", "deviates", "to_be_clarified", "not_applicable"]
Level = Literal["datasheet", "simulated", "lab", "field"]
STATES: tuple[State, ...] = get_args(State)
LEVELS: tuple[Level, ...] = get_args(Level)
FORMAT = "1"
FIRST = 'commspec_answers: "1"'


class Answer(SpecModel):
    """What a vendor says to one requirement; a field that is left empty says nothing."""

    fingerprint: Line
    """Fingerprint of the requirement that is answered, as it was exported: a change of what it asks for shows."""
    state: State | None = None
    """Whether it is met."""
    cell: Line | None = None
    """Key of the cell that the offered value is of; left out: the one that the document shows."""
    offered: Annotated[Line, BeforeValidator(lambda value: str(value) if isinstance(value, int | float) else value)] | (
        None
    ) = None
    """The value that the vendor stands for, with its unit."""
    level: Level | None = None
    """What the offered value rests on."""
    evidence: tuple[EvidenceFile, ...] = ()
    """Files that show it, relative to the file of answers, each with its SHA-256."""
    date: Date | None = None
    """When it was answered."""
    remark: Line | None = None
    """What the vendor adds: what is missing, in what it deviates, what is to be clarified."""
    decision: Line | None = None
    """What we make of the answer; ours to fill in."""

    @model_validator(mode="before")
    @classmethod
    def empty_says_nothing(cls, value: Any) -> Any:
        """A key with an empty text, or none, is as one that is left out."""
        if not isinstance(value, dict):
            return value
        return {key: item for key, item in value.items() if item is not None and item != "" and item != []}

    @property
    def begun(self) -> bool:
        """Whether the vendor wrote anything."""
        return any((self.state, self.offered, self.level, self.evidence, self.date, self.remark))


class Answered(SpecModel):
    """The document that is answered, as it was exported."""

    id: Reference
    """Its id."""
    version: Line
    """Its version."""


class Answers(SpecModel):
    """The answers of one vendor."""

    commspec_answers: Literal["1"]
    """Version of this format."""
    vendor: Annotated[Line, Field(max_length=80)]
    """Who answers."""
    document: Answered
    """What is answered."""
    answers: dict[Reference, Answer]
    """By id of the requirement."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Data of a file of answers and what gives a problem its place in it. ``problems``: found on the way.

    ``cell_of``: the cell of a workbook that a path stands in, "" in a text.
    """

    data: Mapping[str, Any]
    placed: Callable[[Problem, bool], Problem]
    problems: tuple[Problem, ...] = ()
    cell_of: Callable[[Problem], str] = lambda _: ""


def parted(found: Placed) -> tuple[Answers, list[Problem]]:
    """The answers that are in order, and the problems of those that are not, with their places.

    Raises SpecError with everything where the head of the file is mistaken.
    """
    try:
        return Answers.model_validate(found.data), []
    except ValidationError as error:
        each = [(one.problem, one.at_key) for one in mistakes(error, found.data, Answers)]
    problems = [found.placed(problem, at_key) for problem, at_key in each]
    bad = {problem.path[1] for problem, _ in each if problem.path[:1] == ("answers",) and len(problem.path) > 1}
    if any(problem.path[:1] != ("answers",) or len(problem.path) < 2 for problem, _ in each):
        raise SpecError(few_of_a_kind([*found.problems, *problems]))
    kept = {name: one for name, one in found.data["answers"].items() if name not in bad}
    return Answers.model_validate({**found.data, "answers": kept}), problems
