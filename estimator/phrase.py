"""A sentence that knows how it was made, so that it can be said in another language too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

Speak = Callable[[str], str]
"""Says a sentence in a language; ``str`` leaves it as it is, in English."""


class Phrase(str):
    """An English sentence, made from a template and what is put into its places.

    It is the plain text to everybody who only prints it. ``estimator.chinese`` finds the Chinese template by the
    English one and puts the same fields in; a field that is a phrase itself is said in Chinese there, any other stays.
    """

    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Self:
        """The template with its fields; of a failure as a field, the sentence that it was raised with."""
        fields = {name: _told(value) for name, value in fields.items()}
        phrase = super().__new__(cls, template.format_map(fields))
        phrase.template, phrase.fields = template, fields
        return phrase

    def __reduce__(self) -> tuple[Callable[[str, dict[str, object]], str], tuple[str, dict[str, object]]]:
        """As a process at the other end makes it again."""
        return _again, (self.template, self.fields)


class Linked(str):
    """Parts with a word between each two, such as "ring or bruck"."""

    between: str
    parts: tuple[str, ...]

    def __new__(cls, between: str, parts: tuple[str, ...]) -> Self:
        """``between``: " or ", " and ", ", " or "; "."""
        text = super().__new__(cls, between.join(parts))
        text.between, text.parts = between, parts
        return text

    def __reduce__(self) -> tuple[type[Linked], tuple[str, tuple[str, ...]]]:
        """As a process at the other end makes it again."""
        return type(self), (self.between, self.parts)


def phrase(template: str, /, **fields: object) -> str:
    """The sentence as text: ``phrase("{value} is no kind", value="'x'")`` is "'x' is no kind"."""
    return Phrase(template, **fields)


def linked(between: str, parts: Iterable[str]) -> str:
    """The parts with a word between each two: ``linked(" or ", ["ring", "bruck"])`` is "ring or bruck"."""
    return Linked(between, tuple(parts))


def _told(value: object) -> object:
    """What a field holds: of a failure the sentence that it was raised with."""
    if isinstance(value, Exception) and len(value.args) == 1 and isinstance(value.args[0], Phrase):
        return value.args[0]
    return value


def _again(template: str, fields: dict[str, object]) -> str:
    return Phrase(template, **fields)
