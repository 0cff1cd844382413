"""Groups and paths: the topology, every parameter with its evidence, the cuts, the groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from estimator.report.numbers import NONE, Several, bits, rate, seconds, span, whole
from estimator.report.sections.paths.terms import call_terms, path_terms, selected, source_text
from estimator.report.sections.paths.topology import topology
from estimator.report.view.context import Context
from estimator.report.view.figure import Figure, Figures
from estimator.report.view.machine.boundary import boundary_text, cut_notes, ranks_text
from estimator.report.view.machine.conditions import ConditionRow, condition_rows
from estimator.report.view.machine.levels import groups_at_once, per_text, place_text
from estimator.report.view.machine.validity import valid_text
from estimator.report.view.marks import Mark, source_mark
from estimator.spec.machine.cut import Cut
from estimator.spec.machine.path import PathSpec, StatedParameters
from estimator.spec.values.base import CONDITIONS
from estimator.spec.values.quantity import Pair
from estimator.units import SPACE

SHOWN_USERS = 4


class ParameterRow(NamedTuple):
    """One line of the path table; ``path`` and ``where`` are "" below the first line of a path.

    ``alpha``, ``bandwidth``: "" where a condition of the spec's own leaves it to the one that it is like. ``terms``:
    the optional terms that the spec states beside them.
    """

    path: str
    where: str
    lines: int
    condition: str
    alpha: str
    bandwidth: str
    bits: str
    mark: Mark
    source: str
    terms: tuple[str, ...] = ()


class ItemRow(NamedTuple):
    """A cut, a launch time, the reduction speed or a knee factor; ``more``: what else the spec says of it."""

    name: str
    note: str
    value: str
    also: str
    mark: Mark
    source: str
    more: tuple[str, ...] = ()


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


Row = TypeVar("Row", ParameterRow, ItemRow)


@dataclass(frozen=True)
class PathsView:
    """The section on groups and paths; ``cuts_note``: what a cut is, or that none is declared."""

    figure: Figure
    parameters: tuple[ParameterRow, ...]
    cuts_note: str
    items: tuple[ItemRow, ...]
    conditions: tuple[ConditionRow, ...]
    groups: tuple[GroupRow, ...]


def paths_view(context: Context, numbers: Figures) -> PathsView:
    """The section on groups and paths."""
    paths = context.spec.platform.paths
    drawn = Markup(topology(context))  # noqa: S704 - the figure escapes every text itself
    stated = [row for name, path in paths.items() for row in _parameters(context, name, path)]
    return PathsView(
        figure=numbers.placed(Figure(drawn, context.words["paths.figure"])),
        parameters=_said_once(context, stated),
        cuts_note=context.words["paths.cuts.note" if context.spec.platform.cuts else "paths.cuts.none"],
        items=_said_once(context, list(_items(context))),
        conditions=condition_rows(context),
        groups=tuple(_groups(context)),
    )


def _said_once(context: Context, rows: list[Row]) -> tuple[Row, ...]:
    """The same rows, a source written out where it is another than that of the row above."""
    found: list[Row] = []
    for row, above in zip(rows, [None, *rows], strict=False):
        same = above is not None and above.source == row.source
        found.append(row._replace(source=context.words["paths.same"]) if same else row)
    return tuple(found)


def _parameters(context: Context, name: str, path: PathSpec) -> Iterator[ParameterRow]:
    words, platform = context.words, context.spec.platform
    given: list[tuple[str, StatedParameters, str]] = [
        (context.condition(condition), found, found.per or plain.per)
        for condition in (*CONDITIONS, *path.named)
        if (found := path.stated(condition)) is not None and (plain := platform.plain(name, condition)) is not None
    ]
    given += [(words("paths.only", what=selected(context, entry)), entry, entry.per) for entry in path.only]
    lines = len(given) + (path.link is not None)
    where = place_text(context, name)
    if path.link is not None:
        link = path.link
        ports = words("paths.link.ports", ports=Several(link.ports)) if link.ports and link.ports > 1 else ""
        named = words["paths.link"] + (f"{words['comma']}{ports}" if ports else "")
        yield _parameter(context, (name, where, lines), named, "", Pair(link.rate, link.rate), link.per, link.source)
        name, where = "", ""
    for condition, found, per in given:
        head, name, where = (name, where, lines), "", ""
        alpha = span(*found.alpha.ends, seconds) if found.alpha is not None else ""
        row = _parameter(context, head, condition, alpha, found.bandwidth, per, found.source)
        yield row._replace(terms=path_terms(context, found, per))


def _parameter(
    context: Context,
    head: tuple[str, str, int],
    condition: str,
    alpha: str,
    bandwidth: Pair | None,
    per: str,
    source: str | None,
) -> ParameterRow:
    mark = source_mark(context.words, context.spec, source)
    whose = per_text(context.words, per).replace(" ", SPACE)
    return ParameterRow(
        *head,
        condition=condition,
        alpha=alpha,
        bandwidth=f"{span(*bandwidth.ends, rate)}\u00a0{whose}" if bandwidth is not None else "",
        bits=span(*bandwidth.ends, bits) if bandwidth is not None else "",
        mark=mark,
        source=source_text(context, source),
    )


def _items(context: Context) -> Iterator[ItemRow]:
    words, platform = context.words, context.spec.platform
    for name, cut in platform.cuts.items():
        yield from _cut(context, name, cut)
    if platform.reduce is not None:
        rated = span(*platform.reduce.bandwidth.ends, rate)
        item = _item(context, words["paths.reduce"], words["per.rank"], rated, "", platform.reduce.source)
        yield item._replace(more=valid_text(context, platform.reduce.valid))
    for term in call_terms(context):
        yield _item(context, term.name, term.note, term.value, "", term.source)._replace(more=term.more)


def _cut(context: Context, name: str, cut: Cut) -> Iterator[ItemRow]:
    words = context.words
    title = words("paths.cut", name=name)
    given = [(words["condition.exclusive"], cut.exclusive)]
    given += [(words["condition.loaded"], cut.loaded)] if cut.loaded is not None else []
    given += [(context.condition(condition), carried) for condition, carried in cut.named.items()]
    more = (*cut_notes(context, cut), *valid_text(context, cut.valid))
    for condition, carried in given:
        ends = carried.bandwidth.ends
        note = f"{boundary_text(context, cut)}{words['comma']}{condition}"
        yield _item(context, title, note, span(*ends, rate), span(*ends, bits), cut.source)._replace(more=more)
        more = ()


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
        counts = words("paths.uneven", counts=ranks_text(group.shape)) if group.uneven else ""
        note = context.text(group.note)
        yield GroupRow(
            id=name,
            title=context.text(group.title),
            p=whole(group.size),
            g=str(group.most_ranks_per_node),
            m=str(group.nodes),
            at_once=str(groups_at_once(context, name)),
            paths=" + ".join(dict.fromkeys(group.levels)),
            used=(f"{named}{words['comma']}{more}" if more else named) or NONE,
            note=words["semicolon"].join(part for part in (counts, note) if part),
        )


def _swept(context: Context) -> dict[str, list[str]]:
    """Group -> the requirements whose tests run on it."""
    found: dict[str, list[str]] = {}
    for name, expanded in context.material.expanded.items():
        for group in dict.fromkeys(block.place.group for block in expanded.blocks):
            found.setdefault(group, []).append(name)
    return found
