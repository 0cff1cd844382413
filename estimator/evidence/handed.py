"""What is handed in beside logs, and agreed about them: evidence files with their review, and waivers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import PlainValidator, WithJsonSchema, model_validator

from estimator.evidence.written import written
from estimator.phrase import phrase
from estimator.spec.reading.include import Reader
from estimator.spec.reading.locate import Locations
from estimator.spec.values.base import Line, OneOrMore, Reference, SpecModel, Text
from estimator.spec.values.date import Date
from estimator.spec.values.quantity import AnyQuantity, fault, said

DIGITS = 64
"""Hexadecimal digits of a SHA-256."""


def _sha256(value: Any) -> str:
    text = str(value).lower()
    if len(text) != DIGITS or not set(text) <= set("0123456789abcdef"):
        raise fault(
            phrase("{value} is no SHA-256", value=said(value)), "write what sha256sum prints: 64 hexadecimal digits"
        )
    return text


Sha256 = Annotated[
    str, PlainValidator(_sha256), WithJsonSchema({"type": "string", "pattern": f"^[0-9a-fA-F]{{{DIGITS}}}$"})
]


class EvidenceFile(SpecModel):
    """One file that was handed in."""

    file: Line
    """Its name, relative to this file."""
    sha256: Sha256 | None = None
    """What its bytes were when it was reviewed; without it nothing shows that it is the file that was."""


class Evidence(SpecModel):
    """What shows that a requirement is met where no benchmark log can: a capability, counters, a trace."""

    requirement: Reference
    """Id of the requirement."""
    cells: Annotated[tuple[Line, ...], OneOrMore] = ("*",)
    """Keys of its cells, or patterns such as ``*/n=1048576``; left out: all."""
    files: tuple[EvidenceFile, ...] = ()
    """The files."""
    value: AnyQuantity | None = None
    """The number that they show, where the requirement has a limit."""
    outcome: Literal["met", "not_met"] = "met"
    """What the reviewer found."""
    reviewed_by: Line | None = None
    """Who read the files."""
    reviewed: Date | None = None
    """When."""
    note: Text | None = None
    """A remark for the report."""


class Waiver(SpecModel):
    """A requirement that need not be met for a while: with a reason, a term, and both sides' consent."""

    requirement: Reference
    """Id of the requirement."""
    cells: Annotated[tuple[Line, ...], OneOrMore] = ("*",)
    """Keys of its cells, or patterns; left out: all."""
    reason: Text
    """Why."""
    until: Date
    """The last day, or month, on which it holds."""
    agreed_by: tuple[Line, ...]
    """Who agreed: one for each side, or more."""

    @model_validator(mode="after")
    def both_sides_agree(self) -> Waiver:
        """One side alone waives nothing, however often it is named."""
        if len({one.strip().casefold() for one in self.agreed_by} - {""}) < 2:
            raise fault("one side alone waives nothing", "write who agreed on each side", "agreed_by")
        return self


class Handed(SpecModel):
    """Evidence and waivers of one acceptance."""

    commspec_evidence: Literal["1"]
    """Version of this format."""
    evidence: tuple[Evidence, ...] = ()
    """What was handed in."""
    waivers: tuple[Waiver, ...] = ()
    """What need not be met."""


NOTHING_HANDED = Handed(commspec_evidence="1")


def handed(text: str | bytes, name: str, reader: Reader | None = None, folder: str = "") -> tuple[Handed, Locations]:
    """The evidence in a text, and where its parts stand. Raises SpecError with all mistakes and their places."""
    return written(Handed, 'commspec_evidence: "1"', text, name, reader, folder)
