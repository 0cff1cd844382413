"""The template engine over ours and those of a look: in a sandbox, with nothing that is not the same in every build."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from jinja2 import BytecodeCache, FunctionLoader, StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from estimator.phrase import phrase
from estimator.report.looks.bounds import (
    COUNTED,
    GROWING,
    SHORT,
    Bounding,
    Steps,
    bounded,
    plain_width,
    power,
    product,
    short,
)
from estimator.report.looks.look import ENDING, OURS, Look
from estimator.spec.reading.suggest import FEW, suggestion

WRITTEN: Mapping[str, Any] = MappingProxyType(
    {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "keep_trailing_newline": False,
        "auto_reload": False,
    }
)
"""How templates are written, ours and those of a look: lines that hold tags alone leave none behind."""
GIVEN = ("range",)
"""The functions that templates are given; the others are of chance, or hold what changes."""
WITHHELD = ("random", "safe", "pprint", "urlize", "center", "indent", "wordwrap", "format")
"""Filters that are not there: of chance, one that lets a text of a spec be markup, and those for other than pages."""
BOUNDED = ("replace",)
"""Filters that can make much of little."""


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
    """The engine: no attribute that begins with an underscore, and bounds on what the templates of a look take."""

    intercepted_binops = frozenset(("*", "**", "+", "%"))
    steps: Steps
    own: Collection[str] = ()
    """Names of the templates of the look."""

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """A sum, product, power or remainder that stays small."""
        if operator == "*":
            product(left, right)
        elif operator == "**":
            power(left, right)
        elif operator == "%" and isinstance(left, str):
            plain_width(left)
        return short(super().call_binop(context, operator, left, right))

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a macro, a method or a function that is given."""
        if __context.name in __self.own:
            __self.steps.take()
        if isinstance(getattr(__obj, "__self__", None), str) and __obj.__name__ in GROWING:
            raise SecurityError(phrase("{name} is not for templates", name=__obj.__name__))
        return super().call(__context, __obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Any:
        """A format whose fields are no wider than a page."""
        wrapped = super().wrap_str_format(value)
        if wrapped is not None:
            plain_width(value.__self__)
        return wrapped

    def _generate(self, source: nodes.Template, name: str | None, *args: Any, **named: Any) -> str:
        bounded_source = Bounding().visit(source) if name in self.own else source
        return super()._generate(bounded_source, name, *args, **named)


def look_environment(ours: Mapping[str, str], look: Look, compiled: BytecodeCache | None = None) -> LookEnvironment:
    """The engine over the templates of a look, then ours; ``commspec/NAME`` is always ours."""
    made = LookEnvironment(
        loader=FunctionLoader(_loader(ours, look)),
        autoescape=True,
        undefined=Absent,
        bytecode_cache=compiled,
        **WRITTEN,
    )
    made.steps, made.own = Steps(), frozenset(look.templates)
    made.globals = {name: made.globals[name] for name in GIVEN}
    kept = {name: one for name, one in made.filters.items() if name not in WITHHELD}
    found = {name: bounded(kept[name]) for name in BOUNDED}
    made.filters = {**kept, **found, COUNTED: made.steps.counted, SHORT: short}
    return made


Source = tuple[str, str | None, Callable[[], bool] | None]


def _loader(ours: Mapping[str, str], look: Look) -> Callable[[str], str | Source | None]:
    def load(name: str) -> str | Source | None:
        if name in look.templates:
            return look.templates[name], look.file(name), None
        plain = name.removeprefix(OURS)
        return ours.get(plain) if plain.endswith(ENDING) else None

    return load
