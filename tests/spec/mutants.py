"""A spec with one slip at a time, of the kinds that people make: for whoever must agree on what is one."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

QUANTITIES = (" us", " ms", " GB/s", " TB/s", " MiB", " KiB", " %", " Gbit/s")


class Mutant(NamedTuple):
    """A changed spec, and what was done where."""

    done: str
    data: dict[str, Any]


def mutants(data: dict[str, Any]) -> Iterator[Mutant]:
    """Every key dropped, misspelt, of another type, another word, a broken quantity; a strange key in every mapping."""
    for path, value in _places(data):
        for what, wrong in _instead(value):
            yield Mutant(f"{'.'.join(map(str, path))}: {what}", _with(data, path, wrong))
        if isinstance(path[-1], str):
            yield Mutant(f"{'.'.join(map(str, path))}: dropped", _without(data, path))
            yield Mutant(f"{'.'.join(map(str, path))}: misspelt", _renamed(data, path))
        if isinstance(value, dict):
            yield Mutant(f"{'.'.join(map(str, path))}: strange key", _with(data, (*path, "strange_key"), 1))
            if "kind" in value:
                yield Mutant(f"{'.'.join(map(str, path))}: key of another kind", _with(data, (*path, "instances"), 4))


def _instead(value: Any) -> Iterator[tuple[str, Any]]:
    """Wrong values, and some that are right though written otherwise."""
    if isinstance(value, dict):
        yield "a list in place of a mapping", [value]
        yield "a number in place of a mapping", 5
    elif isinstance(value, list):
        yield "an empty list", []
        yield "a mapping in place of a list", {"a": 1}
        yield "its first entry alone", value[0]
    elif isinstance(value, bool):
        yield "a word in place of a flag", "perhaps"
        yield "a flag in quotes", str(value).lower()
    elif isinstance(value, int | float):
        yield "a word in place of a number", "many"
        yield "a number in quotes", str(value)
        yield "a number below zero", -3
    elif isinstance(value, str):
        yield "a mapping in place of a text", {"strange": 1}
        yield "no value", None
        yield "another word", f"{value}x"
        number = value.partition(" ")[0]
        if value.endswith(QUANTITIES) and number.replace(".", "", 1).isdigit():
            yield "a quantity without a unit", float(number)
            yield "a unit that is none", f"{number} parsec"
            yield "a comma in the number", value.replace(" ", ",5 ", 1)
            yield "without a blank", value.replace(" ", "", 1)


def _places(part: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if path:
        yield path, part
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in entries:
        yield from _places(value, (*path, key))


def _parent(data: Any, path: tuple[str | int, ...]) -> tuple[Any, Any]:
    whole = deepcopy(data)
    place = whole
    for step in path[:-1]:
        place = place[step]
    return whole, place


def _with(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    whole, place = _parent(data, path)
    place[path[-1]] = value
    return whole


def _without(data: Any, path: tuple[str | int, ...]) -> Any:
    whole, place = _parent(data, path)
    del place[path[-1]]
    return whole


def _renamed(data: Any, path: tuple[str | int, ...]) -> Any:
    whole, place = _parent(data, path)
    place[f"{path[-1]}{str(path[-1])[-1]}"] = place.pop(path[-1])
    return whole
