"""The wording of a look: phrases of the document by their ids, with the same fields as ours."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.words.lookup import UNITS, words
from estimator.spec.reading.include import assemble
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.base import Language

PHRASE = "write cover.status: State"
Fields = dict[str, set[str]]
"""The fields of a text with the formats that each is written with."""


def read_wording(file: str, data: bytes, language: Language) -> tuple[dict[str, str], list[Problem]]:
    """The phrases in the bytes of ``file``, and what is wrong with any, by line and column."""
    tree = assemble(data, file, None, what=PHRASE)
    problems = list(tree.problems)
    if not isinstance(tree.data, dict):
        if not problems:
            problems.append(tree.locations.placed(Problem((), "no mapping from ids to texts", PHRASE)))
        return {}, problems
    ours, found = words(language).texts, {}
    for key, value in tree.data.items():
        wrong = None if (key,) in tree.silent else _wrong(key, value, ours)
        if wrong is not None:
            problems.append(tree.locations.placed(wrong, key=key not in ours))
        elif isinstance(value, str):
            found[key] = UNITS.sub("\u00a0", value)
    return found, sorted(problems, key=lambda one: (one.line or 0, one.column or 0))


def _wrong(key: str, value: object, ours: Mapping[str, str]) -> Problem | None:
    """What is wrong with a phrase; None where nothing is."""
    if key not in ours:
        hint = suggestion(key, ours, FEW)
        return Problem((key,), "no phrase has this id", hint)
    if not isinstance(value, str) or not value.strip():
        return Problem((key,), "no text", phrase("write a text, such as {text}", text=f"'{ours[key]}'"))
    try:
        said = fields_of(value)
    except ValueError:
        return Problem((key,), "the braces of the text do not match", "write {name} for a field, {{ and }} for braces")
    return next(_misfits(key, said, fields_of(ours[key]), ours[key]), None)


def _misfits(key: str, said: Fields, wanted: Fields, ours: str) -> Iterator[Problem]:
    known = ", ".join(f"{{{name}}}" for name in wanted)
    for name, formats in said.items():
        if name not in wanted and wanted:
            near = suggestion(name, wanted)
            yield Problem((key,), phrase("there is no field {name} here", name=f"{{{name}}}"), near)
        elif name not in wanted:
            yield Problem((key,), phrase("there is no field {name} here", name=f"{{{name}}}"), "this text has none")
        elif other := {form for form in formats if not _fits(form, wanted[name])}:
            written = f"{{{name}:{sorted(other)[0]}}}"
            yield Problem(
                (key,),
                phrase("{written} cannot be filled in", written=written),
                phrase("write {tag}", tag=f"{{{name}}}"),
            )
    if missing := [f"{{{name}}}" for name in wanted if name not in said]:
        what = phrase("{fields} of the text is left out", fields=", ".join(missing))
        yield Problem((key,), what, phrase("keep {known}; ours says '{ours}'", known=known, ours=ours))


def _fits(form: str, ours: set[str]) -> bool:
    """Whether a field can be filled in with this format: the noun of a count may be another one."""
    return form in ("", *ours) or (any(ours) and form.replace(" ", "").isalpha())


def fields_of(text: str) -> Fields:
    """The fields of a text. Raises ValueError where its braces do not match, or a field has no plain name."""
    found: Fields = {}
    for _, name, form, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or conversion or "{" in (form or ""):
            raise ValueError(name)
        found.setdefault(name, set()).add(form or "")
    return found
