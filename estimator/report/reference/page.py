"""The reference as one page of Markdown in one language."""

from __future__ import annotations

from estimator.cost.collectives import COLLECTIVES
from estimator.report.reference import lists
from estimator.report.reference.keys import anchors, heading, section_text, sections
from estimator.report.reference.markdown import anchor, link
from estimator.report.reference.prose import VALUES
from estimator.report.reference.types import Types
from estimator.report.reference.words import words
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.values.base import Language


def reference(language: Language) -> str:
    """The whole reference; the same every time."""
    said = words(language)
    found = sections()
    types = Types(language, dict(anchors(found, language)))
    shown = [part for part in found if part.model not in (Requirement, MeasurableRequirement)]
    shared = said["with_measured"].format(every=anchor(said["every_kind"]), measured=anchor(said["measured"]))
    parts = {
        "values": VALUES[language],
        "units": lists.unit_table(language),
        "dtypes": lists.dtype_table(language),
        "keys": "\n\n".join(section_text(part, types, language) for part in shown),
        "kinds": "\n\n".join([shared, lists.kinds_text(types, language), lists.common_text(types, language)]),
        "items": lists.item_table(language),
        "metrics": lists.metric_table(language),
        "rules": lists.rules_text(language),
        "mistakes": lists.mistakes_text(language),
        "collectives": lists.collectives_text(language),
    }
    below = {
        "keys": [heading(part, language) for part in shown],
        "kinds": [said["every_kind"], said["measured"]],
        "rules": [said[f"group.{group}"] for group in lists.RULE_GROUPS],
        "collectives": [collective.name for collective in COLLECTIVES],
    }
    contents = [_entry(said[name], below.get(name, ()), said["comma"], said["colon"]) for name in parts]
    head = [f"# {said['title']}", said["lead"], f"## {said['contents']}", "\n".join(contents)]
    body = [f"## {said[name]}\n\n{text}" for name, text in parts.items()]
    return "\n\n".join([*head, *body]) + "\n"


def _entry(title: str, below: list[str] | tuple[()], comma: str, colon: str) -> str:
    """A line of the contents: the part, and the headings inside it."""
    inside = comma.join(link(name) for name in below)
    return f"* {link(title)}{colon if inside else ''}{inside}"
