"""A file of another kind than the one that is read: said in one message, not by each of its keys."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from estimator.errors import Problem
from estimator.phrase import phrase, word

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "commspec": "a spec",
        "commspec_answers": "answers of a vendor",
        "commspec_release": "a released version",
        "commspec_columns": "the columns of an import",
        "commspec_plan": "the plan of a test kit",
        "commspec_remarks": "remarks of a reviewer",
        "commspec_estimates": "estimates that were printed",
        "commspec_logs": "what is said of logs",
        "commspec_evidence": "evidence and waivers",
        "set": "an overlay",
        "paths": "a platform",
    }
)
"""What a file is by a key at its top; the first that it has tells."""
UNSIGNED = ("set", "paths")
"""Keys that tell what a file is only where none of the keys of the kind asked for is beside them."""


def other_file(data: Any, model: type[BaseModel]) -> Problem | None:
    """What is wrong where the data are of a file of another kind than the model's; None where that is not plain."""
    if not isinstance(data, Mapping):
        return None
    asked = next((key for key in KINDS if key in model.model_fields), None)
    found = next((key for key in KINDS if key in data), None)
    if asked is None or found is None or asked in data:
        return None
    if found in UNSIGNED and any(key in data for key in model.model_fields):
        return None
    return Problem(
        (),
        phrase("the file holds {found}, not {asked}", found=word(KINDS[found]), asked=word(KINDS[asked])),
        phrase("name a file that holds {asked}", asked=word(KINDS[asked])),
    )
