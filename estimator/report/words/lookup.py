"""The document's words: every text of the pages as a pair (zh, en), looked up in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from estimator.report.review.words import REVIEW
from estimator.report.sections.acceptance.reasons import REASONS
from estimator.report.sections.acceptance.words import ACCEPTANCE
from estimator.report.sections.algorithms.words import ALGORITHMS
from estimator.report.sections.answers.words import ANSWERS
from estimator.report.sections.budget.words import BUDGET
from estimator.report.sections.changes.words import CHANGES
from estimator.report.sections.cover.words import COVER
from estimator.report.sections.figures.words import FIGURES
from estimator.report.sections.formulas.words import FORMULAS
from estimator.report.sections.history.words import HISTORY
from estimator.report.sections.index.words import INDEX
from estimator.report.sections.minimal.words import MINIMAL
from estimator.report.sections.offers.words import OFFERS
from estimator.report.sections.overview.words import OVERVIEW
from estimator.report.sections.paths.words import PATHS
from estimator.report.sections.reading.words import READING
from estimator.report.sections.requirements.words import CARDS
from estimator.report.sections.risks.words import RISKS
from estimator.report.sections.testing.words import TESTING
from estimator.report.sections.workload.words import HOLDINGS, WORKLOAD
from estimator.report.words.names import NAMES
from estimator.report.words.page import PAGE
from estimator.report.words.quantities import QUANTITIES
from estimator.spec.values.base import Language
from estimator.units import Counted

Pairs = Mapping[str, tuple[str, str]]
TOPICS: tuple[Pairs, ...] = (
    REVIEW,
    *(PAGE, NAMES, QUANTITIES),
    *(COVER, READING, CHANGES, INDEX, OVERVIEW, BUDGET, CARDS, TESTING, ANSWERS, RISKS, HISTORY),
    *(PATHS, WORKLOAD, HOLDINGS, MINIMAL, FIGURES, ALGORITHMS, FORMULAS),
    *(REASONS, ACCEPTANCE, OFFERS),
)
UNITS = re.compile(
    r"(?<=[0-9\u2070-\u2079\u00b2\u00b3\u00b9]) (?=(?:%|[kKMGT]?i?B(?:/s)?|[GT]bit/s|[m\u00b5n]?s)(?![A-Za-z]))"
)
"""The plain space between a number and its unit: a line is never broken there."""
LANGUAGES: tuple[Language, ...] = ("zh", "en")


class Words:
    """All texts in one language. ``words["cover.status"]``; ``words("summary.total", n="12")`` fills in a text."""

    def __init__(self, language: Language, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __getitem__(self, key: str) -> str:
        """The text as it stands. Raises KeyError for an unknown key."""
        return self.texts[key]

    def __call__(self, key: str, **values: str | Counted) -> str:
        """The text with its {fields} filled in. Raises KeyError for an unknown key or a missing field."""
        return self.texts[key].format_map(values)

    def get(self, key: str, otherwise: str) -> str:
        """The text, or ``otherwise`` where the key is unknown: for names that a spec or a tool may add."""
        return self.texts.get(key, otherwise)

    def brackets(self, text: str) -> str:
        """A text in the language's own brackets, set after a word."""
        return f"\uff08{text}\uff09" if self.language == "zh" else f" ({text})"

    def join(self, items: list[str] | tuple[str, ...]) -> str:
        """A list inside a sentence, with the language's own comma."""
        return ("\u3001" if self.language == "zh" else ", ").join(items)


def reworded(language: Language, own: Mapping[str, str]) -> Words:
    """The texts in a language, with some of a team's own in place of ours."""
    return Words(language, MappingProxyType({**words(language).texts, **own}))


@cache
def words(language: Language) -> Words:
    """The texts in a language."""
    side = LANGUAGES.index(language)
    texts = {key: UNITS.sub("\u00a0", pair[side]) for topic in TOPICS for key, pair in topic.items()}
    return Words(language, MappingProxyType(texts))
