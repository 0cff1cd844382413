"""Progress of long work: one line on stderr that is overwritten, only on a terminal."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from estimator.cli.printing import dumb
from estimator.cli.speech import spoken


@contextmanager
def reporter() -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done; it does nothing when stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or dumb():  # None: the caller closed it
        yield lambda _: None
        return
    with _cleaned_when_killed():
        try:
            yield lambda text: _show(spoken(text))
        finally:
            _show("")


@contextmanager
def _cleaned_when_killed() -> Iterator[None]:
    """Ctrl-C and a polite kill end the process as they did before, after the line is gone."""
    if threading.current_thread() is not threading.main_thread():  # handlers are the main thread's to set
        yield
        return
    before = {number: signal.signal(number, _end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    _show("")
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _show(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
