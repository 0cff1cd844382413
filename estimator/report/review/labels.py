"""What a reader sees of the review page's model, in one language: names of operations and numbers, sources."""

from __future__ import annotations

from typing import Any

from estimator.report.review.budget import held_limits
from estimator.report.review.shared import Json
from estimator.report.review.words import BORROWED, REVIEW, SHORT
from estimator.report.view.context import Context
from estimator.report.view.operations.factors import assumption_name


def labels(context: Context) -> Json:
    """Titles, the assumptions with their numbers (those that explain most first), words of conditions and sources."""
    model = context.material.review
    budgets = {one["id"]: one["budget"] for one in model["operations"] if "budget" in one}
    return {
        "titles": {one["id"]: context.operation_title(one["id"]) for one in model["operations"]},
        "groups": _groups(context, model["places"]),
        "conditions": {
            name: _condition(context, name) for one in model["places"] if (name := one.get("condition", ""))
        },
        "sources": {name: _source(context, name) for one in model["places"] if (name := one.get("source", ""))},
        "held": list(dict.fromkeys(held_limits(budgets))),
    }


def _groups(context: Context, places: list[Json]) -> list[list[Any]]:
    weight = {one.assumption: one.seconds for one in context.table.ranking}
    found: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        found.setdefault(place["of"], []).append(number)
    order = sorted(found, key=lambda of: -weight.get(of, 0.0))
    return [[of, assumption_name(context, of), found[of]] for of in order]


def _condition(context: Context, name: str) -> str:
    key = f"condition.{name}"
    own = name in context.spec.platform.conditions
    return context.condition(name) if own else context.words.get(key, name)


def _source(context: Context, name: str) -> str:
    found = context.spec.sources.get(name)
    return context.text(found.text, name) if found is not None else name


def script_words(context_words: Any) -> dict[str, str]:
    """The words of the page's script."""
    keys = {name: name for name in (*REVIEW, *BORROWED)} | SHORT
    return {"lang": context_words.language} | {name: context_words[key] for name, key in keys.items()}
