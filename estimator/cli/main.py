"""The command ``commspec``: its list of commands, and what each kind of failure becomes."""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from io import StringIO
from typing import TextIO

import click

from estimator import __version__
from estimator.cli.lazy import LazyGroup
from estimator.cli.streams import prepare_streams
from estimator.errors import SpecError, UserError, one_line
from estimator.phrase import phrase

FINE, FIX, FAULT, PIPE_CLOSED = 0, 2, 3, 141

COLLECT_AFTER = (50_000, 20, 50)
"""Objects before a search for garbage: nearly all that a command makes stay to its end, and are searched in vain."""
ASKED = "_COMMSPEC_COMPLETE"
"""The variable that a shell sets when it asks what can follow."""
COMMANDS = {
    "init": "Write a commented starter spec that builds.",
    "platforms": "List the platforms that a spec can start from.",
    "check": "Check a spec: all mistakes at once, then the lint.",
    "estimate": "Print the estimation table of a spec.",
    "explain": "Explain an operation, a requirement, or a rule of the lint.",
    "solve": "Find what a number would have to be for the budget.",
    "build": "Write the requirement documents of a spec.",
    "release": "Freeze a version of a spec into one file.",
    "diff": "Compare two versions of a spec: tighter, looser, and why.",
    "export": "Give estimates, requirements or cells to other programs and reviews.",
    "respond": "Ask vendors for answers to a spec, and read what comes back.",
    "kit": "Write the test kit of a spec: a plan of every cell and the program that runs it.",
    "cost": "Estimate one collective without a spec.",
    "layout": "Show the groups of a rank layout without a spec.",
    "read": "Read benchmark logs of any known tool.",
    "fit": "Fit T0, alpha and B of benchmark logs, and predict from them.",
    "accept": "Judge every requirement of a spec by benchmark logs.",
    "diagnose": "Rank what makes benchmark logs slow, and ask for what would tell.",
    "trace": "Hold the estimates of a spec against profiler traces.",
    "schema": "Print the JSON schema of a spec.",
    "reference": "Print the reference of keys, kinds, rules and algorithms.",
    "completion": "Print the completion script of a shell.",
}


@click.command(cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="commspec")
def commspec() -> None:
    """From a YAML spec to a collective-communication requirement document.

    Exit codes: 0 fine, 1 a requirement is not met or the lint found errors, 2 something for you to fix, 3 our fault.
    """


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Ctrl-C ends the process on the spot, as a polite kill does: there is nothing to unwind, and writes hold both back.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(*COLLECT_AFTER)
    prepare_streams()
    if instruction := os.environ.get(ASKED):
        sys.exit(_completed(instruction))
    sys.exit(run(sys.argv[1:]))


def _completed(instruction: str) -> int:
    """Answer a shell that asks what can follow."""
    from click.shell_completion import shell_complete

    return shell_complete(commspec, {}, "commspec", ASKED, instruction)


def run(args: Sequence[str]) -> int:
    """The exit code of one command line; every failure becomes one sentence on stderr."""
    try:
        code = _invoke(args)
        if sys.stdout is not None:  # None: the caller closed it
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return PIPE_CLOSED
    except Exception as error:
        if os.environ.get("COMMSPEC_DEBUG"):
            raise
        return _report(error)
    return code


def _invoke(args: Sequence[str]) -> int:
    """What click's own ``main`` does, without its handling of closed pipes (exit code 1 means lint here)."""
    try:
        with commspec.make_context("commspec", list(args)) as context:
            code = commspec.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    return code if isinstance(code, int) else FINE


def _report(error: Exception) -> int:
    """Say what happened on stderr, if that can still be written to; the exit code that belongs to it."""
    try:
        return _said(error)
    except OSError:
        _drop(sys.stderr)
        return FIX


def _said(error: Exception) -> int:
    if isinstance(error, click.ClickException):
        shown = StringIO()
        error.show(shown)
        click.echo("\n".join(map(one_line, shown.getvalue().splitlines())), err=True)
        return FIX
    if isinstance(error, SpecError | UserError):
        click.echo(str(error), err=True)
        return FIX
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        click.echo(
            one_line(phrase("commspec: {name}{strerror}", name=name, strerror=error.strerror or error)), err=True
        )
        if error.filename is None:
            _drop(sys.stdout)
        return FIX
    if isinstance(error, MemoryError):
        click.echo("commspec: this takes more memory than there is; ask for smaller groups or fewer sizes", err=True)
        return FIX
    first = (str(error).splitlines() or [""])[0]
    click.echo(
        phrase(
            "commspec: internal error, not your spec's fault: {name}: {first}", name=type(error).__name__, first=first
        ),
        err=True,
    )
    click.echo("Set COMMSPEC_DEBUG=1 to see where; please report it with the spec.", err=True)
    return FAULT


def _drop(stream: TextIO) -> None:
    """Point a stream at nothing, so that the interpreter's own flush at the end cannot fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
