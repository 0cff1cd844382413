"""The picture of the platform: nodes, paths, cuts and groups as the figure's data."""

from __future__ import annotations

from estimator.report.figures.topology import (
    CutView,
    GroupView,
    PathView,
    PlatformView,
    TopologyLabels,
    topology_figure,
)
from estimator.report.numbers import Several, bits, rate, seconds, span
from estimator.report.view.boundary import boundary_text, ranks_text
from estimator.report.view.context import Context
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.path import PathSpec

SHARED = ("intra_node_cross_switch", "inter_node_shared")
SHOWN_GROUPS = 6


def topology(context: Context) -> str:
    """The picture of nodes, paths, cuts and groups."""
    platform = context.spec.platform
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
                f"{ranks_text(group.shape)} \u00b7 {group.at_once_per_node}",
            )
            for name, group in list(context.spec.groups.items())[:SHOWN_GROUPS]
        ),
    )
    return topology_figure(view, _labels(context))


def _labels(context: Context) -> TopologyLabels:
    words, platform = context.words, context.spec.platform
    counts = {"nodes": platform.nodes, "ranks": platform.ranks_per_node}
    counts |= {"paths": len(platform.paths), "cuts": len(platform.cuts)}
    return TopologyLabels(
        title=words["topology.title"],
        desc=words("topology.desc", **{name: Several(count) for name, count in counts.items()}),
        rank=words["topology.rank"],
        nic=words["topology.nic"],
        node=words["topology.node"],
        scale_up=words["topology.scale_up"],
        scale_out=words["topology.scale_out"],
        uplink=words["topology.uplink"],
        groups=words["topology.groups"],
        total=f"{platform.ranks_per_node} \u00d7 {platform.nodes} = {platform.ranks_per_node * platform.nodes} rank",
    )


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
