"""Changes to a spec that its files do not say: single values by their path, before anything is checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from estimator.errors import Path, Problem, UserError, path_text
from estimator.phrase import phrase
from estimator.spec.conditions import conditions_in
from estimator.spec.document import Spec
from estimator.spec.reading.building import DataBuilder, TooMuchError
from estimator.spec.reading.nodes import NotYamlError, compose
from estimator.spec.reading.suggest import suggestion
from estimator.spec.reading.translate import keys_of, model_at
from estimator.spec.values.quantity import said
from estimator.units import shown

_INDEX = re.compile("[0-9]{1,9}")
_STEP = re.compile(r"\[?([^.\[\]]+)\]?")


class Replacement(NamedTuple):
    """A value for a place of the spec, both as typed: ``platform.knee.k`` and ``[0, 2]``."""

    path: str
    value: str


class ChangeError(Exception):
    """A change that cannot be made."""

    def __init__(self, path: Path, message: str, hint: str) -> None:
        self.problem = Problem(path, message, hint)
        super().__init__(message)


def change_of(text: str) -> Replacement:
    """``PATH=VALUE`` as a change. Raises UserError when it is none."""
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        example = 'write PATH=VALUE, such as platform.paths.scale_out.exclusive.bandwidth="25 GB/s"'
        raise UserError(phrase("{text} sets nothing; {example}", text=said(text), example=example))
    return Replacement(path.strip(), value.strip())


def changed(data: Any, changes: Sequence[Replacement]) -> tuple[list[Path], list[Problem]]:
    """Put each value into the data of a spec, in place; the paths that were set, and what could not be.

    A key that the spec leaves out is added where the language has it.
    """
    done: list[Path] = []
    problems = []
    for change in changes:
        try:
            path = _made(data, change)
            if path in done:
                raise ChangeError(path, "is set twice", "set it once")
            done.append(path)
        except ChangeError as error:
            problems.append(error.problem)
    return done, problems


def _made(data: Any, change: Replacement) -> Path:
    path: Path = ()
    place, rest = data, change.path
    while rest:
        word, rest = _next(place, rest)
        step = _known(data, path, place, word)
        path = (*path, step)
        if not rest:
            place[step] = _value(change.value, path)
        elif isinstance(place, dict):
            place = place.setdefault(step, {})
        else:
            place = place[step]
    return path


def _next(place: Any, text: str) -> tuple[str, str]:
    """The first step of a path and what is left; of the names that a mapping has the longest one that fits."""
    fitting = [key for key in place if text == key or text.startswith((f"{key}.", f"{key}["))] if place else []
    found = _STEP.match(text)
    step = max(fitting, key=len) if fitting and isinstance(place, dict) else found[1] if found else text
    length = len(step) if fitting or not found else found.end()
    return step, text[length:].removeprefix(".")


def _known(data: Any, path: Path, place: Any, step: str) -> str | int:
    """The step as a key or index of the place; ChangeError with what to write where there is none."""
    if isinstance(place, list):
        if _INDEX.fullmatch(step) and int(step) < len(place):
            return int(step)
        what = phrase("there is no entry {step}", step=shown(step))
        raise ChangeError((*path, step), what, phrase("the list has {entries}, counted from 0", entries=len(place)))
    if not isinstance(place, dict):
        raise ChangeError(
            path,
            phrase("{place} has nothing below it", place=said(place)),
            phrase("set {place} as a whole", place=path_text(path)),
        )
    if step in place:
        return step
    model = model_at(Spec, data, path)
    known = [*(keys_of(model) if model is not None else place)]
    known += conditions_in(data) if hasattr(model, "otherwise") else []
    if model is None or step not in known:
        raise ChangeError((*path, step), "there is no such place in the spec", suggestion(step, known))
    return step


def _value(text: str, path: Path) -> Any:
    """A scalar, or a list of scalars, as the spec would have it."""
    builder = DataBuilder(len(text), path)
    try:
        root = compose(text)
        value = builder.build(root) if root is not None else None
    except NotYamlError as error:
        raise ChangeError(
            path,
            phrase("{text} is no value: {message}", text=said(text), message=error.message),
            "write a value, or [a, b]",
        ) from None
    except TooMuchError:
        raise ChangeError(path, phrase("{text} is no value", text=said(text)), "write a value, or [a, b]") from None
    for trouble in builder.troubles:
        raise ChangeError(path, trouble.message, trouble.hint)
    if value is None:
        raise ChangeError(path, "no value", "write PATH=VALUE, with a value or [a, b]")
    if isinstance(value, dict) or (isinstance(value, list) and not all(isinstance(item, str) for item in value)):
        raise ChangeError(
            path, phrase("{text} is no single value", text=said(text)), "set one value or one list of values at a time"
        )
    return value
