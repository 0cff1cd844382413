"""A sentence of the program in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from estimator.chinese.answers import ANSWERS
from estimator.chinese.command_line import COMMAND_LINE
from estimator.chinese.commands import COMMANDS
from estimator.chinese.drafts import DRAFTS
from estimator.chinese.estimate import ESTIMATE
from estimator.chinese.evidence import EVIDENCE
from estimator.chinese.kit import KIT
from estimator.chinese.lint import LINT
from estimator.chinese.logs import LOGS
from estimator.chinese.looks import LOOKS
from estimator.chinese.machine import MACHINE
from estimator.chinese.reading import READING
from estimator.chinese.review import REVIEW
from estimator.chinese.spec import SPEC
from estimator.chinese.tables.estimates import ESTIMATE_TABLES
from estimator.chinese.tables.evidence import EVIDENCE_TABLES
from estimator.chinese.tables.exchange import EXCHANGE_TABLES
from estimator.chinese.tables.heads import HEADS
from estimator.chinese.values import VALUES
from estimator.chinese.words import BETWEEN, SYSTEM, WORDS
from estimator.phrase import Both, Linked, Phrase

PARTS = (
    *(
        READING,
        VALUES,
        SPEC,
        MACHINE,
        ESTIMATE,
        LINT,
        EVIDENCE,
        LOGS,
        COMMANDS,
        COMMAND_LINE,
        ANSWERS,
        DRAFTS,
        REVIEW,
        LOOKS,
        KIT,
    ),
    *(ESTIMATE_TABLES, EVIDENCE_TABLES, EXCHANGE_TABLES, HEADS, WORDS, SYSTEM),
)
CATALOGUE: Mapping[str, str] = MappingProxyType({en: zh for part in PARTS for en, zh in part.items()})
"""Chinese templates and sentences by the English ones."""


def chinese(text: str) -> str:
    """The sentence in Chinese; in English where the catalogue has none, as for what another program said."""
    if isinstance(text, Both):
        return text.zh
    if isinstance(text, Linked):
        return BETWEEN.get(text.between, text.between).join(str(_field(part)) for part in text.parts)
    if isinstance(text, Phrase):
        template = CATALOGUE.get(text.template)
        if template is None:
            return str(text)
        return template.format_map({name: _field(value) for name, value in text.fields.items()})
    return CATALOGUE.get(text, text)


def _field(value: object) -> object:
    """What a place of a Chinese sentence holds: a phrase in Chinese, what a user wrote and numbers as they are.

    A plain text is one of ours only if it has several words: an id of the spec has one.
    """
    if isinstance(value, Phrase | Linked | Both) or (isinstance(value, str) and " " in value):
        return chinese(value)
    return value
