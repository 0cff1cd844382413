"""The look of a document: the folder of what it has of its own in place of ours."""

from __future__ import annotations

from typing import Any

from pydantic import GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from estimator.spec.values.base import Line, SpecModel, or_string


class DocumentLook(SpecModel):
    """Templates, style sheets, logo and wording of one's own, in a folder beside the spec.

    In short the name of the folder.
    """

    folder: Line
    """The folder, by a path relative to the spec's folder."""
    sha256: Line | None = None
    """SHA-256 over its files, where a look of other content is to be refused; left out: it may be any."""

    @model_validator(mode="before")
    @classmethod
    def a_name_is_that_of_the_folder(cls, value: Any) -> Any:
        """A plain name is that of the folder."""
        return {"folder": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return or_string(handler.resolve_ref_schema(handler(schema)))
