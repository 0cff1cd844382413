"""OSU micro-benchmarks of an MPI library: command lines, one process a device.

Source: README of the OSU micro-benchmarks 7: -m smallest:largest message, doubling; -x -i warm-up and timed iterations;
-c check; -f fastest and slowest rank beside the mean; -T element type of a reduction. A message is what one rank gives
to an AllGather and what it sends one peer in an All-to-All; of a ReduceScatter it is the whole input. A barrier has
none. A collective whose buffer is beyond -M, 512 MiB where nobody says, is run at a smaller size.
"""

from __future__ import annotations

from estimator.cost.collectives import EVEN, MOVING
from estimator.tools.ability import OSU, Ability
from estimator.tools.tool import Tool, ToolRun, launched, quoted

_SHARED_OUT = ("all_gather", "all_to_all", "scatter", "gather")
"""Of these a message is one p-th of n."""
UNTOLD = 512 * 2**20
"""Largest buffer of a collective without -M [byte] (MAX_MEM_LIMIT of its osu_util.h)."""


def line(ability: Ability, run: ToolRun, first: str, last: str, factor: int) -> str:
    """One command line: ``mpirun -np 64 -N 8 ./osu_allgatherv -m 1024:16777216 -x 20 -i 100 -c``."""
    words = [*launched(run.hosts), f"./{ability.collectives[run.collective]}"]
    words += ["-m", f"{first}:{last}"] if run.collective in MOVING else []
    words += ["-M", str(most)] if run.collective != "p2p" and (most := _buffer(run)) > UNTOLD else []
    words += ["-x", str(run.warmup), "-i", str(run.iterations)]
    words += ["-c"] if run.check and run.collective in MOVING else []
    words += ["-f"] if run.join != "mean" else []
    known = run.dtype is not None and run.dtype in ability.dtypes
    words += ["-T", ability.dtypes[run.dtype or ""]] if run.redop is not None and known else []
    return quoted(words)


def message(run: ToolRun, size: int) -> int:
    """The message that makes canonical n ``size`` [byte], rounded up: n / p where a message is one rank's share."""
    return -(-size // run.ranks) if EVEN[run.collective] in _SHARED_OUT else size


def _buffer(run: ToolRun) -> int:
    """The largest buffer of a run [byte]: a message, or one for each rank."""
    most = max((message(run, size) for size in run.sizes), default=0)
    return most * run.ranks if EVEN[run.collective] in _SHARED_OUT else most


TOOL = Tool(
    OSU,
    line,
    "Size 为一条消息：AllGather 为每 rank 输入，All-to-All 为每对端一块，均为 n ÷ p；ReduceScatter 为整个输入",
    "Size is one message: the input of an AllGather rank and one peer's block of an All-to-All, n / p; of a "
    "ReduceScatter the whole input",
    message,
)
