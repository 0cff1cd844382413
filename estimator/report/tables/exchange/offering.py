"""Several vendors beside each other as text, JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estimator.errors import one_line
from estimator.history.vendors.answers import STATES
from estimator.history.vendors.offered import Offer, Offered, Vendor
from estimator.history.vendors.offers import AskedRequirement
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.tables.exchange.answering import entry_data
from estimator.report.tables.rows import Scalar, comma_separated, document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_time

SCHEMA = 1
SCALE = {"inside": "inside", "doubtful": "doubtful", "no_gain": "no gain", "": ""}
CLOSES = {"yes": "the step closes", "no": "the step does not close", "never": "the step can never close"}


def offered_text(found: Offered, screen: Screen = PLAIN) -> str:
    """A table of requirements by vendors, then the step with what each offers."""
    lines = [
        *fitted(offered_table(found), screen, (0, 1, 1, *(0 for _ in found.vendors))),
        "",
        "inside: the estimate; doubtful: better than its optimistic end; no gain: worse than",
    ]
    lines.append("its conservative one. Compared with the spec's platform; own: with that of the vendor.")
    return "\n".join([*lines, "", *(line for one in found.vendors for line in _step(one)), ""])


def offered_table(found: Offered) -> list[list[str]]:
    """A row a requirement, what each vendor says beside it; the first is the head."""
    head = ["requirement", "limit", "estimate", *(one_line(one.name) for one in found.vendors)]
    return [head, *(_row(one, found.vendors) for one in found.requirements.values())]


def _row(one: AskedRequirement, vendors: tuple[Vendor, ...]) -> list[str]:
    cell = one.cell
    limit = limit_text(cell, "en") if cell is not None and cell.limit is not None else "-"
    estimate = "-"
    if cell is not None and cell.expected is not None:
        estimate = " .. ".join(value_text(end, cell.unit, "en") for end in cell.expected)
    return [one.id, limit, estimate, *(_said(vendor.offers.get(one.id)) for vendor in vendors)]


def _said(offer: Offer | None) -> str:
    if offer is None:
        return "-"
    entry = offer.entry
    parts: list[str] = [entry.answer.state or "?"]
    if entry.value is not None and entry.cell is not None:
        parts.append(value_text(entry.value, entry.cell.unit, "en"))
    parts += [SCALE[offer.scale]] if offer.scale else []
    parts += [f"own: {SCALE[offer.own_scale]}"] if offer.own_scale else []
    parts += ["fails the limit"] if offer.passes is False else []
    parts += ["stale"] if entry.stale else []
    return ", ".join(parts)


def _step(one: Vendor) -> list[str]:
    allowed = one.closure.allotment.allowed_s
    on = f" on {one_line(one.platform)}" if one.platform else ""
    name, exposed = one_line(one.name), format_time(one.closure.musts_met[1])
    if allowed is None or one.closure.closes is None:
        return [f"{name}: {exposed} exposed in a step with its offers{on}; the spec has no budget."]
    lines = [f"{name}: {CLOSES[one.closure.closes]} with its offers{on}: {exposed} exposed of {format_time(allowed)}."]
    if one.without:
        lines.append(f"  Nothing that stands on {', '.join(one.without)}: conservative times count.")
    return lines


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
