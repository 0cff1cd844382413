"""Several vendors beside each other as one page, for screens and for the PDF, in the look of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from estimator.history.offered import Offer, Offered, Vendor
from estimator.history.offers import Asked
from estimator.report.numbers import seconds
from estimator.report.pages.document import Assets, Document
from estimator.report.pages.html import PRINT_STYLES, SCREEN_STYLES, environment, policy
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.words.lookup import Words, words
from estimator.spec.values.base import Language

TEMPLATE = "offers.html.j2"
STYLE = "acceptance.css"


class StepRow(NamedTuple):
    """What a vendor makes of the step, formatted."""

    vendor: str
    platform: str
    exposed: str
    allowed: str
    closes: str
    without: str


class Said(NamedTuple):
    """What a vendor says to a requirement: the state and value, what they amount to, the remark."""

    state: str
    value: str
    notes: str
    remark: str


class OfferRow(NamedTuple):
    """One requirement."""

    id: str
    title: str
    limit: str
    estimate: str
    said: tuple[Said, ...]


def offers_page(found: Offered, assets: Assets, language: Language, *, for_print: bool) -> Document:
    """The page in one language; it runs no script."""
    screen = _page(found, assets, language, SCREEN_STYLES, printing=False)
    return Document(language, screen, _page(found, assets, language, PRINT_STYLES, printing=True) if for_print else "")


def _page(found: Offered, assets: Assets, language: Language, styles: tuple[str, ...], *, printing: bool) -> str:
    say, document = words(language), found.spec.document
    style = "\n".join(assets.templates[name] for name in (*styles, STYLE))
    return (
        environment(assets.templates)
        .get_template(TEMPLATE)
        .render(
            id=f"{document.id} {document.version}",
            title=say("offers.title", title=document.title.get(language)),
            vendors=[one.name for one in found.vendors],
            steps=[_step(one, say) for one in found.vendors],
            rows=[_row(one, found, say) for one in found.requirements.values()],
            w=say.texts,
            style=Markup(style),  # noqa: S704 - the project's own style sheets
            policy_text=policy(""),
            version=assets.version,
            printing=printing,
        )
    )


def _step(one: Vendor, say: Words) -> StepRow:
    allowed = one.closure.allotment.allowed_s
    return StepRow(
        one.name,
        one.platform or say["offers.platform.own"],
        seconds(one.closure.musts_met[1]),
        "" if allowed is None else seconds(allowed),
        say[f"offers.closes.{one.closure.closes or 'none'}"],
        say.join(one.without),
    )


def _row(one: Asked, found: Offered, say: Words) -> OfferRow:
    cell, language = one.cell, say.language
    limit = limit_text(cell, language) if cell is not None and cell.limit is not None else ""
    ends = cell.expected if cell is not None else None
    estimate = " .. ".join(value_text(end, cell.unit, language) for end in ends) if cell is not None and ends else ""
    title = found.spec.requirements[one.id].title.get(language)
    said = tuple(_said(each.offers.get(one.id), say) for each in found.vendors)
    return OfferRow(one.id, title, limit, estimate, said)


def _said(offer: Offer | None, say: Words) -> Said:
    if offer is None:
        return Said(say["offers.none"], "", "", "")
    entry, answer = offer.entry, offer.entry.answer
    state = say[f"offers.state.{answer.state}"] if answer.state is not None else ""
    value = value_text(entry.value, entry.cell.unit, say.language) if entry.value is not None and entry.cell else ""
    return Said(state, value, say.join(list(_notes(offer, say))), answer.remark or "")


def _notes(offer: Offer, say: Words) -> Iterator[str]:
    answer = offer.entry.answer
    if offer.scale:
        yield say[f"offers.scale.{offer.scale}"]
    if offer.own_scale:
        yield say("offers.own", scale=say[f"offers.scale.{offer.own_scale}"])
    if offer.passes is False:
        yield say["offers.fails"]
    if answer.level is not None:
        yield say[f"offers.level.{answer.level}"]
    if offer.entry.stale:
        yield say["offers.stale"]
    if answer.decision is not None:
        yield say("offers.decision", decision=answer.decision)
