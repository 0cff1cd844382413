"""Random edits of the small spec, each with what it must change by its own arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.history.versions import BASE, edited

Draw = Any
ALPHA = "platform.paths.across.multi_group.alpha"
BANDWIDTH = "platform.paths.across.multi_group.bandwidth"
OWN = 2**27
"""Bytes of the gather, which are a cell of R-EST whatever its sweep says."""


@dataclass
class Edited:
    """A spec, and what a difference from the small one must say: directions, and the places behind a moved gradient."""

    text: str = BASE
    directions: dict[str, str] = field(default_factory=dict)
    causes: set[str] = field(default_factory=set)

    def replace(self, was: str, now: str) -> None:
        """Put one text in the place of another."""
        self.text = edited((was, now), text=self.text)

    def note(self, name: str, *ways: str | None) -> None:
        """What the ways of the parts of one requirement make together."""
        found = {way for way in ways if way}
        if found:
            self.directions[name] = found.pop() if len(found) == 1 else "both"


def ceiling(before: float, after: float) -> str | None:
    """Of two largest values that pass the smaller is tighter."""
    return None if abs(after - before) <= 1e-9 * before else "looser" if after > before else "tighter"


def listed(before: set[Any], after: set[Any]) -> str | None:
    """A longer list asks for more."""
    return None if before == after else "tighter" if before < after else "looser" if after < before else "both"


@st.composite
def edits(draw: Draw) -> Edited:
    """Some of the edits together."""
    made = Edited()
    for edit in draw(st.lists(st.sampled_from(EDITS), unique=True, max_size=6)):
        edit(made, draw)
    return made


def time_limit(made: Edited, draw: Draw) -> None:
    """Another ceiling and tolerance, in one unit or another."""
    limit, tolerance = draw(st.integers(15_000, 30_000)), draw(st.integers(0, 20))
    text = draw(st.sampled_from([f"{limit} us", f"{limit / 1e3} ms", f"{limit / 1e6} s"]))
    made.replace("at_most: 20 ms, tolerance: 10 %", f"at_most: {text}, tolerance: {tolerance} %")
    made.note("R-LIT", ceiling(22_000.0, limit * (100 + tolerance) / 100))


def floor(made: Edited, draw: Draw) -> None:
    """Another floor and priority."""
    gigabytes, must = draw(st.integers(30, 50)), draw(st.booleans())
    text = draw(st.sampled_from([f"{gigabytes} GB/s", f"{8 * gigabytes} Gbit/s"]))
    made.replace("at_least: 40 GB/s", f"at_least: {text}")
    if must:
        made.replace("priority: should", "priority: must")
    made.note("R-BW", ceiling(1 / 40, 1 / gigabytes), "tighter" if must else None)


def sweep(made: Edited, draw: Draw) -> None:
    """Another range of sizes, and another tolerance."""
    low, high, tolerance = draw(st.integers(18, 23)), draw(st.integers(24, 30)), draw(st.integers(0, 10))
    made.replace("1 MiB .. 64 MiB", f"{2**low} B .. {2**high} B")
    made.replace("estimate.conservative, tolerance: 5 %", f"estimate.conservative, tolerance: {tolerance} %")
    cells = [{*(2**power for power in range(first, last + 1)), OWN} for first, last in ((20, 26), (low, high))]
    gone, new = cells[0] - cells[1], cells[1] - cells[0]
    made.note("R-EST", "looser" if gone else None, "tighter" if new else None, ceiling(1.05, 1 + tolerance / 100))


def types(made: Edited, draw: Draw) -> None:
    """Other data types in any order."""
    names = draw(st.lists(st.sampled_from(["bf16", "fp32", "fp16", "int8"]), min_size=1, unique=True))
    made.replace("dtypes: [bf16, fp32]", f"dtypes: [{', '.join(names)}]")
    made.note("R-CAP", listed({"bf16", "fp32"}, set(names)))


def reports(made: Edited, draw: Draw) -> None:
    """Another list of what is reported, and perhaps another title."""
    names = draw(st.lists(st.sampled_from(["algorithm", "path", "busbw"]), min_size=1, unique=True))
    made.replace("reports: [algorithm, path]", f"reports: [{', '.join(names)}]")
    way = listed({"algorithm", "path"}, set(names))
    if draw(st.booleans()):
        made.replace("en: The algorithm is reported", "en: The algorithm is named")
        way = way or "editorial"
    made.note("R-REP", way)


def share(made: Edited, draw: Draw) -> None:
    """Another share of the budget: 64 calls a step, 40 % of each exposed, 5 us of sync, three digits rounded down."""
    share_ms = draw(st.integers(200, 300))
    made.replace("dispatch: 250 ms", f"dispatch: {share_ms} ms")
    allowed = share_ms / 64 / 0.4 - 0.005
    made.note("R-BUD", ceiling(9.76, int(allowed * 100) / 100 if allowed < 10 else int(allowed * 10) / 10))


def numbers(made: Edited, draw: Draw) -> None:
    """Another start-up and rate between nodes, which no limit follows."""
    start, rate = draw(st.integers(10, 30)), draw(st.integers(36, 43))
    was = "multi_group:  {alpha: [10 us, 20 us], bandwidth: [46 GB/s, 38 GB/s]"
    made.replace(was, f"multi_group: {{bandwidth: [46 GB/s, {rate} GB/s], alpha: [0.01 ms, {start} us]")
    made.causes |= ({ALPHA} if start != 20 else set()) | ({BANDWIDTH} if rate != 38 else set())


def noise(made: Edited, draw: Draw) -> None:
    """Comments, another way to write a number, a default written out: nothing."""
    made.replace("operations:\n", "# what runs\noperations:   # by name\n")
    made.replace("bandwidth: [1.6 TB/s, 800 GB/s]", draw(st.sampled_from(["bandwidth: [1600 GB/s, 0.8 TB/s]"])))
    made.replace("moe: {experts: 64, top_k: 4}", "moe: {top_k: 4, experts: 64}")


EDITS = (time_limit, floor, sweep, types, reports, share, numbers, noise)
