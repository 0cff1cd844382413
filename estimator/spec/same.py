"""A part of a spec as a key of what is kept for it: found again by being the same object."""

from __future__ import annotations

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
