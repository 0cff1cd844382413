"""The catalogue of the reference as a whole, and what is told of a key wherever the model has it from."""

from __future__ import annotations

from pydantic import BaseModel

from estimator.spec.told.document import DOCUMENT
from estimator.spec.told.entry import Catalogue, Told
from estimator.spec.told.machine import MACHINE
from estimator.spec.told.requirements import REQUIREMENTS
from estimator.spec.told.traffic import TRAFFIC

CATALOGUE: Catalogue = {**DOCUMENT, **MACHINE, **TRAFFIC, **REQUIREMENTS}


def told(model: type[BaseModel], key: str) -> Told | None:
    """What is told of a key as a spec writes it, by the model itself or an ancestor; None: nothing."""
    for ancestor in model.__mro__:
        part = CATALOGUE.get(ancestor.__name__)
        if part is not None and key in part.keys:
            return part.keys[key]
    return None


def told_of(model: type[BaseModel]) -> str:
    """What a model is, in Chinese; empty when nothing is told."""
    part = CATALOGUE.get(model.__name__)
    return part.zh if part is not None else ""
