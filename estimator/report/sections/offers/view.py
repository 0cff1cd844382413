"""Several vendors beside each other as view data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from estimator.history.vendors.offered import Offer, Offered, Vendor
from estimator.history.vendors.offers import AskedRequirement
from estimator.report.numbers import seconds
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.words.lookup import Words


class StepRow(NamedTuple):
    """What a vendor makes of the step, formatted."""

    vendor: str
    platform: str
    exposed: str
    allowed: str
    closes: str
    without: str


class VendorSaid(NamedTuple):
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
    said: tuple[VendorSaid, ...]


@dataclass(frozen=True)
class OffersView:
    """The document and its vendors; a row a vendor on the step, a row a requirement."""

    id: str
    title: str
    vendors: tuple[str, ...]
    steps: tuple[StepRow, ...]
    rows: tuple[OfferRow, ...]


def offers_view(found: Offered, say: Words) -> OffersView:
    """The vendors beside each other in one language."""
    document = found.spec.document
    return OffersView(
        id=f"{document.id} {document.version}",
        title=say("offers.title", title=document.title.get(say.language)),
        vendors=tuple(one.name for one in found.vendors),
        steps=tuple(_step(one, say) for one in found.vendors),
        rows=tuple(_row(one, found, say) for one in found.requirements.values()),
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


def _row(one: AskedRequirement, found: Offered, say: Words) -> OfferRow:
    cell, language = one.cell, say.language
    limit = limit_text(cell, language) if cell is not None and cell.limit is not None else ""
    ends = cell.expected if cell is not None else None
    estimate = " .. ".join(value_text(end, cell.unit, language) for end in ends) if cell is not None and ends else ""
    title = found.spec.requirements[one.id].title.get(language)
    said = tuple(_said(each.offers.get(one.id), say) for each in found.vendors)
    return OfferRow(one.id, title, limit, estimate, said)


def _said(offer: Offer | None, say: Words) -> VendorSaid:
    if offer is None:
        return VendorSaid(say["offers.none"], "", "", "")
    entry, answer = offer.entry, offer.entry.answer
    state = say[f"offers.state.{answer.state}"] if answer.state is not None else ""
    value = value_text(entry.value, entry.cell.unit, say.language) if entry.value is not None and entry.cell else ""
    return VendorSaid(state, value, say.join(list(_notes(offer, say))), answer.remark or "")


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
