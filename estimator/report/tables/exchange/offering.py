"""Several vendors beside each other as text, JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estimator.errors import one_line
from estimator.history.vendors.answers import STATES
from estimator.history.vendors.offered import Offer, Offered, Vendor
from estimator.history.vendors.offers import AskedRequirement
from estimator.phrase import heads, linked, phrase, word
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.tables.exchange.answering import STATE_WORDS, entry_data
from estimator.report.tables.rows import Scalar, comma_separated, document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.spec.values.base import Language
from estimator.units import format_time

SCHEMA = 1
SCALE = {"inside": word("inside"), "doubtful": word("doubtful"), "no_gain": word("no gain")}
CLOSES = {
    "yes": phrase("the step closes"),
    "no": phrase("the step does not close"),
    "never": phrase("the step can never close"),
}


def offered_text(found: Offered, screen: Screen = PLAIN) -> str:
    """A table of requirements by vendors, then the step with what each offers."""
    lines = [
        *fitted(offered_table(found, screen.language), screen, (0, 1, 1, *(0 for _ in found.vendors))),
        "",
        phrase("inside: the estimate; doubtful: better than its optimistic end; no gain: worse than"),
        phrase("its conservative one. Compared with the spec's platform; own: with that of the vendor."),
    ]
    return screen.text([*lines, "", *(line for one in found.vendors for line in _step(one))])


def offered_table(found: Offered, language: Language = "en") -> list[list[str]]:
    """A row a requirement, what each vendor says beside it; the first is the head."""
    head = [*heads("requirement", "limit", "estimate"), *(one_line(one.name) for one in found.vendors)]
    return [head, *(_row(one, found.vendors, language) for one in found.requirements.values())]


def _row(one: AskedRequirement, vendors: tuple[Vendor, ...], language: Language) -> list[str]:
    cell = one.cell
    limit = limit_text(cell, language) if cell is not None and cell.limit is not None else "-"
    estimate = "-"
    if cell is not None and cell.expected is not None:
        estimate = " .. ".join(value_text(end, cell.unit, language) for end in cell.expected)
    return [one.id, limit, estimate, *(_said(vendor.offers.get(one.id), language) for vendor in vendors)]


def _said(offer: Offer | None, language: Language) -> str:
    if offer is None:
        return "-"
    entry = offer.entry
    parts: list[str] = [STATE_WORDS[entry.answer.state] if entry.answer.state else "?"]
    if entry.value is not None and entry.cell is not None:
        parts.append(value_text(entry.value, entry.cell.unit, language))
    parts += [SCALE[offer.scale]] if offer.scale else []
    parts += [phrase("own: {scale}", scale=SCALE[offer.own_scale])] if offer.own_scale else []
    parts += [phrase("fails the limit")] if offer.passes is False else []
    parts += [word("stale")] if entry.stale else []
    return linked(", ", parts)


def _step(one: Vendor) -> list[str]:
    allowed = one.closure.allotment.allowed_s
    name, exposed = one_line(one.name), format_time(one.closure.musts_met[1])
    offers = (
        phrase("its offers on {platform}", platform=one_line(one.platform)) if one.platform else phrase("its offers")
    )
    if allowed is None or one.closure.closes is None:
        return [
            phrase(
                "{name}: {exposed} exposed in a step with {offers}; the spec has no budget.",
                name=name,
                exposed=exposed,
                offers=offers,
            )
        ]
    step = phrase(
        "{name}: {closes} with {offers}: {exposed} exposed of {allowed}.",
        name=name,
        closes=CLOSES[one.closure.closes],
        offers=offers,
        exposed=exposed,
        allowed=format_time(allowed),
    )
    if not one.without:
        return [step]
    names = linked(", ", one.without)
    return [step, phrase("  Nothing that stands on {names}: conservative times count.", names=names)]


def offered_json(found: Offered, about: Mapping[str, object]) -> str:
    """Everything, numbers in SI units; ``about``: the spec that is answered."""
    parts: dict[str, Any] = {
        "commspec_offers": SCHEMA,
        **about,
        "vendors": {one.name: _vendor(one) for one in found.vendors},
        "requirements": {name: _requirement(one, found) for name, one in found.requirements.items()},
    }
    return document(f"{plain(name)}: {plain(value)}" for name, value in parts.items())


def _vendor(one: Vendor) -> dict[str, Any]:
    even, full = one.closure.musts_met
    return {
        "file": one.file,
        "platform": one.platform or None,
        "version": one.received.version,
        "states": {state: sum(e.answer.state == state for e in one.received.entries.values()) for state in STATES},
        "stale": [name for name, entry in one.received.entries.items() if entry.stale],
        "refused": sorted({mark.requirement for mark in one.received.marks if mark.refuses}),
        "open": [*one.received.open, *one.received.absent],
        "closes": one.closure.closes,
        "allowed_s": one.closure.allotment.allowed_s,
        "exposed_s": {"even": even, "full": full},
        "estimate_s": list(one.closure.estimate),
        "without": list(one.without),
    }


def _requirement(one: AskedRequirement, found: Offered) -> dict[str, Any]:
    cell = one.cell
    return {
        "priority": found.spec.requirements[one.id].priority,
        "fingerprint": one.fingerprint,
        "cell": cell.key if cell is not None else None,
        "unit": cell.unit if cell is not None else None,
        "comparator": cell.comparator if cell is not None else None,
        "limit_si": cell.limit if cell is not None else None,
        "tolerance": cell.tolerance if cell is not None else None,
        "expected_si": list(cell.expected) if cell is not None and cell.expected is not None else None,
        "vendors": {each.name: _offer(each.offers.get(one.id)) for each in found.vendors},
    }


def _offer(offer: Offer | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    scales = {"scale": offer.scale or None, "own_scale": offer.own_scale or None}
    return {**entry_data(offer.entry), "passes": offer.passes, **scales}


def offered_csv(found: Offered) -> str:
    """The same rows as text, nothing in which a spreadsheet takes for a formula."""
    return comma_separated(offered_rows(found))


def offered_rows(found: Offered) -> list[dict[str, Scalar]]:
    """One row a requirement and vendor, numbers in SI units."""
    return [_values(one, vendor) for one in found.requirements.values() for vendor in found.vendors]


def _values(one: AskedRequirement, vendor: Vendor) -> dict[str, Scalar]:
    offer, cell = vendor.offers.get(one.id), one.cell
    said = entry_data(offer.entry) if offer is not None else {}
    passes = None if offer is None or offer.passes is None else str(offer.passes).lower()
    return {
        "requirement": one.id,
        "vendor": vendor.name,
        "limit_si": cell.limit if cell is not None else None,
        "expected_optimistic_si": cell.expected.optimistic if cell is not None and cell.expected else None,
        "expected_conservative_si": cell.expected.conservative if cell is not None and cell.expected else None,
        **{key: said.get(key) for key in ("state", "offered_si", "unit", "level", "date", "remark", "decision")},
        "stale": str(said["stale"]).lower() if said else None,
        "passes": passes,
        "scale": offer.scale if offer is not None else None,
        "own_scale": offer.own_scale if offer is not None else None,
        "closes": vendor.closure.closes,
    }
