"""What is timed: a collective with its algorithm on one group of the spec, before sizes and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from estimator.cost.catalogue import Algorithm, find, names, sending
from estimator.cost.form import beta_keys, beta_senders
from estimator.cost.key import Key
from estimator.cost.options import NONE, Options
from estimator.cost.plan import Plan, crossing_scaled, stages
from estimator.cost.planes import Crossers
from estimator.cost.shape import Shape
from estimator.errors import Path, Problem, SpecError
from estimator.estimate.pressure import pressed_cuts
from estimator.estimate.setting import Work
from estimator.spec.document import Spec
from estimator.spec.machine.beyond import beyond
from estimator.spec.workload import Group


@dataclass(frozen=True, slots=True)
class Subject:
    """A collective with its algorithm on a group.

    ``at_once``: groups of this kind that run at once on a node. ``paths``: level -> path name. ``keys``: the keys of
    the plan's inverse bandwidths. ``loads``: cut -> bytes through its busiest unit (or one of its planes) in units of
    n that must move without help from the network, all groups of the unit included; ``least``: the same with the help
    the cut offers. ``node_cuts``: the cuts around one node -> groups that cross it, with its planes. ``crossing``: the
    factor that the token copies sent put on crossing bytes [1]. ``schedule``: the plan for each number of segments
    where the best is asked for.
    """

    collective: str
    algorithm: Algorithm
    group: str
    shape: Shape
    at_once: int
    paths: Mapping[str, str]
    plan: Plan
    keys: tuple[Key, ...]
    loads: Mapping[str, float]
    least: Mapping[str, float]
    node_cuts: Mapping[str, Crossers]
    crossing: float
    schedule: Callable[[int], Plan] | None = None

    def work(
        self,
        n: float,
        calls: float,
        rate_limited: frozenset[str] = frozenset(),
        rooted: frozenset[str] = frozenset(),
    ) -> Work:
        """The subject at a size: ``n`` [byte] of all ``calls`` together."""
        cuts = {name: crossers for name, crossers in self.node_cuts.items() if name in self.loads}
        whole = {name: load for name, load in self.loads.items() if name not in self.node_cuts}
        chunkable, schedule = self.algorithm.chunkable, self.schedule
        return Work(self.plan, self.keys, n, calls, cuts, whole, chunkable, self.paths, rate_limited, schedule, rooted)

    def rails(self, key: Key) -> Literal["cross", "aligned"] | None:
        """Whether what an inverse bandwidth carries between nodes leaves its rail; None inside a node."""
        carried = [stage for stage, name in zip(stages(self.plan), self.keys, strict=True) if name == key]
        if all(stage.level == "intra" for stage in carried):
            return None
        return "aligned" if all(stage.on_rail for stage in carried) else "cross"

    @property
    def bandwidth_keys(self) -> dict[Key, int]:
        """Each inverse bandwidth the plan needs, with the ranks of a node that send at once on it."""
        return beta_senders(self.plan, self.keys)


def subject_of(
    spec: Spec,
    collective: str,
    algorithm: str,
    group: str,
    copies: str | None = None,
    at_once: int | None = None,
    at: Path = (),
    options: Options = NONE,
) -> Subject:
    """The subject for a group of the spec; ``at`` is its place. Raises SpecError with the reason why it cannot run.

    Of the ``options`` those count that the algorithm takes.
    """
    entry = find(collective, algorithm)
    if entry is None:
        known = ", ".join(names(collective))
        raise SpecError([Problem((*at, "algorithm"), f"no {algorithm} for {collective}", f"write one of {known}")])
    refused = beyond(spec, group)
    if refused is not None:
        raise SpecError([refused])
    found = spec.groups[group]
    shape = found.shape
    reason = entry.valid(shape, options)
    if reason is not None:
        hint = f"choose another algorithm ({', '.join(names(collective))}) or group"
        raise SpecError([Problem((*at, "algorithm"), f"{algorithm} cannot run on {group}: {reason}", hint)])
    crossing = _crossing(spec, entry, copies, shape, at)
    plan = crossing_scaled(entry.plan(shape, options), crossing)
    pressed = pressed_cuts(spec, entry, options, group, at_once)
    return Subject(
        collective=collective,
        algorithm=entry,
        group=group,
        shape=shape,
        at_once=found.at_once_per_node if at_once is None else at_once,
        paths=_paths(spec, group, found, plan),
        plan=plan,
        keys=beta_keys(plan),
        loads={name: one.load * crossing for name, one in pressed.items()},
        least={name: one.least * crossing for name, one in pressed.items()},
        node_cuts={name: one.crossers for name, one in pressed.items() if one.crossers is not None},
        crossing=crossing,
        schedule=entry.scheduled(shape, options),
    )


def _crossing(spec: Spec, entry: Algorithm, copies: str | None, shape: Shape, at: Path) -> float:
    if copies is None or copies == "per_expert":
        return 1.0
    if copies not in entry.copies:
        able = " or ".join(sending(entry.collective, copies))
        hint = f"name an algorithm that can ({able}), or write {' or '.join(entry.copies)}"
        raise SpecError([Problem((*at, "copies"), f"{entry.name} cannot send {copies} copies", hint)])
    if spec.moe is None:
        hint = "add moe: {experts: ..., top_k: ...}"
        raise SpecError([Problem((*at, "copies"), f"{copies} needs the number of experts", hint)])
    try:
        return spec.moe.crossing(copies, shape)
    except ValueError as error:
        hint = "write a larger node_limit, or a smaller top_k"
        raise SpecError([Problem(("moe", "node_limit"), str(error), hint)]) from None


def _paths(spec: Spec, group: str, found: Group, plan: Plan) -> dict[str, str]:
    """Level -> path name; an error when the plan uses a level that the group has no path for."""
    paths: dict[str, str] = {}
    for name in found.levels:
        paths.setdefault("inter" if spec.platform.paths[name].crosses_nodes else "intra", name)
    for level in dict.fromkeys(stage.level for stage in stages(plan)):
        if level not in paths:
            where = "between nodes" if level == "inter" else "inside a node"
            hint = f"add a path with location {level}_node to levels"
            raise SpecError([Problem(("groups", group, "levels"), f"no path {where}", hint)])
    return paths
