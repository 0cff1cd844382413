"""Changes of the review page's numbers, and a page's own evaluation of them."""

from __future__ import annotations

from random import Random
from typing import Any

Change = tuple[str, tuple[float, float]]
TABLE = """
for (const [path, ends] of arguments[0]) if (!commspec.state.index.has(path)) throw new Error(path);
commspec.state.replace(new Map(arguments[0].map(([path, ends]) => [commspec.state.index.get(path), ends])));
const found = commspec.result();
return {
  overlay: commspec.overlay(), link: commspec.link(), sums: found.sums, budget: found.budget,
  notices: document.querySelector("[data-notices]").textContent,
  operations: found.operations.map(({ op, time, bound, exposed }) => ({ id: op.id, time, bound, exposed })),
};
"""
PLACES = "return commspec.model.places"


def random_changes(random: Random, places: list[dict[str, Any]]) -> list[Change]:
    """Some assumptions times a factor under every condition, so that their order stays, and some plain numbers.

    The machine's numbers, which are few, are moved as often as those of the operations.
    """
    found: dict[str, tuple[float, float]] = {}
    every = {place["of"] for place in places}
    machine = sorted({place["of"] for place in places if place["path"].startswith("platform.")})
    chosen = [random.choice(machine if random.random() < 0.5 else sorted(every)) for _ in range(random.randint(1, 4))]
    for assumption in dict.fromkeys(chosen):
        factor = 4.0 ** random.uniform(-1.0, 1.0)
        for place in places:
            if place["of"] == assumption and (place["kind"] != "ratio" or _shared(place)):
                by = min(factor, 1.0 / factor) if _shared(place) else factor
                found[place["path"]] = (place["ends"][0] * by, place["ends"][1] * by)
    for place in random.sample([place for place in places if place["kind"] == "ratio" and not _shared(place)], 3):
        found[place["path"]] = _ratio(random, place)
    return list(found.items())


def _shared(place: dict[str, Any]) -> bool:
    """Whether it is a share of a link's rate, under conditions that have an order: it may only fall with the others."""
    return str(place["path"]).endswith(".efficiency")


def _ratio(random: Random, place: dict[str, Any]) -> tuple[float, float]:
    low = place.get("least", 0.0)
    high = place.get("most", low + 3.0)
    ends = sorted((random.uniform(low, high), random.uniform(low, high)), reverse=bool(place.get("falls")))
    return (0.0, 0.0) if place["path"].endswith(".overlap") and random.random() < 0.2 else (ends[0], ends[1])
