"""What the review page computes with, as JSON: every number that may be changed, and how all times follow from them.

The same for all languages; `report.review.labels` adds what a reader sees. The page's script in `templates/review/`
evaluates it as `estimate` evaluates the spec, to 1e-9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from estimator.estimate.live.operation import InStep, LiveOperation, live_operations
from estimator.estimate.live.value import Places, Stated
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.estimate.table import cases_of
from estimator.report.review.budget import Limits, budget_data
from estimator.report.review.shared import Json, Shared, sides
from estimator.require.criterion import Expanded
from estimator.spec.bearing import bearing
from estimator.spec.document import Spec
from estimator.spec.same import Keyed, Same

KINDS: Mapping[str, str] = {
    **dict.fromkeys(("alpha", "hop", "messages", "launch", "sync", "root", "window"), "time"),
    **dict.fromkeys(("bandwidth", "one_peer", "unit", "nic", "cut", "reduce", "reorder"), "bandwidth"),
    "message_rate": "rate",
}
"""What a quantity is written in; the rest are plain numbers."""
LEAST: Mapping[str, float] = dict.fromkeys(
    ("skew", "node_skew", "padding", "oversubscription", "compute_slowdown"), 1.0
)
MOST: Mapping[str, float] = {"efficiency": 1.0, "overlap": 1.0, "compute_slowdown": 2.0}
SINGLE = ("link",)
"""Quantities that are one number, the same at both ends."""
FALLING = ("efficiency", "overlap", "window")
"""Plain numbers and times of which the optimistic end is the larger one."""


def review_document(spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded], fingerprint: str = "") -> Json:
    """The page's model: places, tables of values, forms, plans, ends and calls, and the operations over them."""
    document = spec.document
    model = _model(Keyed((spec, table, expanded), (bearing(spec), table.rows, Same(expanded))))
    return {"of": [document.id, document.version, fingerprint], **model}


@lru_cache(maxsize=1)
def _model(given: Keyed[tuple[Spec, EstimateTable, Mapping[str, Expanded]]]) -> Json:
    spec, table, expanded = given.value
    shared, cases = Shared(), cases_of(spec)
    numbers, live = live_operations(spec, table, cases)
    places = numbers.places
    limits = Limits.of(spec, table, expanded, shared)
    budget = budget_data(spec)
    operations = []
    for one in live:
        row = table.operations[one.name]
        found = _operation(row, one, shared)
        if budget is not None and row.step.of == table.main and (row.step.count or one.name in budget["shares"]):
            found["budget"] = limits.of_operation(row, one, numbers)
        operations.append(found)
    return {
        "places": [_place(one) for one in places.listed],
        "values": shared.values.listed,
        "forms": shared.forms.listed,
        "plans": shared.plans.listed,
        "ends": shared.ends.listed,
        "calls": shared.calls.listed,
        "operations": operations,
        "main": table.main,
        "budget": budget,
        "order": _order(spec, places),
    }


def _operation(row: OperationEstimate, live: LiveOperation, shared: Shared) -> Json:
    found: Json = {
        "id": row.id,
        "own": shared.call(live.own),
        "step": row.step.of,
        "uses": [_use(use, shared) for use in live.uses],
        "hidden": sides(live.overlap.first, shared),
        "bound": {
            "s": live.bound.seconds,
            "cuts": [shared.value(value) for value in live.bound.cuts],
            "borders": [{"moved": one.moved, "by": shared.carried(one.carried)} for one in live.bound.borders],
        },
        "size": row.size.n,
        "factor": row.busbw.optimistic / row.algbw.optimistic if row.algbw.optimistic else 0.0,
    }
    if live.overlap.slowdown is not None:
        found["slowdown"] = sides(live.overlap.slowdown, shared)
    if live.bound.held:
        found["bound"]["held"] = 1
    return found


def _use(use: InStep, shared: Shared) -> Json:
    found: Json = {"count": use.count, "usual": shared.call(use.usual)}
    if use.computing is not None:
        found["computing"] = shared.call(use.computing)
    return found


def _place(one: Stated) -> Json:
    quantity = one.path.rpartition(".")[2]
    quantity = "oversubscription" if quantity == "oversubscription" else one.quantity
    kind = KINDS.get(quantity, "ratio")
    if quantity == "bandwidth" and one.path.endswith(".efficiency"):
        quantity, kind = "efficiency", "ratio"
    if one.quantity == "link":
        kind = "bandwidth"
    found: Json = {"path": one.path, "kind": kind, "ends": list(one.ends), "of": one.assumption, "basis": one.basis}
    if kind in ("bandwidth", "rate") or quantity in FALLING:
        found["falls"] = 1
    if quantity in LEAST:
        found["least"] = LEAST[quantity]
    if quantity in MOST:
        found["most"] = MOST[quantity]
    if one.quantity in SINGLE:
        found["single"] = 1
    known = {"condition": one.condition, "source": one.source}
    return found | {key: text for key, text in known.items() if text}


def _order(spec: Spec, places: Places) -> list[list[int]]:
    """Pairs of places, the second under a condition that is like the first's or harder: it may not be better."""
    index = {one.path: number for number, one in enumerate(places.listed)}
    found = []
    for one in places.listed:
        head = f"platform.{'cuts' if one.quantity == 'cut' else 'paths'}.{one.where}."
        if not one.condition or not one.path.startswith(f"{head}{one.condition}."):
            continue
        rest = one.path.removeprefix(f"{head}{one.condition}")
        easier = ["exclusive"] if one.condition == "loaded" else spec.platform.lineage(one.condition)[1:]
        for name in dict.fromkeys((*easier, "exclusive")):
            like = index.get(f"{head}{name}{rest}")
            if name != one.condition and like is not None:
                found.append([like, index[one.path]])
    return found
