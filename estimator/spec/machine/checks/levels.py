"""What cannot be about the levels of a machine: sizes, names, units physically there, hosts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from estimator.errors import Path, Problem
from estimator.phrase import linked, phrase
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.units import nested
from estimator.spec.reading.suggest import suggestion
from estimator.units import Counted

LEVELS: Path = ("platform", "levels")
TAKEN = ("rank", "nic")
"""Words that `per:` knows beside the names of levels."""


def sound(platform: Platform) -> bool:
    """Whether the levels are nested and can be told apart, so that everything else can be told from them."""
    names = {level.name for level in platform.levels}
    return not platform.levels or (nested(platform.levels) and len(names) == len(platform.levels))


def levels(platform: Platform) -> Iterator[Problem]:
    """Everything wrong with the levels themselves."""
    yield from _names(platform)
    yield from _sizes(platform)
    if platform.levels and nested(platform.levels):
        yield from _units(platform)
        yield from _counts(platform)
    if sound(platform):
        yield from _hosts(platform)


def _names(platform: Platform) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, level in enumerate(platform.levels):
        where: Path = (*LEVELS, number, "name")
        if level.name in TAKEN:
            what = phrase("per: {name} already means something else", name=level.name)
            yield Problem(where, what, "give the level another name, such as node or rack")
        elif level.name in seen:
            yield Problem(
                where, phrase("two levels are named {name}", name=level.name), "give each level a name of its own"
            )
        seen.add(level.name)
    marked = [level.name for level in platform.levels if level.node]
    if len(marked) > 1:
        number = [number for number, level in enumerate(platform.levels) if level.node][1]
        what = phrase("{marked} are both marked as the node", marked=linked(" and ", marked))
        yield Problem((*LEVELS, number, "node"), what, "write node: true on one level")
    elif sound(platform) and platform.levels and "node" in seen and not marked:
        machine = platform.machine
        number = machine.names.index("node")
        if machine.node != number:
            what = phrase("the level {node} is the node, and this one is called so", node=machine.names[machine.node])
            yield Problem((*LEVELS, number, "name"), what, "add node: true to it, or give it another name")


def _sizes(platform: Platform) -> Iterator[Problem]:
    if not platform.levels:
        return
    if (number := _alone_wrong([level.ranks for level in platform.levels])) is not None:
        inner, outer = platform.levels[number], platform.levels[number + 1]
        what = phrase(
            "{ranks:rank} of {outer} are no whole number of {inner} of {held}",
            ranks=Counted(outer.ranks),
            outer=outer.name,
            inner=inner.name,
            held=inner.ranks,
        )
        below = phrase(" and a multiple of {inner}", inner=platform.levels[number - 1].ranks) if number else ""
        yield Problem(
            (*LEVELS, number, "ranks"),
            what,
            phrase("write a divisor of {ranks}{below}", ranks=outer.ranks, below=below),
        )
        return
    inner = platform.levels[0]
    for number, outer in enumerate(platform.levels[1:], start=1):
        if outer.ranks % inner.ranks:
            what = phrase(
                "{ranks:rank} of {outer} are no whole number of {inner} of {held}",
                ranks=Counted(outer.ranks),
                outer=outer.name,
                inner=inner.name,
                held=inner.ranks,
            )
            near = max(round(outer.ranks / inner.ranks), 1) * inner.ranks
            yield Problem(
                (*LEVELS, number, "ranks"),
                what,
                phrase("write a multiple of {ranks}, such as {near}", ranks=inner.ranks, near=near),
            )
        else:  # what lies outside a wrong size is held against the last right one
            inner = outer


def _alone_wrong(ranks: Sequence[int]) -> int | None:
    """The one size, of an inner level, that does not fit while two or more around it fit one another; None: another."""
    for number in range(len(ranks) - 2):
        rest = [*ranks[:number], *ranks[number + 1 :]]
        told = sum(bool(outer % ranks[number]) for outer in ranks[number + 1 :])
        if told > 1 and not any(outer % inner for inner, outer in pairwise(rest)):
            return number
    return None


def _units(platform: Platform) -> Iterator[Problem]:
    machine = platform.machine
    plain: set[str] = set()
    for number, (level, joined) in enumerate(zip(platform.levels, machine.units, strict=True)):
        if level.of is not None and level.of < joined:
            what = phrase("{of} units are physically there, and ranks gives {joined}", of=level.of, joined=joined)
            yield Problem(
                (*LEVELS, number, "of"), what, phrase("write {joined} or more, or fewer ranks", joined=joined)
            )
        for index, name in enumerate(level.also):
            if name == level.path or name in level.also[:index]:
                what = phrase("{name} joins the units of {inner} already", name=name, inner=level.name)
                yield Problem((*LEVELS, number, "also", index), what, "name another path, or remove it")
        wirings = {platform.paths[name].wiring for name in (level.path, *level.also) if name in platform.paths}
        if "wrap" not in level.model_fields_set or not wirings or level.path in plain:
            continue
        if "ring" not in wirings:
            plain.add(level.path)
            what = phrase("{path} is no ring, so that nothing goes round", path=level.path)
            yield Problem(
                (*LEVELS, number, "wrap"),
                what,
                phrase("remove wrap, or write wiring: ring in paths.{path}", path=level.path),
            )


def _counts(platform: Platform) -> Iterator[Problem]:
    machine = platform.machine
    said = {"ranks_per_node": machine.node_ranks, "nodes": machine.ranks[-1] // machine.node_ranks}
    for key, wanted in said.items():
        given = getattr(platform, key)
        if given != wanted:
            noun = (
                phrase("one {node} holds", node=machine.names[machine.node])
                if key == "ranks_per_node"
                else "the levels make"
            )
            what = phrase("{key} is {given}, and {noun} {wanted}", key=key, given=given, noun=noun, wanted=wanted)
            yield Problem(("platform", key), what, phrase("remove {key}: levels say it", key=key))


def _hosts(platform: Platform) -> Iterator[Problem]:
    machine, host = platform.machine, platform.ranks_per_host
    if platform.host:
        yield from _blocks(platform)
    elif host is None and platform.levels:
        hint = phrase(
            "add ranks_per_host: how many ranks a launcher starts on one host, such as {node_ranks}",
            node_ranks=machine.node_ranks,
        )
        yield Problem(("platform", "ranks_per_host"), "is missing beside levels", hint)
    for name, ranks in zip(machine.names, machine.ranks, strict=True):
        if host is not None and ranks % host and host % ranks:
            what = phrase(
                "hosts of {ranks:rank} and a {name} of {held}: neither holds whole ones of the other",
                ranks=Counted(host),
                name=name,
                held=ranks,
            )
            yield Problem(
                ("platform", "ranks_per_host"), what, phrase("write a divisor or a multiple of {ranks}", ranks=ranks)
            )
            return


def _blocks(platform: Platform) -> Iterator[Problem]:
    machine = platform.machine
    if platform.ranks_per_host is not None:
        what = "host and ranks_per_host both say what one host holds"
        yield Problem(("platform", "ranks_per_host"), what, "remove one of the two")
    for name, count in platform.host.items():
        level = machine.level(name)
        if level is None:
            hint = suggestion(name, machine.names)
            yield Problem(("platform", "host", name), phrase("there is no level {name}", name=name), hint)
        elif machine.units[level] % count:
            joined = machine.units[level]
            what = phrase("{count} do not divide the {joined} units of {name}", count=count, joined=joined, name=name)
            yield Problem(("platform", "host", name), what, phrase("write a divisor of {joined}", joined=joined))
