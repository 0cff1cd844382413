"""Attributes of one's own that requirements carry: declared once in the document, filled in where they are known."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from estimator.phrase import phrase
from estimator.spec.values.base import Line, Listed, SpecModel, Text
from estimator.spec.values.quantity import fault, said

FieldType = Literal["text", "choice", "number"]


class OwnField(SpecModel):
    """An attribute that requirements may carry: a text, one of some choices, or a number.

    In short `text` or `number`, or the list of the choices.
    """

    type: FieldType = "text"
    """text, choice or number."""
    title: Text | None = None
    """Its name for readers; left out: the name that it is declared by."""
    choices: Annotated[tuple[Line, ...], Listed] = ()
    """What it may be, where it is a choice."""

    @model_validator(mode="before")
    @classmethod
    def a_type_or_choices_alone(cls, value: Any) -> Any:
        """`text` and `number` alone are the type, a list is that of the choices."""
        if isinstance(value, str):
            return {"type": value}
        if isinstance(value, (list, tuple)):
            return {"type": "choice", "choices": list(value)}
        if isinstance(value, dict) and "choices" in value and "type" not in value:
            return {**value, "type": "choice"}
        return value

    @model_validator(mode="after")
    def only_a_choice_has_choices(self) -> OwnField:
        """A choice is one of several, and nothing else is."""
        if self.type == "choice" and not self.choices:
            raise fault("a choice of nothing", "write choices: [QM, A, B]", "choices")
        if self.type != "choice" and self.choices:
            raise fault(
                phrase("a {type} has no choices", type=self.type), "write type: choice, or remove choices", "choices"
            )
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler.resolve_ref_schema(handler(schema))
        lists = {"type": "array", "items": {"type": "string"}, "minItems": 1}
        return {"anyOf": [found, {"enum": ["text", "number"]}, lists], "description": found.get("description", "")}

    def refusal(self, value: str) -> str | None:
        """What to write in place of a value that it cannot have; None where it can."""
        if self.type == "choice" and value not in self.choices:
            return phrase("write one of {choices}", choices=", ".join(self.choices))
        if self.type == "number" and not _is_number(value):
            return "write a number such as 3 or 0.5"
        return None


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


class Appendix(SpecModel):
    """An appendix in Markdown: a file in the spec's folder, or a text in place.

    In short the name of the file.
    """

    title: Text | None = None
    """Its heading; left out: the first heading of the text, else the name of the file."""
    file: Text | None = None
    """The file, by a path relative to the spec's folder; one for each language, or one for both."""
    text: Text | None = None
    """The text in place of a file."""

    @model_validator(mode="before")
    @classmethod
    def a_name_is_that_of_the_file(cls, value: Any) -> Any:
        """A plain name is that of the file."""
        return {"file": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def there_is_something_to_print(self) -> Appendix:
        """A file, or a text."""
        if self.file is None and self.text is None:
            raise fault(
                phrase("{title} has nothing in it", title=said((self.title and self.title.en) or "the appendix")),
                "write file: notes.md",
            )
        return self
