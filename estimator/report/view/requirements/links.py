"""Links between requirements, both ways: what one covers, refines or mentions, and by which others it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from markupsafe import Markup

from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import Requirement
from estimator.spec.values.base import Text

WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
TAG = re.compile(r"(<[^>]*>)")
TEXTS = ("title", "rationale", "need", "note", "statement", "evidence", "pass_rule", "quantity")
"""Fields whose words may be ids of requirements."""


@dataclass(frozen=True)
class Links:
    """The requirements of a spec by id, and for each by which others it is covered, refined and mentioned."""

    known: frozenset[str]
    covered_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refined_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mentioned_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def linked(self, html: str) -> Markup:
        """HTML with every id of a requirement in its text made a link to its card; what is a link already stays."""
        if not any(word in self.known for word in _words(html)):
            return Markup(html)  # noqa: S704 - as it came
        depth, found = 0, []
        for part in TAG.split(html):
            if part.startswith("<"):
                depth += part.startswith("<a ") - part.startswith("</a")
                found.append(part)
            else:
                found.append(part if depth else WORD.sub(self._anchor, part))
        return Markup("".join(found))  # noqa: S704 - only ids that the spec was checked for are added

    def named(self, ids: tuple[str, ...]) -> tuple[Markup, ...]:
        """Ids as links where this document has them, else as plain text."""
        return tuple(self._link(one) if one in self.known else Markup(escape(one)) for one in ids)  # noqa: S704

    def _anchor(self, found: re.Match[str]) -> str:
        word = found[0].rstrip(".-")
        return str(self._link(word)) + found[0][len(word) :] if word in self.known else found[0]

    @staticmethod
    def _link(name: str) -> Markup:
        return Markup('<a href="#{0}">{0}</a>').format(name)


def links_of(spec: Spec) -> Links:
    """All links of a spec."""
    known = frozenset(spec.requirements)
    covered: dict[str, list[str]] = {}
    refined: dict[str, list[str]] = {}
    mentioned: dict[str, list[str]] = {}
    for name, requirement in spec.requirements.items():
        for back, ids in ((covered, requirement.covers), (refined, requirement.refines)):
            for other in dict.fromkeys(ids):
                back.setdefault(other, []).append(name)
        told = {name, *requirement.covers, *requirement.refines}
        for other in dict.fromkeys(word for word in _mentions(requirement) if word in known and word not in told):
            mentioned.setdefault(other, []).append(name)
    return Links(known, *({key: tuple(ids) for key, ids in back.items()} for back in (covered, refined, mentioned)))


def _mentions(requirement: Requirement) -> Iterator[str]:
    for key in TEXTS:
        text = getattr(requirement, key, None)
        if isinstance(text, Text):
            yield from _words(f"{text.zh or ''} {text.en or ''}")


def _words(text: str) -> Iterator[str]:
    return (word.rstrip(".-") for word in WORD.findall(text))
