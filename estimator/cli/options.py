"""Arguments and options that several commands share."""

from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from estimator.cli.slips import OneOf
from estimator.phrase import phrase, sentence_of, word

if TYPE_CHECKING:
    from estimator.estimate.asked.question import AskedLevel
    from estimator.units import Kind

Function = TypeVar("Function", bound=Callable[..., object])

COUNT_LIMIT = 2**20
"""Ranks, segments, channels at most, as in a spec."""

spec_argument = click.argument("spec", type=click.Path(path_type=Path))

variant_option = click.option(
    "--variant",
    "variants",
    metavar="NAME=FILE",
    multiple=True,
    help="The platform of FILE beside the spec's own, or the values of an overlay. Repeatable.",
)


def format_option(*formats: str) -> Callable[[Function], Function]:
    """``--format``, the first being the default."""
    return click.option(
        "--format", "form", type=OneOf(formats), default=formats[0], show_default=True, help="How to print it."
    )


class QuantityOption(click.ParamType[float]):
    """A number with a unit, as in a spec: ``"5 us"``, ``"400 Gbit/s"``, ``"1 MiB"``."""

    def __init__(self, kind: "Kind", *, positive: bool = False) -> None:
        self.kind: Kind = kind
        self.positive = positive
        self.name = kind

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The SI value: seconds, bytes, bytes per second, or a plain number."""
        from estimator.units import UnitError, parse

        if isinstance(value, float):
            return value
        try:
            return parse(str(value), self.kind, positive=self.positive)
        except UnitError as error:
            self.fail(sentence_of(error), param, ctx)


def whole_number(text: str, most: int = COUNT_LIMIT, least: int = 1) -> int | None:
    """The whole number from ``least``, 0 or 1, to ``most`` that the text is; None when it is none."""
    stripped = text.strip()
    digits = stripped.lstrip("0")  # any number of zeros says nothing, and Python reads no ten thousand digits
    if stripped and not digits:
        return 0 if least == 0 else None
    plain = digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))
    return int(digits) if plain and int(digits) <= most else None


class Count(click.ParamType[int]):
    """A whole number from 1 on, or from 0."""

    name = "number"

    def __init__(self, least: int = 1, most: int = COUNT_LIMIT, example: int = 8) -> None:
        self.least, self.most, self.example = least, most, example

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        from estimator.units import shown

        number = whole_number(str(value), self.most, self.least)
        if number is None:
            what = phrase(
                "{value} is not a whole number from {least} to {most}",
                value=shown(str(value)),
                least=self.least,
                most=self.most,
            )
            self.fail(phrase("{what}; write one such as {example}", what=what, example=self.example), param, ctx)
        return number


class CountOr(click.ParamType["int | str"]):
    """A whole number from 1 on, or one ``word``: segments or ``optimal``, channels or ``all``."""

    def __init__(self, name: str, word: str, example: int) -> None:
        self.name, self.word, self.example = name, word, example

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """The number, or the word."""
        from estimator.units import shown

        text = str(value).strip()
        number = whole_number(text)
        if text != self.word and number is None:
            hint = phrase("write a whole number such as {example}, or {word}", example=self.example, word=self.word)
            self.fail(
                phrase("{text} is not a number of {name}; {hint}", text=shown(text), name=self.name, hint=hint),
                param,
                ctx,
            )
        return number or self.word


class Dims(click.ParamType[tuple[int, ...]]):
    """Numbers joined by x, such as the axes of a torus: ``4x8``. ``noun``: what they are; ``least``: how many."""

    name = "AxB"

    def __init__(self, noun: str = "torus", least: int = 2) -> None:
        self.noun, self.least = noun, least

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """The numbers."""
        from estimator.units import shown

        numbers = [whole_number(part) for part in str(value).strip().lower().split("x")]
        whole = tuple(number for number in numbers if number is not None)
        if len(numbers) < self.least or len(whole) < len(numbers) or prod(whole) > COUNT_LIMIT:
            hint = phrase("write whole numbers such as 4x8, {count_limit} ranks at most", count_limit=COUNT_LIMIT)
            self.fail(
                phrase("{value} is no {noun}; {hint}", value=shown(str(value)), noun=word(self.noun), hint=hint),
                param,
                ctx,
            )
        return whole


class Methods(click.ParamType[tuple[str, ...]]):
    """How each level works, innermost first: ``direct,ring``."""

    name = "METHOD,..."
    known = ("ring", "both", "direct")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The methods."""
        parts = tuple(part.strip() for part in str(value).split(","))
        wrong = [part for part in parts if part not in self.known]
        if wrong:
            from estimator.units import shown

            hint = phrase("write {known}, such as direct,ring", known=", ".join(self.known))
            self.fail(phrase("{method} is no method; {hint}", method=shown(wrong[0]), hint=hint), param, ctx)
        return parts


class Levels(click.ParamType["tuple[AskedLevel, ...]"]):
    """Levels of a machine, innermost first: ``"8:mesh:4 us:350 GB/s, 512:switch:9 us:24 GB/s"``."""

    name = "UNITS:WIRING:ALPHA:BANDWIDTH, ..."

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "tuple[AskedLevel, ...]":
        """Each level with its units, start-up [s] and bandwidth per rank [B/s]."""
        return tuple(self._level(text.strip(), param, ctx) for text in str(value).split(","))

    def _level(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> "AskedLevel":
        from estimator.estimate.asked.question import WIRINGS, AskedLevel
        from estimator.spec.reading.suggest import suggestion
        from estimator.units import shown

        parts = [part.strip() for part in text.split(":")]
        if len(parts) != 4:
            hint = "write units:wiring:alpha:bandwidth, such as 8:mesh:4 us:350 GB/s"
            self.fail(phrase("{text} is no level; {hint}", text=shown(text), hint=hint), param, ctx)
        units, wiring, alpha, bandwidth = parts
        if wiring not in WIRINGS:
            self.fail(
                phrase(
                    "{wiring} is no wiring; {suggestion}", wiring=shown(wiring), suggestion=suggestion(wiring, WIRINGS)
                ),
                param,
                ctx,
            )
        return AskedLevel(
            Count().convert(units, param, ctx),
            wiring,
            QuantityOption("time").convert(alpha, param, ctx),
            QuantityOption("bandwidth", positive=True).convert(bandwidth, param, ctx),
        )
