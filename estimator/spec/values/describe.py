"""The text under each field of a model, read from the source when somebody asks: for the schema and for messages.

Reading them while the models are built would add half again to the start of every command.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache

from pydantic import BaseModel


def described(model: type[BaseModel], field: str) -> str:
    """The docstring under a field, its own or an ancestor's; empty when there is none."""
    for ancestor in model.__mro__:
        text = _texts(ancestor.__module__).get((ancestor.__name__, field))
        if text:
            return text
    return ""


@cache
def _texts(module: str) -> dict[tuple[str, str], str]:
    """(class, field) -> text, for the classes of one of our modules."""
    if not module.startswith("estimator."):
        return {}
    texts = {}
    for item in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(item, ast.ClassDef):
            for field, below in zip(item.body, item.body[1:], strict=False):
                name = _field(field)
                text = _text(below)
                if name and text:
                    texts[item.name, name] = inspect.cleandoc(text)
    return texts


def _field(item: ast.stmt) -> str:
    return item.target.id if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) else ""


def _text(item: ast.stmt) -> str:
    value = item.value if isinstance(item, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
