"""Groups and paths: the topology, every parameter with its evidence, the cuts, the groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.report.figures.topology import (
    CutView,
    GroupView,
    PathView,
    PlatformView,
    TopologyLabels,
    topology_figure,
)
from estimator.report.numbers import NONE, bits, plain, rate, seconds, size, span, whole
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark, source_mark
from estimator.spec.cut import Cut
from estimator.spec.platform import PathParameters, PathSpec
from estimator.spec.quantity import Pair
from estimator.units import SPACE

SHARED = ("intra_node_cross_switch", "inter_node_shared")
SHOWN_GROUPS = 6
SHOWN_USERS = 4


class ParameterRow(NamedTuple):
    """One line of the path table; ``path`` and ``where`` are "" below the first line of a path."""

    path: str
    where: str
    lines: int
    condition: str
    alpha: str
    bandwidth: str
    bits: str
    mark: Mark
    source: str


class ItemRow(NamedTuple):
    """A cut, the launch time, the reduction speed or the knee factor."""

    name: str
    note: str
    value: str
    also: str
    mark: Mark
    source: str


class GroupRow(NamedTuple):
    """One communication group."""

    id: str
    title: str
    p: str
    g: str
    m: str
    at_once: str
    paths: str
    used: str
    note: str


@dataclass(frozen=True)
class PathsView:
    """The section on groups and paths."""

    figure: Markup
    parameters: tuple[ParameterRow, ...]
    items: tuple[ItemRow, ...]
    groups: tuple[GroupRow, ...]


def paths_view(context: Context) -> PathsView:
    """The section on groups and paths."""
    paths = context.spec.platform.paths
    return PathsView(
        figure=Markup(topology(context)),  # noqa: S704 - the figure escapes every text itself
        parameters=tuple(row for name, path in paths.items() for row in _parameters(context, name, path)),
        items=tuple(_items(context)),
        groups=tuple(_groups(context)),
    )


def _parameters(context: Context, name: str, path: PathSpec) -> Iterator[ParameterRow]:
    words = context.words
    given: list[tuple[str, PathParameters]] = [
        (words[f"condition.{condition}"], found)
        for condition in ("exclusive", "multi_group", "with_compute")
        if (found := path.under(condition)) is not None
    ]
    given += [(_only(context, entry), entry) for entry in path.only]
    lines = len(given) + (path.link is not None)
    where = words[f"location.{path.location}"]
    if path.link is not None:
        link = path.link
        ports = words("paths.link.ports", ports=str(link.ports)) if link.ports > 1 else ""
        named = words["paths.link"] + (f"{words['comma']}{ports}" if ports else "")
        yield _parameter(context, (name, where, lines), named, "", Pair(link.rate, link.rate), link.per, link.source)
        name, where = "", ""
    for condition, found in given:
        head, name, where = (name, where, lines), "", ""
        alpha = span(*found.alpha.ends, seconds)
        yield _parameter(context, head, condition, alpha, found.bandwidth, found.per, found.source)


def _parameter(
    context: Context,
    head: tuple[str, str, int],
    condition: str,
    alpha: str,
    bandwidth: Pair,
    per: str,
    source: str | None,
) -> ParameterRow:
    mark = source_mark(context.words, context.spec, source)
    return ParameterRow(
        *head,
        condition=condition,
        alpha=alpha,
        bandwidth=f"{span(*bandwidth.ends, rate)}\u00a0{context.words[f'per.{per}'].replace(' ', SPACE)}",
        bits=span(*bandwidth.ends, bits),
        mark=mark,
        source=source_text(context, source),
    )


def _only(context: Context, entry: PathParameters) -> str:
    words = context.words
    parts = []
    if (collective := getattr(entry, "collective", None)) is not None:
        parts.append(words[f"collective.{collective}"])
    if (algorithm := getattr(entry, "algorithm", None)) is not None:
        parts.append(algorithm)
    if (condition := getattr(entry, "condition", None)) is not None:
        parts.append(words[f"condition.{condition}"])
    if (sizes := getattr(entry, "sizes", None)) is not None:
        parts.append(span(sizes.low, sizes.high, size))
    return words("paths.only", what=" \u00b7 ".join(parts))


def source_text(context: Context, source: str | None) -> str:
    """The name of a source, whose text stands in the table of sources; for none, that it counts as assumed."""
    return source if source in context.spec.sources and source else context.words["paths.nosource"]


def _items(context: Context) -> Iterator[ItemRow]:
    words, platform = context.words, context.spec.platform
    for name, cut in platform.cuts.items():
        yield from _cut(context, name, cut)
    launch = platform.launch
    if launch is not None:
        mode = words[f"mode.{launch.mode}"] if launch.mode else ""
        yield _item(context, words["paths.launch"], mode, span(*launch.time.ends, seconds), "", launch.source)
        for collective, own in launch.per_collective.items():
            name = words("paths.launch.one", collective=words[f"collective.{collective}"])
            mode = words[f"mode.{own.mode}"] if own.mode else ""
            yield _item(context, name, mode, span(*own.time.ends, seconds), "", own.source or launch.source)
    if platform.reduce is not None:
        ends = platform.reduce.bandwidth.ends
        yield _item(context, words["paths.reduce"], words["per.rank"], span(*ends, rate), "", platform.reduce.source)
    knee = platform.knee
    yield _item(context, words["paths.knee"], "", span(*knee.k.ends, plain), "", knee.source)


def _cut(context: Context, name: str, cut: Cut) -> Iterator[ItemRow]:
    words = context.words
    title = words("paths.cut", name=name)
    conditions = [("exclusive", cut.exclusive)] + ([("loaded", cut.loaded)] if cut.loaded is not None else [])
    for condition, given in conditions:
        ends = given.bandwidth.ends
        note = f"{boundary_text(context, cut)}{words['comma']}{words[f'condition.{condition}']}"
        yield _item(context, title, note, span(*ends, rate), span(*ends, bits), cut.source)


def boundary_text(context: Context, cut: Cut) -> str:
    """The unit of a cut: "per node", "per 32 nodes"."""
    nodes = cut.boundary.nodes
    return context.words["paths.cut.node"] if nodes == 1 else context.words("paths.cut.nodes", nodes=str(nodes))


def _item(context: Context, name: str, note: str, value: str, also: str, source: str | None) -> ItemRow:
    mark = source_mark(context.words, context.spec, source)
    return ItemRow(name, note, value, also, mark, source_text(context, source))


def _groups(context: Context) -> Iterator[GroupRow]:
    words = context.words
    users: dict[str, list[str]] = {name: [] for name in context.spec.groups}
    for name, operation in context.spec.operations.items():
        users[operation.group].append(context.operation_title(name))
    swept = _swept(context)
    for name, group in context.spec.groups.items():
        used = users[name]
        named = words.join(used[:SHOWN_USERS])
        if not used and name in swept:
            named = words("paths.swept", names=words.join(swept[name][:SHOWN_USERS]))
            used = swept[name]
        more = words("paths.more", count=str(len(used))) if len(used) > SHOWN_USERS else ""
        counts = words.join([str(count) for count in group.node_ranks]) if group.uneven else ""
        yield GroupRow(
            id=name,
            title=context.text(group.title),
            p=whole(group.size),
            g=str(group.most_ranks_per_node),
            m=str(group.nodes),
            at_once=str(group.at_once_per_node),
            paths=" + ".join(group.levels),
            used=(f"{named}{words['comma']}{more}" if more else named) or NONE,
            note=words("paths.uneven", counts=counts) if counts else context.text(group.note),
        )


def _swept(context: Context) -> dict[str, list[str]]:
    """Group -> the requirements whose tests run on it."""
    found: dict[str, list[str]] = {}
    for name, expanded in context.material.expanded.items():
        for group in dict.fromkeys(block.place.group for block in expanded.blocks):
            found.setdefault(group, []).append(name)
    return found


def topology(context: Context) -> str:
    """The picture of nodes, paths, cuts and groups."""
    words, platform = context.words, context.spec.platform
    world = f"{platform.ranks_per_node} \u00d7 {platform.nodes} = {platform.ranks_per_node * platform.nodes} rank"
    labels = TopologyLabels(
        title=words["topology.title"],
        desc=words(
            "topology.desc",
            nodes=str(platform.nodes),
            ranks=str(platform.ranks_per_node),
            paths=str(len(platform.paths)),
            cuts=str(len(platform.cuts)),
        ),
        rank=words["topology.rank"],
        nic=words["topology.nic"],
        node=words["topology.node"],
        scale_up=words["topology.scale_up"],
        scale_out=words["topology.scale_out"],
        uplink=words["topology.uplink"],
        groups=words["topology.groups"],
        total=world,
    )
    view = PlatformView(
        ranks_per_node=platform.ranks_per_node,
        nodes=platform.nodes,
        paths=tuple(_path_view(context, name, path) for name, path in platform.paths.items()),
        cuts=tuple(_cut_view(context, name, cut) for name, cut in platform.cuts.items()),
        groups=tuple(
            GroupView(
                name,
                group.most_ranks_per_node,
                group.nodes,
                f"{group.most_ranks_per_node} \u00d7 {group.nodes} \u00b7 {group.at_once_per_node}",
            )
            for name, group in list(context.spec.groups.items())[:SHOWN_GROUPS]
        ),
    )
    return topology_figure(view, labels)


def _path_view(context: Context, name: str, path: PathSpec) -> PathView:
    given = [found for found in (path.exclusive, path.multi_group, path.with_compute) if found is not None]
    alphas = [end for found in given for end in found.alpha.ends]
    rates = [end for found in given for end in found.bandwidth.ends]
    return PathView(
        name=name,
        note=context.words[f"location.{path.location}"],
        level="inter" if path.crosses_nodes else "intra",
        shared=path.location in SHARED,
        numbers=(
            f"\u03b1 {span(min(alphas), max(alphas), seconds)}",
            f"B {span(max(rates), min(rates), rate)}",
            f"= {span(max(rates), min(rates), bits)}",
        ),
    )


def _cut_view(context: Context, name: str, cut: Cut) -> CutView:
    loaded = cut.loaded or cut.exclusive
    ends = (cut.exclusive.bandwidth.optimistic, loaded.bandwidth.conservative)
    return CutView(
        name=name,
        note=boundary_text(context, cut),
        nodes=cut.boundary.nodes,
        numbers=(span(*ends, rate), f"= {span(*ends, bits)}"),
    )
