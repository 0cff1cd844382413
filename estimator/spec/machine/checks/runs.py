"""Whether the algorithms of an operation run on its group where it lies, and which others would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from estimator.cost.entries.catalogue import CatalogueEntry, algorithms, find
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.workload import Operation

MOST_NAMED = 8


def runs(where: Path, operation: Operation, groups: Sequence[Group]) -> Iterator[Problem]:
    """A message for each algorithm that cannot, at its name or at the option that is the cause.

    ``groups``: the group where it lies, or all that it may be; an algorithm cannot run where each refuses it alike.
    """
    options, at = operation.algorithm.options, (*where, "algorithm")
    if len(groups) > 1:  # how many levels there are is not known either
        options = replace(options, methods=None)
    places: list[tuple[Path, str]] = [(at, operation.algorithm.name)]
    places += [((*at, "also", index), name) for index, name in enumerate(operation.algorithm.also)]
    told: set[Path] = set()
    for place, name in places:
        entry = find(operation.collective, name)
        reason = _refusal(entry, groups, options) if entry is not None else None
        if entry is None or reason is None:
            continue
        cause = _cause(entry, groups[0], options)
        found = (*at, cause) if cause else place
        if found not in told:
            told.add(found)
            what, _, advice = reason.partition("; ")
            hint = advice or (
                phrase("write another one, or remove {cause}", cause=cause) if cause else _others(entry, groups[0])
            )
            yield Problem(
                found,
                phrase("{name} cannot run on group {group}: {what}", name=name, group=operation.group, what=what),
                hint,
            )


def _refusal(entry: CatalogueEntry, groups: Sequence[Group], options: Options) -> str | None:
    """The one reason that all groups give."""
    reasons = {entry.refusal(group, options) for group in groups}
    return reasons.pop() if len(reasons) == 1 else None


def _cause(entry: CatalogueEntry, group: Group, options: Options) -> str:
    """The option without which it would run; empty where none is the cause."""
    for key in options.stated:
        if (
            key in entry.takes
            and key not in entry.needs
            and entry.refusal(group, replace(options, **{key: None})) is None
        ):
            return key
    return ""


def _others(entry: CatalogueEntry, group: Group) -> str:
    """The algorithms of the collective that do run there, as far as they need no option."""
    able = [one.name for one in algorithms(entry.collective) if one.refusal(group) is None]
    if not able:
        return "choose another group"
    return phrase("name another one, such as {able}", able=", ".join(able[:MOST_NAMED]))
