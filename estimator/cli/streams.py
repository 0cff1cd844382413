"""Output that cannot fail on a letter: names of files as their bytes, and letters that the locale lacks spelt out."""

from __future__ import annotations

import codecs
import io
import sys

FORGIVING = "commspec"


def prepare_streams() -> None:
    """Let standard output and error write any text, whatever the locale; a stream that was closed stays so."""
    codecs.register_error(FORGIVING, _spelt)
    for stream, errors in ((sys.stdout, FORGIVING), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _spelt(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""The bytes of a file's name that is no UTF-8 as they are; any other letter as ``\xe9``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    if all("\udc80" <= letter <= "\udcff" for letter in letters):
        return letters.encode("utf-8", "surrogateescape"), error.end
    return letters.encode("ascii", "backslashreplace").decode(), error.end
