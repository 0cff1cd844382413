"""What is said to who watches."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from run_plan.base import Json


def slow_rank(record: Json) -> str | None:
    """A rank that takes half as long again as the others, in words; of ten iterations and three ranks on.

    Who sends a message that does not come back has ended before who gets it, so that its times say nothing.
    """
    if record["collective"] == "p2p":
        return None
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


class Progress:
    """Says now and then how far a run is, and how long the rest may take."""

    EVERY = 60.0
    """Least time between two lines [s]."""

    def __init__(self, seconds: Sequence[float]) -> None:
        self.ahead, self.number = list(seconds), 0
        self.began = self.told = time.monotonic()

    def tell(self) -> None:
        """One more is done."""
        self.number += 1
        now = time.monotonic()
        if now - self.told >= self.EVERY and self.number < len(self.ahead):
            self.told = now
            part = sum(self.ahead[: self.number]) / sum(self.ahead)
            left = (now - self.began) * (1.0 - part) / part
            say(f"{self.number} of {len(self.ahead)} run in {span(now - self.began)}, about {span(left)} left")


def mean_seconds(cell: Json) -> float:
    """What one repeat of a cell takes [s]: its calls by the model, and what comes with them."""
    low, high = cell["seconds"]
    return float((low + high) / 2.0 / cell["procedure"]["repeats"] + around(cell))


def around(cell: Json) -> float:
    """What comes with the calls of a repeat [s]: 50 ms, and by numpy a second for 100 million elements."""
    return 0.05 + float(cell["elements"]) / 1e8


def dry_run(cells: Sequence[Json], plan: Json) -> int:
    """Print the cells with what they need and how long they take by the model."""
    for cell in cells:
        place = plan["places"][cell["place"]]
        hosts = {rank // plan["machine"]["ranks_per_host"] for group in place["groups"] for rank in group}
        where = f"{len(place['groups'])} x {len(place['groups'][0])} ranks on {len(hosts)} hosts"
        beside = "".join(f" + {load['kind']}" for load in cell["load"])
        low, high = (span(one) for one in cell["seconds"])
        graph = ", in a graph" if cell["procedure"]["launch"] == "graph" else ""
        sys.stdout.write(
            f"{cell['id']}: {cell['collective']} {cell['dtype']} {cell['bytes']} B, {where}{beside}{graph}, "
            f"{low} to {high}\n"
        )
    low, high = (span(sum(cell["seconds"][end] for cell in cells)) for end in (0, 1))
    more = span(sum(around(cell) * cell["procedure"]["repeats"] for cell in cells))
    sys.stdout.write(f"{len(cells)} cells, {low} to {high} of calls, and about {more} of filling and checking\n")
    return 0
