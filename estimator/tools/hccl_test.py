"""hccl_test of the Ascend toolkit: command lines, one process a device, started by mpirun (MPICH).

Source: Ascend HCCL test guide (CANN 8.3): -p devices a host, -b -e -f sizes, -d -o, -n -w iterations and warm-up,
-c check, -z zero copy. It prints time and algorithm bandwidth only: bus bandwidth is worked out from the time.
"""

from __future__ import annotations

from estimator.tools.ability import HCCL_TEST, Ability
from estimator.tools.tool import Tool, ToolRun, quoted


def line(ability: Ability, run: ToolRun, first: str, last: str, factor: int) -> str:
    """One command line: ``mpirun -f hostfile -n 16 ./bin/all_reduce_test -b 65536 -e 1073741824 -f 2 ...``."""
    hosts = run.hosts.processes
    words = ["mpirun", *(("-f", "hostfile") if len(hosts) > 1 else ()), "-n", str(run.hosts.ranks)]
    words += [f"./bin/{ability.collectives[run.collective]}", "-b", first, "-e", last, "-f", str(factor)]
    if run.dtype is not None and run.dtype in ability.dtypes:
        words += ["-d", ability.dtypes[run.dtype]]
    if run.redop is not None and run.redop in ability.redops:
        words += ["-o", ability.redops[run.redop]]
    words += ["-n", str(run.iterations), "-w", str(run.warmup), "-p", str(max(hosts))]
    return quoted([*words, "-c", "1" if run.check else "0"])


TOOL = Tool(
    HCCL_TEST,
    line,
    "data_size 即规范的 n：AllGather 为每 rank 输出，ReduceScatter 为每 rank 输入，All-to-All 为整个缓冲；"
    "小尺寸会向上取整到 p 的倍数",
    "data_size is canonical n: the output of AllGather, the input of ReduceScatter, the whole buffer of All-to-All; "
    "small sizes are rounded up to a multiple of p",
)
