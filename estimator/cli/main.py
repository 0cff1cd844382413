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
from estimator.chinese.speaker import speaker
from estimator.cli.caret import quoted
from estimator.cli.help import in_language
from estimator.cli.lazy import LazyGroup
from estimator.cli.slips import slip
from estimator.cli.speech import chosen, click_speaks, tell
from estimator.cli.streams import prepare_streams
from estimator.errors import SpecError, UserError, one_line
from estimator.jobs.outputs.kept import inputs_kept
from estimator.phrase import Speak, phrase

FINE, FIX, FAULT, PIPE_CLOSED = 0, 2, 3, 141

COLLECT_AFTER = (500_000, 20, 50)
"""Objects before a search for garbage: nearly all that a command makes stay to its end, and are searched in vain.

What is garbage stays for as long: at most about 100 MB.
"""
ASKED = "_COMMSPEC_COMPLETE"
"""The variable that a shell sets when it asks what can follow."""
COMMANDS = {
    "init": "Write a commented starter spec that builds.",
    "import": "Make a spec from a team's estimation table.",
    "platforms": "List the platforms that a spec can start from.",
    "check": "Check a spec: all mistakes at once, then the lint.",
    "estimate": "Print the estimation table of a spec.",
    "explain": "Explain an operation, a requirement, or the id of a message.",
    "solve": "Find what a number would have to be for the budget.",
    "build": "Write the requirement documents of a spec.",
    "watch": "Show the document of a spec in a browser, anew on every save.",
    "look": "Say what a document's own look can change, or check one.",
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
    # Plug-ins of other packages have no business in a spec, and a search for them takes as long as a small command.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    prepare_streams()
    if instruction := os.environ.get(ASKED):
        sys.exit(_completed(instruction))
    code = run(sys.argv[1:])
    gc.freeze()  # or the end of the process would search all that is left for garbage: 1.7 s after a large difference
    sys.exit(code)


def _completed(instruction: str) -> int:
    """Answer a shell that asks what can follow."""
    from click.shell_completion import shell_complete

    return shell_complete(in_language(commspec, "en"), {}, "commspec", ASKED, instruction)


def run(args: Sequence[str]) -> int:
    """The exit code of one command line; every failure becomes one sentence on stderr."""
    language, note = chosen(args, os.environ)
    with click_speaks(language), inputs_kept():
        try:
            if note:
                tell(note)
            code = _invoke(args, language)
            if sys.stdout is not None:  # None: the caller closed it
                sys.stdout.flush()
        except BrokenPipeError:
            _drop(sys.stdout)
            return PIPE_CLOSED
        except Exception as error:
            if os.environ.get("COMMSPEC_DEBUG"):
                raise
            return _report(error, speaker(language))
        return code


def _invoke(args: Sequence[str], language: str) -> int:
    """What click's own ``main`` does, without its handling of closed pipes (exit code 1 means lint here)."""
    command = in_language(commspec, language)
    try:
        with command.make_context("commspec", list(args), obj=language) as context:
            code = command.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    return code if isinstance(code, int) else FINE


def _report(error: Exception, speak: Speak) -> int:
    """Say what happened on stderr, if that can still be written to; the exit code that belongs to it."""
    try:
        code, lines = _said(error, speak)
        click.echo("\n".join(map(one_line, lines)), err=True)
    except OSError:
        _drop(sys.stderr)
        return FIX
    if isinstance(error, OSError) and error.filename is None:
        _drop(sys.stdout)
    return code


def _said(error: Exception, speak: Speak) -> tuple[int, list[str]]:
    """The exit code of a failure, and the lines that say what happened."""
    if isinstance(error, click.ClickException):
        return FIX, _of_click(error, speak)
    if isinstance(error, SpecError):
        return FIX, [line for one in error.problems for line in (one.sentence(speak), *quoted(one))]
    if isinstance(error, UserError):
        return FIX, error.said(speak).split("\n")
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return FIX, [speak(phrase("commspec: {name}{why}", name=name, why=error.strerror or str(error)))]
    if isinstance(error, MemoryError):
        return FIX, [speak("commspec: this takes more memory than there is; ask for smaller groups or fewer sizes")]
    first = (str(error).splitlines() or [""])[0]
    fault = phrase(
        "commspec: internal error, not your spec's fault: {name}: {first}", name=type(error).__name__, first=first
    )
    return FAULT, [speak(fault), speak("Set COMMSPEC_DEBUG=1 to see where; please report it with the spec.")]


def _of_click(error: click.ClickException, speak: Speak) -> list[str]:
    """What is wrong with the command line; a help that click shows in its place is in the language by gettext."""
    if (what := slip(error)) is not None:
        return [speak(what)]
    shown = StringIO()
    error.show(shown)
    return shown.getvalue().splitlines()


def _drop(stream: TextIO) -> None:
    """Point a stream at nothing, so that the interpreter's own flush at the end cannot fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
