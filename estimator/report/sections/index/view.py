"""The index: every requirement in one row - what, limit, condition, test, pass rule, level, page."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import NamedTuple

from markupsafe import Markup

from estimator.report.numbers import NONE, Several, fraction, swept
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.requirements.cells import headline_limit
from estimator.report.view.requirements.ids import short_ids
from estimator.report.view.requirements.tools import tools_of
from estimator.report.view.requirements.versions import change_mark
from estimator.require.criterion import Criterion, Expanded
from estimator.require.items import pass_rule_of
from estimator.spec.requirements.requirement import MeasurableRequirement

RATIOS = ("ratio", "efficiency", "slowdown", "overlap", "dip", "error", "bytes")
NAMED = 3
"""So many groups are named; of more, how many there are."""


class IndexRow(NamedTuple):
    """One requirement. ``where``: group and sizes; ``scope``: conditions, skews, cells; ``rule``: a letter."""

    id: str
    short: str
    title: str
    limit: str
    where: str
    scope: str
    test: Markup
    rule: str
    chip: Mark
    capability: bool
    changed: Mark | None


@dataclass(frozen=True)
class IndexView:
    """All rows; ``orphans`` names operations that nobody asks anything of."""

    lead: str
    rows: tuple[IndexRow, ...]
    orphans: str


def index_view(context: Context) -> IndexView:
    """The index of requirements."""
    words, requirements = context.words, context.spec.requirements
    if not requirements:
        return IndexView(words["cards.none"], (), "")
    short_names = short_ids(list(requirements))
    first, shown = next(iter(short_names.items()))
    prefix = first.removesuffix(shown)
    lead = words["index.lead"] + (words("index.prefix", prefix=prefix) if prefix else "")
    missing = [name for name in context.table.operations if name not in context.material.serving]
    titles = [context.operation_title(name) for name in missing]
    return IndexView(
        lead=lead,
        rows=tuple(_row(context, name, shown) for name, shown in short_names.items()),
        orphans=words("index.orphans", names=words.join(titles)) if missing else words["index.covered"],
    )


def _row(context: Context, name: str, shown: str) -> IndexRow:
    requirement, expanded = context.spec.requirements[name], context.material.expanded[name]
    cell = context.material.mains.get(name)
    measured = isinstance(requirement, MeasurableRequirement)
    return IndexRow(
        id=name,
        short=shown,
        title=context.own(requirement.short_title or requirement.title),
        limit=pass_text(context, name),
        where=_where(context, expanded, cell) if measured else "",
        scope=_scope(context, expanded) if measured else "",
        test=breakable(context.words.join(list(tools_of(context, name))) or context.words["index.stated"]),
        rule=rule_letter(expanded, cell),
        chip=priority_mark(context.words, requirement.priority),
        capability=not measured,
        changed=change_mark(context, name),
    )


def pass_text(context: Context, name: str) -> str:
    """The limit in short; of a capability the rule by which it passes."""
    requirement, cell = context.spec.requirements[name], context.material.mains.get(name)
    rule = context.text(pass_rule_of(requirement))
    limit = headline_limit(context, cell)
    if not rule or isinstance(requirement, MeasurableRequirement):
        return limit
    return rule if cell is None or cell.limit is None else f"{limit}{context.words['semicolon']}{rule}"


def rule_letter(expanded: Expanded, cell: Criterion | None) -> str:
    """How a requirement is passed: M mean time, B bandwidth, P percentile, R ratio or share, E evidence."""
    if expanded.family == "capability" or cell is None or cell.limit is None or not expanded.blocks:
        return "E" if cell is None or cell.limit is None else "R"
    measure = cell.measure
    if measure.statistic.startswith("p") or measure.statistic == "max":
        return "P"
    if measure.name in ("busbw", "algbw", "bandwidth"):
        return "B"
    return "R" if measure.name in RATIOS or measure.against is not None else "M"


def _where(context: Context, expanded: Expanded, cell: Criterion | None) -> str:
    """Groups with their ranks, the cell's own size, and the sizes that are swept."""
    groups = list(dict.fromkeys(block.place.group for block in expanded.blocks))
    named = [_group(context, group) for group in groups[:NAMED]]
    text = context.words.join(named) if len(groups) <= NAMED else context.words("paths.more", count=str(len(groups)))
    sizes = [n for block in expanded.blocks for n in block.run_at if not isnan(n)]
    own = swept(cell.n) if cell is not None and cell.n else ""
    if sizes and min(sizes) < max(sizes):
        span = f"{swept(min(sizes))}\u2013{swept(max(sizes))}"
        own = f"{own} ({span})" if own else span
    return " \u00b7 ".join(part for part in (text, own) if part) or NONE


def _group(context: Context, group: str) -> str:
    found = context.spec.groups.get(group)
    if found is None:
        return group
    return f"{group} {found.most_ranks_per_node}\u00d7{found.nodes}" if not found.uneven else f"{group} {found.size}"


def _scope(context: Context, expanded: Expanded) -> str:
    """Conditions, skews where there is more than even load, and how many cells there are."""
    words = context.words
    conditions = list(dict.fromkeys(context.condition(block.condition) for block in expanded.blocks if block.condition))
    skews = list(dict.fromkeys(fraction(block.skew) for block in expanded.blocks))
    uneven = words("index.skews", skews=words.join(skews)) if skews not in ([], ["1"]) else ""
    cells = words("index.cells", count=Several(expanded.cells)) if expanded.cells else ""
    return " \u00b7 ".join(part for part in (words.join(conditions), uneven, cells) if part)
