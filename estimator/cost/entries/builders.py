"""Plans of both ends as the catalogue needs them: the recursion, tori and rings with their optimistic ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from estimator.cost.entries.algorithm import Terms
from estimator.cost.entries.terms import LevelRole, by_levels_terms, sides_of
from estimator.cost.levels.by_levels import Moves, Order, by_levels
from estimator.cost.levels.overlap import overlapped
from estimator.cost.levels.torus import torus_at_once, torus_ring
from estimator.cost.levels.uneven import uneven_all_reduce
from estimator.cost.options import ALL, Channels, Matrix, Method, Options
from estimator.cost.placing.channels import most_channels
from estimator.cost.placing.group import Group
from estimator.cost.plan import Plan
from estimator.cost.schedules.ring import longest_way
from estimator.cost.schedules.send_matrix import by_skew

Build = Callable[..., Plan]
Fast = Callable[..., Sequence[Plan]]


def recursion(collective: Moves, order: Order = "inner_first") -> Build:
    """The plan of ``by_levels``, of an uneven group on two levels for an AllReduce."""

    def build(group: Group, methods: Sequence[Method] = ()) -> Plan:
        if not group.even:
            return uneven_all_reduce(group)
        return by_levels(group, collective, order, methods)

    return build


def at_once(build: Build) -> Fast:
    """The stages of a plan at once: start-ups add up, transfers share no resource twice."""

    def fast(group: Group, **options: object) -> Sequence[Plan]:
        plan = build(group, **options)
        return (overlapped([plan]),) if plan else (plan,)

    return fast


def written(collective: Moves, order: Order = "inner_first") -> Callable[[Group, Options], Terms]:
    """The formula of ``recursion`` on a group."""

    def terms(group: Group, options: Options) -> Terms:
        return by_levels_terms(collective, sides_of(group, options), order == "outer_first") or _of_one(collective)

    return terms


def torus(collective: Moves) -> Build:
    """Rings along the axes one after another; ``channels: all`` goes half each way round."""

    def build(group: Group, dims: Sequence[int] = (), methods: Sequence[Method] = (), channels: Channels = 1) -> Plan:
        return torus_ring(group, collective, dims, "inner_first", methods, channels != 1)

    return build


def torus_fast(collective: Moves) -> Fast:
    """All axes at once, each starts with another part; where one axis is dear its rounds in sequence may be faster."""

    def fast(
        group: Group, dims: Sequence[int] = (), methods: Sequence[Method] = (), channels: Channels = 1
    ) -> Sequence[Plan]:
        both = channels != 1
        at_once = torus_at_once(group, collective, dims, "inner_first", methods, both)
        return (at_once, torus_ring(group, collective, dims, "inner_first", methods, both))

    return fast


def torus_written(collective: Moves) -> Callable[[Group, Options], Terms]:
    """The formula of a torus on a group: a term an axis, by the levels or by the axes named."""

    def terms(group: Group, options: Options) -> Terms:
        both = options.channels == ALL
        sides = tuple(LevelRole("ring") for _ in options.dims) if options.dims else sides_of(group, options, both)
        return by_levels_terms(collective, sides) or _of_one(collective)

    return terms


def with_way(build: Build) -> Fast:
    """A ring's rounds, and the way of one block through them; the faster counts."""

    def fast(group: Group, channels: int = 1) -> Sequence[Plan]:
        plan = build(group, channels)
        return (longest_way(plan, group, channels), plan) if plan else (plan,)

    return fast


def as_rings(build: Build) -> Build:
    """A ring whose channels are called rings, all that the group has where their number is not said."""

    def found(group: Group, rings: int | None = None) -> Plan:
        return build(group, rings or most_channels(group))

    return found


def as_rings_fast(fast: Fast) -> Fast:
    """The optimistic end of ``as_rings``."""

    def found(group: Group, rings: int | None = None) -> Sequence[Plan]:
        return fast(group, rings or most_channels(group))

    return found


def fast_by_skew(fast: Fast) -> Fast:
    """The optimistic end of a plan that also takes a send matrix."""

    def found(group: Group, send_matrix: Matrix | None = None, **options: object) -> Sequence[Plan]:
        return [_from_skew(plan, group, send_matrix) for plan in fast(group, **options)]

    return found


def _from_skew(plan: Plan, group: Group, send_matrix: Matrix | None) -> Plan:
    return by_skew(lambda _: plan)(group, send_matrix)


def _of_one(collective: Moves) -> Terms:
    """The formula of a single rank, which does nothing."""
    return by_levels_terms(collective, (LevelRole("ring"),))
