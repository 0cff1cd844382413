"""What ten per cent on each assumption does, for terminals, review comments and programs."""

from collections.abc import Iterator, Mapping

from estimator.estimate.result import Interval
from estimator.estimate.search.sensitivity import Sensitivity, Swing
from estimator.phrase import heads, phrase
from estimator.report.tables.rows import Scalar, block, comma_separated, document, piped, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_ratio, format_time

SCHEMA = 1
MINUS = "\u2212"
RANKS = (0, 0, 0, 0, 1)
LEADING = 5
"""Assumptions shown of one operation; CSV and JSON hold all."""


def as_text(found: Sensitivity, screen: Screen = PLAIN) -> str:
    """Tables for the terminal: the step's assumptions, then the leading ones of each operation."""
    return screen.text([*fitted(_rows(found), screen, RANKS), "", _note(found)])


def as_markdown(found: Sensitivity, screen: Screen = PLAIN) -> str:
    """The same for a review comment."""
    return f"{piped(screen.rows(_rows(found)))}\n{screen.say(_note(found))}\n"


def as_csv(found: Sensitivity) -> str:
    """One line per figure and place of the spec, in seconds; an assumption at several places has a line without one."""
    return comma_separated([row for of, swings in _figures(found) for swing in swings for row in _flat(of, swing)])


def as_json(found: Sensitivity, about: Mapping[str, object]) -> str:
    """Everything, numbers in full."""
    head = {"commspec_sensitivity": SCHEMA, **about, "by": found.by}
    figures = (f"{plain(of)}: {plain([_plain(swing) for swing in swings])}" for of, swings in _figures(found))
    return document([*(f"{plain(k)}: {plain(v)}" for k, v in head.items()), f'"figures": {{{block(figures)}}}'])


def _figures(found: Sensitivity) -> Iterator[tuple[str, tuple[Swing, ...]]]:
    """What is moved: the step's exposed and total time, then T of each operation."""
    yield phrase("step, exposed"), found.exposed
    yield phrase("step, total"), found.total
    yield from found.operations.items()


def _flat(of: str, swing: Swing) -> Iterator[dict[str, Scalar]]:
    for one in (swing, *swing.parts):
        yield {
            "of": of,
            "assumption": one.assumption,
            "place": one.places[0] if len(one.places) == 1 else None,
            "worse_optimistic_s": one.worse.optimistic,
            "worse_conservative_s": one.worse.conservative,
            "better_optimistic_s": one.better.optimistic,
            "better_conservative_s": one.better.conservative,
        }


def _plain(swing: Swing) -> dict[str, object]:
    found: dict[str, object] = {
        "assumption": swing.assumption,
        "places": list(swing.places),
        "worse_s": list(swing.worse),
        "better_s": list(swing.better),
    }
    return found | ({"parts": [_plain(part) for part in swing.parts]} if swing.parts else {})


def _rows(found: Sensitivity) -> list[list[str]]:
    rows = [heads("of", "assumption", "worse", "better", "places")]
    for of, swings in _figures(found):
        shown = swings if of.startswith("step") else swings[:LEADING]
        rows += [[of, s.assumption, _both(s.worse), _both(s.better), str(len(s.places))] for s in shown]
    return rows


def _both(pair: Interval) -> str:
    return " .. ".join(_signed(seconds) for seconds in pair)


def _signed(seconds: float) -> str:
    text = format_time(abs(seconds), 3)
    return text if seconds == 0.0 else f"{'+' if seconds > 0.0 else MINUS}{text}"


def _note(found: Sensitivity) -> str:
    by = format_ratio(found.by)
    return phrase(
        "Seconds added to the optimistic .. conservative end when an assumption is {by} worse or better.", by=by
    )
