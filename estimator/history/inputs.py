"""What two specs say differently outside their requirements: numbers and structure, each by its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import AliasChoices, BaseModel

from estimator.errors import Path, path_text
from estimator.history.plain import plain
from estimator.spec.document import Spec
from estimator.spec.source import Basis

SECTIONS = (
    *("platform", "conditions", "layout", "moe", "model", "training", "inference"),
    *("groups", "operations", "budget"),
)
"""Sections that estimates and limits rest on."""
PROSE = frozenset({"title", "note", "text", "reference", "waive", "source", "skew_from", "also"})
"""Fields that no number rests on; where a number came from is told by ``replaced``."""
REAL: frozenset[Basis] = frozenset({"measured", "fitted"})
_NONE = object()


class Input(NamedTuple):
    """One place of a spec that says something else: the values as they count, None where it says nothing.

    ``written``: the same place by the keys that authors write.
    """

    path: Path
    before: Any
    after: Any
    written: Path = ()

    @property
    def text(self) -> str:
        """The place as a what-if writes it: ``platform.paths.scale_out.exclusive.alpha``."""
        return path_text(self.path)


class Replaced(NamedTuple):
    """Numbers that rested on something else than a measurement, and now rest on one."""

    path: str
    before: Basis
    after: Basis
    source: str


def inputs(before: tuple[Spec, Any], after: tuple[Spec, Any]) -> tuple[Input, ...]:
    """The places where an author wrote another value: (the spec, its data as written) of both.

    What layout and model give follows from what they say, and is no place of its own.
    """
    found: list[Input] = []
    for name in SECTIONS:
        one, other = (getattr(spec, name) for spec, _ in (before, after))
        written = [data.get(name) for _, data in (before, after)]
        found += _walk((name,), (name,), (one, other), (written[0], written[1]))
    return tuple(found)


def _walk(path: Path, keyed: Path, values: tuple[Any, Any], written: tuple[Any, Any]) -> Iterator[Input]:
    """The differences below a place that either of the two wrote; the same text says the same."""
    if written[0] is not None and written[0] == written[1]:
        return
    keys = [_keys(value, data) for value, data in zip(values, written, strict=True)]
    if all(found is None for found in keys):
        one, other = (None if value is _NONE else value for value in values)
        if plain(one) != plain(other):
            yield Input(path, one, other, keyed)
        return
    for step, aliases in {**(keys[0] or {}), **(keys[1] or {})}.items():
        if step not in PROSE:
            below = tuple(_data(data, aliases) for data in written)
            both = _value(values[0], step), _value(values[1], step)
            yield from _walk((*path, step), (*keyed, _key(written, aliases)), both, (below[0], below[1]))


def _keys(value: Any, written: Any) -> dict[str | int, tuple[Any, ...]] | None:
    """What an author wrote below a value: each step with the names that it is written by; None of a value by itself."""
    if isinstance(value, BaseModel) and isinstance(written, dict):
        names = {name: _aliases(value, name) for name in type(value).model_fields}
        found: dict[str | int, tuple[Any, ...]] = {
            name: other for name, other in names.items() if any(alias in written for alias in other)
        }
        return found | {name: (name,) for name in value.__pydantic_extra__ or {} if name in written}
    if isinstance(value, dict) and isinstance(written, dict):
        return {name: (name,) for name in written}
    if isinstance(value, tuple) and isinstance(written, list) and any(isinstance(item, BaseModel) for item in value):
        return {place: (place,) for place in range(len(written))}
    return None


def _aliases(value: BaseModel, name: str) -> tuple[str, ...]:
    alias = type(value).model_fields[name].validation_alias
    if isinstance(alias, AliasChoices):
        return (name, *(str(choice) for choice in alias.choices))
    return (name,) if alias is None else (name, str(alias))


def _data(written: Any, aliases: tuple[Any, ...]) -> Any:
    for alias in aliases:
        if isinstance(written, dict) and alias in written:
            return written[alias]
        if isinstance(written, list) and isinstance(alias, int) and alias < len(written):
            return written[alias]
    return None


def _key(written: tuple[Any, Any], aliases: tuple[Any, ...]) -> str | int:
    """The key that one of two parts is written with."""
    used: list[str | int] = [key for key in aliases for data in written if isinstance(data, dict) and key in data]
    return used[0] if used else aliases[0]


def _value(value: Any, step: str | int) -> Any:
    if isinstance(value, BaseModel):
        if step in type(value).model_fields:
            return getattr(value, str(step))
        return (value.__pydantic_extra__ or {}).get(str(step), _NONE)
    if isinstance(value, dict):
        return value.get(step, _NONE)
    if isinstance(value, tuple) and isinstance(step, int):
        return value[step] if step < len(value) else _NONE
    return _NONE


def replaced(before: Spec, after: Spec) -> tuple[Replaced, ...]:
    """Numbers that both specs have at one place, and that a measurement or a fit now stands for."""
    old, new = (dict(_of_spec(spec)) for spec in (before, after))
    return tuple(
        Replaced(path_text(path), old[path][0], basis, source)
        for path, (basis, source) in new.items()
        if path in old and basis in REAL and old[path][0] not in REAL
    )


def _of_spec(spec: Spec) -> Iterator[tuple[Path, tuple[Basis, str]]]:
    yield from _cited(("platform",), spec.platform, spec)
    yield from _cited(("operations",), spec.operations, spec)


def _cited(path: Path, value: Any, spec: Spec) -> Iterator[tuple[Path, tuple[Basis, str]]]:
    """Every part that numbers stand in, with the basis and the id of its source; none named counts as assumed."""
    if isinstance(value, BaseModel):
        if "source" in type(value).model_fields:
            name = getattr(value, "source", None) or ""
            found = spec.sources.get(str(name))
            yield path, (found.basis if found is not None else "assumed", str(name))
        below: Any = {**vars(value), **(value.__pydantic_extra__ or {})}
    else:
        below = value
    if isinstance(below, dict):
        for step, item in below.items():
            yield from _cited((*path, step), item, spec)
    elif isinstance(below, tuple):
        for place, item in enumerate(below):
            yield from _cited((*path, place), item, spec)
