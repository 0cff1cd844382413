"""Sources: where numbers came from. They stand at the top of a spec, or with the platform whose numbers they are of."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ValidationError

from estimator.spec.values.base import SpecModel, Text
from estimator.spec.values.date import Date

Basis = Literal["assumed", "datasheet", "simulated", "measured", "fitted"]


class Source(SpecModel):
    """Where numbers came from; cited by `from`."""

    basis: Basis
    """assumed, datasheet, simulated, measured or fitted."""
    text: Text
    """The source in words."""
    date: Date | None = None
    """When the numbers were given."""


def with_sources(data: Any) -> Any:
    """A spec as written with the platform's sources among those at the top; broken ones stay for a message.

    The one at the top stands where both have a name, which is a mistake told elsewhere.
    """
    platform = data.get("platform") if isinstance(data, dict) else None
    own = platform.get("sources") if isinstance(platform, dict) else None
    given = data.get("sources", {}) if isinstance(data, dict) else None
    if not isinstance(platform, dict) or not isinstance(own, dict) or not isinstance(given, dict):
        return data
    sound = {name: item for name, item in own.items() if _sound(item)}
    broken = {name: item for name, item in own.items() if name not in sound}
    rest = {key: item for key, item in platform.items() if key != "sources"}
    return data | {"sources": sound | given, "platform": rest | ({"sources": broken} if broken else {})}


def _sound(item: Any) -> bool:
    try:
        Source.model_validate(item)
    except ValidationError:
        return False
    return True
