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
    """Some assumptions times a factor under every condition, so that their order stays, and some plain numbers."""
    movable = [place for place in places if not place.get("fixed")]
    found: dict[str, tuple[float, float]] = {}
    for assumption in random.sample(sorted({place["of"] for place in movable}), random.randint(1, 4)):
        factor = 4.0 ** random.uniform(-1.0, 1.0)
        for place in movable:
            if place["of"] == assumption and place["kind"] != "ratio":
                found[place["path"]] = (place["ends"][0] * factor, place["ends"][1] * factor)
    for place in random.sample([place for place in movable if place["kind"] == "ratio"], 3):
        found[place["path"]] = _ratio(random, place)
    return list(found.items())


def _ratio(random: Random, place: dict[str, Any]) -> tuple[float, float]:
    low = place.get("least", 0.0)
    high = place.get("most", low + 3.0)
    ends = sorted((random.uniform(low, high), random.uniform(low, high)), reverse=bool(place.get("falls")))
    return (0.0, 0.0) if place["path"].endswith(".overlap") and random.random() < 0.2 else (ends[0], ends[1])
