"""The picture of the platform: levels, paths, cuts and groups as the figure's data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from estimator.report.figures.topology import (
    CutView,
    GroupView,
    LevelView,
    PathView,
    PlatformView,
    TopologyLabels,
    topology_figure,
)
from estimator.report.numbers import Several, bits, plain, rate, seconds, span
from estimator.report.view.context import Context
from estimator.report.view.machine.boundary import boundary_text, ranks_text
from estimator.report.view.machine.levels import groups_at_once, place_text
from estimator.spec.groups.placed import placed
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.path import PathSpec
from estimator.spec.machine.units import Machine


def topology(context: Context) -> str:
    """The picture of levels, paths, cuts and groups."""
    platform = context.spec.platform
    machine = platform.machine
    view = PlatformView(
        levels=tuple(_levels(context, machine)),
        paths=tuple(_path_view(context, name, path) for name, path in platform.paths.items()),
        cuts=tuple(_cut_view(context, name, cut) for name, cut in platform.cuts.items()),
        groups=tuple(_group_view(context, name) for name in context.spec.groups),
    )
    return topology_figure(view, _labels(context, machine))


def _labels(context: Context, machine: Machine) -> TopologyLabels:
    words, platform = context.words, context.spec.platform
    ranks = machine.ranks[-1]
    counts = {"levels": len(machine.names), "ranks": ranks, "paths": len(platform.paths), "cuts": len(platform.cuts)}
    factors = " \u00d7 ".join(plain(count) for count in machine.units)
    return TopologyLabels(
        title=words["topology.title"],
        desc=words("topology.desc", **{name: Several(count) for name, count in counts.items()}),
        groups=words["topology.groups"],
        total=f"{factors} = {plain(ranks)} rank",
    )


def _levels(context: Context, machine: Machine) -> Iterator[LevelView]:
    """The levels, innermost first."""
    words, cuts = context.words, context.spec.platform.cuts
    node = machine.node_ranks
    for k, (inner, outer) in enumerate(pairwise((1, *machine.ranks))):
        paths = _paths(context, machine, k)
        wiring = context.spec.platform.paths[paths[0]].wiring if paths else "switch"
        around = tuple(name for name, cut in cuts.items() if inner <= cut.boundary.nodes * node < outer and inner > 1)
        yield LevelView(
            title=_name(context, machine.names[k]),
            note=words("topology.ranks", ranks=Several(outer)),
            unit=_name(context, machine.below[k]),
            units=outer // inner,
            wiring=wiring,
            how=words[f"topology.wiring.{wiring}"],
            paths=paths,
            cuts=around,
            closed=_closes(machine, k, outer // inner),
        )


def _closes(machine: Machine, level: int, units: int) -> bool:
    """Whether a ring of all units has a way round: all that are there, or a multiple of what `wrap` says."""
    wrap = machine.wraps[level]
    return wrap and machine.of[level] == units if isinstance(wrap, bool) else units % wrap == 0


def _name(context: Context, level: str) -> str:
    """A level's name; what every machine has in the document's words."""
    return context.words[f"topology.{level}"] if level in ("rank", "node", "machine") else level


def _paths(context: Context, machine: Machine, level: int) -> tuple[str, ...]:
    """The paths that join units on a level; in the short form by where they run."""
    if machine.stated:
        return machine.choices(level)
    paths = context.spec.platform.paths
    return tuple(name for name, path in paths.items() if int(path.crosses_nodes) == level)


def _group_view(context: Context, name: str) -> GroupView:
    found, group = placed(context.spec, name), context.spec.groups[name]
    units = tuple(tuple(np.unique(row).tolist()) for row in found.index)
    return GroupView(name, f"{ranks_text(group.shape)} \u00b7 {groups_at_once(context, name)}", units)


def _path_view(context: Context, name: str, path: PathSpec) -> PathView:
    given = [found for found in (path.exclusive, path.multi_group, path.with_compute) if found is not None]
    alphas = [end for found in given for end in found.alpha.ends]
    rates = [end for found in given for end in found.bandwidth.ends]
    return PathView(
        name=name,
        note=place_text(context, name),
        numbers=(
            f"\u03b1 {span(min(alphas), max(alphas), seconds)}",
            f"B {span(max(rates), min(rates), rate)}",
            f"= {span(max(rates), min(rates), bits)}",
        ),
    )


def _cut_view(context: Context, name: str, cut: Cut) -> CutView:
    loaded = cut.loaded or cut.exclusive
    ends = (cut.exclusive.bandwidth.optimistic, loaded.bandwidth.conservative)
    return CutView(name, boundary_text(context, cut), (span(*ends, rate), f"= {span(*ends, bits)}"))
