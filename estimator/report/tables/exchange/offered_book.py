"""Vendors beside each other as sheets of a workbook, in the reader's language; the values behind them by their keys."""

from __future__ import annotations

from estimator.history.vendors.offered import Offer, Offered, Vendor
from estimator.history.vendors.offers import AskedRequirement
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.tables.exchange.book_sheets import BookSheet
from estimator.report.tables.exchange.offering import offered_rows
from estimator.report.tables.rows import Scalar
from estimator.report.words.lookup import Words, words
from estimator.spec.values.base import Language


def comparison_sheets(found: Offered, language: Language) -> tuple[BookSheet, BookSheet, BookSheet]:
    """What is said of each requirement, the step with what each vendor offers, and every value with its key."""
    said = words(language)
    return _compared(found, said), _step(found, said), _values(found)


def _compared(found: Offered, said: Words) -> BookSheet:
    titles = {"zh": "名称", "en": "Title"}
    heads = [
        *(said["offers.requirement"], titles[said.language], said["offers.limit"], said["offers.estimate"]),
        *(one.name for one in found.vendors),
    ]
    rows: list[list[Scalar]] = [_row(found, one, said) for one in found.requirements.values()]
    widths = [16, 30, 22, 34, *(30 for _ in found.vendors)]
    name = {"zh": "比较", "en": "Compared"}[said.language]
    return BookSheet(name, heads, heads, rows, widths, ["text"] * len(heads), held=2)


def _row(found: Offered, one: AskedRequirement, said: Words) -> list[Scalar]:
    cell, language = one.cell, said.language
    limit = limit_text(cell, language) if cell is not None and cell.limit is not None else ""
    ends = cell.expected if cell is not None else None
    estimate = " .. ".join(value_text(end, cell.unit, language) for end in ends) if cell is not None and ends else ""
    title = found.spec.requirements[one.id].title.get(language)
    return [one.id, title, limit, estimate, *(_said(vendor.offers.get(one.id), said) for vendor in found.vendors)]


def _said(offer: Offer | None, said: Words) -> str:
    """What a vendor says, and what is said of it."""
    if offer is None:
        return said["offers.none"]
    entry = offer.entry
    parts = [said[f"offers.state.{entry.answer.state}"] if entry.answer.state else "?"]
    if entry.value is not None and entry.cell is not None:
        parts.append(value_text(entry.value, entry.cell.unit, said.language))
    parts += [said[f"offers.scale.{offer.scale}"]] if offer.scale else []
    parts += [said("offers.own", scale=said[f"offers.scale.{offer.own_scale}"])] if offer.own_scale else []
    parts += [said["offers.fails"]] if offer.passes is False else []
    parts += [said["offers.stale"]] if entry.stale else []
    parts += [said[f"offers.level.{entry.answer.level}"]] if entry.answer.level else []
    return said.join(parts)


def _step(found: Offered, said: Words) -> BookSheet:
    keys = ("vendor", "platform", "exposed", "allowed", "closes", "without")
    heads = [said[f"offers.{key}"] for key in keys]
    heads[2:4] = [f"{head} (s)" for head in heads[2:4]]
    rows = [_of_step(one, said) for one in found.vendors]
    name = {"zh": "步", "en": "Step"}[said.language]
    return BookSheet(
        name, keys, heads, rows, [20, 26, 20, 20, 14, 40], ["text", "text", "exact", "exact", "text", "text"]
    )


def _of_step(one: Vendor, said: Words) -> list[Scalar]:
    closes = said[f"offers.closes.{one.closure.closes or 'none'}"]
    seconds = (one.closure.musts_met[1], one.closure.allotment.allowed_s)
    platform = one.platform or said["offers.platform.own"]
    return [one.name, platform, *seconds, closes, said.join(one.without)]


def _values(found: Offered) -> BookSheet:
    """The rows of the CSV, whose heads programs know."""
    rows = offered_rows(found)
    heads = [*rows[0]]
    widths = [max(len(head), 12) + 2 for head in heads]
    return BookSheet("Values", heads, heads, [[*row.values()] for row in rows], widths, ["number"] * len(heads), held=2)
