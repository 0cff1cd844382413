"""What requirements take from ``defaults``: filled in before they are checked, and known by name afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from estimator.spec.requirements.defaults import Defaults
from estimator.spec.requirements.kinds import KIND_NAMES, KINDS
from estimator.spec.requirements.requirement import MeasurableRequirement

PLAIN = ("priority", "responsible", "run_by", "phase")
"""Keys that every requirement has."""
Inherited = Mapping[str, tuple[str, ...]]
"""By requirement, what it takes: ``priority``, ``test.repeats``, ``sweep.conditions``."""


def with_defaults(data: Any) -> Any:
    """The spec as written, each requirement with what it leaves out; nothing where the defaults are mistaken."""
    taken = inherited(data)
    if not any(taken.values()):
        return data
    given = data["defaults"]
    filled = {name: _filled(item, taken.get(name, ()), given) for name, item in data["requirements"].items()}
    return {**data, "requirements": filled}


def inherited(data: Any) -> Inherited:
    """What each requirement takes from the defaults of a spec as written."""
    given = data.get("defaults") if isinstance(data, dict) else None
    requirements = data.get("requirements") if isinstance(data, dict) else None
    if not isinstance(given, dict) or not isinstance(requirements, dict):
        return {}
    try:
        Defaults.model_validate(given)
    except ValidationError:
        return {}
    return {name: tuple(_takes(item, given)) for name, item in requirements.items() if isinstance(item, dict)}


def _takes(item: dict[str, Any], given: dict[str, Any]) -> list[str]:
    taken = [key for key in PLAIN if key in given and key not in item]
    kind = item.get("kind")
    if kind not in KIND_NAMES or not issubclass(KINDS[KIND_NAMES.index(kind)], MeasurableRequirement):
        return taken
    sweep, test = item.get("sweep", {}), item.get("test", {})
    if "condition" in given and isinstance(sweep, dict) and "conditions" not in sweep:
        taken.append("sweep.conditions")
    if isinstance(test, dict):
        taken += [f"test.{key}" for key in given.get("test", {}) if key not in test]
    return taken


def _filled(item: Any, taken: tuple[str, ...], given: dict[str, Any]) -> Any:
    if not taken:
        return item
    filled = {**item, **{key: given[key] for key in taken if key in PLAIN}}
    if "sweep.conditions" in taken:
        named = given["condition"]
        filled["sweep"] = {**item.get("sweep", {}), "conditions": [named] if isinstance(named, str) else named}
    keys = [key.removeprefix("test.") for key in taken if key.startswith("test.")]
    if keys:
        filled["test"] = {**{key: given["test"][key] for key in keys}, **item.get("test", {})}
    return filled
