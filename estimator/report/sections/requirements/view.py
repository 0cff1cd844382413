"""Requirement cards: the demand, its acceptance line, the test, the estimate, and an empty form for the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

from estimator.report.figures.bars import ScaleTexts, scale
from estimator.report.figures.drawing.svg import with_fonts
from estimator.report.numbers import Several
from estimator.report.pages.markdown import Markdown
from estimator.report.sections.requirements.margin import finite, margin
from estimator.report.sections.requirements.origin import origin_of
from estimator.report.sentences.sentence import acceptance, sentence
from estimator.report.sentences.texts import limit_text, value_text, wording
from estimator.report.view.breaks import unbroken
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.requirements.cells import CellTable, cell_tables, has_gaps, short
from estimator.report.view.requirements.links import Links, links_of
from estimator.report.view.requirements.procedure import procedure_text
from estimator.report.view.requirements.versions import change_mark
from estimator.report.view.shared import SaidOnce, shared
from estimator.require.criterion import Criterion
from estimator.require.items import evidence_of, pass_rule_of
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.tool import Command, joined


@dataclass(frozen=True, slots=True)
class CardView:
    """One requirement."""

    id: str
    title: str
    kind_id: str
    kind: str
    chip: Mark
    changed: Mark | None
    frozen: str
    before: Markup
    modal: str
    after: Markup
    acceptance: str
    conditions: str
    told: str
    commands: tuple[Markup, ...]
    command_label: str
    command_note: Markup
    rationale: Markup
    note: Markup
    operation: str
    links: Markup
    scale: Markup
    margin: str
    cells_label: str
    cells: tuple[CellTable, ...]
    limit_regime: str
    assumed: str


@dataclass(frozen=True)
class CardsView:
    """All cards."""

    lead: str
    cards: tuple[CardView, ...]
    kinds: tuple[tuple[str, str], ...]


def cards_view(context: Context, markdown: Markdown) -> CardsView:
    """The section of requirements."""
    words = context.words
    links = links_of(context.spec)
    said = shared(context)
    cards = tuple(card(context, markdown, links, said, name) for name in context.spec.requirements)
    kinds = tuple({card.kind_id: card.kind for card in cards}.items())
    return CardsView(words["cards.lead"] if cards else words["cards.none"], cards, kinds)


def card(context: Context, markdown: Markdown, links: Links, said: SaidOnce, name: str) -> CardView:
    """One requirement by its id; ``said``: what the method says for all of them."""
    words, language, requirement = context.words, context.language, context.spec.requirements[name]
    expanded, cell = context.material.expanded[name], context.material.mains.get(name)
    text = said.named(sentence(name, context.spec, expanded, language))
    before, modal, after = _at_modal(text, wording(language).modal[requirement.priority])
    row = context.table.operations.get(getattr(requirement, "operation", None) or "")
    demand, named = _at_operation(said.linked(links.linked(escape(before))), row.id if row else "")
    cells = cell_tables(context, expanded, cell)
    counted = wording(language).phrase["cells"].format(count=expanded.cells) if cells else ""
    found = context.material.commands[name]
    near = margin(context, cell, requirement) if expanded.family == "performance" else ""
    under = _conditions(context, name, said, cell, f"{text} {counted}")
    return CardView(
        id=name,
        title=context.own(requirement.title),
        kind_id=requirement.kind,
        kind=words.get(f"kind.{requirement.kind}", requirement.kind),
        chip=priority_mark(words, requirement.priority),
        changed=change_mark(context, name),
        frozen=words["cards.frozen"] if cell is not None and cell.how == "frozen" else "",
        before=demand,
        modal=modal,
        after=said.linked(links.linked(escape(after))),
        acceptance=_acceptance(context, name, cell),
        conditions=under,
        told=words["semicolon"].join(part for part in (under, near) if part),
        commands=tuple(unbroken(line) for line in _lines(context, found)),
        command_label=words["cards.command" if found else "cards.test"],
        command_note=said.linked(escape(said.named(_notes(context, name, said)))),
        rationale=links.linked(markdown.inline(context.text(requirement.rationale))),
        note=links.linked(markdown.inline(context.text(requirement.note))),
        operation=row.id if row and not named else "",
        links=_links(context, links, name),
        scale=_scale(context, cell),
        margin=near,
        cells_label=words("cards.cells.gaps" if has_gaps(cells) else "cards.cells", count=Several(expanded.cells))
        if cells
        else "",
        cells=cells,
        limit_regime=row.conservative.regime if row else "",
        assumed=f"{row.assumed_share * 100:.0f}" if row else "",
    )


def _acceptance(context: Context, name: str, cell: Criterion | None) -> str:
    """Metric and limit, and the rule by which an item of evidence passes."""
    words, expanded = context.words, context.material.expanded[name]
    limit = acceptance(expanded, context.language, () if cell is None else (cell,))
    rule = context.text(pass_rule_of(context.spec.requirements[name]))
    passes = f"{words['cards.pass']}{words['colon']}{rule}" if rule else ""
    return words["semicolon"].join(part for part in (limit, passes) if part) or words["cards.capability"]


def _conditions(context: Context, name: str, shared: SaidOnce, cell: Criterion | None, text: str) -> str:
    """The conditions of the test beyond those of the sentence ``text``, and where its limit came from."""
    words = context.words
    how = origin_of(context, name, cell) if cell is not None else ""
    said = procedure_text(context, name, shared.usual, text)
    parts = [said, how if said else ""]
    return words["semicolon"].join(part for part in parts if part)


def _lines(context: Context, found: tuple[Command, ...]) -> tuple[str, ...]:
    """The command lines; where they run on different groups, or differ in how many at once, each says which."""
    places = {(command.group, command.at_once) for command in found}
    if len(places) < 2:
        return tuple(dict.fromkeys(command.line for command in found))
    said = {
        command.line: context.words("cards.run", group=command.group, at_once=str(command.at_once)) for command in found
    }
    return tuple(f"{line}  # {text}" for line, text in said.items())


def _notes(context: Context, name: str, said: SaidOnce) -> str:
    """What the command lines do not say by themselves, each remark once, and the cells that no public tool can run.

    What all commands of the tool need is said with the method, and the counts of the kit in the line of conditions.
    """
    words, number = context.words, 0 if context.language == "zh" else 1
    requirement = context.spec.requirements[name]
    everywhere = said.remarks.get(requirement.test.tool, ()) if isinstance(requirement, MeasurableRequirement) else ()
    remarks = dict.fromkeys(one for command in context.material.commands[name] for one in command.remarks)
    left = context.material.by_kit[name]
    kit = (words("cards.kit", how=joined(one.remarks)[number]) for one in left)
    return words["semicolon"].join([*(one[number] for one in remarks if one not in everywhere), *dict.fromkeys(kit)])


def _at_modal(text: str, modal: str) -> tuple[str, str, str]:
    """The sentence around its one must, should or may."""
    before, found, after = text.partition(modal)
    return (before, found, after) if found else (text, "", "")


def _at_operation(html: Markup, operation: str) -> tuple[Markup, bool]:
    """A sentence whose operation, in brackets after its title, leads to its estimate; whether it was named there."""
    link = Markup('<a href="#op-{0}">{0}</a>').format(operation)
    found, count = re.subn(rf"(?<=[(（]){re.escape(operation)}(?=[,，)）])", link, str(html), count=1)
    return (Markup(found), True) if operation and count else (html, False)  # noqa: S704 - an id of the spec


def _links(context: Context, links: Links, name: str) -> Markup:
    """Where it comes from, who answers, what it is linked with, and the fields of the spec's own."""
    words, requirement = context.words, context.spec.requirements[name]
    parts: list[tuple[str, Markup]] = [
        (words["cards.need"], links.linked(escape(context.text(requirement.need)))),
        ("", escape(words[f"run_by.{requirement.run_by}"])),
        (words["cards.phase"], escape(requirement.phase or "")),
        (words["cards.evidence"], links.linked(escape(context.text(evidence_of(requirement))))),
    ]
    related = (
        ("covers", requirement.covers),
        ("covered", links.covered_by.get(name, ())),
        ("refines", requirement.refines),
        ("refined", links.refined_by.get(name, ())),
        ("mentioned", links.mentioned_by.get(name, ())),
    )
    comma = words["comma"]
    parts += [(words[f"cards.{key}"], Markup(comma).join(links.named(ids))) for key, ids in related]  # noqa: S704
    parts.append((words["cards.inherited"], escape(comma.join(context.spec.inherited(name)))))
    declared = context.spec.document.fields
    parts += [(context.text(declared[key].title, key), escape(value)) for key, value in requirement.fields.items()]
    found = [escape(head + words["colon"]) + text if head else text for head, text in parts if text]
    return Markup(" \u00b7 ").join(found)


def _scale(context: Context, cell: Criterion | None) -> Markup:
    """The scale with bound, interval and limit; "" where the model has nothing to show."""
    if cell is None or cell.expected is None or not all(map(finite, cell.expected)):
        return Markup("")
    low, high = cell.expected
    texts = [short(value_text(value, cell.unit, context.language)) for value in (low, high)]
    limit = short(limit_text(cell, context.language)) if cell.limit is not None else ""
    alt = context.words("cards.scale.alt", low=texts[0], high=texts[1], limit=limit or "\u2014")
    is_time = cell.measure.name == "time" and cell.measure.against is None
    bound = cell.estimate.bound_s if is_time and cell.estimate is not None and cell.estimate.bound_s > 0.0 else None
    drawn = scale(
        low,
        high,
        texts=ScaleTexts(f"{context.words['cards.limit']} {limit}" if limit else "", texts[0], texts[1], alt),
        bound=bound,
        limit=cell.limit,
        less_is_better=cell.comparator != "at_least",
    )
    return Markup(with_fonts(drawn))  # noqa: S704 - the drawing escapes its texts
