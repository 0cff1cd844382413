"""Prints published values beside intervals: ``python -m tests.published [--rows] [--measured FILE.csv]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from estimator.units import format_factor, format_time
from tests.published.cases import LeftOut, Point, every
from tests.published.measured import DATA, LARGE, Prediction, more_ranks, other_collectives, times
from tests.published.missed import MISSED
from tests.published.score import Judged, score

LINE = "{:44} {:>6} {:>7} {:>7} {:>7}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the published figures, then the measured series."""
    parser = argparse.ArgumentParser(prog="python -m tests.published", description=__doc__)
    parser.add_argument("--no-rows", action="store_true", help="scores alone")
    parser.add_argument("--measured", type=Path, default=DATA, help="other series, as CSV with the source's columns")
    asked = parser.parse_args(arguments)
    published(rows=not asked.no_rows)
    measured(asked.measured)
    return 0


def published(rows: bool) -> None:
    """Value, interval, inside or not, width; then the scores, and what is left out."""
    found = every()
    points = [each for each in found if isinstance(each, Point)]
    for each in points if rows else ():
        low, high = (format_time(end).replace("\u00a0", " ") for end in each.judged.interval)
        value = format_time(each.judged.seconds).replace("\u00a0", " ")
        word = "inside" if each.judged.inside else f"OUTSIDE by {format_factor(_beyond(each.judged), 3)}"
        width = each.judged.interval.width
        print(f"{each.table:26} {each.label:40} {value:>9}  [{low:>9}, {high:>9}]  {word:15} width {width:.2f}")
    print()
    print(LINE.format("published figures", "points", "inside", "median", "p90"))
    for table in dict.fromkeys(each.table for each in points):
        print(_line(table, (each.judged for each in points if each.table == table)))
    print(_line("all", (each.judged for each in points)))
    print("\noutside:")
    for each in (each for each in points if not each.judged.inside):
        print(f"  {each.table}, {each.label}: {MISSED.get((each.table, each.label), 'not known why')}")
    print("\nleft out:")
    for out in (each for each in found if isinstance(each, LeftOut)):
        print(f"  {out.table}, {out.label}: {out.reason}")


def measured(path: Path) -> None:
    """Scores of the extrapolation to eight ranks, and from AllReduce to other collectives."""
    every_time = times(path)
    found = list(more_ranks(every_time))
    print("\n" + LINE.format("eight ranks from two and four", "points", "inside", "median", "p90"))
    predictions = [each for each in found if isinstance(each, Prediction)]
    for collective in dict.fromkeys(each.time.collective for each in predictions):
        for large in (False, True):
            chosen = [p for p in predictions if p.time.collective == collective and (p.time.n >= LARGE) == large]
            size = "from 1 MiB" if large else "below 1 MiB"
            print(_line(f"{collective}, {size}", (each.judged for each in chosen)))
    for line in (each for each in found if isinstance(each, str)):
        print(f"  {line}")
    print("\n" + LINE.format("from AllReduce alone", "points", "inside", "median", "p90"))
    others = list(other_collectives(every_time))
    for system in dict.fromkeys(each.time.system for each in others):
        for collective in dict.fromkeys(each.time.collective for each in others):
            chosen = [p for p in others if p.time.collective == collective and p.time.system == system]
            print(_line(f"{collective}, {system}", (each.judged for each in chosen)))
    print(_line("all", (each.judged for each in others)))


def _line(name: str, judged: Iterable[Judged]) -> str:
    result = score(list(judged))
    return LINE.format(name, result.points, f"{result.inside:.1%}", f"{result.median:.2f}", f"{result.p90:.2f}")


def _beyond(judged: Judged) -> float:
    low, high = judged.interval
    return low / judged.seconds if judged.seconds < low else judged.seconds / high


if __name__ == "__main__":
    sys.exit(main())
