"""The procedure that most tests of a document share: said once with the method, so that a card gives what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from estimator.report.sentences.sentence import conditions, procedure
from estimator.report.sentences.texts import wording
from estimator.report.sentences.wording import set_apart
from estimator.report.view.context import Context


def usual_procedure(context: Context) -> Mapping[str, str]:
    """For each part of a procedure what most tests say of it; nothing where fewer than two tests are described."""
    described = [
        procedure(name, context.spec, expanded, context.language)
        for name, expanded in context.material.expanded.items()
    ]
    found = [parts for parts in described if parts]
    if len(found) < 2:
        return {}
    return {key: Counter(parts[key] for parts in found).most_common(1)[0][0] for key in found[0]}


def usual_text(context: Context) -> str:
    """The shared procedure in a line; "" where there is none."""
    words = wording(context.language)
    text = words.phrase["list"].join(part for part in usual_procedure(context).values() if part)
    return set_apart(text) if words.spaced else text


def procedure_text(context: Context, name: str, usual: Mapping[str, str], said: str) -> str:
    """What a test measures beyond what is ``said`` of it, and how it differs from the shared procedure.

    In full, and saying so, where it leaves a part of that procedure open.
    """
    expanded = context.material.expanded[name]
    own = procedure(name, context.spec, expanded, context.language)
    fits = all(own.get(key) for key, text in usual.items() if text)
    shared = usual if usual and fits else {}
    text = conditions(name, context.spec, expanded, context.language, shared, said)
    return context.words("cards.whole", procedure=text) if text and usual and not fits else text
