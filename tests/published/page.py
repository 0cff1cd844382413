"""The scores and constants as the page about published figures shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.published.cases import Point, every
from tests.published.constants import Range
from tests.published.observed import constants
from tests.published.score import Judged, Score, score
from tests.published.tables import DATA, read

UNITS = {"share": 1.0, "start": 1e6, "knee": 1.0}


def scores() -> Iterator[str]:
    """A row a table and three sums: points, plain score, score without the platform's own tables."""
    plain, apart = every(), every(True)
    yield "| table | points | plain: inside | median | p90 | other platforms only: inside | median | p90 |"
    yield "|---|---|---|---|---|---|---|---|"
    for table in dict.fromkeys(point.table for point in plain):
        yield _row(table, *([p for p in found if p.table == table] for found in (plain, apart)))
    published = {table["table"] for table in read(DATA / "figures.json")}
    for name, kept in (("published tables", True), ("logs", False)):
        yield _row(f"**{name}**", *([p for p in found if (p.table in published) is kept] for found in (plain, apart)))
    yield _row("**all**", plain, apart)


def _row(name: str, plain: Sequence[Point], apart: Sequence[Point]) -> str:
    return f"| {name} | {len(plain)} | {_cells(plain)} | {_cells(apart)} |"


def _cells(points: Sequence[Point]) -> str:
    found = score_of(points)
    return f"{found.inside * 100:.1f} % | {found.median:.2f} | {found.p90:.2f}"


def score_of(points: Sequence[Point]) -> Score:
    """The score of points."""
    return score([point.judged for point in points])


def classes() -> Iterator[str]:
    """A row a class: its range, from how many platforms."""
    known = constants()
    yield "| constant | class | from | to | platforms |"
    yield "|---|---|---|---|---|"
    for kind in ("share", "start", "knee"):
        for group in sorted(known.groups(kind)):
            found: Range = getattr(known, kind)(group)
            ends = " | ".join(f"{end * UNITS[kind]:.3g}" for end in found)
            name = {"share": "share of nominal", "start": "start-up, us", "knee": "knee k"}[kind]
            yield f"| {name} | {group} | {ends} | {known.platforms(kind, group)} |"


def beyond(judged: Judged) -> float:
    """How far a value lies outside its interval [1]."""
    low, high = judged.interval
    return low / judged.seconds if judged.seconds < low else judged.seconds / high
