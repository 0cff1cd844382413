"""The cover: what the document is, whether the budget closes, what it rests on, and every requirement by its id."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from estimator.report.numbers import NONE, Several, percent, seconds, span
from estimator.report.sections.cover.closing import ClosingView, closing_view
from estimator.report.sentences.sentence import acceptance
from estimator.report.sentences.texts import value_text
from estimator.report.view.context import Context
from estimator.report.view.machine.levels import platform_text
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.operations.factors import assumption_name
from estimator.report.view.operations.share import assumed_share
from estimator.report.view.requirements.cells import short
from estimator.report.view.requirements.ids import by_family, short_ids, spaced
from estimator.require.criterion import Criterion
from estimator.units import Counted

TOP_MUSTS = 4
FIRST = 3
CHIPS = 150
"""Beyond so many requirements a family is a count, not a row of chips."""


class MustRow(NamedTuple):
    """A requirement in one line."""

    id: str
    title: str
    limit: str
    estimate: str
    chip: Mark


class Chip(NamedTuple):
    """One requirement by the number in its id; ``css`` says its level."""

    id: str
    number: str
    css: str


class Family(NamedTuple):
    """Requirements of one family; ``many`` in place of chips where there are very many."""

    name: str
    chips: tuple[Chip, ...]
    many: str


@dataclass(frozen=True)
class CoverView:
    """The first page. ``facts`` are (name, text, small text); ``settle``: what is open before anybody signs."""

    id: str
    title: str
    subtitle: str
    status: str
    status_note: str
    version: str
    facts: tuple[tuple[str, str, str], ...]
    approvers: tuple[str, ...]
    fingerprint: str
    closing: ClosingView
    assumed: str
    first: tuple[str, ...]
    settle: tuple[str, ...]
    counts: str
    families: tuple[Family, ...]
    musts: tuple[MustRow, ...]
    other: tuple[str, str] | None
    run: str
    foot: str
    draft: str = ""


def cover_view(context: Context) -> CoverView:
    """The cover."""
    words, document, material = context.words, context.spec.document, context.material
    print_version = document.version + (f"{words['comma']}{document.date}" if document.date else "")
    cells = Several(sum(expanded.cells for expanded in material.expanded.values()))
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
        closing=closing_view(context),
        assumed=percent(assumed_share(context.table)),
        first=tuple(_first(context)),
        settle=tuple(_settle(context)),
        counts=words("cover.requirements", cells=cells, **requirement_counts(context)),
        families=tuple(_families(context)),
        musts=musts(context),
        other=_other(context),
        run=f"{document.id} \u00b7 {document.version} \u00b7 {words[f'status.{document.status}']}",
        foot=_foot(context),
        draft=draft_mark(context),
    )


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


def _first(context: Context) -> list[str]:
    """The assumptions to measure first, each with the seconds and the share that it explains."""
    shown = [item for item in context.table.ranking[:FIRST] if item.seconds > 0.0]
    return [
        context.words(
            "cover.first.item",
            what=assumption_name(context, item.assumption),
            seconds=seconds(item.seconds),
            share=percent(item.share),
        )
        for item in shown
    ] or [context.words["cover.first.none"]]


def _settle(context: Context) -> list[str]:
    """What is open before anybody signs: what closes the budget, operations without a must, questions, findings."""
    words, material, closure = context.words, context.material, context.material.closure
    found = []
    if closure.closes in ("no", "never"):
        closing = [one for one in material.takes if one.found.value.conservative is not None]
        found.append(words["cover.settle.one" if closing else "cover.settle.several"])
    bare = [name for name, one in closure.operations.items() if one.even.limit_s is None and one.full.limit_s is None]
    if bare and context.spec.requirements:
        counts = {"bare": Several(len(bare)), "all": Several(len(closure.operations))}
        found.append(words("cover.settle.bare", **counts))
    for key, count in (("open", len(context.spec.open_points)), ("findings", len(material.problems))):
        if count:
            found.append(words(f"cover.settle.{key}", count=Several(count)))
    return found or [words["cover.settle.none"]]


def _families(context: Context) -> list[Family]:
    requirements = context.spec.requirements
    families = by_family(short_ids(list(requirements)).items())
    bare = len(requirements) > CHIPS
    return [
        Family(
            name,
            () if bare else tuple(Chip(id_, number, requirements[id_].priority) for id_, number in members),
            f"{members[0][1]} \u2026 {members[-1][1]} ({len(members)})" if bare else "",
        )
        for name, members in families.items()
    ]


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
        limit=short(acceptance(context.material.expanded[name], context.language, () if cell is None else (cell,)))
        or NONE,
        estimate=expected_text(context, cell),
        chip=priority_mark(context.words, requirement.priority),
    )


def expected_text(context: Context, cell: Criterion | None) -> str:
    """What the model expects of a cell's metric, as an interval."""
    if cell is None or cell.expected is None:
        return NONE
    return span(*cell.expected, lambda value: short(value_text(value, cell.unit, context.language)))
