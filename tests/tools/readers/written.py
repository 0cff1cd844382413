"""Writes logs in the forms that tools print, from sizes and times; and reads them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import NOTHING_TOLD, Ended, Event, Record, Rejection, Told

Point = tuple[int, float, float]
"""Size [byte], out-of-place and in-place time [us]."""
POINTS: tuple[Point, ...] = ((1024, 12.34, 12.30), (1 << 20, 35.0, 40.0), (64 << 20, 1342.2, 1350.1))


def factor(collective: str, ranks: int) -> float:
    """busbw over algbw as nccl-tests documents it."""
    if collective == "all_reduce":
        return 2 * (ranks - 1) / ranks
    return 1.0 if collective in ("broadcast", "reduce", "sendrecv") else (ranks - 1) / ranks


def number(value: float) -> str:
    """A float in seven characters as nccl-tests prints it: 12.34, 1342.2, 11812."""
    return f"{value:7.2f}" if value < 1e3 else f"{value:7.1f}" if value < 1e4 else f"{value:7.0f}"


NAMES = "     time   algbw   busbw #wrong"
HEAD = (
    "#                                                              out-of-place                       in-place\n"
    f"#       size         count      type   redop    root{NAMES}{NAMES}\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
)
OLD_HEAD = (
    "#                                                     out-of-place                       in-place\n"
    "#       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
    "#        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
)
FOOT = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 12.3\n#\n"


def side(size: int, time: float, k: float, wrong: str) -> str:
    """Four columns of one side."""
    algbw = size / time / 1e3
    return f"  {number(time)}  {algbw:6.2f}  {algbw * k:6.2f}  {wrong:>5}"


def nccl_rows(
    points: Iterable[Point] = POINTS,
    collective: str = "all_reduce",
    ranks: int = 8,
    redop: str = "sum",
    root: str | None = "-1",
    wrong: str = "0",
    in_place_wrong: str | None = None,
    dtype: str = "float",
    width: int = 4,
) -> str:
    """Rows of nccl-tests."""
    k, text = factor(collective, ranks), ""
    for size, time, in_place in points:
        share = ranks if collective in ("all_gather", "reduce_scatter", "alltoall", "gather", "scatter") else 1
        lead = f"{size:12d}  {size // width // share:12d}  {dtype:>8}  {redop:>6}" + (
            "" if root is None else f"  {root:>6}"
        )
        text += lead + side(size, time, k, wrong) + side(size, in_place, k, in_place_wrong or wrong) + "\n"
    return text


def devices(ranks: int, nodes: int = 1) -> str:
    """The device list."""
    each = ranks // nodes
    lines = (
        f"#  Rank {r:2d} Group  0 Pid {100 + r} on n{r // each} device {r % each:2d} [0x0{r}] ASIC-X"
        for r in range(ranks)
    )
    return "# Using devices\n" + "".join(f"{line}\n" for line in lines)


def nccl_log(collective: str = "all_reduce", ranks: int = 8, nodes: int = 1, rows: str | None = None) -> str:
    """A whole log of nccl-tests."""
    start = (
        "# nccl-tests version 2.18.0 nccl-headers=22907 nccl-library=22907\n"
        f"# Collective test starting: {collective}_perf\n"
        "# nThread 1 nGpus 1 minBytes 1024 maxBytes 67108864 step: 2(factor) warmup iters: 5 iters: 20 "
        "agg iters: 1\n#\n"
    )
    redop = "sum" if collective in ("all_reduce", "reduce_scatter", "reduce") else "none"
    root = "0" if collective in ("broadcast", "reduce", "gather", "scatter") else "-1"
    body = rows if rows is not None else nccl_rows(collective=collective, ranks=ranks, redop=redop, root=root)
    return start + devices(ranks, nodes) + "#\n" + HEAD + body + FOOT


def osu_log(
    title: str = "Allreduce", points: Sequence[tuple[int, float]] = ((4, 2.63), (1024, 3.82), (1 << 20, 573.48))
) -> str:
    """One table of the OSU benchmarks."""
    rows = "".join(f"{size:<20d}{time:>13.2f}\n" for size, time in points)
    return f"\n# OSU MPI {title} Latency Test v5.8\n# Size       Avg Latency(us)\n{rows}"


def events(text: str, told: Told = NOTHING_TOLD, block: int = 997) -> list[Event]:
    """What the readers find in a text that comes in blocks."""
    blocks = [text[at : at + block] for at in range(0, len(text), block)]
    return list(read_log(numbered(blocks), "log", told))


def records(text: str, told: Told = NOTHING_TOLD) -> list[Record]:
    """Its records."""
    return [event for event in events(text, told) if isinstance(event, Record)]


def refusals(text: str, told: Told = NOTHING_TOLD) -> list[Rejection]:
    """Its refusals."""
    return [event for event in events(text, told) if isinstance(event, Rejection)]


def endings(text: str, told: Told = NOTHING_TOLD) -> list[Ended]:
    """The ends of its tables."""
    return [event for event in events(text, told) if isinstance(event, Ended)]


def times(found: Iterable[Record], in_place: bool | None = False) -> list[tuple[int | None, float]]:
    """(size, time [us]) of the records of one side."""
    return [
        (record.size, round(record.seconds * 1e6, 6))
        for record in found
        if record.seconds is not None and record.in_place is in_place
    ]
