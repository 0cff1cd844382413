"""Prints published values beside intervals: ``python -m tests.published [--no-rows] [--tables FILE]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from estimator.units import format_factor, format_time
from tests.published import page
from tests.published.cases import Point, every, judged, series_apart
from tests.published.left_out import LEFT_OUT
from tests.published.missed import reason
from tests.published.score import Judged, score
from tests.published.tables import read

LINE = "{:44} {:>6} {:>7} {:>7} {:>7}"
SIDES = ((False, "every table"), (True, "other platforms only"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the published figures with constants of every table and of other platforms only, then the series."""
    parser = argparse.ArgumentParser(prog="python -m tests.published", description=__doc__)
    parser.add_argument("--no-rows", action="store_true", help="scores alone")
    parser.add_argument("--page", action="store_true", help="the tables of docs/published.md")
    parser.add_argument("--tables", type=Path, help="tables of one's own, in the form of data/figures.json")
    asked = parser.parse_args(arguments)
    if asked.page:
        print("\n".join([*page.scores(), "", *page.classes()]))
        return 0
    if asked.tables:
        points = [point for table in read(asked.tables) for point in judged(table, apart=True)]
        published(points, "other platforms only", rows=not asked.no_rows)
        return 0
    for apart, name in SIDES:
        published(every(apart), name, rows=not asked.no_rows)
    print("\nleft out:")
    for table, which, why in LEFT_OUT:
        print(f"  {table}, {which}: {why}")
    measured()
    return 0


def published(points: Sequence[Point], name: str, rows: bool) -> None:
    """Value, interval, inside or not, width; then the scores, and what lies outside."""
    print(f"\nconstants from {name}")
    for each in points if rows else ():
        low, high = (format_time(end).replace("\u00a0", " ") for end in each.judged.interval)
        value = format_time(each.judged.seconds).replace("\u00a0", " ")
        word = "inside" if each.judged.inside else f"OUTSIDE by {format_factor(page.beyond(each.judged), 3)}"
        width = each.judged.interval.width
        print(f"{each.table:26} {each.label:44} {value:>9}  [{low:>9}, {high:>9}]  {word:15} width {width:.2f}")
    print(LINE.format(f"published figures, {name}", "points", "inside", "median", "p90"))
    for table in dict.fromkeys(each.table for each in points):
        print(_line(table, (each.judged for each in points if each.table == table)))
    print(_line("all", (each.judged for each in points)))
    print("outside:")
    for each in (each for each in points if not each.judged.inside):
        print(f"  {each.table}, {each.label}: {reason(each.table, each.label) or 'not known why'}")


def measured() -> None:
    """The measured series, told from the tables of other platforms."""
    print("\n" + LINE.format("series, from other platforms' tables", "points", "inside", "median", "p90"))
    told = series_apart()
    for platform in dict.fromkeys(name for name, _ in told):
        print(_line(platform, (each for name, each in told if name == platform)))
    print(_line("all", (each for _, each in told)))


def _line(name: str, judged_values: Iterable[Judged]) -> str:
    result = score(list(judged_values))
    return LINE.format(name, result.points, f"{result.inside:.1%}", f"{result.median:.2f}", f"{result.p90:.2f}")


if __name__ == "__main__":
    sys.exit(main())
