"""Text rules: vague words, open questions, numbers that differ between the languages, missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from estimator.errors import Path
from estimator.lint.rules import Finding, Look
from estimator.lint.vague import MODAL, TBD, numbers, vague_words
from estimator.phrase import phrase
from estimator.spec.kept import kept
from estimator.spec.reading.suggest import suggestion
from estimator.spec.requirements.kinds import REPORTED, AlgorithmReport, Capability
from estimator.spec.same import Same
from estimator.spec.values.base import Language, SpecModel, Text
from estimator.spec.values.quantity import said

CHINESE = re.compile("[\u4e00-\u9fff]")
NORMATIVE = ("title", "statement", "evidence", "compute", "rationale", "need")
"""Texts of a requirement that say what is asked for, or why."""


def texts(look: Look) -> Iterator[Finding]:
    """The findings about texts, in the order of the spec."""
    spec = look.spec
    languages = spec.document.languages
    owned = " ".join(
        [*spec.open_points, *(point.text.get("en") + point.text.get("zh") for point in spec.open_points.values())]
    )
    parts = ((name, value) for name, value in vars(spec).items() if name != "requirements")
    for path, text in (found for name, value in parts for found in _texts_of((Same(value), (name,)))):
        yield from _in_languages(path, text, languages)
    for name, requirement in spec.requirements.items():
        for path, text in _texts_of((Same(requirement), ("requirements", name))):
            yield from _in_languages(path, text, languages)
            yield from _wording(path, text, name in owned)
        if isinstance(requirement, AlgorithmReport):
            yield from _reported(("requirements", name, "reports"), requirement.reports)
        if isinstance(requirement, Capability):
            yield from _modal(("requirements", name, "statement"), requirement.statement)


def _reported(path: Path, words: Iterable[str]) -> Iterator[Finding]:
    for index, word in enumerate(words):
        if word not in REPORTED:
            text = phrase("{word} is printed as it stands in both languages", word=said(word))
            yield Finding("unknown-report", (*path, index), text, suggestion(word, REPORTED))


@kept
def _texts_of(asked: tuple[Same[object], Path]) -> tuple[tuple[Path, Text], ...]:
    return tuple(_texts(asked[1], asked[0].value))


def _texts(path: Path, value: object) -> Iterator[tuple[Path, Text]]:
    """Every text in a part of the spec, with its place."""
    if isinstance(value, Text):
        yield path, value
        return
    entries: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, SpecModel):
        entries = vars(value).items()
    elif isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, tuple):
        entries = enumerate(value)
    for step, item in entries:
        if isinstance(item, (SpecModel, dict, tuple)):
            yield from _texts((*path, step), item)


def _in_languages(path: Path, text: Text, languages: Iterable[Language]) -> Iterator[Finding]:
    """A text that is missing in a language of the document, or whose numbers differ between the two."""
    for language in languages:
        own = text.zh if language == "zh" else text.en
        if own is None or (language == "en" and text.zh == own and CHINESE.search(own)):
            hint = phrase("add {missing}: ...", missing=language) if own is None else ""
            yield Finding("translation", path, phrase("no {missing} text", missing=language), hint)
            return
    if text.zh is not None and text.en is not None and text.zh != text.en and numbers(text.zh) != numbers(text.en):
        zh, en = (", ".join(numbers(part)) or "none" for part in (text.zh, text.en))
        yield Finding("numbers-differ", path, phrase("the numbers are {zh} in zh and {en} in en", zh=zh, en=en))


def _wording(path: Path, text: Text, owned: bool) -> Iterator[Finding]:
    written = f"{text.zh or ''}\n{text.en or ''}" if text.zh != text.en else text.zh or ""
    if path[-1] in NORMATIVE and (words := vague_words(written)):
        yield Finding("vague", path, phrase("'{words}' cannot be tested", words=", ".join(words)))
    if not owned and (match := TBD.search(written)):
        yield Finding("tbd", path, phrase("'{found}', and no open point names this requirement", found=match.group(0)))


def _modal(path: Path, text: Text) -> Iterator[Finding]:
    for part in (text.zh, text.en):
        if part and (match := MODAL.search(part)):
            yield Finding(
                "modal", path, phrase("'{found}' beside the modal verb of the sentence", found=match.group(0))
            )
            return
