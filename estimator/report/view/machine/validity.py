"""Where numbers hold, and what is used beyond: the words of the parameter tables and of the estimates."""

from __future__ import annotations

from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.validity import PER_RANKS, PER_SIZE, extrapolated
from estimator.estimate.result import End
from estimator.report.numbers import plain, span, swept
from estimator.report.view.context import Context
from estimator.spec.machine.valid import Valid


def valid_text(context: Context, valid: Valid | None) -> tuple[str, ...]:
    """One line: "holds for n 1 KiB-1 GiB, p 8-512"; nothing where no range is stated."""
    if valid is None:
        return ()
    sizes = span(valid.sizes.low, valid.sizes.high, swept) if valid.sizes is not None else ""
    ranks = span(float(valid.ranks.low), float(valid.ranks.high), plain) if valid.ranks is not None else ""
    parts = [f"{name}\u00a0{text}" for name, text in (("n", sizes), ("p", ranks)) if text]
    return (context.words("paths.valid", range=context.words["comma"].join(parts)),)


def furthest(context: Context, end: End) -> str:
    """The mark of an end that is extrapolated, with the largest factor; "" of any other."""
    found = extrapolated(end)
    return context.words("overview.extrapolated", factor=plain(found[0].widened)) if found else ""


def all_beyond(context: Context, end: End) -> str:
    """Every number of an end that is used beyond its range, with its factor."""
    words = context.words
    found = [
        words("minimal.extrapolated.one", where=origin.where, what=words[f"factor.{origin.quantity}"],
              factor=plain(origin.widened))
        for origin in extrapolated(end)
    ]  # fmt: skip
    return words["semicolon"].join(found)


def rule_text(context: Context) -> str:
    """How the conservative end widens; "" where no number states where it holds."""
    platform = context.spec.platform
    if not any(Assumptions(platform, context.spec.sources).valid_of(platform.paths)):
        return ""
    return context.words("reading.extrapolated.text", ranks=plain(PER_RANKS), size=plain(PER_SIZE))
