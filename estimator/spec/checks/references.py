"""Names that must exist elsewhere in the spec: groups, paths, cuts, operations, sources, algorithms.

The check walks the data as written, so that it also runs over parts that are broken otherwise. What refers to an
entry that exists but is broken is silent: the entry has its own message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from estimator.cost.collectives import NAMES
from estimator.cost.entries.catalogue import algorithms, canonical, names
from estimator.errors import Path, Problem
from estimator.layout.groups import KINDS
from estimator.phrase import phrase, word
from estimator.spec.reading.suggest import FEW, suggestion

Found = tuple[Path, Any]

# Where a name is written ("*": every entry), and where its target is defined.
REFERENCES: tuple[tuple[str, str], ...] = (
    ("operations.*.group", "groups"),
    ("operations.*.at_once_with.*", "operations"),
    ("groups.*.levels.*", "platform.paths"),
    ("groups.*.paths.*", "platform.paths"),
    ("platform.levels.*.path", "platform.paths"),
    ("platform.levels.*.also.*", "platform.paths"),
    ("platform.paths.*.through", "platform.paths"),
    ("platform.launch.only.*.path", "platform.paths"),
    ("requirements.*.operation", "operations"),
    ("requirements.*.base_group", "groups"),
    ("requirements.*.sweep.groups.*", "groups"),
    ("requirements.*.cut", "platform.cuts"),
    ("requirements.*.path", "platform.paths"),
    ("requirements.*.refines", "requirements"),
    ("requirements.*.refines.*", "requirements"),
)
CITATIONS: tuple[str, ...] = (
    "platform.launch.from",
    "platform.launch.per_collective.*.from",
    "platform.launch.only.*.from",
    "platform.reduce.from",
    "platform.knee.from",
    "platform.knee.only.*.from",
    "platform.paths.*.*.from",
    "platform.paths.*.only.*.from",
    "platform.cuts.*.from",
    "operations.*.launch.from",
    "operations.*.skew_from",
    "moe.routing.from",
    "operations.*.around.from",
    "operations.*.around.reorder.from",
)
NOBODY = "?"
"""The name of the group of what stands in for an operation that is broken elsewhere: nobody can define it."""
NEEDED = ("groups", "operations", "platform", "platform.paths")
_NOUNS = {
    "groups": "group",
    "operations": "operation",
    "requirements": "requirement",
    "platform.paths": "path",
    "platform.cuts": "cut",
}


def follow(data: Any, steps: Path, path: Path = ()) -> Iterator[Found]:
    """Every place that a pattern names, with its path: ``*`` is each entry of a mapping or list."""
    for index, step in enumerate(steps):
        if step == "*":
            pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
            for key, item in pairs:
                yield from follow(item, steps[index + 1 :], (*path, key))
            return
        if not isinstance(data, dict) or step not in data:
            return
        data, path = data[step], (*path, step)
    yield path, data


def each(data: Any, pattern: str) -> Iterator[Found]:
    """``follow`` with the pattern as dotted text."""
    return follow(data, tuple(pattern.split(".")))


def defined(data: Any, where: str) -> set[str] | None:
    """The names defined in a section; None when a needed section is broken or missing, which has its own message."""
    for _, section in each(data, where):
        broken = not isinstance(section, dict) or (where in NEEDED and not section)
        return None if broken else set(section)
    parent, _, _ = where.rpartition(".")
    return None if where in NEEDED or (parent and defined(data, parent) is None) else set()


def references(data: Any) -> Iterator[Problem]:
    """Names that are used and not defined."""
    for pattern, where in REFERENCES:
        known = defined(data, where)
        if known is not None:
            laid = KINDS if where == "groups" and isinstance(data, dict) and "layout" in data else ()
            yield from _unknown(each(data, pattern), known, _NOUNS[where], laid)
    sources, theirs = defined(data, "sources"), defined(data, "platform.sources") or set()
    if sources is not None:
        for name in sorted(map(str, sources & theirs)):
            yield Problem(("platform", "sources", name), "is a source at the top too", "keep one of the two")
        sources |= theirs
        cited_at = [place for pattern in CITATIONS for place in each(data, pattern)]
        if sources or not cited_at:
            yield from _unknown(iter(cited_at), sources, "source")
        else:
            first, name = cited_at[0]
            yield Problem(
                first,
                "the spec has no sources",
                phrase("add sources: {{{name}: {{basis: ..., text: ...}}}}", name=name),
            )
    operations = defined(data, "operations")
    if operations is not None:
        budget = ((path, path[-1]) for path, _ in each(data, "budget.operations.*"))
        yield from _unknown(budget, operations, "operation")
    yield from _algorithms(data)


def cited(data: Any) -> set[str]:
    """The sources that something cites."""
    return {name for pattern in CITATIONS for _, name in each(data, pattern) if isinstance(name, str)}


def _unknown(found: Iterator[Found], known: set[str], noun: str, laid: Iterable[str] = ()) -> Iterator[Problem]:
    """``laid``: names that a layout gives groups of."""
    for path, name in found:
        if isinstance(name, str) and name not in known and name != NOBODY:
            hint = suggestion(name, sorted(known), FEW)
            if name in laid and not hint.startswith("did you mean"):
                hint = phrase("add groups: {{{name}: {{from_layout: {name}}}}}", name=name)
            hint = hint or phrase("define a {noun} of this name", noun=word(noun))
            yield Problem(path, phrase("there is no {noun} '{name}'", noun=word(noun), name=name[:80]), hint)


def _algorithms(data: Any) -> Iterator[Problem]:
    for path, operation in each(data, "operations.*"):
        collective = operation.get("collective") if isinstance(operation, dict) else None
        if collective not in NAMES:
            continue
        algorithm = operation.get("algorithm")
        yield from _algorithm((*path, "algorithm"), algorithm, collective)
        if isinstance(algorithm, dict):
            yield from _algorithm((*path, "algorithm", "name"), algorithm.get("name"), collective)
            for place, name in follow(algorithm, ("also", "*"), (*path, "algorithm")):
                yield from _algorithm(place, name, collective)
    lists = ("platform.paths.*.only.*", "platform.launch.only.*", "platform.knee.only.*")
    for pattern in (*lists, "requirements.*"):
        for path, entry in each(data, pattern):
            if isinstance(entry, dict):
                yield from _algorithm((*path, "algorithm"), entry.get("algorithm"), _collective(entry, data))


def _collective(entry: dict[str, Any], data: Any) -> Any:
    """The collective of an entry, or of the operation it names; None when it names neither."""
    if "collective" in entry or "operation" not in entry:
        return entry.get("collective")
    found = follow(data, ("operations", str(entry["operation"]), "collective"))
    return next((collective for _, collective in found), "")


def _algorithm(path: Path, name: Any, collective: Any) -> Iterator[Problem]:
    if not isinstance(name, str) or (collective is not None and collective not in NAMES):
        return
    known = names(collective) if collective else tuple(sorted({a.name for c in NAMES for a in algorithms(c)}))
    if canonical(name) not in known:
        of = phrase(" of {collective}", collective=collective) if collective else ""
        yield Problem(
            path, phrase("there is no algorithm '{name}'{of}", name=name[:80], of=of), suggestion(name, known)
        )
