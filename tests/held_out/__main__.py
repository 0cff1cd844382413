"""Prints how fits do on what was held out of them: ``python -m tests.held_out [--measured CSV] [--logs FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.held_out import constants, made_up, page
from tests.held_out.cuts import Refusal, Stated, decades, every_other, other_collectives, other_ranks
from tests.held_out.material import LATER, Source, carried, measured, of_folder
from tests.held_out.scores import by_size, grouped, score

HEAD = ("held out", "times", "inside", "width", "p90", "error", "p95")
RANKS = (((2, 4), 8), ((2, 8), 4), ((4, 8), 2))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the scores by family of logs, by side of 1 MiB and by system, and of made-up times."""
    parser = argparse.ArgumentParser(prog="python -m tests.held_out", description=__doc__)
    parser.add_argument("--measured", type=Path, help="other series of single nodes, as CSV with the source's columns")
    parser.add_argument("--logs", type=Path, help="a folder of logs, in place of the tables that are carried over")
    parser.add_argument("--later", action="store_true", help="only the tables met after the laws were chosen")
    parser.add_argument("--systems", action="store_true", help="every system by itself")
    parser.add_argument("--page", action="store_true", help="the table of docs/published.md")
    parser.add_argument("--constants", action="store_true", help="whether constants carry over to a system left out")
    parser.add_argument("--seed", type=int, default=0, help="of the made-up times")
    asked = parser.parse_args(arguments)
    if asked.page:
        print("\n".join(page.rows()))
        return 0
    single, logs = measured(asked.measured), of_folder(asked.logs) if asked.logs else carried()
    if asked.later:
        single, logs = [], carried(LATER)
    if asked.constants:
        for line in constants.report(single, logs):
            print(line, flush=True)
        return 0
    print(_row(*HEAD))
    for known, wanted in RANKS:
        _ranks(single, known, wanted, asked.systems)
    _shown("AllGather, ReduceScatter of AllReduce", other_collectives(single), asked.systems)
    _shown("every other size", every_other([*single, *logs]), asked.systems)
    _shown("a decade of sizes", decades([*single, *logs]), asked.systems)
    print("\n".join(made_up.report(asked.seed)))
    return 0


def _ranks(single: Sequence[Source], known: tuple[int, ...], asked: int, systems: bool) -> None:
    name = f"{asked} ranks from {' and '.join(map(str, known))}"
    _shown(name, other_ranks(single, known, asked), systems)


def _shown(name: str, found: Iterable[Stated | Refusal], systems: bool) -> None:
    found = list(found)
    times = [one for one in found if isinstance(one, Stated)]
    if not times:
        return
    print()
    _line(name, times)
    for label, each in by_size(times).items():
        _line(f"  {label}", each)
    families = grouped(times, lambda one: one.source.family)
    for label, each in families.items() if len(families) > 1 else ():
        _line(f"  {label}", each)
    for label, each in grouped(times, lambda one: one.source.system).items() if systems else ():
        _line(f"    {label}", each)
    refusals = [one for one in found if isinstance(one, Refusal)]
    if refusals:
        print(f"  refused: {len(refusals)} series, {', '.join(sorted({one.source.system for one in refusals}))}")


def _line(name: str, found: Sequence[Stated]) -> None:
    one = score(found)
    shares = f"{one.inside:.1%}", f"{one.width:.2f}", f"{one.p90:.2f}", f"{one.error:.1%}", f"{one.p95:.1%}"
    print(_row(name, str(one.points), *shares))


def _row(name: str, *cells: str) -> str:
    return f"{name:44}" + "".join(f" {cell:>8}" for cell in cells)


if __name__ == "__main__":
    sys.exit(main())
