"""A sentence that knows how it was made, so that it can be said in another language too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

Speak = Callable[[str], str]
"""Says a sentence in a language."""


def english(text: str) -> str:
    """The sentence as it is; it can still be said in another language."""
    return text


class Phrase(str):
    """An English sentence, made from a template and what is put into its places.

    It is the plain text to everybody who only prints it. ``estimator.chinese`` finds the Chinese template by the
    English one and puts the same fields in; a field that is a phrase itself is said in Chinese there, any other stays.
    """

    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Self:
        """The template with its fields; of a failure as a field, the sentence that it was raised with."""
        fields = {name: sentence_of(value) if isinstance(value, Exception) else value for name, value in fields.items()}
        phrase = super().__new__(cls, template.format_map(fields))
        phrase.template, phrase.fields = template, fields
        return phrase

    def __reduce__(self) -> tuple[Callable[[str, dict[str, object]], str], tuple[str, dict[str, object]]]:
        """As a process at the other end makes it again."""
        return _again, (self.template, self.fields)


class Both(str):
    """A text that is there in both languages already."""

    zh: str

    def __new__(cls, en: str, zh: str) -> Self:
        """The English text, and the Chinese one beside it."""
        text = super().__new__(cls, en)
        text.zh = zh
        return text

    def __reduce__(self) -> tuple[type[Both], tuple[str, str]]:
        """As a process at the other end makes it again."""
        return type(self), (str(self), self.zh)


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


def word(text: object) -> str:
    """A word of ours, such as "bandwidth", that is said in the language of the sentence it is put into."""
    return Phrase(str(text))


def heads(*words: str) -> list[str]:
    """Words of ours, each in a cell of its own, as the head of a table has them."""
    return [Phrase(one) for one in words]


def both(en: str, zh: str) -> str:
    """A text that is there in both languages."""
    return Both(en, zh)


def linked(between: str, parts: Iterable[str]) -> str:
    """The parts with a word between each two: ``linked(" or ", ["ring", "bruck"])`` is "ring or bruck"."""
    return Linked(between, tuple(parts))


def mapped(text: str, change: Callable[[str], str]) -> str:
    """The sentence with each plain text in it changed, and with it the whole; its templates stay."""
    if isinstance(text, Phrase):
        parts = {n: mapped(one, change) if isinstance(one, str) else one for n, one in text.fields.items()}
        parts = {n: one if isinstance(one, str | int | float) else change(str(one)) for n, one in parts.items()}
        return Phrase(text.template, **parts)
    if isinstance(text, Linked):
        return Linked(text.between, tuple(mapped(part, change) for part in text.parts))
    if isinstance(text, Both):
        return Both(change(str(text)), change(text.zh))
    return change(text)


def sentence_of(failure: Exception) -> str:
    """The sentence that a failure was raised with; ``str`` of the failure can be said in no other language."""
    if len(failure.args) == 1 and isinstance(failure.args[0], str):
        return failure.args[0]
    return str(failure)


def _again(template: str, fields: dict[str, object]) -> str:
    return Phrase(template, **fields)
