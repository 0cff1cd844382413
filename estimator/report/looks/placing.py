"""What a template of a look raises while it is placed, as a problem at its line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jinja2.exceptions import TemplateError

from estimator.errors import Problem, SpecError
from estimator.phrase import phrase, sentence_of
from estimator.report.looks.look import Look


@contextmanager
def told_by_line(look: Look | None) -> Iterator[None]:
    """Within, what a template of the look raises becomes a SpecError at its line; what ours raise is our fault."""
    try:
        yield
    except Exception as error:
        place = _place(error, look) if look is not None else None
        if place is None:
            raise
        file, line = place
        said = sentence_of(error)
        if not isinstance(error, TemplateError):
            said = phrase("{name}: {why}", name=type(error).__name__, why=said)
        what = phrase("cannot be placed: {why}", why=said)
        hint = "commspec look names the blocks, and what they are placed with"
        raise SpecError([Problem((), what, hint, file=file, line=line)]) from error


def _place(error: Exception, look: Look) -> tuple[str, int] | None:
    """The innermost line of a template of the look that the failure passed through."""
    files = {look.file(name) for name in look.templates}
    found, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename in files:
            found = frame.tb_frame.f_code.co_filename, frame.tb_lineno
        frame = frame.tb_next
    return found
