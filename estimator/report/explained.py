"""Why a number is what it is, for a terminal: what the document prints of one operation, requirement or rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from textwrap import fill

from markupsafe import Markup

from estimator.lint.examples import RULE_EXAMPLES
from estimator.lint.rules import RULES, Rule
from estimator.mistakes import MISTAKES
from estimator.report.pages.markdown import Markdown
from estimator.report.sections.minimal.view import operation_table
from estimator.report.sections.requirements.view import card
from estimator.report.view.context import Context
from estimator.report.view.requirements.links import links_of
from estimator.report.view.shared import NOTHING
from estimator.spec.values.base import Language

WIDTH = 100
LABELS: dict[Language, dict[str, str]] = {
    "en": {
        "formula": "formula",
        "sources": "sources",
        "says": "what it says",
        "wrong": "example",
        "right": "written so",
        "do": "what to do",
        "note": "a remark",
        "here": "in this spec",
        "nowhere": "nothing in it is of this kind",
        "reference": "reference",
    },
    "zh": {
        "formula": "公式",
        "sources": "来源",
        "says": "含义",
        "wrong": "例",
        "right": "应写为",
        "do": "如何处理",
        "note": "仅为提示",
        "here": "本规格中",
        "nowhere": "没有",
        "reference": "参考手册",
    },
}
REFERENCE: dict[Language, str] = {"en": "docs/reference.md", "zh": "docs/reference.zh.md"}
"""The pages in which every rule's id is a heading, so that it is the anchor."""
Line = tuple[str, str]
"""A label and its text."""


def operation_text(context: Context, name: str) -> str:
    """The eight items of an operation, its formula, the numbers put in, why its interval is wide, and the sources."""
    table = operation_table(context, name, name)
    lines: list[Line] = []
    for item in table.items:
        pieces = " ".join(f"{piece.text} ({piece.mark.text})" if piece.mark else piece.text for piece in item.pieces)
        lines.append((item.name, " - ".join(part for part in (pieces, item.small, item.why) if part)))
    lines.append((LABELS[context.language]["formula"], " ".join(line.plain for line in table.formula_lines)))
    for row in table.rows:
        result = f" = {row.result}" if row.result else ""
        small = f" ({row.small})" if row.small else ""
        lines.append((row.name, f"{row.text}{result}{small}"))
    lines += _sources(context, name)
    return _printed([f"{table.title} ({name}): {table.interval}"], lines)


def requirement_text(context: Context, name: str) -> str:
    """The sentence of a requirement, how it passes, where its limit came from, its command, rationale and note."""
    shown = card(context, Markdown(), links_of(context.spec), NOTHING, name)
    words = context.words
    lines = [
        (shown.kind, f"{_plain(shown.before)}{shown.modal}{_plain(shown.after)}"),
        ("", shown.acceptance),
        ("", shown.conditions),
        ("", shown.margin),
        *(("", _plain(command)) for command in shown.commands),
        ("", _plain(shown.command_note)),
        (words["cards.rationale"], _plain(shown.rationale)),
        ("", _plain(shown.note)),
    ]
    return _printed([f"{name} {shown.title} [{shown.chip.text}]"], lines)


def rule_text(name: str, language: Language, found: Sequence[str] | None = None) -> str:
    """What a rule of the lint says, what to do about it, and an example beside what it should be.

    ``found``: what is told under it of a spec; None where no spec is asked about.
    """
    rule: Rule = RULES[name]
    labels = LABELS[language]
    said, hint = (rule.zh, rule.hint_zh) if language == "zh" else (rule.en, rule.hint_en)
    example = RULE_EXAMPLES[name]
    lines = [(labels["says"], said), (labels["do"], hint)]
    lines += [(labels["wrong"], example.wrong), (labels["right"], example.right)]
    if rule.note:
        lines.append((labels["note"], {"en": "never an error", "zh": "任何状态下都不是错误"}[language]))
    lines.append((labels["reference"], f"{REFERENCE[language]}#{name}"))
    return _printed([f"{name} ({rule.group})"], [*lines, *_here(found, language)])


def mistake_text(name: str, language: Language, found: Sequence[str] | None = None) -> str:
    """What a kind of mistake is, what to do about it, an example beside what it should be; ``found`` alike."""
    mistake = MISTAKES[name]
    labels = LABELS[language]
    said, hint = (mistake.zh, mistake.hint_zh) if language == "zh" else (mistake.en, mistake.hint_en)
    lines = [(labels["says"], said), (labels["do"], hint)]
    lines += [(labels["wrong"], _shown(mistake.wrong)), (labels["right"], _shown(mistake.right))]
    lines.append((labels["reference"], f"{REFERENCE[language]}#{name}"))
    return _printed([name], [*lines, *_here(found, language)])


def _here(found: Sequence[str] | None, language: Language) -> list[Line]:
    if found is None:
        return []
    labels = LABELS[language]
    texts = found or [labels["nowhere"]]
    return [(labels["here"], texts[0]), *(("", text) for text in texts[1:])]


def _shown(text: str) -> str:
    """A piece of YAML on one line, its tabs and line breaks to be seen."""
    return text.strip("\n").replace("\t", "⇥ ").replace("\n\n", " ⏎ ").replace("\n", " ⏎ ")


def _sources(context: Context, name: str) -> Iterator[Line]:
    """The sources that the numbers of an operation cite, each with its basis and date."""
    row = context.table.operations[name]
    origins = [*row.optimistic.origins.values(), *row.conservative.origins.values()]
    cited = dict.fromkeys(origin.source for origin in origins if origin.source)
    label = LABELS[context.language]["sources"]
    for key in cited:
        source = context.spec.sources.get(key)
        if source is not None:
            text = f"{key}: {context.words[f'basis.{source.basis}']}, {context.text(source.text)}"
            yield label, f"{text}, {source.date}" if source.date else text
            label = ""


def _plain(text: str | Markup) -> str:
    return unescape(re.sub("<[^>]*>", "", text)) if isinstance(text, Markup) else text


def _filled(text: str) -> str:
    indent = "    "
    return fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _printed(head: Sequence[str], lines: Sequence[Line]) -> str:
    """A heading and its lines: the label on a line of its own, what it holds indented below."""
    shown = list(head)
    for label, text in lines:
        if not text:
            continue
        if label:
            shown.append(f"  {label}")
        plain = re.sub("[\u00a0\u202f]", " ", text)
        shown.append(_filled(plain))
    return "\n".join(shown) + "\n"
