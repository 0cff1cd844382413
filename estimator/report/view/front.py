"""The first pages: cover, what changed, summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.collectives import EXCHANGES
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.report.figures.traffic import TrafficLabels, traffic_figure
from estimator.report.numbers import NONE, Several, percent, seconds, span, whole
from estimator.report.sentences.sentence import acceptance
from estimator.report.sentences.texts import value_text
from estimator.report.view.cells import short
from estimator.report.view.context import Context, total_name
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.squares import squares
from estimator.report.view.swings import assumption_name
from estimator.report.view.workload import budget_text, platform_text
from estimator.require.criterion import Criterion
from estimator.units import Counted

TOP_MUSTS = 4
LONGEST = 5


class MustRow(NamedTuple):
    """A requirement in one line."""

    id: str
    title: str
    limit: str
    estimate: str
    chip: Mark


@dataclass(frozen=True)
class CoverView:
    """The first page. ``facts`` are (name, text, small text); ``big`` are the three numbers of the strip."""

    id: str
    title: str
    subtitle: str
    status: str
    status_note: str
    version: str
    facts: tuple[tuple[str, str, str], ...]
    approvers: tuple[str, ...]
    fingerprint: str
    counts: str
    squares: Markup
    total_name: str
    total: str
    exposed: str
    first: str
    first_note: str
    musts: tuple[MustRow, ...]
    traffic: Markup | None
    traffic_note: str
    other: tuple[str, str] | None
    run: str
    foot: str
    draft: str = ""


def cover_view(context: Context) -> CoverView:
    """The cover."""
    words, document, material = context.words, context.spec.document, context.material
    first, first_note = first_measure(context)
    exchange = _exchange(context)
    print_version = document.version + (f"{words['comma']}{document.date}" if document.date else "")
    return CoverView(
        id=document.id,
        title=context.own(document.title),
        subtitle=platform_text(context),
        status=words[f"status.{document.status}"],
        status_note=words[f"status.{document.status}.note"],
        version=print_version,
        facts=tuple(_facts(context)),
        approvers=tuple(context.own(role) for role in document.approvers),
        fingerprint=spaced(material.fingerprint),
        counts=words("cover.requirements", **requirement_counts(context)),
        squares=_squares(context),
        total_name=total_name(context, "cover.total"),
        total=span(*context.table.total, seconds),
        exposed=words("cover.exposed", exposed=span(*context.table.exposed, seconds)),
        first=first,
        first_note=first_note,
        musts=musts(context),
        traffic=None if exchange is None else _traffic(context, exchange),
        traffic_note="" if exchange is None else _traffic_note(context, exchange),
        other=_other(context),
        run=f"{document.id} \u00b7 {document.version} \u00b7 {words[f'status.{document.status}']}",
        foot=_foot(context),
        draft=draft_mark(context),
    )


def spaced(fingerprint: str) -> str:
    """The fingerprint in groups of four."""
    return " ".join(fingerprint[i : i + 4] for i in range(0, len(fingerprint), 4))


def draft_mark(context: Context) -> str:
    """What every page of a draft under a released number says; "" of any other document."""
    return context.words("cover.draft", version=context.spec.document.version) if context.material.draft else ""


def _foot(context: Context) -> str:
    date = context.spec.document.date
    text = f"{context.words['cover.fingerprint']} {spaced(context.material.fingerprint)}"
    if mark := draft_mark(context):
        text = f"{mark} \u00b7 {text}"
    return f"{text} \u00b7 {date}" if date else text


def _facts(context: Context) -> list[tuple[str, str, str]]:
    words, document = context.words, context.spec.document
    before = f"{words['cover.before']} {document.previous}" if document.previous else words["cover.first"]
    version = f"{document.version}{words['comma']}{document.date}" if document.date else document.version
    facts = [(words["cover.version"], version, before)]
    if document.superseded_by is not None:
        facts.append((words["cover.superseded"], document.superseded_by, ""))
    for key, text in (
        ("owner", document.owner),
        ("recipient", document.recipient),
        ("confidentiality", document.confidentiality),
    ):
        if text is not None:
            facts.append((words[f"cover.{key}"], context.own(text), ""))
    return facts


def _other(context: Context) -> tuple[str, str] | None:
    """Language and file of the other version, when there is one."""
    others = [language for language in context.spec.document.languages if language != context.language]
    return (others[0], f"requirements.{others[0]}.html") if others else None


def requirement_counts(context: Context) -> dict[str, Counted]:
    """How many requirements there are, by priority."""
    counted = Counter(requirement.priority for requirement in context.spec.requirements.values())
    counts: dict[str, Counted] = {priority: Several(counted[priority]) for priority in ("must", "should", "may")}
    return counts | {"all": Several(len(context.spec.requirements))}


def _squares(context: Context) -> Markup:
    requirements = context.spec.requirements
    must = [requirement.priority == "must" for requirement in requirements.values()]
    drawn = squares(list(requirements), must, context.words("cover.requirements", **requirement_counts(context)))
    return Markup(drawn)  # noqa: S704 - the drawing escapes its texts


def first_measure(context: Context) -> tuple[str, str]:
    """The assumption to measure first, and what it explains."""
    words, ranking = context.words, context.table.ranking
    if not ranking or ranking[0].seconds <= 0.0:
        return words["cover.first.none"], ""
    first = ranking[0]
    note = words("cover.first.note", share=percent(first.share), seconds=seconds(first.seconds))
    return assumption_name(context, first.assumption), note


def musts(context: Context) -> tuple[MustRow, ...]:
    """One must for each of the operations that take most of a step; those without an operation come last."""
    requirements, material = context.spec.requirements, context.material
    first: dict[str, str] = {}
    for operation in material.leading:
        served = [name for name in material.serving.get(operation, ()) if requirements[name].priority == "must"]
        if served:
            first[operation] = served[0]
    general = [
        name
        for name, requirement in requirements.items()
        if requirement.priority == "must" and getattr(requirement, "operation", None) is None
    ]
    return tuple(_must(context, name) for name in [*first.values(), *general][:TOP_MUSTS])


def _must(context: Context, name: str) -> MustRow:
    requirement = context.spec.requirements[name]
    cell = context.material.mains.get(name)
    return MustRow(
        id=name,
        title=context.own(requirement.title),
        limit=acceptance(context.material.expanded[name], context.language, () if cell is None else (cell,)) or NONE,
        estimate=expected_text(context, cell),
        chip=priority_mark(context.words, requirement.priority),
    )


def expected_text(context: Context, cell: Criterion | None) -> str:
    """What the model expects of a cell's metric, as an interval."""
    if cell is None or cell.expected is None:
        return NONE
    return span(*cell.expected, lambda value: short(value_text(value, cell.unit, context.language)))


def _exchange(context: Context) -> OperationEstimate | None:
    """The All-to-All that takes most of a step and spans several nodes."""
    rows = (context.table.operations[name] for name in context.material.leading)
    return next((row for row in rows if row.collective in EXCHANGES and row.shape.nodes > 1), None)


def _traffic(context: Context, row: OperationEstimate) -> Markup:
    words, nodes = context.words, Several(row.shape.nodes)
    labels = TrafficLabels(
        title=words["traffic.title"],
        desc=words("traffic.desc", nodes=nodes),
        sender=words["traffic.sender"],
        receiver=words["traffic.receiver"],
    )
    return Markup(traffic_figure(row.shape.nodes, None, labels))  # noqa: S704 - the figure escapes its texts


def _traffic_note(context: Context, row: OperationEstimate) -> str:
    crossing = (row.shape.nodes - 1) / row.shape.nodes
    return context.words("cover.traffic", operation=context.operation_title(row.id), crossing=percent(crossing))


@dataclass(frozen=True)
class ChangesView:
    """What each version changed: (version, date, text); empty for a first version."""

    lead: str
    rows: tuple[tuple[str, str, str], ...]


def changes_view(context: Context) -> ChangesView:
    """The section on changes."""
    words, history = context.words, context.spec.document.history
    rows = tuple((item.version, item.date or NONE, context.own(item.text)) for item in history)
    return ChangesView(words["changes.lead"] if rows else words["changes.first"], rows)


@dataclass(frozen=True)
class SummaryView:
    """Facts as (name, text), the operations that take most of a step, the top musts."""

    lead: str
    facts: tuple[tuple[str, str], ...]
    longest: tuple[tuple[str, str, str, str], ...]
    musts: tuple[MustRow, ...]


def summary_view(context: Context) -> SummaryView:
    """The summary."""
    return SummaryView(
        lead=context.text(context.spec.document.summary),
        facts=tuple(_summary_facts(context)),
        longest=tuple(_longest(context)),
        musts=musts(context),
    )


def _summary_facts(context: Context) -> list[tuple[str, str]]:
    words, table = context.words, context.table
    regimes = Counter(row.conservative.regime for row in table.operations.values())
    by_regime = {regime: str(regimes[regime]) for regime in ("cut", "bandwidth", "latency")}
    operations = words("summary.operations.text", count=whole(len(table.operations)), **by_regime)
    cells = sum(expanded.cells for expanded in context.material.expanded.values())
    requirements = words("summary.requirements.text", cells=Several(cells), **requirement_counts(context))
    first, note = first_measure(context)
    facts = [
        (total_name(context, "summary.total"), span(*table.total, seconds)),
        (total_name(context, "summary.exposed"), span(*table.exposed, seconds)),
    ]
    for step, sums in table.others.items():
        exposed = words("cover.exposed", exposed=span(*sums.exposed, seconds))
        facts.append(
            (total_name(context, "summary.total", step), span(*sums.total, seconds) + words["comma"] + exposed)
        )
    budget = budget_text(context)
    if budget:
        facts.append((words["summary.budget"], budget))
    assumed = words("summary.assumed.text", share=percent(assumed_share(table)))
    return [
        *facts,
        (words["summary.operations"], operations),
        (words["summary.requirements"], requirements),
        (words["summary.assumed"], assumed),
        (words["summary.first"], f"{first}{words['comma']}{note}" if note else first),
    ]


def assumed_share(table: EstimateTable) -> float:
    """Share of a step's conservative total that rests on assumptions [1]; of all calls where nothing is in the step."""
    rows = table.in_main.values()
    weights = [row.step.total.conservative for row in rows]
    if not sum(weights):
        weights = [row.time.conservative for row in rows]
    whole_time = sum(weights)
    return sum(w * row.assumed_share for w, row in zip(weights, rows, strict=True)) / whole_time if whole_time else 0.0


def _longest(context: Context) -> list[tuple[str, str, str, str]]:
    table = context.table
    whole_step = table.total.conservative
    found = []
    for name in context.material.leading[:LONGEST]:
        row = table.operations[name]
        if row.step.total.conservative > 0.0 and row.step.of == table.main:
            share = percent(row.step.total.conservative / whole_step)
            found.append((name, context.operation_title(name), span(*row.step.total, seconds), share))
    return found
