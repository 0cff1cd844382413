"""nccl-tests (and rccl-tests): command lines, one process a device, started by mpirun.

Source: README of nccl-tests: -b -e -f sizes, -g devices a thread, -w -n warm-up and timed iterations, -c checked
iterations, -a how the ranks are joined (1 mean, 2 min, 3 max), -R buffer registration, -G graph replays, and
NCCL_TESTS_SPLIT, which cuts the ranks into groups that run at once.
"""

from __future__ import annotations

from estimator.tools.ability import NCCL_TESTS, Ability
from estimator.tools.tool import Tool, ToolRun, launched, quoted

_JOIN = {"mean": "1", "min": "2", "max": "3"}
_REGISTER = {"registered": "1", "symmetric": "2"}


def line(ability: Ability, run: ToolRun, first: str, last: str, factor: int) -> str:
    """One command line: ``mpirun -np 64 -N 8 ./build/all_reduce_perf -b 65536 -e 1073741824 -f 2 -g 1 ...``."""
    words = launched(run.hosts)
    words += ["-x", f"CUDA_VISIBLE_DEVICES={','.join(map(str, run.devices))}"] if run.devices else []
    words += ["-x", f"NCCL_TESTS_SPLIT={run.split}"] if run.split else []
    words += [f"./build/{ability.collectives[run.collective]}", "-b", first, "-e", last, "-f", str(factor), "-g", "1"]
    words += ["-w", str(run.warmup), "-n", str(run.iterations), "-c", "1" if run.check else "0"]
    if run.dtype is not None and run.dtype in ability.dtypes:
        words += ["-d", ability.dtypes[run.dtype]]
    if run.redop is not None and run.redop in ability.redops:
        words += ["-o", ability.redops[run.redop]]
    words += ["-a", _JOIN[run.join]]
    words += ["-R", _REGISTER[run.buffer]] if run.buffer in _REGISTER else []
    words += ["-G", "1"] if run.graph else []
    return quoted(words)


TOOL = Tool(
    NCCL_TESTS,
    line,
    "size 即规范的 n：AllGather 为每 rank 输出，ReduceScatter 为每 rank 输入，All-to-All 为整个缓冲",
    "size is canonical n: the output of AllGather, the input of ReduceScatter, the whole buffer of All-to-All",
)
