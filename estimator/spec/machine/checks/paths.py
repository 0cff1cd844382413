"""What cannot be about the paths of a machine: wiring, ports, whose rate it is, NICs, what passes through what."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.machine.join import Join, joins, parameters
from estimator.spec.machine.platform import Platform


def paths(platform: Platform) -> Iterator[Problem]:
    """Everything wrong with the paths on their levels; of a path on several levels the first mistake of a kind."""
    seen: set[Path] = set()
    found = list(joins(platform))
    for join in found:
        for check in (_ports, _whose, _links, _nics, _units):
            for problem in check(join):
                if problem.path not in seen:
                    seen.add(problem.path)
                    yield problem
    yield from _through(platform, found)
    yield from _locations(platform, found)


def _at(join: Join, *below: str | int) -> Path:
    return ("platform", "paths", join.name, *below)


def _ports(join: Join) -> Iterator[Problem]:
    link = join.path.link
    needed = join.joined - 1
    if join.path.wiring == "mesh" and link is not None and link.ports is not None and link.ports < needed:
        what = phrase(
            "a mesh of {joined} needs {needed} ports, {ports} are given",
            joined=join.joined,
            needed=needed,
            ports=link.ports,
        )
        yield Problem(
            _at(join, "link", "ports"), what, phrase("write ports: {needed} or more, or wiring: switch", needed=needed)
        )


def _whose(join: Join) -> Iterator[Problem]:
    """`per: rank`, the level below, or `nic`; `node` where the level below is the node."""
    known = {"rank", join.below} | ({"node"} if join.is_node else set())
    units = "single ranks" if join.below == "rank" else phrase("units of {below}", below=join.below)
    hint = phrase("write per: {below}", below=join.below)
    link = join.path.link
    if link is not None and link.per not in known:
        yield Problem(
            _at(join, "link", "per"),
            phrase("per: {per}, and {level_name} joins {units}", per=link.per, level_name=join.level_name, units=units),
            hint,
        )
    for place, found in parameters(join.path):
        if found.per == "nic" and join.path.nics is None:
            what = "per: nic, and the path names no NICs"
            yield Problem(
                _at(join, *place, "per"),
                what,
                phrase("add nics: to paths.{name}, or write per: {below}", name=join.name, below=join.below),
            )
        elif found.per not in (None, "nic", *known) and not (found.efficiency and link and found.per == link.per):
            yield Problem(
                _at(join, *place, "per"),
                phrase(
                    "per: {per}, and {level_name} joins {units}", per=found.per, level_name=join.level_name, units=units
                ),
                hint,
            )


def _links(join: Join) -> Iterator[Problem]:
    if join.path.wiring not in ("mesh", "ring"):
        return
    for place, found in parameters(join.path):
        if found.per not in ("rank", None) and found.one_peer is None:
            what = phrase("per: {per} gives no link of the {wiring} a rate", per=found.per, wiring=join.path.wiring)
            yield Problem(_at(join, *place, "per"), what, "add one_peer: the bandwidth of one link, or write per: rank")


def _nics(join: Join) -> Iterator[Problem]:
    nics = join.path.nics
    if nics is None:
        for place, found in parameters(join.path):
            if found.nic is not None:
                what = "a rate of a NIC, and the path names no NICs"
                yield Problem(
                    _at(join, *place, "nic"), what, phrase("add nics: to paths.{name}, or remove nic", name=join.name)
                )
        return
    reason = _misdealt(nics, join)
    if reason is not None:
        yield Problem(_at(join, "nics"), *reason)


def _misdealt(nics: int | tuple[tuple[int, ...], ...], join: Join) -> tuple[str, str] | None:
    """What is wrong with the ranks of the NICs, and what to write."""
    ranks, unit = join.unit_ranks, phrase("a {below} of {unit_ranks}", below=join.below, unit_ranks=join.unit_ranks)
    if ranks == 1:
        return phrase("{level_name} joins single ranks, which share no NIC", level_name=join.level_name), "remove nics"
    if isinstance(nics, int):
        return (
            (phrase("{nics} NICs for {unit}", nics=nics, unit=unit), phrase("write at most {ranks}", ranks=ranks))
            if nics > ranks
            else None
        )
    named = sorted(rank for nic in nics for rank in nic)
    hint = phrase("name every rank from 0 to {last} once", last=ranks - 1)
    for rank in named:
        if rank >= ranks:
            return phrase("there is no rank {rank} in {unit}", rank=rank, unit=unit), hint
        if named.count(rank) > 1:
            return phrase("rank {rank} of {unit} is on two NICs", rank=rank, unit=unit), hint
    missing = [rank for rank in range(ranks) if rank not in named]
    return (phrase("rank {rank} of {unit} is on no NIC", rank=missing[0], unit=unit), hint) if missing else None


def _units(join: Join) -> Iterator[Problem]:
    for place, found in parameters(join.path):
        if found.unit is None:
            continue
        if join.below == "rank":
            what = phrase("{level_name} joins single ranks, so that a unit is a rank", level_name=join.level_name)
            yield Problem(_at(join, *place, "unit"), what, "write it as bandwidth, per: rank")
        elif found.per in (join.below, "node"):
            what = phrase("per: {per} and unit both say what one {below} can send", per=found.per, below=join.below)
            yield Problem(_at(join, *place, "unit"), what, "remove unit")


def _through(platform: Platform, found: list[Join]) -> Iterator[Problem]:
    if any(level.path not in platform.paths for level in platform.levels):
        return  # the level that is missed may be the one that names a path which does not exist
    for join in found:
        wanted = join.path.through
        if wanted is None or wanted not in platform.paths:
            continue
        inner = [one.name for one in found if one.level < join.level]
        if wanted not in inner:
            hint = phrase("write one of {inner}", inner=", ".join(dict.fromkeys(inner))) if inner else "remove through"
            what = phrase("{wanted} joins no level inside {level_name}", wanted=wanted, level_name=join.level_name)
            yield Problem(_at(join, "through"), what, hint)


def _locations(platform: Platform, found: list[Join]) -> Iterator[Problem]:
    machine = platform.machine
    for name, path in platform.paths.items():
        sides = {join.level > machine.node for join in found if join.name == name}
        if machine.stated and len(sides) == 1 and path.crosses_nodes not in sides:
            what = phrase(
                "location {location}, and its level lies {part}",
                location=path.location,
                part=phrase("between nodes") if True in sides else phrase("inside a node"),
            )
            yield Problem(("platform", "paths", name, "location"), what, "remove location: levels say it")
