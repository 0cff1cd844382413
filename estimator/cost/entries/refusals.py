"""Why an algorithm cannot run on a group with its options, in words for the author."""

from __future__ import annotations

from estimator.cost.entries.algorithm import Refusal, power_of_two
from estimator.cost.levels import modelled, two_levels
from estimator.cost.levels.torus import refuses_axes
from estimator.cost.options import ALL, OPTIMAL, Options
from estimator.cost.placing.channels import most_channels
from estimator.cost.placing.group import Group
from estimator.cost.placing.pairs import MOST_PAIRED, by_message
from estimator.cost.schedules.send_matrix import refuses_matrix
from estimator.phrase import phrase
from estimator.units import Counted

MOST_HOPS = 2**22
"""Hops of all orders of the ranks together: their places are counted one by one."""
MOST_FORWARDED = 8192
"""Ranks up to which rounds that are all different are put on the levels."""
MOST_AROUND = 1024
"""Ranks up to which rotations over ring levels are counted message by message."""


def either(*reasons: Refusal) -> Refusal:
    """The first reason of several."""

    def found(group: Group, options: Options) -> str | None:
        return next((text for text in (reason(group, options) for reason in reasons) if text is not None), None)

    return found


def many_around(group: Group, options: Options) -> str | None:
    """Why a rotation by every distance does not run over ring levels of many ranks."""
    rings = [group.levels[level].name for level in group.used if group.levels[level].is_ring]
    if not rings or group.p <= MOST_AROUND:
        return None
    return phrase(
        "{p} ranks over the ring of {level} are more than {most_around}; choose torus_ring or direct",
        p=group.p,
        level=rings[0],
        most_around=MOST_AROUND,
    )


def many_hops(group: Group, options: Options) -> str | None:
    """Why rings or chains do not run on all their orders of very many ranks."""
    asked = options.channels or 1
    return _hops(group, most_channels(group) if asked == ALL else int(asked), "channels")


def many_rings(group: Group, options: Options) -> str | None:
    """The same of rings, which are all that there can be where their number is not said."""
    return _hops(group, options.rings or most_channels(group), "rings")


def _hops(group: Group, orders: int, name: str) -> str | None:
    if orders * group.p <= MOST_HOPS:
        return None
    most = max(MOST_HOPS // group.p, 1)
    return phrase(
        "{orders} {name} over {p} ranks are more than are laid out; write {name}: {most} or fewer",
        orders=orders,
        name=name,
        p=group.p,
        most=most,
    )


def many_pairs(group: Group, options: Options) -> str | None:
    """Why not every pair of very many unequal ranks exchanges at once over links: each message has a way of its own."""
    if group.even or group.p <= MOST_PAIRED or not by_message(group):
        return None
    return phrase(
        "{p} ranks in unequal units with links between them are more than {most_paired}; choose another",
        p=group.p,
        most_paired=MOST_PAIRED,
    )


def many_forwarded(group: Group, options: Options) -> str | None:
    """Why blocks are not forwarded round very many ranks: each of the rounds carries another number of them."""
    if group.p <= MOST_FORWARDED:
        return None
    return phrase(
        "{p} ranks make more rounds than are laid out; it runs on {most_forwarded} at most",
        p=group.p,
        most_forwarded=MOST_FORWARDED,
    )


def powers_of_two(group: Group, options: Options) -> str | None:
    """Why the exclusive-or exchange does not run."""
    p, shape = group.p, group.shape
    if power_of_two(p) and all(power_of_two(size) for size in shape):
        return None
    units = ", ".join(str(size) for size in shape)
    return phrase("it needs powers of two on every level, and p is {p} with {units} units", p=p, units=units)


def segments(group: Group, options: Options) -> str | None:
    """Why a message cannot be cut so."""
    if options.segments is None or options.segments == OPTIMAL or options.segments >= 1:
        return None
    return phrase("a message cannot be cut into {segments} segments", segments=options.segments)


def methods(exchanges: bool = False) -> Refusal:
    """Why levels cannot work by the methods that are named, one for each level of the machine."""

    def found(group: Group, options: Options) -> str | None:
        named = options.methods
        if named is None:
            return None
        if len(named) != len(group.levels):
            return phrase(
                "{methods:method} named, and the machine has {levels:level}",
                methods=Counted(len(named)),
                levels=Counted(len(group.levels)),
            )
        for spec, size, method in zip(group.levels, group.shape, named, strict=True):
            if size > 1 and method == "both" and (exchanges or spec.wiring in ("switch", "rails")):
                what = "an All-to-All" if exchanges else f"a {spec.wiring}"
                return phrase(
                    "{name} cannot work both ways round in {what}; write ring or direct", name=spec.name, what=what
                )
            if size > 1 and method == "ring" and exchanges and spec.is_ring:
                return phrase("{name} is a ring, on which an All-to-All is always direct; write direct", name=spec.name)
        return None

    return found


def unequal(group: Group, options: Options) -> str | None:
    """Why an AllReduce by levels does not run on units of different sizes."""
    if group.even or len(group.used) <= 2:
        return None
    used = ", ".join(group.levels[level].name for level in group.used)
    return phrase("it runs on units of different sizes on two levels only, and the group uses {used}", used=used)


def several_units(group: Group, options: Options) -> str | None:
    """Why a reduction between units does not run inside a single one."""
    return None if len(group.used) > 1 or group.top > 0 else "it needs several nodes, and the group is on one"


def axes(group: Group, options: Options) -> str | None:
    """Why a torus does not hold the ranks."""
    return refuses_axes(group, options.dims or ())


def efficiency(group: Group, options: Options) -> str | None:
    """Why an efficiency cannot be."""
    return modelled.refuses_efficiency(options.efficiency)


def trees_over_rings(group: Group, options: Options) -> str | None:
    """Why two trees do not run over a ring of units."""
    return modelled.refuses_rings(group)


def no_switch(group: Group, options: Options) -> str | None:
    """Why nothing can reduce or copy on the way."""
    return modelled.refuses_no_switch(group)


def outer_switch(group: Group, options: Options) -> str | None:
    """Why nothing can reduce between the outermost units."""
    outermost = group.levels[group.top]
    bare = outermost.wiring in ("mesh", "ring")
    return phrase("{level} has no switch that could reduce", level=outermost.name) if bare else None


def more_levels(group: Group, options: Options) -> str | None:
    """Why a form for two levels does not run on more."""
    return two_levels.refuses_more_levels(group)


def not_two_levels(group: Group, options: Options) -> str | None:
    """Why a form that uses two levels at once does not run on fewer or more."""
    return two_levels.needs_two_levels(group)


def around(group: Group, options: Options) -> str | None:
    """Why a form for switches and meshes does not run on a ring."""
    return two_levels.refuses_rings(group)


def matrix(group: Group, options: Options) -> str | None:
    """Why a send matrix does not fit the group."""
    return refuses_matrix(group, options.send_matrix)
