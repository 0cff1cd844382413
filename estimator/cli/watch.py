"""``commspec watch``."""

import os
import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.options import Count, spec_argument
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell
from estimator.phrase import phrase

if TYPE_CHECKING:
    from estimator.jobs.watch import Outcome
    from estimator.spec.values.base import Language


@click.command("watch")
@spec_argument
@click.option(
    "--lang",
    "languages",
    type=OneOf(["zh", "en"]),
    multiple=True,
    help="A language to write, once for each; without it those of the spec.",
)
@click.option("--port", type=Count(0, 65535, 8080), default=0, help="Where to serve. [default: any free port]")
@click.option("--open", "shown", is_flag=True, help="Open the page in a browser.")
def command(spec: Path, languages: "tuple[Language, ...]", port: int, shown: bool) -> int:
    """Show the document of SPEC in a browser, and show it anew whenever SPEC or a file that it includes is saved.

    While the spec has mistakes, the last good page stays, with the mistakes and their lines above it. Only browsers of
    this machine are served, at the address that is printed; nothing is written. Ctrl-C ends it.
    """
    from estimator.jobs.watch import Watch

    with _until_interrupted() as stop:
        watch = Watch(spec, languages, port)
        click.echo(watch.server.url)
        if shown:
            _open(watch.server.url)
        watch.run(stop, _told)
    return 0


def _told(outcome: "Outcome") -> None:
    for mistake in outcome.mistakes:
        tell(mistake)
    if outcome.fault is not None:
        tell("Set COMMSPEC_DEBUG=1 to see where; please report it with the spec.")
        if os.environ.get("COMMSPEC_DEBUG"):
            traceback.print_exception(outcome.fault)
    if not outcome.mistakes:
        tell(phrase("built in {seconds:.2f} s", seconds=outcome.seconds))


@contextmanager
def _until_interrupted() -> Iterator[threading.Event]:
    """An event that Ctrl-C and a polite kill set, in place of ending the process on the spot."""
    stop = threading.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _open(url: str) -> None:
    import webbrowser

    try:
        opened = webbrowser.open(url)
    except webbrowser.Error:
        opened = False
    if not opened:
        tell(phrase("no browser can be opened here; the page is {page}", page=url))
