"""Arguments and options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from estimator.units import Kind

Function = TypeVar("Function", bound=Callable[..., object])

spec_argument = click.argument("spec", type=click.Path(path_type=Path))


def format_option(*formats: str) -> Callable[[Function], Function]:
    """``--format``, the first being the default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="How to print it."
    )


class Quantity(click.ParamType[float]):
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
            self.fail(str(error), param, ctx)
