"""A part of a spec, or what is made of parts, as a key of what is kept for it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Part = TypeVar("Part")


class Same(Generic[Part]):
    """A spec, or a part of one, that is equal to itself alone; it is kept alive, so that nothing takes its place."""

    __slots__ = ("value",)

    def __init__(self, value: Part) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value


class Keyed(Generic[Part]):
    """Something that is worked out from parts of a spec: equal to all that the same parts, its ``key``, give."""

    __slots__ = ("key", "value")

    def __init__(self, value: Part, key: Hashable) -> None:
        self.value, self.key = value, key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and other.key == self.key
