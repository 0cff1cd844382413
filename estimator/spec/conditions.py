"""Conditions of one's own: what each is like, what makes it in a test, and which of two is the harder one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import ValidationError

from estimator.spec.values.base import CONDITIONS, NAME_PATTERN, Condition, Listed, SpecModel, Text


class NamedCondition(SpecModel):
    """A condition beside exclusive, multi_group and with_compute: a plane that is down, traffic in the background."""

    like: Condition = "exclusive"
    """The condition that gives what a path or a cut leaves out for this one; this one is no better."""
    text: Text | None = None
    """What it is, as it reads in a sentence: one of two planes is down."""
    load: Text | None = None
    """What makes it in a test: a stream of 10 % of each NIC between other nodes."""
    harder_than: Annotated[tuple[Condition, ...], Listed] = ()
    """Conditions that a call takes no less time under, beside `like` and what that is harder than."""


def with_conditions(data: Any) -> Any:
    """A spec as written with the conditions defined at its top among the platform's; broken ones stay for a message.

    The platform's own definition stands where both have a name, which is a mistake told elsewhere.
    """
    if not isinstance(data, dict) or not isinstance(data.get("conditions"), dict):
        return data
    platform, given = data.get("platform"), data["conditions"]
    own = platform.get("conditions", {}) if isinstance(platform, dict) else None
    if not isinstance(platform, dict) or not isinstance(own, dict):
        return data
    sound = {name: found for name, item in given.items() if (found := _sound(name, item)) is not None}
    broken = {name: item for name, item in given.items() if name not in sound}
    rest = {key: item for key, item in data.items() if key != "conditions"}
    return rest | ({"conditions": broken} if broken else {}) | {"platform": {**platform, "conditions": sound | own}}


def _sound(name: Any, item: Any) -> NamedCondition | None:
    if re.fullmatch(NAME_PATTERN, str(name)) is None:
        return None
    try:
        return NamedCondition.model_validate(item)
    except ValidationError:
        return None


def conditions_in(data: Any) -> list[str]:
    """The names of the conditions that a spec as written defines."""
    platform = data.get("platform")
    sections = (platform.get("conditions") if isinstance(platform, dict) else None, data.get("conditions"))
    return [str(name) for section in sections if isinstance(section, dict) for name in section]


Conditions: TypeAlias = Mapping[str, NamedCondition]
"""The conditions of one's own, by name."""


def lineage(name: str, conditions: Conditions) -> tuple[str, ...]:
    """A condition, the one it is like, and so on to one of the three that every platform knows.

    Of names that are not known, or like each other in a ring, those are left out that would come again.
    """
    found: list[str] = []
    while name in conditions and name not in found:
        found.append(name)
        name = conditions[name].like
    return (*found, name) if name not in found else tuple(found)


def said_harder(
    one: str, other: str, conditions: Conditions, ordered: Callable[[str, str], bool] = lambda one, other: False
) -> bool:
    """Whether a call takes no less time under ``one`` than under ``other``, for two conditions that differ.

    By `like` and `harder_than`, transitively; every condition is harder than exclusive. ``ordered``: whether the first
    of multi_group and with_compute is no better than the second, which depends on the paths of a group.
    """
    seen, left = {one}, [one]
    while left:
        easier = set(_easier(left.pop(), conditions, ordered))
        if other in easier:
            return True
        left += easier - seen
        seen |= easier
    return False


def _easier(name: str, conditions: Conditions, ordered: Callable[[str, str], bool]) -> tuple[str, ...]:
    """What a condition is harder than by its own word."""
    if name in conditions:
        return (conditions[name].like, *conditions[name].harder_than)
    if name == "exclusive" or name not in CONDITIONS:
        return ()
    return ("exclusive", *(built for built in CONDITIONS[1:] if built != name and ordered(name, built)))
