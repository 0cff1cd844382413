"""Runs the cells of a plan.json on torch.distributed or MPI, and writes one record a repeat as JSON lines.

Start it as every other program of the machine, once a device::

    torchrun --nnodes 2 --nproc_per_node 8 --rdzv_id kit --rdzv_backend c10d --rdzv_endpoint HOST:29500 run_plan.py
    mpirun -np 16 -N 8 python3 run_plan.py --out records.jsonl
    python3 run_plan.py --dry-run

It needs Python 3.9, numpy, and PyTorch or mpi4py; nothing else. A run that was stopped goes on where it stood when
it is started again with the same --out. Times are in seconds, of every rank and every iteration. On devices the
iterations follow one another on the stream and are timed by its events; on the host a barrier comes before each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

INTEGERS = {f"{sign}int{bits}": bits // 8 for bits in (8, 16, 32, 64) for sign in ("", "u")}
FLOATS = {"bf16": (2, 8), "fp16": (2, 11), "fp32": (4, 24), "fp64": (8, 53), "fp8_e4m3": (1, 4), "fp8_e5m2": (1, 3)}
"""Bytes of an element, and the bits of its significand, the hidden one included."""
REDUCING = ("all_reduce", "reduce_scatter", "reduce_scatter_v", "reduce")
BACK = "there_and_back"
"""Of a message: it comes back, and half of that is its time."""
Json = dict[str, Any]
Call = Callable[[], None]


class CannotRunError(Exception):
    """Why a cell cannot be run here; every rank comes to the same answer."""
