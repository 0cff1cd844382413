"""The template engine over ours and those of a look: in a sandbox, with nothing that is not the same in every build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import BytecodeCache, FunctionLoader, StrictUndefined
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from estimator.phrase import phrase
from estimator.report.looks.look import ENDING, OURS, Look
from estimator.spec.reading.suggest import FEW, suggestion

GIVEN = ("range",)
"""The functions that templates are given; the others are of chance, or hold what changes."""
WITHHELD = ("random", "safe", "pprint", "urlize")
"""Filters that are not there: of chance, one that lets a text of a spec be markup, and two for other purposes."""
LONGEST = 2**20
"""Letters or entries of what a template may multiply to."""


class Absent(StrictUndefined):
    """What is not there; its message can be said in Chinese too."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_exception is SecurityError:
            return phrase("{name} is not for templates", name=self._undefined_name)
        if self._undefined_obj is missing:
            return phrase("there is no variable {name}", name=self._undefined_name)
        hint = suggestion(str(self._undefined_name), _parts(self._undefined_obj), FEW)
        what = phrase("there is no {name} in it", name=self._undefined_name)
        return phrase("{what}; {hint}", what=what, hint=hint) if hint else what


def _parts(thing: Any) -> list[str]:
    if isinstance(thing, Mapping):
        return [str(key) for key in thing]
    names = [*getattr(type(thing), "__annotations__", {}), *getattr(thing, "__dict__", {})]
    return [name for name in names if not name.startswith("_")]


class LookEnvironment(ImmutableSandboxedEnvironment):
    """The engine: no attribute that begins with an underscore, no product that fills the memory."""

    intercepted_binops = frozenset(("*", "**"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """A product of numbers, or of a text and a number that stays small."""
        texts = [len(one) for one in (left, right) if isinstance(one, (str, list, tuple))]
        numbers = [one for one in (left, right) if isinstance(one, (int, float))]
        if texts and numbers and max(texts) * numbers[0] > LONGEST:
            raise SecurityError(phrase("a text of more than {most} letters", most=LONGEST))
        if operator == "**" and any(abs(one) > 1000 for one in numbers):
            raise SecurityError("a power of large numbers")
        return super().call_binop(context, operator, left, right)


def look_environment(ours: Mapping[str, str], look: Look, compiled: BytecodeCache | None = None) -> LookEnvironment:
    """The engine over the templates of a look, then ours; ``commspec/NAME`` is always ours."""
    made = LookEnvironment(
        loader=FunctionLoader(_loader(ours, look)),
        autoescape=True,
        undefined=Absent,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        bytecode_cache=compiled,
    )
    made.globals = {name: made.globals[name] for name in GIVEN}
    made.filters = {name: one for name, one in made.filters.items() if name not in WITHHELD}
    return made


Source = tuple[str, str | None, Callable[[], bool] | None]


def _loader(ours: Mapping[str, str], look: Look) -> Callable[[str], str | Source | None]:
    def load(name: str) -> str | Source | None:
        if name in look.templates:
            return look.templates[name], look.file(name), None
        plain = name.removeprefix(OURS)
        return ours.get(plain) if plain.endswith(ENDING) else None

    return load
