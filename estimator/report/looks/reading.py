"""Reads the files of a look: what is in order, and everything that is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from estimator.errors import Problem
from estimator.phrase import linked, phrase
from estimator.report.looks.blocks import BLOCKS
from estimator.report.looks.logo import read_logo
from estimator.report.looks.look import ENDING, LOGOS, STYLES, TEMPLATES, WORDINGS, Logo, Look, shown
from estimator.report.looks.styles import style_problems
from estimator.report.looks.templates import template_problems
from estimator.report.looks.wording import read_wording
from estimator.spec.reading.suggest import suggestion
from estimator.spec.values.base import Language

NAMES = (*STYLES, *LOGOS, *WORDINGS)
MOST_NAMED = 4


def read_look(folder: str, files: Mapping[str, bytes], ours: Mapping[str, str]) -> tuple[Look, tuple[Problem, ...]]:
    """The look in files by their paths in the folder, and what is wrong with it, file by file.

    ``folder``: as messages show it. ``ours``: the text of our templates by name.
    """
    texts, problems = _texts(folder, files)
    logos, more = _logos(folder, files)
    wording, amiss = _wording(folder, files)
    look = Look(
        folder=folder,
        templates={name.removeprefix(TEMPLATES): text for name, text in texts.items() if _is_template(name)},
        styles={name: text for name, text in texts.items() if name in STYLES},
        logo=logos[0] if logos else None,
        wording=wording,
    )
    problems += [*more, *amiss, *_strangers(folder, files)]
    for name, text in look.styles.items():
        problems += style_problems(shown(folder, name), text)
    problems += template_problems(look, ours)
    return look, tuple(sorted(problems, key=lambda one: (one.file or "", one.line or 0, one.column or 0)))


def _is_template(name: str) -> bool:
    return name.startswith(TEMPLATES) and name.endswith(ENDING)


def _texts(folder: str, files: Mapping[str, bytes]) -> tuple[dict[str, str], list[Problem]]:
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    for name, data in files.items():
        if not _is_template(name) and name not in STYLES:
            continue
        try:
            texts[name] = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            what = "the text is not UTF-8"
            problems.append(Problem((), what, "save the file as UTF-8", file=shown(folder, name), line=line, column=1))
    return texts, problems


def _logos(folder: str, files: Mapping[str, bytes]) -> tuple[list[Logo], list[Problem]]:
    found = [name for name in LOGOS if name in files]
    if len(found) > 1:
        return [], [Problem((), "there are two logos", "keep one of the two", file=shown(folder, found[1]))]
    read = [read_logo(shown(folder, name), files[name]) for name in found]
    return [logo for logo, _ in read if logo is not None], [one for _, wrong in read for one in wrong]


def _wording(folder: str, files: Mapping[str, bytes]) -> tuple[dict[Language, Mapping[str, str]], list[Problem]]:
    wording: dict[Language, Mapping[str, str]] = {}
    problems: list[Problem] = []
    for name, language in WORDINGS.items():
        if name in files:
            wording[language], wrong = read_wording(shown(folder, name), files[name], language)
            problems += wrong
    return wording, problems


def _strangers(folder: str, files: Mapping[str, bytes]) -> Iterator[Problem]:
    """Files that a look has no use for; of a folder that is no look at all, only that."""
    known = (*NAMES, *(TEMPLATES + name for name in BLOCKS))
    every = phrase("write {names} or {template}", names=", ".join(NAMES), template=f"{TEMPLATES}NAME{ENDING}")
    strange = [name for name in files if name not in NAMES and not _is_template(name)]
    if len(strange) == len(files):
        there = linked(", ", [*strange[:MOST_NAMED], *(["…"] if len(strange) > MOST_NAMED else [])])
        none = phrase("the folder holds no file of a look, but {there}", there=there)
        yield Problem((), none if strange else "the folder holds no file of a look", every, file=folder)
        return
    for name in strange:
        hint = suggestion(name, known, 0)
        yield Problem((), "a look has no such file", hint if "?" in hint else every, file=shown(folder, name))
