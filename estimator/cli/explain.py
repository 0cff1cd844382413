"""``commspec explain``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.printing import show
from estimator.cli.slips import OneOf

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("explain")
@click.argument("what", metavar="[SPEC] NAME", nargs=-1, required=True)
@click.option("--lang", "language", type=OneOf(("en", "zh")), default="en", show_default=True)
def command(what: tuple[str, ...], language: "Language") -> None:
    """Explain an operation or a requirement of SPEC, or what a message says by the id at its end.

    Of an operation: the eight items it rests on, the sum with its numbers, what limits it, why its interval is
    wide, and the sources. Of a requirement: its sentence, pass rule, limit and command. Of a rule or a mistake: what
    it means, what to do, and an example; with SPEC also where the spec has it.
    """
    from estimator.jobs.explain import explain, explain_rule

    if len(what) > 2:
        raise click.UsageError("give SPEC and one NAME, or the id at the end of a message")
    text = explain_rule(what[0], language) if len(what) == 1 else explain(Path(what[0]), what[1], language)
    show(text)
