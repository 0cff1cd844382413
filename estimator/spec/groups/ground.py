"""What the place of a group and the plans on it rest on: a spec with nothing else in it.

The other groups, words, sources, times, rates and loads of a spec can change without a rank moving: of a rate it counts
whether one is stated, which says what resources a level has. What is worked out from such a spec cannot depend on the
rest, and is kept while that changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from estimator.spec.kept import kept
from estimator.spec.machine.path import Link, PathSpec, StatedParameters
from estimator.spec.same import Same
from estimator.spec.values.base import CONDITIONS
from estimator.spec.values.quantity import Pair, Quantity

if TYPE_CHECKING:
    from estimator.spec.document import Spec
    from estimator.spec.machine.platform import Platform

WIRED = ("location", "wiring", "through", "nics")
"""What a path says of how it runs."""
RESOURCES = ("bandwidth", "one_peer", "unit", "nic", "hop", "message_rate")
"""What a path states that decides, by being stated, which resources a level has."""
LINKED = ("per", "ports")
SOME = Pair(1.0, 1.0)
"""In place of a number that is stated."""


class _Statement(NamedTuple):
    condition: str
    per: str | None
    given: tuple[bool, ...]


class _Path(NamedTuple):
    """A path of the platform, as far as the levels of the machine need it."""

    wired: tuple[Any, ...]
    link: tuple[Any, ...] | None
    stated: tuple[_Statement, ...]
    only: tuple[_Statement, ...]


class _Machine(NamedTuple):
    """The platform, as far as it says where ranks lie and what joins them."""

    levels: Same[Any]
    units: tuple[Any, ...]
    host: Same[Any]
    conditions: Same[Any]
    paths: tuple[tuple[str, _Path], ...]
    cuts: tuple[tuple[str, Same[Any], bool], ...]


class _Ground(NamedTuple):
    name: str
    group: Same[Any]
    machine: _Machine
    layout: Same[Any]
    inference: Same[Any]
    moe: Same[Any]


def ground_of(spec: Spec, group: str) -> Spec:
    """The spec that the place of a group rests on: the same object for two specs that put it in the same place."""
    return _found((Same(spec), group))


@kept
def _found(asked: tuple[Same[Spec], str]) -> Spec:
    same, group = asked
    spec = same.value
    rest = (Same(spec.layout), Same(spec.inference), Same(spec.moe))
    return _made(_Ground(group, Same(spec.groups[group]), _machine(Same(spec.platform)), *rest))


@kept
def _made(ground: _Ground) -> Spec:
    from estimator.spec.document import Spec

    return Spec.model_construct(
        platform=_platform(ground.machine),
        groups={ground.name: ground.group.value},
        layout=ground.layout.value,
        inference=ground.inference.value,
        moe=ground.moe.value,
    )


@kept
def _machine(same: Same[Platform]) -> _Machine:
    platform = same.value
    return _Machine(
        Same(platform.levels),
        (platform.ranks_per_host, platform.ranks_per_node, platform.nodes),
        Same(platform.host),
        Same(platform.conditions),
        tuple((name, _path(path)) for name, path in platform.paths.items()),
        tuple((name, Same(cut.boundary), cut.in_network) for name, cut in platform.cuts.items()),
    )


def _path(path: PathSpec) -> _Path:
    stated = ((name, path.stated(name)) for name in (*CONDITIONS, *path.named))
    link = path.link
    return _Path(
        tuple(getattr(path, key) for key in WIRED),
        None if link is None else tuple(getattr(link, key) for key in LINKED),
        tuple(_given(name, one) for name, one in stated if one is not None),
        tuple(_given("", one) for one in path.only),
    )


def _given(condition: str, stated: StatedParameters) -> _Statement:
    return _Statement(condition, stated.per, tuple(getattr(stated, key) is not None for key in RESOURCES))


@kept
def _platform(machine: _Machine) -> Platform:
    from estimator.spec.machine.cut import Cut
    from estimator.spec.machine.platform import Platform

    host, node, nodes = machine.units
    return Platform.model_construct(
        levels=machine.levels.value,
        ranks_per_host=host,
        ranks_per_node=node,
        nodes=nodes,
        host=machine.host.value,
        conditions=machine.conditions.value,
        paths={name: _bare(path) for name, path in machine.paths},
        cuts={name: Cut.model_construct(boundary=one.value, in_network=helps) for name, one, helps in machine.cuts},
    )


def _bare(path: _Path) -> PathSpec:
    link = None
    if path.link is not None:
        link = Link.model_construct(rate=Quantity(1.0), **dict(zip(LINKED, path.link, strict=True)))
    stated: dict[str, Any] = {one.condition: _stated(one) for one in path.stated}
    only: Any = tuple(map(_stated, path.only))
    return PathSpec.model_construct(**dict(zip(WIRED, path.wired, strict=True)), link=link, only=only, **stated)


def _stated(one: _Statement) -> StatedParameters:
    given: dict[str, Any] = {key: SOME for key, given in zip(RESOURCES, one.given, strict=True) if given}
    return StatedParameters.model_construct(per=one.per, **given)
