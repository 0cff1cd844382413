"""Parameters that hold for a range of sizes: at its edges a larger message must not take less time."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nextafter

from estimator.errors import Path
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.case import Case, case_of
from estimator.estimate.curve import at_size
from estimator.estimate.operation import times_of
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.units import format_size, format_time


def edges(look: Look) -> Iterator[Finding]:
    """The findings about `only` entries with sizes, one an entry, told with the first operation that shows it."""
    known = assumptions_of(look.spec)
    if not known.by_size(look.spec.platform.paths):
        return
    told: set[Path] = set()
    for name in look.spec.operations:
        case = case_of(look.spec, name, known)
        for place, below, above in _edges(case):
            text = "" if place in told else _fall(case, below, above)
            if text:
                told.add(place)
                yield Finding("falling-time", place, text)


def _edges(case: Case) -> Iterator[tuple[Path, float, float]]:
    """Place of each entry with sizes, and the sizes n [byte] of one call on both sides of its edges."""
    for path in case.subject.paths.values():
        for index, entry in enumerate(case.known.platform.paths[path].only):
            place: Path = ("platform", "paths", path, "only", index, "sizes")
            if entry.sizes is not None:
                if entry.sizes.low > 1.0:  # no message is smaller than a byte
                    yield place, nextafter(entry.sizes.low, 0.0), entry.sizes.low
                yield place, entry.sizes.high, nextafter(entry.sizes.high, inf)


def _fall(case: Case, below: float, above: float) -> str:
    """How far the time of all calls falls between two sizes, at the first end where it does; "" where it does not."""
    calls = case.operation.calls
    before, after = (times_of(at_size(case, n * calls)) for n in (below, above))
    for end in ("optimistic", "conservative"):
        first, second = getattr(before, end), getattr(after, end)
        if second < first * (1.0 - SLACK):
            return phrase(
                "the {end} time of {name} falls from {first} to {second} at {above}",
                end=end,
                name=case.name,
                first=format_time(first),
                second=format_time(second),
                above=format_size(round(above)),
            )
    return ""
