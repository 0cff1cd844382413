"""What a cell runs, as a digest that its records carry: a plan that was changed since is told by it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from run_plan.base import Json

WORK = ("collective", "dtype", "carrier", "redop", "elements", "matrix", "calls", "condition", "way")


def digest_of(cell: Json, groups: Sequence[Sequence[int]]) -> str:
    """Digest of the call, its ranks and what runs beside it; not of how often, nor of limits or words."""
    loads = [{key: value for key, value in load.items() if key not in ("zh", "en")} for load in cell["load"]]
    what = {name: cell[name] for name in WORK}
    what.update(load=loads, groups=groups)
    text = json.dumps(what, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
