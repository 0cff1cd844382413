"""The digest of what a cell of a plan runs, as the kit's program writes it into records (``run_plan/digest``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from estimator.tools.kit.plan import CellPlan, Plan, Where

WORK = ("collective", "dtype", "carrier", "redop", "elements", "matrix", "calls", "condition", "way")
WORDS = frozenset(("zh", "en"))


def digests(plan: Plan) -> Mapping[str, str]:
    """By the id of each cell of a plan."""
    return {cell.id: digest_of(cell, plan.places[cell.place]) for cell in plan.cells}


def digest_of(cell: CellPlan, where: Where) -> str:
    """SHA-256 of the call, its ranks and what runs beside it; not of how often, nor of limits or words."""
    data = cell.model_dump(mode="json")
    what: dict[str, Any] = {name: data[name] for name in WORK}
    what["load"] = [{key: value for key, value in load.items() if key not in WORDS} for load in data["load"]]
    what["groups"] = where.model_dump(mode="json")["groups"]
    text = json.dumps(what, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
