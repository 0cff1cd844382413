"""The models below a spec, found by walking annotations, and a value read as the loader reads it."""

from collections.abc import Iterator
from typing import Any, get_args

import yaml
from pydantic import BaseModel
from yaml import MappingNode, Node, ScalarNode

from estimator.spec.document import Spec
from estimator.spec.reading.nodes import compose


def models() -> tuple[type[BaseModel], ...]:
    """Every model that a spec can hold."""
    found: list[type[BaseModel]] = []
    _visit(Spec, found)
    return tuple(found)


def inside(annotation: Any) -> Iterator[Any]:
    """An annotation and all that it is made of."""
    yield annotation
    for part in get_args(annotation):
        yield from inside(part)


def read(example: str) -> Any:
    """A value as the loader hands it to the models: mappings, lists and text."""
    node = compose(f"key: {example}")
    assert isinstance(node, MappingNode)
    return _data(node.value[0][1])


def _visit(model: type[BaseModel], found: list[type[BaseModel]]) -> None:
    if model in found:
        return
    found.append(model)
    for field in model.model_fields.values():
        for part in inside(field.annotation):
            if isinstance(part, type) and issubclass(part, BaseModel):
                _visit(part, found)


def _data(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {key.value: _data(value) for key, value in node.value}
    if isinstance(node, ScalarNode):
        return node.value
    assert isinstance(node, yaml.SequenceNode)
    return [_data(item) for item in node.value]
