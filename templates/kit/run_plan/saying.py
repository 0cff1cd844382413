"""What is said to who watches."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence

from run_plan.base import Json


def slow_rank(record: Json) -> str | None:
    """A rank that takes half as long again as the others, in words; of ten iterations and three ranks on."""
    medians = [statistics.median(times) for times in record["times"]]
    if len(medians) < 3 or len(record["times"][0]) < 10:
        return None
    worst = max(range(len(medians)), key=lambda at: medians[at])
    others = statistics.median(medians[:worst] + medians[worst + 1 :])
    if medians[worst] <= 1.5 * others:
        return None
    rank = [rank for group in record["members"] for rank in group][worst]
    return f"process {rank} takes {medians[worst] / others:.1f} times as long as the others"


def say(text: str) -> None:
    """A line for who watches."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def span(seconds: float) -> str:
    """A time as people read it."""
    return (
        f"{seconds:.3g} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )


def dry_run(cells: Sequence[Json], plan: Json) -> int:
    """Print the cells with what they need and how long they take by the model."""
    for cell in cells:
        place = plan["places"][cell["place"]]
        hosts = {rank // plan["machine"]["ranks_per_host"] for group in place["groups"] for rank in group}
        where = f"{len(place['groups'])} x {len(place['groups'][0])} ranks on {len(hosts)} hosts"
        beside = "".join(f" + {load['kind']}" for load in cell["load"])
        low, high = (span(one) for one in cell["seconds"])
        sys.stdout.write(
            f"{cell['id']}: {cell['collective']} {cell['dtype']} {cell['bytes']} B, {where}{beside}, {low} to {high}\n"
        )
    low, high = (span(sum(cell["seconds"][end] for cell in cells)) for end in (0, 1))
    sys.stdout.write(f"{len(cells)} cells, {low} to {high}, checks and fills not counted\n")
    return 0
