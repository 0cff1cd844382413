"""What the reference says of a model beside the texts in its source: them in Chinese, and an example of each key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Told(NamedTuple):
    """A key: its meaning in Chinese, and an example of its value as a spec writes it."""

    zh: str
    example: str


class Part(NamedTuple):
    """A model: what it is in Chinese, and its own keys; inherited ones are told with the model that has them."""

    zh: str
    keys: Mapping[str, Told]


Catalogue = Mapping[str, Part]
"""By the name of the model."""


def part(zh: str, keys: Mapping[str, tuple[str, str]]) -> Part:
    """A part, with what is told of its keys written as plain pairs."""
    return Part(zh, {key: Told(*told) for key, told in keys.items()})
