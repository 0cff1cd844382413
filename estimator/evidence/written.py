"""A small file beside logs, as its model, with all its mistakes and their places."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError

from estimator.errors import Problem, SpecError
from estimator.phrase import phrase
from estimator.spec.reading.include import Reader, assemble
from estimator.spec.reading.locate import Locations
from estimator.spec.reading.translate import mistakes
from estimator.spec.values.base import SpecModel

M = TypeVar("M", bound=SpecModel)


def written(
    model: type[M], first: str, text: str | bytes, name: str, reader: Reader | None = None, folder: str = ""
) -> tuple[M, Locations]:
    """The file in a text. ``first``: the line that one starts with. Raises SpecError with every mistake."""
    content = phrase("write keys and values, such as {first}", first=first)
    tree = assemble(text, name, reader, folder, what=content)
    found = [*tree.problems]
    if not isinstance(tree.data, dict):
        nothing = Problem((), "holds no mapping", content, file=name)
        raise SpecError(tree.locations.sort(found or [nothing]))
    try:
        made = model.model_validate(tree.data)
    except ValidationError as error:
        each = mistakes(error, tree.data, model)
        found += [tree.locations.placed(mistake.problem, mistake.at_key) for mistake in each]
        raise SpecError(tree.locations.sort(found)) from None
    if found:
        raise SpecError(tree.locations.sort(found))
    return made, tree.locations
