"""The language of messages and helps: ``--lang`` of the command line, else ``COMMSPEC_LANG``, else English."""

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from estimator.chinese.speaker import speaker
from estimator.cli.caret import quoted
from estimator.errors import Problem, one_line
from estimator.phrase import Speak, phrase

if TYPE_CHECKING:
    from estimator.spec.values.base import Language

VARIABLE = "COMMSPEC_LANG"
OPTION = "--lang"
LANGUAGES = ("en", "zh")
LOCALE = Path(__file__).parent / "locale"
"""What click says by itself, where gettext finds it."""


class Chosen(NamedTuple):
    """A language; ``note``: what is wrong with the one that was asked for, empty where nothing is."""

    language: str
    note: str = ""


def chosen(args: Sequence[str], environ: Mapping[str, str]) -> Chosen:
    """The language of a command line: the one that ``--lang`` names, wherever it stands, else the environment's.

    Documents in both languages are asked for by two options, which say nothing of messages.
    """
    named = set(_named(args))
    if len(named) == 1 and named <= set(LANGUAGES):
        return Chosen(named.pop())
    asked = environ.get(VARIABLE, "")
    plain = asked.lower().replace("-", "_").partition(".")[0].partition("_")[0]  # zh_CN.UTF-8 is how systems write it
    if plain in LANGUAGES or not asked:
        return Chosen(plain or "en")
    return Chosen("en", phrase("{name}: {value!r} is no language; write en or zh", name=VARIABLE, value=asked))


def _named(args: Sequence[str]) -> Iterator[str]:
    """The values of ``--lang`` before ``--``, after which everything is a name."""
    before = list(args[: args.index("--")] if "--" in args else args)
    for number, arg in enumerate(before):
        if arg == OPTION:
            yield "".join(before[number + 1 : number + 2])
        elif arg.startswith(f"{OPTION}="):
            yield arg.removeprefix(f"{OPTION}=")


def language_now() -> "Language":
    """The language of the command that runs."""
    context = click.get_current_context(silent=True)
    language: Language | None = context.find_root().obj if context is not None else None
    return language or "en"


def speaking() -> Speak:
    """Says a sentence in the language of the command that runs."""
    return speaker(language_now())


def spoken(text: str) -> str:
    """A sentence in the language of the command that runs, on one line."""
    return one_line(speaking()(text))


def tell(text: str, problem: Problem | None = None) -> None:
    """A sentence on stderr, in the language of the command that runs; on a terminal with the line it is about."""
    click.echo("\n".join((spoken(text), *quoted(problem))), err=True)


def tell_findings(problems: Sequence[Problem], everything: bool = False, counted: bool = False) -> None:
    """What a check found, on stderr; ``counted``: and how much it was."""
    from estimator.report.tables.findings import findings

    told = findings(problems, everything)
    for one in told if counted else told[:-1]:
        tell(one.sentence, one.problem)


@contextmanager
def click_speaks(language: str) -> Iterator[None]:
    """Let click say its own sentences in a language: it asks gettext, which asks the environment at each sentence."""
    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain("messages", LOCALE)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
