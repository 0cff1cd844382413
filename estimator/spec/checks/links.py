"""Own fields of requirements and links between them: what was declared, and nothing in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Problem
from estimator.phrase import linked, phrase
from estimator.spec.document import Spec
from estimator.spec.reading.suggest import suggestion


def own_fields(spec: Spec) -> Iterator[Problem]:
    """Fields that nobody declared, or with a value that they cannot have."""
    document = getattr(spec, "document", None)
    if document is None:
        return
    for name, requirement in spec.requirements.items():
        for key, value in requirement.fields.items():
            path, declared = ("requirements", name, "fields", key), document.fields.get(key)
            if declared is None:
                hint = suggestion(key, list(document.fields)) or phrase(
                    "declare it: document: {{fields: {{{key}: text}}}}", key=key
                )
                yield Problem(path, phrase("there is no field '{key}'", key=key), hint)
            elif (hint := declared.refusal(value)) is not None:
                yield Problem(
                    path, phrase("'{value}' is no {type} of {key}", value=value[:80], type=declared.type, key=key), hint
                )


def circles(spec: Spec) -> Iterator[Problem]:
    """Requirements that refine themselves, by way of others or at once; each circle is told once."""
    done: set[str] = set()
    for start in spec.requirements:
        way = [start]
        while way[-1] not in done and (after := _after(spec, way[-1])) is not None:
            if after in way:
                path = ("requirements", after, "refines")
                circle = linked(" refines ", [*way[way.index(after) :], after])
                yield Problem(path, phrase("goes in a circle: {circle}", circle=circle), "remove one of them")
                break
            way.append(after)
        done |= set(way)


def _after(spec: Spec, name: str) -> str | None:
    """The first requirement of the document that one refines."""
    return next((one for one in spec.requirements[name].refines if one in spec.requirements), None)


def idle_fields(spec: Spec) -> Iterator[str]:
    """The declared fields that no requirement carries."""
    carried = {key for requirement in spec.requirements.values() for key in requirement.fields}
    yield from (key for key in spec.document.fields if key not in carried)
