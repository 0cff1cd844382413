"""Progress of long work: one line on stderr that is overwritten, only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from estimator.cli.speech import spoken


@contextmanager
def reporter() -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done; it does nothing when stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():  # None: the caller closed it
        yield lambda _: None
        return
    try:
        yield lambda text: _show(spoken(text))
    finally:
        _show("")


def _show(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
