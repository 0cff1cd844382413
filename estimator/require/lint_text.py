"""Text rules: vague words, open questions, numbers that differ between the languages, missing translations."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path
from estimator.require.rules import Finding, Look
from estimator.require.vague import MODAL, TBD, numbers, vague_words
from estimator.spec.base import SpecModel, Text
from estimator.spec.document import Spec
from estimator.spec.kinds import Capability
from estimator.spec.requirement import MeasurableRequirement, Requirement

NORMATIVE = ("title", "statement", "evidence", "compute", "rationale", "need")
"""Texts of a requirement that say what is asked for, or why."""


def texts(look: Look) -> Iterator[Finding]:
    """The findings about texts, in the order of the spec."""
    spec = look.spec
    both = {"zh", "en"} <= set(spec.document.languages)
    owned = " ".join(
        [*spec.open_points, *(point.text.get("en") + point.text.get("zh") for point in spec.open_points.values())]
    )
    for path, text in _everywhere(spec):
        if both:
            yield from _two_languages(path, text)
    for name, requirement in spec.requirements.items():
        for path, text in _of_requirement(name, requirement):
            if both:
                yield from _two_languages(path, text)
            yield from _wording(path, text, name in owned)
        if isinstance(requirement, Capability):
            yield from _modal(("requirements", name, "statement"), requirement.statement)


def _everywhere(spec: Spec) -> Iterator[tuple[Path, Text]]:
    yield from _of(("document",), spec.document, ("title", "summary", "owner", "recipient"))
    yield from _of(("platform",), spec.platform, ("note",))
    for name, group in spec.groups.items():
        yield from _of(("groups", name), group, ("title", "note"))
    for name, operation in spec.operations.items():
        yield from _of(("operations", name), operation, ("title", "note"))
    for name, risk in spec.risks.items():
        yield from _of(("risks", name), risk, ("title", "effect", "answer"))


def _of(path: Path, model: SpecModel, fields: tuple[str, ...]) -> Iterator[tuple[Path, Text]]:
    for field in fields:
        value = getattr(model, field, None)
        if isinstance(value, Text):
            yield (*path, field), value


def _of_requirement(name: str, requirement: Requirement) -> Iterator[tuple[Path, Text]]:
    path: Path = ("requirements", name)
    yield from _of(path, requirement, (*NORMATIVE, "note"))
    if isinstance(requirement, MeasurableRequirement):
        yield from _of((*path, "test"), requirement.test, ("load", "nodes_reason"))


def _two_languages(path: Path, text: Text) -> Iterator[Finding]:
    if text.zh is None or text.en is None:
        missing = "zh" if text.zh is None else "en"
        yield Finding("translation", path, f"no {missing} text", f"add {missing}: ...")
    elif text.zh is not text.en and text.zh != text.en and numbers(text.zh) != numbers(text.en):
        zh, en = (", ".join(numbers(part)) or "none" for part in (text.zh, text.en))
        yield Finding("numbers-differ", path, f"the numbers are {zh} in zh and {en} in en")


def _wording(path: Path, text: Text, owned: bool) -> Iterator[Finding]:
    written = f"{text.zh or ''}\n{text.en or ''}" if text.zh != text.en else text.zh or ""
    if path[-1] in NORMATIVE and (words := vague_words(written)):
        yield Finding("vague", path, f"'{', '.join(words)}' cannot be tested")
    if not owned and (match := TBD.search(written)):
        yield Finding("tbd", path, f"'{match.group(0)}', and no open point names this requirement")


def _modal(path: Path, text: Text) -> Iterator[Finding]:
    for part in (text.zh, text.en):
        if part and (match := MODAL.search(part)):
            yield Finding("modal", path, f"'{match.group(0)}' beside the modal verb of the sentence")
            return
