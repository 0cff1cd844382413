"""What the method says once for all cards: the usual procedure, loads by a name, remarks beside every command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from estimator.report.sentences.naming import clause
from estimator.report.sentences.texts import wording
from estimator.report.sentences.wording import set_apart
from estimator.report.view.context import Context
from estimator.report.view.requirements.procedure import usual_procedure
from estimator.require.loads import stated_load
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Text
from estimator.tools.tool import Pair

SEVERAL = 3
"""From so many requirements on, what they have in common is said with the method and named on their cards."""


@dataclass(frozen=True)
class Load:
    """A load that runs beside several tests: its words, the requirements that ask for it, and its name on their cards.

    A load of few requirements stands in full on their cards, and nowhere else.
    """

    text: str
    requirements: tuple[str, ...]
    name: str


@dataclass(frozen=True)
class SaidOnce:
    """The usual procedure by its parts, loads, and by tool what stands beside every one of its commands."""

    usual: Mapping[str, str]
    loads: tuple[Load, ...]
    remarks: Mapping[str, tuple[Pair, ...]]
    forms: tuple[tuple[str, str], ...]
    """Loads as sentences and remarks write them, the longest first, and their names."""
    said: str
    """How a sentence speaks of a load."""

    def named(self, text: str) -> str:
        """A text with every load that has a name by its name."""
        for form, name in self.forms:
            text = text.replace(form, name)
        return text

    def linked(self, html: Markup) -> Markup:
        """HTML whose loads lead to the method."""
        for name in sorted({name for _, name in self.forms}, key=len, reverse=True):
            link = Markup('<a href="#load-{0}">{0}</a>').format(name)
            html = Markup(str(html).replace(self.said.format(load=name), self.said.format(load=link)))  # noqa: S704
        return html


NOTHING = SaidOnce({}, (), {}, (), "")
"""For a card that stands alone and says all of it."""


def shared(context: Context) -> SaidOnce:
    """What the cards of a document leave to its method."""
    loads: dict[Text, list[str]] = {}
    for name, requirement in context.spec.requirements.items():
        load = stated_load(requirement)
        if load is not None:
            loads.setdefault(load, []).append(name)
    named = {load: f"L{number}" for number, load in enumerate(_common(loads), 1)}
    found = tuple(Load(context.own(load), tuple(loads[load]), name) for load, name in named.items())
    forms = {form: name for load, name in named.items() for form in _forms(context, load)}
    longest_first = tuple(sorted(forms.items(), key=lambda one: -len(one[0])))
    said = wording(context.language).phrase["made_by"]
    return SaidOnce(usual_procedure(context), found, _remarks(context), longest_first, said)


def _common(loads: Mapping[Text, list[str]]) -> list[Text]:
    return [load for load, names in loads.items() if len(names) >= SEVERAL]


def _forms(context: Context, load: Text) -> set[str]:
    inside = clause(load, context.language)
    return {load.get(context.language), inside, set_apart(inside)}


def _remarks(context: Context) -> dict[str, tuple[Pair, ...]]:
    """By tool the remarks that all its commands have, where several requirements use it."""
    of_tool: dict[str, list[set[Pair]]] = {}
    order: dict[str, dict[Pair, None]] = {}
    for name, requirement in context.spec.requirements.items():
        commands = context.material.commands[name]
        if not commands or not isinstance(requirement, MeasurableRequirement) or requirement.test.command is not None:
            continue
        tool = requirement.test.tool
        of_tool.setdefault(tool, []).append(set.intersection(*(set(one.remarks) for one in commands)))
        order.setdefault(tool, dict.fromkeys(commands[0].remarks))
    return {
        tool: tuple(one for one in order[tool] if one in set.intersection(*sets))
        for tool, sets in of_tool.items()
        if len(sets) >= SEVERAL
    }
