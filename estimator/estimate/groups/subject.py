"""What is timed: a collective with its algorithm on one group of the spec, before sizes and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from estimator.cost.entries.catalogue import CatalogueEntry, find, names
from estimator.cost.options import NONE, Options
from estimator.cost.placing.group import Group
from estimator.cost.plan import Plan, Stage, scaled_on, stages
from estimator.cost.rows import MessageGap
from estimator.cost.shape import Shape
from estimator.errors import Path, Problem, SpecError
from estimator.estimate.assume.path_numbers import Joined
from estimator.estimate.assume.path_parameters import Rails
from estimator.estimate.assume.setting import Work
from estimator.estimate.groups.classes import PlaceClass, Planned, classes_of
from estimator.estimate.groups.levels import OnMachine, on_machine
from estimator.estimate.groups.pressure import pressed_cuts
from estimator.estimate.groups.token_copies import copies_of
from estimator.phrase import linked, phrase
from estimator.spec.document import Spec
from estimator.spec.groups.ground import ground_of
from estimator.spec.same import Same


@dataclass(frozen=True)
class Subject:
    """A collective with its algorithm on a group.

    ``shape``: its ranks on nodes; ``placed``: where it lies. ``at_once``: groups of this kind that run at once on a
    node. ``paths``: level -> path name, of the levels that the plan uses. ``plan``: the stages in sequence; ``fast``:
    plans of the optimistic end, of which the fastest counts. ``loads``: cut -> bytes through its busiest unit (or one
    of its planes) in units of n that must move without help from the network, all groups of the unit included;
    ``least``: the same with the help the cut offers. ``bordering``: the cuts that the plan's stages count themselves.
    ``crossing``: the factor that the token copies sent put on the bytes of the levels they thin [1]. ``by_matrix``: a
    send matrix says who sends what. ``schedule``: the plan for each number of segments where the best is asked for.
    ``classes``: places of groups of this kind that share NICs or planes alike; ``plan`` is that of the slowest.
    """

    collective: str
    algorithm: CatalogueEntry
    group: str
    shape: Shape
    placed: OnMachine
    at_once: int
    paths: Mapping[str, str]
    plan: Plan
    fast: tuple[Plan, ...]
    loads: Mapping[str, float]
    least: Mapping[str, float]
    bordering: frozenset[str]
    crossing: float
    by_matrix: bool = False
    schedule: Callable[[int], Plan] | None = None
    classes: tuple[PlaceClass, ...] = ()

    def at(self, places: PlaceClass) -> Subject:
        """The same on other places of groups of this kind."""
        plan, fast, schedule = places.planned
        placed = replace(self.placed, group=places.group)
        return replace(self, placed=placed, plan=plan, fast=fast, schedule=schedule)

    def work(
        self, n: float, calls: float, gaps: Mapping[str, MessageGap] | None = None, rooted: frozenset[str] = frozenset()
    ) -> Work:
        """The subject at a size: ``n`` [byte] of all ``calls`` together."""
        whole = {name: load for name, load in self.loads.items() if name not in self.bordering}
        return Work(self.plan, self.fast, n, calls, whole, self.paths, gaps or {}, self.schedule, rooted)

    @cached_property
    def rails(self) -> Mapping[str, Rails]:
        """Whether what each level carries leaves its rail; None where it joins single ranks."""
        inner, carried = self.placed.machine.names[0], list(stages(self.plan))
        aligned = {level: all(one.on_rail for one in carried if one.level == level) for level in self.paths}
        return {level: None if level == inner else "aligned" if held else "cross" for level, held in aligned.items()}

    @cached_property
    def joined(self) -> Mapping[str, Joined]:
        """What the path of each level joins for the group."""
        on = self.placed
        return {level: Joined(on.level(level), on.ranks[level], on.held(level)) for level in self.paths}


def subject_of(
    spec: Spec,
    collective: str,
    algorithm: str,
    group: str,
    copies: str | None = None,
    at_once: int | None = None,
    at: Path = (),
    options: Options = NONE,
    place: int | None = None,
) -> Subject:
    """The subject for a group of the spec; ``at`` is its place. Raises SpecError with the reason why it cannot run.

    Of the ``options`` those count that the algorithm takes. ``place``: a rank of the group that is meant, of several
    with unequal shares of NICs; None: the slowest.
    """
    asked = _Asked(Same(ground_of(spec, group)), collective, algorithm, group, copies, at_once, options, place)
    try:
        return _kept(asked)
    except SpecError:
        return _made(asked, at)  # refused again, at its place


class _Asked(NamedTuple):
    """All that a subject depends on."""

    spec: Same[Spec]
    collective: str
    algorithm: str
    group: str
    copies: str | None
    at_once: int | None
    options: Options
    place: int | None


@lru_cache(maxsize=4096)
def _kept(asked: _Asked) -> Subject:
    """Made once for all operations, sizes and conditions of a spec."""
    return _made(asked)


def _runnable(asked: _Asked, at: Path) -> tuple[CatalogueEntry, OnMachine]:
    """The algorithm and where the group lies; SpecError where there is no such algorithm, or it cannot run there."""
    collective, algorithm, group, at = asked.collective, asked.algorithm, asked.group, (*at, "algorithm")
    known = ", ".join(names(collective))
    entry = find(collective, algorithm)
    if entry is None:
        what = phrase("no {algorithm} for {collective}", algorithm=algorithm, collective=collective)
        raise SpecError([Problem(at, what, phrase("write one of {known}", known=known))])
    placed = on_machine(asked.spec.value, group, asked.at_once)
    reason = entry.refusal(placed.group, asked.options)
    if reason is not None:
        what = phrase("{algorithm} cannot run on {group}: {reason}", algorithm=algorithm, group=group, reason=reason)
        raise SpecError([Problem(at, what, phrase("choose another algorithm ({names}) or group", names=known))])
    return entry, placed


def _made(asked: _Asked, at: Path = ()) -> Subject:
    same, collective, _, group, copies, at_once, options, place = asked
    spec = same.value
    entry, placed = _runnable(asked, at)
    sent = copies_of(spec, entry, copies, placed, at)

    def thinned(plan: Plan) -> Plan:
        return scaled_on(plan, sent.levels, sent.factor)

    def planned(one: Group) -> Planned:
        fast = tuple(thinned(plan) for plan in entry.optimistic(one, options))
        return Planned(thinned(entry.on(one, options)), fast, entry.scheduled(one, options))

    classes = classes_of(placed, planned)
    meant = _meant(classes, place, group, at)
    plan, fast, schedule = meant.planned
    pressed = pressed_cuts(spec, entry, options, group, placed, at_once)
    return Subject(
        collective=collective,
        algorithm=entry,
        group=group,
        shape=Shape.on(placed.placing.node_ranks),
        placed=replace(placed, group=meant.group),
        at_once=placed.at_once if at_once is None else at_once,
        paths=_paths(group, placed, plan),
        plan=plan,
        fast=fast,
        loads={name: one.load * sent.factor for name, one in pressed.items()},
        least={name: one.least * sent.factor for name, one in pressed.items()},
        bordering=frozenset(border.name for level in placed.group.levels for border in level.cuts),
        crossing=sent.factor,
        by_matrix=options.send_matrix is not None and "send_matrix" in entry.takes,
        schedule=schedule,
        classes=classes,
    )


def _meant(classes: tuple[PlaceClass, ...], rank: int | None, group: str, at: Path) -> PlaceClass:
    """The class that holds a rank; the slowest where none is named, or all are alike."""
    if rank is None or len(classes) == 1:
        return classes[0]
    for places in classes:
        if places.hold(rank):
            return places
    first = linked(" or ", (str(places.ranks[0][0]) for places in classes))
    raise SpecError(
        [
            Problem(
                (*at, "place"),
                phrase("no group of kind {group} holds rank {rank}", group=group, rank=rank),
                phrase("write {first}", first=first),
            )
        ]
    )


def _paths(group: str, placed: OnMachine, plan: Plan) -> dict[str, str]:
    """Level -> path name of the levels that the plan uses; an error where the group has no path for one."""
    paths: dict[str, str] = {}
    for level in dict.fromkeys(_used(plan)):
        if level not in placed.paths:
            inner = level == placed.machine.names[0]
            where, location = ("inside a node", "intra_node") if inner else ("between nodes", "inter_node")
            hint = phrase("add a path with location {location} to levels", location=location)
            raise SpecError([Problem(("groups", group, "levels"), phrase("no path {where}", where=where), hint)])
        paths[level] = placed.paths[level]
    return paths


def _used(plan: Plan) -> Iterator[str]:
    """The levels whose parameters a plan needs."""
    for stage in stages(plan):
        yield from _levels(stage)


def _levels(stage: Stage) -> Iterator[str]:
    if stage.volume or stage.link or stage.egress or stage.nic:
        yield stage.level  # else only declared cuts lie here, which have rates of their own
    yield from (stage.starts, *(level for level, _ in stage.hops))
    for also in stage.also:
        yield from _levels(also)
