"""Names of conditions: each is defined once and leads to one of the three, and what is written under a name is known.

The check walks the data as written, so that it also runs over parts that are broken otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from estimator.errors import Path, Problem, path_text
from estimator.phrase import phrase
from estimator.spec.checks.references import each, follow
from estimator.spec.conditions import NamedCondition, lineage, said_harder
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.path import PathSpec
from estimator.spec.reading.suggest import suggestion
from estimator.spec.reading.translate import keys_of
from estimator.spec.values.base import CONDITIONS

SECTIONS = ("conditions", "platform.conditions")
USES = (
    "operations.*.condition",
    "operations.*.condition.*",
    "requirements.*.sweep.conditions.*",
    "requirements.*.against",
    "defaults.condition",
    "defaults.condition.*",
    "platform.paths.*.only.*.condition",
    *(f"{section}.*.{key}" for section in SECTIONS for key in ("like", "harder_than.*")),
)
"""Where the name of a condition is written."""
HOLDERS = (("platform.paths.*", PathSpec), ("platform.cuts.*", Cut))
"""What states parameters under conditions: each key that is not its own is the name of one."""


def condition_names(data: Any) -> Iterator[Problem]:
    """Definitions that are none, and names that nothing defines."""
    yield from _definitions(data)
    known = _known(data)
    if known is None:
        return
    for pattern in USES:
        for path, name in each(data, pattern):
            listed = isinstance(path[-1], int) or not pattern.endswith(".*")  # a mapping has its own message
            if listed and isinstance(name, str) and name not in known:
                yield _unknown(path, name, known)


def strange_keys(data: Any) -> list[Problem]:
    """Keys of paths and cuts that are neither theirs nor a condition; what stands below them means nothing."""
    known = _known(data)
    if known is None:
        return []
    return [
        _strange((*path, key), item, keys_of(model), known)
        for pattern, model in HOLDERS
        for path, holder in each(data, pattern)
        for key, item in (holder.items() if isinstance(holder, dict) else ())
        if key not in known and key not in keys_of(model)
    ]


def _strange(path: Path, item: Any, own: list[str], known: tuple[str, ...]) -> Problem:
    hint = suggestion(path[-1], (*own, *known))
    named = hint.removeprefix("did you mean ").rstrip("?") in known
    looks = isinstance(item, dict) and "did you mean" not in hint
    return _unknown(path, str(path[-1]), known) if named or looks else Problem(path, "unknown key", hint)


def _known(data: Any) -> tuple[str, ...] | None:
    """The names of all conditions; None where a section is no mapping, or the platform is not there: it has them."""
    if not isinstance(data, dict) or "platform" not in data:
        return None
    sections = [section for where in SECTIONS for _, section in each(data, where)]
    if not all(isinstance(section, dict) for section in sections):
        return None
    return (*CONDITIONS, *dict.fromkeys(name for section in sections for name in section))


def _unknown(path: Path, name: str, known: tuple[str, ...]) -> Problem:
    hint = suggestion(name, known)
    if "did you mean" not in hint:
        hint = phrase("{hint}, or add conditions: {{{name}: {{like: exclusive}}}}", hint=hint, name=name[:80])
    return Problem(path, phrase("there is no condition '{name}'", name=name[:80]), hint)


def _definitions(data: Any) -> Iterator[Problem]:
    """Names that mean something else already, that two places define, and conditions that lead back to themselves."""
    taken = {
        key: phrase("a key of {pattern}", pattern=pattern.removesuffix(".*"))
        for pattern, model in HOLDERS
        for key in keys_of(model)
    }
    taken |= dict.fromkeys(CONDITIONS, "known to every platform")
    places: dict[str, Path] = {}
    for section in SECTIONS:
        for path, _ in each(data, f"{section}.*"):
            name = str(path[-1])
            if name in taken:
                yield Problem(
                    path, phrase("{name} is {taken}", name=name, taken=taken[name]), "give the condition another name"
                )
                continue
            if name in places:
                yield Problem(
                    path, phrase("{other} defines it too", other=path_text(places[name])), "keep one of the two"
                )
            places.setdefault(name, path)
    yield from _ring(data, places)


def _ring(data: Any, places: dict[str, Path]) -> Iterator[Problem]:
    """The first condition that is like itself, or harder than itself, in the end."""
    conditions = {name: _links(item) for name, path in places.items() for _, item in follow(data, path)}
    for name in conditions:
        if conditions.get(lineage(name, conditions)[-1], _links({})).like == name:
            yield Problem(
                (*places[name], "like"), phrase("{name} is like itself in the end", name=name), "write like: exclusive"
            )
            return
    for name in conditions:
        if said_harder(name, name, conditions):
            what = phrase("{name} is harder than itself in the end", name=name)
            yield Problem((*places[name], "harder_than"), what, "leave one of the names out")
            return


def _links(item: Any) -> NamedCondition:
    """What a definition says of other conditions, whatever else is wrong with it."""
    found = item if isinstance(item, dict) else {}
    more = found.get("harder_than")
    names = tuple(name for name in more if isinstance(name, str)) if isinstance(more, list) else ()
    return NamedCondition.model_construct(like=str(found.get("like", "exclusive")), harder_than=names)
